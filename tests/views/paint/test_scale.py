"""From units to pixels and back, on axes of every kind."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.views.paint.scale import PlotScale, Projection, named_values, part_of

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


def test_coordinates_of_equal_units_are_as_long_on_both_axes() -> None:
    wide = Figure("plane", Axis(range=(0.0, 4.0)), Axis(range=(1.0, 2.0)), equal=True)
    scale = PlotScale.of(wide)
    assert scale.across([0, 4]).tolist() == [0, 1]
    assert scale.up([1, 2]).tolist() == [0, 0.25]
    seen = scale.seen((0.0, 1.0, -0.25, 0.25), 400.0, 200.0)
    assert (seen.x.range, seen.y.range) == ((0, 4), (0, 2))


@pytest.mark.parametrize(
    ("x", "y", "right", "words"),
    [
        (Axis("updates $k$", range=(0.0, 50.0), whole=True), Axis("$\\|w\\|^2$", range=(0.0, 99.0)),
         None, ("k = 12", "‖w‖² = 29")),
        (Axis("$x_1$", range=(-1.0, 1.0)), Axis("", range=(-1.0, 1.0)), None, ("x₁ = 12", "29")),
        (Axis("epochs", range=(0.0, 99.0), whole=True), Axis("summed loss", range=(0.0, 58.0)),
         Axis("errors", "of 9", range=(0.0, 10.0), whole=True),
         ("epochs = 12", "summed loss = 29", "errors = 5")),
    ],
)  # fmt: skip
def test_values_are_told_with_the_names_of_their_axes(
    x: Axis, y: Axis, right: Axis | None, words: tuple[str, ...]
) -> None:
    assert named_values(Projection(100.0, 100.0, x, y, right), 12.0, 29.0) == words


def test_values_have_as_many_digits_as_pixels_tell_apart() -> None:
    axis = Axis("x", range=(0.0, 1.0))
    near = Axis("x", range=(0.12, 0.13))
    assert named_values(Projection(100.0, 100.0, axis, near), 0.12345678, 0.12345678) == (
        "x = 0.12",
        "x = 0.1235",
    )
    signed = Axis("s", range=(-2.0, 2.0))
    assert named_values(Projection(400.0, 100.0, signed, LOG), -0.504, 12.345)[0] == "s = −0.5"
