"""Markers on a plane are as large as the plane asks for; those of curves are not."""

from __future__ import annotations

import pytest

from perceptron_gui.views.paint.markers import plane_scale

SIZE, SCALE = 7.25, 1.3  # of the style of a point, and pixels a point


@pytest.mark.parametrize("height", [300, 435, 600])
def test_a_marker_is_a_thirtieth_of_the_height_of_its_plane(height: float) -> None:
    assert SIZE * plane_scale(SCALE, height) == pytest.approx(height / 30)


def test_a_marker_is_neither_tiny_nor_huge() -> None:
    assert plane_scale(SCALE, 10) == pytest.approx(0.6 * SCALE)
    assert plane_scale(SCALE, 10_000) == pytest.approx(2.5 * SCALE)
