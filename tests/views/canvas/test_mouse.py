"""The canvas under a real mouse and keys: what is done by hand is what is asked for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset, InsertPoints, MovePoints
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.canvas.tools.table import TOOLS
from tests.hands import double_click
from tests.views.canvas.conftest import CTRL, RIGHT, SHIFT, XOR, Desk, Open
from tests.views.pixels import heard
from tests.views.pointer import LEFT, PLAIN

EMPTY = Dataset.of([], [])
LINE = Rule.of({"init": (1, 2, -1)})  # through (1, 0) and (0, 0.5)
CUBE = Dataset.of([[0, 0, 0], [1, 1, 1], [0, 1, 1]], [-1, 1, 1])


@pytest.mark.parametrize(
    ("button", "held", "label"), [(LEFT, PLAIN, 1), (RIGHT, PLAIN, -1), (LEFT, SHIFT, -1)]
)
def test_a_click_adds_one_point_of_the_right_class_on_the_grid(
    desk: Open, button: Qt.MouseButton, held: Qt.KeyboardModifier, label: int
) -> None:
    on = desk(EMPTY)
    on.click(1.23, -2.28, button, held)
    assert (on.points, on.labels) == ([[1.2, -2.2]], [label])  # every second line is seen
    ((name, edit, merge),) = on.asked("edit")
    assert isinstance(edit, InsertPoints)
    assert name == "Add point"
    assert merge
    assert [kind for kind, _ in on.notes] == ["range", "edit", "finished"]


def test_two_quick_clicks_at_a_place_add_one_point(desk: Open) -> None:
    on = desk(EMPTY)
    double_click(on.canvas, on.at(1, 1))
    assert on.points == [[1.0, 1.0]]


def test_a_drag_is_one_step_under_one_key_and_ends_where_it_is_let_go(desk: Open) -> None:
    on = desk()
    on.canvas.pointer.show_tool("move")
    on.drag((1, 1), (0.9, 0.9), (0.8, 0.7), (0.62, 0.41))
    assert on.points[3] == [0.6, 0.4]
    edits = on.asked("edit")
    assert all(isinstance(edit, MovePoints) for _, edit, _ in edits)
    assert len({merge for _, _, merge in edits}) == 1
    assert [kind for kind, _ in on.notes][-1] == "finished"
    on.document.undo()
    assert on.dataset == XOR


def test_moves_within_a_frame_are_asked_for_once_and_the_last_is_never_lost(desk: Open) -> None:
    on = desk(interval=60_000)
    on.drag((1, 1), *((1 - k / 10, 1) for k in range(1, 6)))
    assert [edit.points.tolist() for _, edit, _ in on.asked("edit")] == [[[0.9, 1.0]], [[0.5, 1.0]]]


@pytest.mark.parametrize("tool", ["select", "move"])
def test_a_box_selects_and_ctrl_adds(desk: Open, tool: str) -> None:
    on = desk()
    on.canvas.pointer.show_tool(tool)
    on.drag((-0.1, -0.1), (0.1, 1.1))
    on.drag((0.9, 0.9), (1.1, 1.1), held=CTRL)
    on.drag((0.5, 0.5), (0.6, 0.6))
    assert on.asked("selection") == [((0, 1),), ((0, 1, 3),), ((),)]
    assert on.asked("edit", "finished", "range") == []


def test_a_finger_paints_like_a_mouse(desk: Open) -> None:
    on = desk()
    screen = QTest.createTouchDevice()
    finger = QTest.touchEvent(on.canvas, screen)
    finger.press(0, on.at(0.5, 0.5), on.canvas).commit()
    finger.release(0, on.at(0.5, 0.5), on.canvas).commit()
    assert on.points[4:] == [[0.5, 0.5]]


@pytest.mark.parametrize("tool", TOOLS)
def test_points_of_three_coordinates_are_not_edited_and_it_says_why(desk: Open, tool: str) -> None:
    on = desk(CUBE)
    on.canvas.pointer.show_tool(tool)
    assert "3 coordinates" in on.canvas.pointer.hint
    on.canvas.show_selection((0, 1))
    on.drag((0, 0), (0.3, 0.3))
    on.click(0.5, 0.5, RIGHT)
    on.key(Qt.Key.Key_A, CTRL)
    on.key(Qt.Key.Key_Delete)
    on.key(Qt.Key.Key_Right)
    assert on.notes == []
    on.wheel(0.5, 0.5, 1)
    assert len(on.asked("range")) == 1


def test_hiding_the_canvas_ends_a_drag(desk: Open) -> None:
    on = desk()
    end = on.hold_drag((1, 1), (0.5, 0.5))
    on.canvas.hide()
    assert [kind for kind, _ in on.notes][-1] == "finished"
    assert not on.canvas.pointer.is_dragging
    QTest.mouseRelease(on.canvas, LEFT, PLAIN, end)


@pytest.fixture
def on(qtbot: QtBot) -> Desk:
    """A canvas with XOR on a grid of tenths, the tool that moves in hand."""
    desk = Desk(qtbot, XOR, LINE)
    desk.canvas.pointer.show_tool("move")
    return desk


@pytest.mark.parametrize(
    ("key", "dx", "dy"),
    [
        (Qt.Key.Key_Left, -0.1, 0),
        (Qt.Key.Key_Right, 0.1, 0),
        (Qt.Key.Key_Up, 0, 0.1),
        (Qt.Key.Key_Down, 0, -0.1),
    ],
)
def test_an_arrow_key_moves_the_selection_by_one_step(
    on: Desk, key: Qt.Key, dx: float, dy: float
) -> None:
    on.canvas.show_selection((1, 2))
    on.key(key)
    assert on.points == [[0, 0], [dx, 1 + dy], [1 + dx, dy], [1, 1]]
    on.key(key, SHIFT)
    assert on.points[3] == [1, 1]
    assert on.points[1] == [round(11 * dx, 1), round(1 + 11 * dy, 1)]


def test_a_held_arrow_key_is_one_step_of_undo(on: Desk) -> None:
    on.canvas.show_selection((3,))
    for _ in range(3):
        QTest.keyPress(on.canvas, Qt.Key.Key_Right)
    assert on.asked("finished") == []
    QTest.keyRelease(on.canvas, Qt.Key.Key_Right)
    assert on.points[3] == [1.3, 1.0]
    on.key(Qt.Key.Key_Right)
    on.document.undo()
    assert on.points[3] == [1.3, 1.0]
    on.document.undo()
    assert on.dataset == XOR


def test_without_a_selection_arrow_keys_are_left_to_others(on: Desk) -> None:
    action = QAction("Step forward", on.canvas)
    action.setShortcut(Qt.Key.Key_Right)
    pressed = heard(action.triggered)
    on.canvas.addAction(action)
    on.key(Qt.Key.Key_Right)
    assert len(pressed) == 1
    on.canvas.show_selection((3,))
    on.key(Qt.Key.Key_Right)
    assert len(pressed) == 1
    assert on.points[3] == [1.1, 1.0]


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_delete_takes_the_selection_away_in_one_step(on: Desk, key: Qt.Key) -> None:
    on.canvas.show_selection((0, 3))
    on.key(key)
    assert on.points == [[0, 1], [1, 0]]
    assert on.asked("selection") == [((),)]
    assert [name for name, _, _ in on.asked("edit")] == ["Erase 2 points"]


@pytest.mark.parametrize("tool", ["add", "erase", "brush"])
def test_escape_takes_back_what_a_tool_has_done(on: Desk, qtbot: QtBot, tool: str) -> None:
    on.canvas.pointer.show_tool(tool)
    end = on.hold_drag((0.5, 0.8), (0.9, 0.9), (1, 1), (0.6, 0.9))
    qtbot.waitUntil(lambda: on.dataset != XOR)
    on.key(Qt.Key.Key_Escape)
    QTest.mouseRelease(on.canvas, LEFT, PLAIN, end)
    assert on.dataset == XOR
    assert on.document.undo_name == ""


def test_all_is_selected_and_escape_leaves_a_selection_then_nothing(on: Desk) -> None:
    on.key(Qt.Key.Key_A, CTRL)
    on.key(Qt.Key.Key_Escape)
    on.key(Qt.Key.Key_Escape)
    assert on.asked("selection") == [((0, 1, 2, 3),), ((),)]


def test_with_the_space_bar_the_left_button_pans(on: Desk) -> None:
    taps = heard(on.canvas.keys.space_tapped)
    QTest.keyPress(on.canvas, Qt.Key.Key_Space)
    assert on.canvas.cursor().shape() == Qt.CursorShape.OpenHandCursor
    end = on.hold_drag((1, 1), (0.8, 0.8), (0.5, 0.6))
    QTest.mouseRelease(on.canvas, LEFT, PLAIN, end)
    QTest.keyRelease(on.canvas, Qt.Key.Key_Space)
    assert on.values_at(end) == pytest.approx((1, 1), abs=0.01)
    assert on.asked("edit", "selection", "finished") == []
    assert taps == []


def test_a_space_bar_that_did_not_pan_is_handed_on(on: Desk) -> None:
    taps = heard(on.canvas.keys.space_tapped)
    on.key(Qt.Key.Key_Space)
    on.key(Qt.Key.Key_Space)
    assert len(taps) == 2
    QTest.keyPress(on.canvas, Qt.Key.Key_Space)
    on.canvas.clearFocus()
    on.canvas.setFocus()
    on.drag((1, 1), (0.8, 0.8))
    QTest.keyRelease(on.canvas, Qt.Key.Key_Space)
    assert len(taps) == 2
    assert len(on.asked("edit")) == 1


def test_escape_takes_back_weights_that_were_drawn(on: Desk) -> None:
    end = on.hold_drag((0.5, 0.25), (0.5, 0.5), (0.6, 0.6))
    assert on.document.session.rules[0] != LINE
    on.key(Qt.Key.Key_Escape)
    QTest.mouseRelease(on.canvas, LEFT, PLAIN, end)
    assert on.document.session.rules[0] == LINE
