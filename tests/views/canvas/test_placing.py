"""The cursor for keys: it goes along the grid, selects what it meets, and adds points."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from perceptron_gui.core.data.dataset import Dataset
from tests.views.canvas.conftest import CTRL, SHIFT, Desk, Open
from tests.views.pixels import heard

Key = Qt.Key


@pytest.fixture
def on(desk: Open) -> Desk:
    """A canvas with XOR on a grid of tenths, and the cursor at its first point."""
    desk_ = desk()
    desk_.canvas.show_selection((0,))
    desk_.canvas.placing.show(True)
    return desk_


def place(desk: Desk) -> list[float]:
    found = desk.canvas.placing.place
    assert found is not None
    return [float(value) for value in found]


def test_arrows_move_the_cursor_and_change_nothing(on: Desk) -> None:
    read = heard(on.canvas.pointer.pointed_at)
    for key in (Key.Key_Right, Key.Key_Up, Key.Key_Up):
        on.key(key)
    assert place(on) == [0.1, 0.2] and read[-1] == (0.1, 0.2)
    on.key(Key.Key_Right, SHIFT)
    assert place(on) == [1.1, 0.2]
    assert on.asked("edit") == []


def test_the_cursor_stays_in_sight(on: Desk) -> None:
    y0, y1 = on.canvas.scene().range[2:]
    for _ in range(9):
        on.key(Key.Key_Up, SHIFT)
    assert y0 <= place(on)[1] <= y1 and place(on)[1] > y1 - 0.1


def test_it_selects_the_point_it_meets_also_beside_the_grid(desk: Open) -> None:
    on = desk(Dataset.of([[0, 0], [0.13, 0], [1, 1]], [-1, 1, 1]))
    on.canvas.show_snap(0.1)
    on.canvas.show_selection((0,))
    on.canvas.placing.show(True)
    on.key(Key.Key_Right)
    assert place(on) == [0.13, 0] and on.canvas.scene().chosen.tolist() == [1]
    on.key(Key.Key_Right)
    assert place(on) == [0.2, 0] and on.canvas.scene().chosen.tolist() == []
    on.key(Key.Key_PageDown)
    assert place(on) == [0, 0]
    on.key(Key.Key_PageUp)
    assert place(on) == [1, 1]


def test_enter_adds_one_point_of_the_class_in_hand(on: Desk) -> None:
    on.canvas.show_class(-1)
    on.key(Key.Key_Right)
    seen = on.canvas.scene().range
    on.key(Key.Key_Return)
    on.key(Key.Key_Return)
    assert on.points[4:] == [[0.1, 0]] and on.labels[4:] == [-1]
    assert on.canvas.scene().chosen.tolist() == [4] and on.canvas.scene().range == seen
    on.document.undo()
    assert len(on.points) == 4


def test_ctrl_moves_the_point_with_the_cursor_in_one_step(on: Desk) -> None:
    on.key(Key.Key_Up, CTRL)
    on.key(Key.Key_Up, CTRL)
    assert on.points[0] == [0, 0.2] == place(on)
    on.key(Key.Key_Delete)
    assert on.points == [[0, 1], [1, 0], [1, 1]] and place(on) == [0, 0.2]


def test_escape_ends_it_and_arrows_are_left_to_others(on: Desk) -> None:
    shown = heard(on.canvas.placing.shown_changed)
    on.key(Key.Key_Right)
    on.key(Key.Key_Escape)
    assert shown == [False] and on.canvas.placing.place is None
    on.key(Key.Key_Up, CTRL)
    assert on.asked("edit") == []


def test_there_is_none_where_places_are_no_points(desk: Open) -> None:
    canvas = desk(Dataset.of([[0, 0, 1], [1, 1, 0]], [-1, 1])).canvas
    shown = heard(canvas.placing.shown_changed)
    canvas.placing.show(True)
    assert shown == [False] and canvas.placing.place is None
