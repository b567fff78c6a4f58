"""When a curve cannot be followed any more, and what is drawn in its place."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.figures.model.marks import Band, Steps
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.series.envelope import Buckets, Curve
from perceptron_gui.figures.series.timeline import BucketedCurve, CurveStyle, area_marks, is_crowded

RISE = np.arange(1000.0)
SAW = np.tile(np.array([0.0, 100.0]), 500)
TOOTHED = RISE + 0.1 * SAW
PLATEAUS = np.repeat(SAW[:500], 2)
FLAT = np.zeros(1000)
MISSING = np.where(np.arange(1000) < 950, np.nan, SAW)


def curve(values: NDArray[np.float64], *, every: int = 1) -> Curve:
    return Curve(np.arange(len(values)) * every, values)


@pytest.mark.parametrize("values", [RISE, TOOTHED, FLAT, MISSING, SAW[:90], SAW[:1], SAW[:0]])
def test_curves_with_few_swings_or_small_ones_are_followed(values: NDArray[np.float64]) -> None:
    assert not is_crowded(curve(values), len(values) - 1)


@pytest.mark.parametrize("values", [SAW, PLATEAUS, RISE + SAW, np.concatenate([[np.nan], SAW])])
def test_curves_with_many_swings_are_not(values: NDArray[np.float64]) -> None:
    assert is_crowded(curve(values), len(values) - 1)


def test_a_thinned_curve_that_swings_at_every_place_is_not_followed_either() -> None:
    assert is_crowded(curve(SAW[:50], every=100), 4900)
    assert not is_crowded(curve(RISE[:50], every=100), 4900)


def spread_out() -> BucketedCurve:
    lowest, mean, highest = np.array([[0.0, 1.0], [2.0, 3.0], [5.0, 4.0]])
    return BucketedCurve(
        np.array([0.0, 8.0, 10.0]), Buckets(np.array([0, 8]), lowest, mean, highest)
    )


def test_areas_lie_below_the_means_and_reach_from_edge_to_edge() -> None:
    styles = [
        CurveStyle("a", Role.LOSS, "a"),
        CurveStyle("b", Role.WEIGHTS, "b", area=Role.POSITIVE_BAND),
    ]
    first, second, *means = area_marks(styles, [spread_out(), spread_out()])
    assert isinstance(first, Band) and isinstance(second, Band)
    assert (first.key, first.role, first.label) == ("a-range", Role.LOSS, "")
    assert second.role is Role.POSITIVE_BAND
    assert first.x.tolist() == [0, 8, 8, 10]
    assert first.lower.tolist() == [0, 0, 1, 1] and first.upper.tolist() == [5, 5, 4, 4]
    assert [mean.label for mean in means] == ["a", "b"]
    assert isinstance(means[0], Steps) and means[0].y.tolist() == [2, 3, 3]


def test_on_the_right_axis_an_area_is_outlined() -> None:
    marks = CurveStyle("errors", Role.ERRORS, "errors", right=True).areas(spread_out())
    assert all(isinstance(mark, Steps) and mark.right for mark in marks)
    keys = ["errors", "errors-lowest-range", "errors-highest-range"]
    assert [mark.key for mark in marks] == keys


def test_what_is_to_come_is_faint_and_keeps_the_area_of_its_curve() -> None:
    faint = CurveStyle("loss", Role.LOSS, "loss").future(is_named=True)
    assert (faint.key, faint.role, faint.label) == ("loss-future", Role.FUTURE, "to come")
    assert faint.area is Role.LOSS
    assert CurveStyle("loss", Role.LOSS).future(is_named=False).label == ""
