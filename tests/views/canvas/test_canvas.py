"""What is seen of the plane, what stands above it and where, and how its line turns."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.boundary import VIEW
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.canvas.tools.table import TOOLS
from perceptron_gui.views.widgets.theme import load_fonts
from tests.views.canvas.conftest import MIDDLE, XOR, Desk, Open
from tests.views.pixels import heard, on_screen


def test_the_view_stands_still_while_points_are_dragged_far(desk: Open) -> None:
    on = desk()
    before = on.canvas.scene().range
    on.drag((1, 1), (0.5, 0.5), (0.1, 0.1))
    assert np.allclose(on.canvas.scene().range, before)
    on.canvas.fit()
    assert on.asked("range")[-1] == (None,)


@pytest.mark.parametrize("notches", [1, -2, 5])
def test_the_wheel_zooms_and_keeps_the_place_under_the_pointer(desk: Open, notches: int) -> None:
    on = desk()
    before, pixel = on.canvas.scene().range, on.at(0.75, 0.25)
    x, y = on.values_at(pixel)
    on.wheel(0.75, 0.25, notches)
    after = on.canvas.scene().range
    assert after[1] - after[0] == pytest.approx((before[1] - before[0]) * 1.25**-notches)
    assert on.values_at(pixel) == pytest.approx((x, y))


@pytest.mark.parametrize("tool", TOOLS)
def test_the_middle_button_pans_with_any_tool(desk: Open, tool: str) -> None:
    on = desk()
    on.canvas.pointer.show_tool(tool)
    end = on.at(0.7, 0.2)
    on.drag((0.5, 0.5), (0.6, 0.4), (0.7, 0.2), button=MIDDLE)
    assert on.values_at(end) == pytest.approx((0.5, 0.5), abs=0.005)
    assert on.asked("edit", "finished", "selection") == []


def test_the_place_under_the_pointer_is_told_and_forgotten(desk: Open) -> None:
    on = desk()
    places = heard(on.canvas.pointer.pointed_at)
    QTest.mouseMove(on.canvas, on.at(0.32, 0.48))
    QTest.mouseMove(on.canvas, on.at(0.32, 0.48))
    QTest.mouseMove(on.canvas, QPoint(2, 2))
    assert places == [(0.3, 0.5), None]


def test_a_tool_shows_its_pointer_and_its_hint(desk: Open) -> None:
    on = desk()
    hints = heard(on.canvas.pointer.hint_changed)
    QTest.mouseMove(on.canvas, on.at(0.5, 0.5))
    assert on.canvas.cursor().shape() == Qt.CursorShape.CrossCursor
    QTest.mouseMove(on.canvas, on.at(1, 1))
    assert on.canvas.cursor().shape() == Qt.CursorShape.OpenHandCursor
    on.canvas.pointer.show_tool("erase")
    on.canvas.pointer.show_tool("erase")
    assert on.canvas.cursor().shape() == Qt.CursorShape.CrossCursor
    assert hints == [TOOLS["erase"].hint]


def picture(on: Desk) -> QImage:
    return on.canvas.grab().toImage()


def test_grid_halos_and_ghost_are_seen_and_go_again(desk: Open) -> None:
    on = desk()
    plain = picture(on)
    on.canvas.show_selection((2,))
    assert picture(on) != plain
    on.canvas.show_selection(())
    on.canvas.show_snap(None)
    QTest.mouseMove(on.canvas, on.at(0.5, 0.5))
    with_ghost = picture(on)
    assert with_ghost != plain
    on.canvas.show_snap(0.1)
    assert picture(on) != with_ghost
    on.canvas.pointer.show_tool("move")  # which places nothing
    assert picture(on) == plain


def figure(*weights: int) -> Figure:
    run = Run(XOR, Rule.of({"init": weights}))
    drawn = VIEW.build(XOR, run, 0, BoundaryOptions(range=(-1.0, 2.0, -1.0, 2.0)))
    assert isinstance(drawn, Figure)
    return drawn


FIRST, SECOND, THIRD = figure(1, 1, -1), figure(1, -2, 0), figure(-1, 0, 0)


@pytest.fixture
def canvas(qtbot: QtBot) -> Canvas:
    load_fonts()
    shown = on_screen(qtbot, Canvas(), 500, 420)
    shown.turning.show_motion(True)
    shown.show_figure(FIRST)
    return shown


def plane_of(canvas: Canvas) -> QImage:
    return canvas.view.plot.surface.grab().toImage()


def still(qtbot: QtBot, figure: Figure) -> QImage:
    """Return what a figure looks like after the first one where nothing moves."""
    other = on_screen(qtbot, Canvas(), 500, 420)
    other.turning.show_motion(False)
    for each in (FIRST, figure):
        other.show_figure(each)
    return plane_of(other)


def test_the_line_turns_and_comes_to_rest_where_the_visit_has_it(
    canvas: Canvas, qtbot: QtBot
) -> None:
    first = plane_of(canvas)
    canvas.turning.expect()
    canvas.show_figure(SECOND)
    turning = canvas.turning
    assert turning.is_turning
    assert canvas.figure == SECOND  # and nothing in between
    qtbot.waitUntil(lambda: plane_of(canvas) != first)
    seen = []

    def at_rest() -> bool:
        seen.append(plane_of(canvas))
        return not turning.is_turning

    qtbot.waitUntil(at_rest)
    last = plane_of(canvas)
    assert last == still(qtbot, SECOND)
    assert any(each not in (first, last) for each in seen)


def test_what_is_pressed_stands_still_and_is_the_visit(canvas: Canvas, qtbot: QtBot) -> None:
    rest = still(qtbot, SECOND)
    canvas.turning.expect()
    canvas.show_figure(SECOND)
    assert canvas.turning.is_turning and plane_of(canvas) != rest
    QTest.mousePress(canvas, Qt.MouseButton.MiddleButton, pos=canvas.rect().center())
    assert not canvas.turning.is_turning
    assert plane_of(canvas) == rest
    QTest.mouseRelease(canvas, Qt.MouseButton.MiddleButton, pos=canvas.rect().center())


def test_nothing_moves_unless_it_is_a_step_or_where_less_motion_is_asked_for(
    canvas: Canvas,
) -> None:
    canvas.show_figure(SECOND)
    assert not canvas.turning.is_turning
    canvas.turning.show_motion(False)
    canvas.turning.expect()
    canvas.show_figure(THIRD)
    assert not canvas.turning.is_turning
