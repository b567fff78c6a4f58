"""Anybody may do anything on the canvas: no exception, and undo goes all the way back."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.canvas.tools.table import TOOLS
from tests.views.canvas.desk import CTRL, LEFT, MIDDLE, PLAIN, RIGHT, SHIFT, XOR, Desk

KEYS = [Qt.Key.Key_Escape, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Delete, Qt.Key.Key_Space]
ACTIONS = 250


class Monkey:
    """Does one thing after another, by chance but always the same."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.random = np.random.default_rng(seed)
        self.held: Qt.MouseButton | None = None

    def place(self) -> QPoint:
        """Return a pixel of the canvas, or a little beside it."""
        return QPoint(*self.random.integers(-20, [720, 620]).tolist())

    def act(self) -> None:
        """Do something."""
        deeds = (self.press, self.move, self.move, self.release, self.key, self.turn, self.change)
        deeds[int(self.random.integers(len(deeds)))]()

    def press(self) -> None:
        """Hold a button, often on a point."""
        places = [self.place(), *(self.desk.at(x, y) for x, y in self.desk.points)]
        button = (LEFT, LEFT, RIGHT, MIDDLE)[int(self.random.integers(4))]
        held = (PLAIN, PLAIN, SHIFT, CTRL)[int(self.random.integers(4))]
        self.held = self.held or button
        QTest.mousePress(
            self.desk.canvas, button, held, places[int(self.random.integers(len(places)))]
        )

    def move(self) -> None:
        """Go somewhere."""
        QTest.mouseMove(self.desk.canvas, self.place())

    def release(self) -> None:
        """Let go."""
        if self.held is not None:
            QTest.mouseRelease(self.desk.canvas, self.held, PLAIN, self.place())
            self.held = None

    def key(self) -> None:
        """Press a key."""
        self.desk.key(KEYS[int(self.random.integers(len(KEYS)))])

    def turn(self) -> None:
        """Turn the wheel."""
        x, y, notches = self.random.normal(size=3).tolist()
        self.desk.wheel(x, y, notches)

    def change(self) -> None:
        """Take something else in hand, or take something back."""
        canvas, document = self.desk.canvas, self.desk.document
        commands = (
            lambda: canvas.show_tool(self.random.choice(list(TOOLS))),
            lambda: canvas.show_tool(self.random.choice(list(TOOLS))),
            lambda: canvas.show_class(int(self.random.choice([-1, 1]))),
            lambda: canvas.show_snap((None, 0.1, 0.25)[int(self.random.integers(3))]),
            lambda: QTest.mouseDClick(canvas, LEFT, PLAIN, self.place()),
            canvas.requests.select_all,
            canvas.fit,
            document.undo,
            document.redo,
        )
        commands[int(self.random.integers(len(commands)))]()
        self.desk.show()


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_can_be_undone(qtbot: QtBot, seed: int) -> None:
    desk = Desk(qtbot, XOR, Rule.of({"init": (1, 2, -1), "epochs": 1}))
    monkey = Monkey(desk, seed)
    for _ in range(ACTIONS):
        monkey.act()
    desk.key(Qt.Key.Key_Escape)
    assert not desk.canvas.pointer.is_dragging
    assert desk.asked("edit")
    while desk.document.undo_name:
        desk.document.undo()
    assert desk.dataset == XOR
