"""From units to pixels and back: curves that are cut, equal units, numbers of every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.views.paint.curves import (
    FAR,
    band_paths,
    near_part,
    rings_path,
)
from perceptron_gui.views.paint.plot import PlotBox
from perceptron_gui.views.paint.scale import Projection, part_of

LINEAR, LOG = Axis(range=(-2.0, 6.0)), Axis(range=(0.1, 1000.0), log=True)
NAN, INF = np.nan, np.inf


def test_the_ends_of_axes_are_the_edges_of_the_box() -> None:
    seen = Projection(200.0, 100.0, LINEAR, LOG)
    assert seen.across([-2, 0, 6]).tolist() == [0, 50, 200]
    assert np.allclose(seen.down([0.1, 1, 1000]), [100, 75, 0])
    # What a logarithm cannot show lies infinitely far below.
    assert seen.down([0.0, -1.0]).tolist() == [np.inf, np.inf]
    assert np.isnan(seen.down([np.nan])).all()
    seen = Projection(200.0, 100.0, LINEAR, LINEAR, Axis(range=(0.0, 1.0)))
    assert seen.up([0.25], right=True).tolist() == [25]
    assert seen.down([0.0]).tolist() == [75]


def test_a_part_of_an_axis_goes_on_beyond_it_as_far_as_numbers_do() -> None:
    assert part_of(LINEAR, -0.5, 1.5).range == (-6.0, 10.0)
    assert part_of(LOG, 0.0, 2.0).range == pytest.approx((0.1, 1e7))
    axis = Axis(range=(1e16, 1e16 + 4))
    assert part_of(axis, 0.5, 0.51) == axis  # too small for floats
    low, high = part_of(LOG, -1e9, 1e9).range or (0.0, 0.0)
    assert 0 < low < high < np.inf


def test_a_curve_is_parted_where_it_is_not_finite_and_needs_two_points() -> None:
    x = np.array([0.0, 10.0, NAN, 20.0, 30.0, 40.0])
    y = np.array([0.0, 10.0, 5.0, 0.0, INF, 1.0])
    across, up = near_part(x, y)
    assert np.isfinite(across).tolist() == [True, True, False, True, False, True]
    assert np.array_equal(np.isfinite(across), np.isfinite(up))
    for alone in ([], [1.0], [1.0, NAN], [INF, INF]):
        across, _ = near_part(np.array(alone), np.array(alone))
        assert len(across) == 0


@given(arrays(np.float64, (2, 6), elements=st.floats(-1e6, 1e6)))
def test_what_is_cut_lies_on_its_line_and_is_near(points: Values) -> None:
    x, y = near_part(*points)
    finite = np.isfinite(x)
    assert (np.abs(x[finite]) <= FAR * 1.001).all()
    assert (np.abs(y[finite]) <= FAR * 1.001).all()
    ends = np.column_stack([points[0, :-1], points[1, :-1], points[0, 1:], points[1, 1:]])
    for px, py in zip(x[finite], y[finite], strict=True):
        away = [
            abs((c - a) * (py - b) - (d - b) * (px - a)) / max(np.hypot(c - a, d - b), 1e-300)
            for a, b, c, d in ends
        ]
        assert min(away) < 1e-3


def test_a_ring_in_a_ring_is_a_hole() -> None:
    square = np.array([0.0, 1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0, 1.0])
    inner = square[0] / 2 + 0.25, square[1] / 2 + 0.25
    path = rings_path([square, inner])
    assert path.contains(QPointF(0.1, 0.5))
    assert not path.contains(QPointF(0.5, 0.5))


def test_a_band_without_an_end_is_filled_to_the_far_edge_and_parted_by_nan() -> None:
    x = np.linspace(0.0, 1.0, 5)
    lower, upper = np.zeros(5), np.full(5, INF)
    (path,) = band_paths(x, lower, upper)
    assert path.boundingRect().height() == FAR
    upper[2] = NAN
    assert len(band_paths(x, lower, upper)) == 2


def plane(x: Range = (0.0, 4.0), y: Range = (0.0, 2.0), equal: bool = True) -> Figure:
    return Figure("plane", Axis(range=x), Axis(range=y), equal=equal)


def seen(box: PlotBox) -> tuple[float, ...]:
    projection = box.projection
    assert projection.x.range is not None
    assert projection.y.range is not None
    return projection.x.range + projection.y.range


def move(box: PlotBox, x: float = 0.0, y: float = 0.0) -> None:
    """Move what is seen as the mouse does."""
    box.translateBy(x=x, y=y)
    box.sigRangeChangedManually.emit([True, True])


@pytest.fixture
def box(qtbot: QtBot) -> Iterator[PlotBox]:
    box = PlotBox()
    box.setGeometry(QRectF(0.0, 0.0, 400.0, 400.0))
    yield box
    box.close()


def test_unequal_units_fill_the_box_and_equal_ones_show_more(box: PlotBox) -> None:
    box.show_range(plane(equal=False))
    assert seen(box) == (0, 4, 0, 2)
    box.show_range(plane())
    assert seen(box) == pytest.approx((0, 4, -1, 3))
    for width in (200.0, 800.0, 400.0):
        box.setGeometry(QRectF(0.0, 0.0, width, 400.0))
    assert seen(box) == pytest.approx((0, 4, -1, 3))


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "another"},
        {"equal": True},
        {"x": Axis("epochs", range=(1.0, 9.0))},
        {"x": Axis(range=(1.0, 9.0), log=True)},
    ],
)
def test_another_kind_of_figure_is_shown_as_a_whole(
    box: PlotBox, changes: dict[str, object]
) -> None:
    box.show_range(plane(equal=False))
    move(box, x=0.25)
    box.show_range(replace(plane(equal=False), **changes))  # type: ignore[arg-type]
    assert not box.is_zoomed


def test_logarithms_are_moved_by_factors(box: PlotBox) -> None:
    box.show_range(Figure("loss", Axis(range=(0.0, 1.0)), Axis(range=(1.0, 100.0), log=True)))
    move(box, y=0.5)
    assert seen(box) == pytest.approx((0, 1, 10, 1000))


def test_the_right_axis_moves_with_the_left_one(box: PlotBox) -> None:
    right = Axis(range=(0.0, 10.0))
    figure = Figure("loss", Axis(range=(0.0, 1.0)), Axis(range=(0.0, 1.0)), right=right)
    box.show_range(figure)
    move(box, y=0.5)
    assert box.projection.right is not None
    assert box.projection.right.range == pytest.approx((5, 15))


@pytest.mark.parametrize(
    ("low", "high"), [(1e75, 3e75), (-1e-75, 1e-75), (1e9, 1e9 + 1), (-1e150, 1e-150)]
)
def test_very_large_and_very_small_numbers_are_shown(box: PlotBox, low: float, high: float) -> None:
    for equal in (True, False):
        box.show_range(plane((low, high), (low, high), equal=equal))
        assert seen(box) == pytest.approx((low, high, low, high), abs=1e-12 * (high - low))
