"""Panning, zooming, and what the pointer shows before it is pressed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.views.canvas.tools.scene import Pointer, panned, zoomed
from perceptron_gui.views.canvas.tools.table import TOOLS, hint_of, hover
from tests.views.canvas.tools.gestures import XOR, at, player, scene

CUBE = Dataset.of([[0, 0, 0], [1, 1, 1]], [-1, 1])
LINE = Dataset.of([[1.0], [2.0]], [1, -1])


@given(st.lists(st.tuples(*[st.floats(-900, 900)] * 2), min_size=1, max_size=10))
def test_panning_keeps_the_pressed_place_under_the_pointer(way: list[tuple[float, float]]) -> None:
    viewer = player("pan")
    gesture = viewer.press(at(1, 1))
    viewer.move(gesture, *(Pointer(*place) for place in way))
    if gesture.moved:
        assert np.allclose(viewer.scene.seen.values_at(*way[-1]), [1, 1])
    viewer.meet(gesture.cancel(viewer.scene))
    assert np.allclose(viewer.scene.range, (0, 4, 0, 4))


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.2, 5))
def test_zooming_keeps_a_place_where_it_is(across: float, up: float, factor: float) -> None:
    x0, x1, y0, y1 = zoomed((-1.0, 3.0, 10.0, 12.0), across, up, factor)
    assert (x1 - x0, y1 - y0) == pytest.approx((4 * factor, 2 * factor))
    assert x0 + across * (x1 - x0) == pytest.approx(-1 + 4 * across)
    assert y0 + up * (y1 - y0) == pytest.approx(10 + 2 * up)


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_zooming_ends_before_numbers_do(factor: float) -> None:
    ranges = (999_999.0, 1_000_001.0, -1.0, 1.0)
    for _ in range(1000):
        ranges = zoomed(ranges, 0.3, 0.7, factor)
    assert ranges == zoomed(ranges, 0.3, 0.7, factor) == panned(ranges, 1e70, 0.0)
    assert 1e-60 < ranges[1] - ranges[0] < 1e61
    assert np.unique(np.linspace(*ranges[:2], 100)).size == 100


def test_the_pointer_shows_where_a_point_would_go_and_of_which_class() -> None:
    found = hover(TOOLS["add"], at(2.04, 1.97, shift=True), scene())
    assert found.place == (2.0, 2.0)
    assert found.ghost is not None
    assert (found.ghost.across, found.ghost.down, found.ghost.label) == (200.0, 200.0, -1)


def test_over_a_point_the_pointer_is_a_hand_and_shows_no_ghost() -> None:
    found = hover(TOOLS["add"], at(3, 3), scene())
    assert (found.cursor, found.ghost) == ("open hand", None)
    assert hover(TOOLS["erase"], at(3, 3), scene()).ghost is not None


def test_outside_the_box_the_pointer_points_at_nothing() -> None:
    found = hover(TOOLS["add"], Pointer(-5, 20), scene())
    assert (found.place, found.ghost) == (None, None)


def test_other_tools_point_finer_than_the_grid() -> None:
    assert hover(TOOLS["select"], at(2.04, 1.97), scene()).place == (2.04, 1.97)


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_says_what_it_does_or_why_not(name: str) -> None:
    for data in (XOR, CUBE, LINE):
        assert hint_of(TOOLS[name], scene(data)).endswith(".")
    assert ("3 coordinates" in hint_of(TOOLS[name], scene(CUBE))) == (name != "pan")
    assert ("one coordinate" in hint_of(TOOLS[name], scene(LINE))) == (name != "pan")
