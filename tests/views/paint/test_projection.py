"""From units to pixels and back, on axes of every kind."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.views.paint.projection import Projection, part_of

LINEAR, LOG = Axis(range=(-2.0, 6.0)), Axis(range=(0.1, 1000.0), log=True)


def test_the_ends_of_axes_are_the_edges_of_the_box() -> None:
    seen = Projection(200.0, 100.0, LINEAR, LOG)
    assert seen.across([-2, 0, 6]).tolist() == [0, 50, 200]
    assert np.allclose(seen.down([0.1, 1, 1000]), [100, 75, 0])


def test_a_right_axis_has_its_own_units() -> None:
    seen = Projection(200.0, 100.0, LINEAR, LINEAR, Axis(range=(0.0, 1.0)))
    assert seen.down([0.25], right=True).tolist() == [75]
    assert seen.down([0.0]).tolist() == [75]


@pytest.mark.parametrize(("x", "y"), [(LINEAR, LOG), (LOG, LINEAR)])
def test_pixels_give_back_their_values(x: Axis, y: Axis) -> None:
    seen = Projection(200.0, 100.0, x, y)
    across, up = seen.values_at(float(seen.across(0.7)), float(seen.down(2.5)))
    assert across == pytest.approx(0.7)
    assert up == pytest.approx(2.5)


def test_what_a_logarithm_can_not_show_lies_infinitely_far_below() -> None:
    seen = Projection(200.0, 100.0, LINEAR, LOG)
    assert seen.down([0.0, -1.0]).tolist() == [np.inf, np.inf]
    assert np.isnan(seen.down([np.nan])).all()


def test_a_part_of_an_axis_goes_on_beyond_it() -> None:
    assert part_of(LINEAR, -0.5, 1.5).range == (-6.0, 10.0)
    assert part_of(LOG, 0.0, 2.0).range == pytest.approx((0.1, 1e7))


def test_a_part_too_small_for_floats_is_not_taken() -> None:
    axis = Axis(range=(1e16, 1e16 + 4))
    assert part_of(axis, 0.5, 0.51) == axis


def test_parts_far_away_stay_numbers() -> None:
    low, high = part_of(LOG, -1e9, 1e9).range or (0.0, 0.0)
    assert 0 < low < high < np.inf
