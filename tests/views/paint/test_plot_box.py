"""What is asked for and what is seen: equal units, the mouse, and no loops."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.views.paint.pen import PlotBox


def plane(x: Range = (0.0, 4.0), y: Range = (0.0, 2.0), equal: bool = True) -> Figure:
    return Figure("plane", Axis(range=x), Axis(range=y), equal=equal)


def seen(box: PlotBox) -> tuple[float, ...]:
    projection = box.projection
    assert projection.x.range is not None
    assert projection.y.range is not None
    return projection.x.range + projection.y.range


@pytest.fixture
def box(qtbot: QtBot) -> Iterator[PlotBox]:
    box = PlotBox()
    box.place(QRectF(0.0, 0.0, 400.0, 400.0))
    yield box
    box.item.close()


def test_unequal_units_fill_the_box(box: PlotBox) -> None:
    box.ask(plane(equal=False))
    assert seen(box) == (0, 4, 0, 2)
    assert not box.has_news()


def test_equal_units_show_more_and_say_so_once(box: PlotBox) -> None:
    box.ask(plane())
    assert seen(box) == pytest.approx((0, 4, -1, 3))
    assert box.has_news()
    assert not box.has_news()


def test_an_answer_for_all_that_is_seen_asks_for_nothing_more(box: PlotBox) -> None:
    box.ask(plane())
    box.has_news()
    for width in (200.0, 400.0, 800.0, 400.0):
        box.place(QRectF(0.0, 0.0, width, 400.0))
        box.has_news()
        x0, x1, y0, y1 = seen(box)
        box.ask(plane((x0, x1), (y0, y1)))
        assert not box.has_news()
    assert seen(box) == pytest.approx((0, 4, -1, 3))


def test_the_same_question_again_leaves_the_box_where_the_mouse_moved_it(box: PlotBox) -> None:
    box.ask(plane(equal=False))
    box.item.translateBy(x=0.25, y=0.0)
    box.ask(plane(equal=False))
    assert seen(box) == pytest.approx((1, 5, 0, 2))
    assert box.has_news()


def test_another_question_is_answered(box: PlotBox) -> None:
    box.ask(plane(equal=False))
    box.item.translateBy(x=0.25, y=0.0)
    box.ask(plane((0.0, 8.0), (0.0, 2.0), equal=False))
    assert seen(box) == (0, 8, 0, 2)


def test_logarithms_are_moved_by_factors(box: PlotBox) -> None:
    box.ask(Figure("loss", Axis(range=(0.0, 1.0)), Axis(range=(1.0, 100.0), log=True)))
    box.item.translateBy(y=0.5)
    assert seen(box) == pytest.approx((0, 1, 10, 1000))


def test_the_right_axis_moves_with_the_left_one(box: PlotBox) -> None:
    right = Axis(range=(0.0, 10.0))
    figure = Figure("loss", Axis(range=(0.0, 1.0)), Axis(range=(0.0, 1.0)), right=right)
    box.ask(figure)
    box.item.translateBy(y=0.5)
    assert box.projection.right is not None
    assert box.projection.right.range == pytest.approx((5, 15))


@pytest.mark.parametrize(
    ("low", "high"), [(1e75, 3e75), (-1e-75, 1e-75), (1e9, 1e9 + 1), (-1e150, 1e-150)]
)
def test_very_large_and_very_small_numbers_are_shown(box: PlotBox, low: float, high: float) -> None:
    for equal in (True, False):
        box.ask(plane((low, high), (low, high), equal=equal))
        assert seen(box) == pytest.approx((low, high, low, high), abs=1e-12 * (high - low))
