"""What is seen of the plane, what the canvas shows above its figure, and its first hint."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from perceptron_gui.views.canvas.tools.table import TOOLS
from tests.views.canvas.conftest import MIDDLE, Desk, Open
from tests.views.pixels import heard


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
    on.canvas.show_snap(None)
    plain = picture(on)
    on.canvas.show_snap(0.1)
    assert picture(on) != plain
    on.canvas.show_snap(None)
    on.canvas.show_selection((2,))
    assert picture(on) != plain
    on.canvas.show_selection(())
    QTest.mouseMove(on.canvas, on.at(0.5, 0.5))
    assert picture(on) != plain
    QTest.mouseMove(on.canvas, QPoint(2, 2))
    assert picture(on) == plain
