"""What a figure asks for and what is seen: equal units, the mouse, and numbers of every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.views.paint.plot import PlotBox


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
