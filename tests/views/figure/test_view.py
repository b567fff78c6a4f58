"""The view of a figure: every view of the program in every size, ranges, words and themes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Line, Region, as_values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.figure.view import FigureView
from tests.views.conftest import Shown
from tests.views.pixels import figure_of, pixels, shows

ENDS = as_values([0, 10])
LINE = Line("line", Role.BOUNDARY, ENDS, ENDS, "the line $w^\\top x = 0$")
PLANE = figure_of(LINE, equal=True)
Ranges = list[tuple[float, ...]]


def drawings(data: str) -> list[Figure]:
    """Return all figures of a run at its start, in its middle and at its end."""
    run = Run(load_data(data).dataset, Rule()).finish()
    cursors = (0, run.visits // 2, run.visits)
    drawn = [
        view.build(run.dataset, run, cursor, view.options())
        for view in VIEWS.values()
        for cursor in cursors
    ]
    return [each for each in drawn if isinstance(each, Figure)]


def told(view: FigureView) -> Ranges:
    """Return a list that every new range is put into."""
    ranges: Ranges = []
    view.range_changed.connect(lambda *ends: ranges.append(ends))
    return ranges


@pytest.mark.parametrize("data", ["xor", "and", "iris"])
def test_every_view_can_be_seen_in_every_size(shown: Shown, data: str) -> None:
    figures = drawings(data)
    assert len(figures) > 20
    view = shown(figures[0])
    for size in ((300, 200), (500, 350), (900, 700), (160, 120)):
        view.resize(*size)
        for figure in figures:
            view.show_figure(figure)
            # What has nothing to show says so in words, and its plane is empty.
            drawn = view.pen.widget if figure.marks or not figure.bare else view
            assert np.ptp(pixels(drawn).astype(int)) > 0
            assert {item.mark.key for item in view.pen.shown} == {m.key for m in figure.marks}


def test_equal_units_are_as_long_across_as_up(shown: Shown) -> None:
    view = shown(PLANE, 600, 300)
    origin, right, up = (view.position_of(*at) for at in ((0, 0), (1, 0), (0, 1)))
    assert right.x() - origin.x() == pytest.approx(origin.y() - up.y())


def test_places_and_values_are_inverse(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    assert view.values_at(view.position_of(3.0, 7.0)) == pytest.approx((3, 7))


def test_all_that_is_seen_of_equal_units_is_told(shown: Shown) -> None:
    view = shown(PLANE, 300, 300)
    ranges = told(view)
    view.resize(700, 300)
    (x0, x1, y0, y1) = ranges[-1]
    assert x0 < 0 < 10 < x1
    assert (y0, y1) == pytest.approx((0, 10))


def test_nothing_is_told_where_all_is_seen_as_asked_for(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    ranges = told(view)
    view.resize(700, 300)
    view.show_figure(figure_of(LINE, x=Axis(range=(0.0, 20.0))))
    assert ranges == []


def test_a_figure_for_all_that_is_seen_ends_the_talk(shown: Shown) -> None:
    view = shown(PLANE, 300, 300)
    ranges = told(view)

    def answer(x0: float, x1: float, y0: float, y1: float) -> None:
        corners = as_values([x0, x1, x1, x0]), as_values([y0, y0, y1, y1])
        side = Region("side", Role.POSITIVE_SIDE, *corners)
        view.show_figure(
            figure_of(side, LINE, equal=True, x=Axis(range=(x0, x1)), y=Axis(range=(y0, y1)))
        )

    view.range_changed.connect(answer)
    for width in (700, 300, 500, 700):
        view.resize(width, 300)
    assert len(ranges) <= 8
    widest = ranges[-1]
    view.resize(300, 300)
    view.resize(700, 300)
    assert ranges[-1] == pytest.approx(widest)
    assert view.figure.has("side")


def wheel(view: FigureView, notches: int) -> None:
    """Turn the wheel in the middle of the plot."""
    plot = view.pen.widget.viewport()  # type: ignore[attr-defined]
    place = QPointF(plot.rect().center())
    event = QWheelEvent(
        place,
        plot.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(plot, event)


def test_the_wheel_zooms_where_that_is_allowed(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    ranges = told(view)
    wheel(view, 1)
    assert ranges == []
    view.set_interactive(True)
    wheel(view, 1)
    (x0, x1, y0, y1) = ranges[-1]
    assert 0 < x0 < x1 < 10
    assert 0 < y0 < y1 < 10


def test_the_mouse_drags_the_plane(shown: Shown, qtbot: QtBot) -> None:
    view = shown(figure_of(LINE))
    view.set_interactive(True)
    ranges = told(view)
    plot = view.pen.widget.viewport()  # type: ignore[attr-defined]
    QTest.mousePress(plot, Qt.MouseButton.LeftButton, pos=QPoint(200, 100))
    for x in range(210, 300, 10):
        QTest.mouseMove(plot, QPoint(x, 100))
    QTest.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(300, 100))
    qtbot.waitUntil(lambda: bool(ranges))
    assert ranges[-1][0] < 0
    assert ranges[-1][2:] == pytest.approx((0, 10))


def test_a_mouse_that_moves_nothing_is_let_through(shown: Shown) -> None:
    view = shown(figure_of(LINE))
    assert view.childAt(view.rect().center()) is None
    view.set_interactive(True)
    assert view.childAt(view.rect().center()) is not None


def test_words_that_come_and_go_do_not_move_the_plot(shown: Shown) -> None:
    view = shown(figure_of(LINE, notes=("A note.",)))
    place = view.pen.widget.geometry()
    view.show_figure(figure_of(replace(LINE, label=""), notes=()))
    assert view.pen.widget.geometry() == place
    view.show_figure(replace(figure_of(), name="another"))
    assert view.pen.widget.geometry() != place


def test_notes_of_one_run_take_no_room_from_another(shown: Shown) -> None:
    view = shown(figure_of(LINE, notes=("A note.",)))
    height = view.pen.widget.height()
    view.show_figure(replace(figure_of(LINE), x=Axis("updates", range=(0.0, 99.0))))
    assert view.pen.widget.height() > height


def test_long_words_leave_room_for_the_plot(shown: Shown) -> None:
    lines = [replace(LINE, key=str(i), label=f"a line with the number {i}") for i in range(30)]
    notes = ("A sentence that is rather long. " * 20,)
    view = shown(figure_of(*lines, title="A title " * 30, notes=notes), 300, 200)
    assert view.pen.widget.height() > 70
    assert view.pen.seen.height > 20


def test_larger_letters_take_more_room(shown: Shown) -> None:
    view = shown(figure_of(LINE, title="Title", notes=("A note.",)))
    before = view.pen.seen
    view.show_theme(THEMES["light"], 2.0)
    assert view.pen.seen.width < before.width
    assert view.pen.seen.height < before.height


@pytest.mark.parametrize("name", list(THEMES))
def test_words_and_background_are_those_of_the_theme(shown: Shown, name: str) -> None:
    theme = THEMES[name]
    view = shown(figure_of(LINE, title="Title", notes=("A note.",)))
    view.show_theme(theme, 3.0)
    colors = pixels(view)
    assert (colors[0, 0] == colors[-1, -1]).all()
    for color in (theme.background, theme.text, theme.muted):
        assert shows(view, color)


def test_drawings_without_axes_fill_the_view(shown: Shown) -> None:
    view = shown(figure_of(LINE, bare=True))
    assert view.pen.corner == QPointF(0, 0)
    assert view.pen.seen.width == view.pen.widget.width()
