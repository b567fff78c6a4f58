"""A person at a window, who clicks, drags and presses keys, and waits for what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.app.main.program import Program
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.document.model.session import Session
from perceptron_gui.views.widgets.editors import TypedEditor
from tests.app.stand_ins import FakeDialogs
from tests.views.desk import typed_field

Editor = TypeVar("Editor", bound=QWidget)

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
PLAIN = Qt.KeyboardModifier.NoModifier

PATIENCE = 20_000  # milliseconds; compiling takes a while on a machine that is busy


class Person:
    """Does everything through events, and reads what `describe` tells."""

    def __init__(self, window: MainWindow, dialogs: FakeDialogs, qtbot: QtBot) -> None:
        program = window.program
        assert isinstance(program, Program)
        self.window, self.program, self.dialogs = window, program, dialogs
        self.controller, self.canvas = program.controller, window.canvas
        self._qtbot = qtbot

    @property
    def session(self) -> Session:
        """What is edited."""
        return self.controller.editing.session

    def sees(self, key: str) -> Any:
        """Return one thing of all that is seen."""
        return self.window.describe()[key]

    def action(self, name: str) -> QAction:
        """Return an action of the window."""
        return self.window.actions_by_id.by_id[name]

    def look(self) -> dict[str, Any]:
        """Return all that is seen, but sizes, which follow the widest number of an axis so far."""
        return {key: value for key, value in self.window.describe().items() if key != "axes"}

    def open_panel(self, name: str) -> None:
        """Open a panel, or bring it to the front."""
        if name not in self.sees("panels"):
            self.window.panels.toggle(name)
            self.wait_until(lambda: name in self.sees("panels"))

    def part(self, name: str) -> Any:
        """Return what a panel holds."""
        return self.window.docks[name].part

    def editor(self, name: str, kind: type[Editor]) -> Editor:
        """Return what edits an option of the rule, in the panel of all of them."""
        self._open_rule_panel()
        found = self.window.rules.controls.fields[name].editor
        assert isinstance(found, kind)
        return found

    def typed(self, name: str) -> TypedEditor:
        """Return where an option of the rule is typed, in the panel of all of them."""
        self._open_rule_panel()
        return typed_field(self.window.rules.controls.fields[name])

    def _open_rule_panel(self) -> None:
        self.open_panel("rules")
        if not self.window.rules.controls.more.isChecked():
            self.window.rules.controls.more.click()

    def wait(self) -> None:
        """Wait until the run of what is edited is there, and shown."""
        self.wait_until(self._is_up_to_date)

    def wait_for(self, key: str, value: Any) -> None:
        """Wait until something is seen."""
        self.wait_until(lambda: bool(self.sees(key) == value))

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self._qtbot.waitUntil(is_so, timeout=PATIENCE)

    def open(self, source: str) -> None:
        """Open a file or a set of the library, and wait for its run."""
        self.program.files.open(source)
        self.wait_until(self.window.foot.reading.isHidden)
        self.wait()
        self.program.painting.take("plus")

    def activate(self) -> None:
        """Bring the window to the front: a menu or a dialog may have been there."""
        self.window.activateWindow()
        self.wait_until(self.window.isActiveWindow)

    def rest(self, milliseconds: int) -> None:
        """Do nothing for a while."""
        self._qtbot.wait(milliseconds)

    def _is_up_to_date(self) -> bool:
        run, session = self.controller.run, self.session
        exploring = self.program.exploring
        if self.controller.screen.is_due or exploring.is_busy:
            return False
        is_awaited = self.controller.store.state.is_awaited
        if is_awaited or run is None:  # there are no points, or it failed
            return not is_awaited
        rule = session.rules[session.shown]
        is_there = run.dataset is session.dataset and run.rule == rule and run.is_over
        return is_there and run.known_verdict is not None

    def at(self, x: float, y: float) -> QPoint:
        """Return the pixel of a place of the plane."""
        return self.canvas.position_of(x, y).toPoint()

    def click(self, x: float, y: float, button: Qt.MouseButton = LEFT) -> None:
        """Click at a place of the plane, and wait for the run."""
        QTest.mouseClick(self.canvas, button, PLAIN, self.at(x, y))
        self.wait()

    def press(self, x: float, y: float) -> None:
        """Press the button at a place of the plane, and hold it."""
        QTest.mousePress(self.canvas, LEFT, PLAIN, self.at(x, y))

    def pull(self, x: float, y: float) -> None:
        """Go to a place of the plane while the button is held, and wait for the run."""
        QTest.mouseMove(self.canvas, self.at(x, y))
        self.rest(20)  # a frame, after which the canvas asks again
        self.wait()

    def release(self, x: float, y: float) -> None:
        """Let the button go at a place of the plane."""
        QTest.mouseRelease(self.canvas, LEFT, PLAIN, self.at(x, y))
        self.wait()

    def drag(self, *way: tuple[float, float]) -> None:
        """Drag something over places of the plane."""
        self.press(*way[0])
        for place in way[1:]:
            self.pull(*place)
        self.release(*way[-1])

    def key(self, keys: str, widget: QWidget | None = None) -> None:
        """Press keys where the focus is, or on some other widget."""
        focus = widget or self.window.focusWidget() or self.window
        QTest.keySequence(focus, QKeySequence(keys))

    def keys(self, *keys: str) -> None:
        """Press one after another, with the canvas in focus."""
        self.activate()
        self.canvas.setFocus()
        for each in keys:
            self.key(each, self.canvas)

    def button(self, name: str) -> QWidget:
        """Return the button of an action in the bar at the top."""
        return self.window.nav.widgetForAction(self.action(name))

    def do(self, *actions: str) -> None:
        """Carry out actions as their menus would, and wait for the run."""
        for each in actions:
            self.window.trigger(each)
        self.wait()

    def paint(self, points: dict[tuple[float, float], int]) -> None:
        """Paint points by clicks, each with the key of its class."""
        for place, label in points.items():
            self.keys("1" if label < 0 else "2")
            self.click(*place)
