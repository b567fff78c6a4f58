"""The line turns on screen between two visits, and what counts is always a visit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.boundary import VIEW
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.widgets.theme import load_fonts
from tests.views.canvas.conftest import XOR
from tests.views.pixels import on_screen


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


def picture(canvas: Canvas) -> QImage:
    return canvas.view.plot.surface.grab().toImage()


def still(qtbot: QtBot, figure: Figure) -> QImage:
    """Return what a figure looks like after the first one where nothing moves."""
    other = on_screen(qtbot, Canvas(), 500, 420)
    other.turning.show_motion(False)
    for each in (FIRST, figure):
        other.show_figure(each)
    return picture(other)


def test_the_line_turns_and_comes_to_rest_where_the_visit_has_it(
    canvas: Canvas, qtbot: QtBot
) -> None:
    first = picture(canvas)
    canvas.turning.expect()
    canvas.show_figure(SECOND)
    turning = canvas.turning
    assert turning.is_turning
    assert canvas.figure == SECOND  # and nothing in between
    qtbot.waitUntil(lambda: picture(canvas) != first)
    seen = []

    def at_rest() -> bool:
        seen.append(picture(canvas))
        return not turning.is_turning

    qtbot.waitUntil(at_rest)
    last = picture(canvas)
    assert last == still(qtbot, SECOND)
    assert any(each not in (first, last) for each in seen)


def test_what_is_pressed_stands_still_and_is_the_visit(canvas: Canvas, qtbot: QtBot) -> None:
    rest = still(qtbot, SECOND)
    canvas.turning.expect()
    canvas.show_figure(SECOND)
    assert canvas.turning.is_turning and picture(canvas) != rest
    QTest.mousePress(canvas, Qt.MouseButton.MiddleButton, pos=canvas.rect().center())
    assert not canvas.turning.is_turning
    assert picture(canvas) == rest
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
