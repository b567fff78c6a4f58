"""Somebody who does anything in the window, one thing after another, by chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from perceptron_gui.app.window.actions import actions
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.views.dialogs.dialogs import AboutChanges
from tests.app.person import LEFT, PLAIN, RIGHT, Person
from tests.hands import double_click, let_go

Choice = TypeVar("Choice")

ENDS = ("file.quit",)
DATA = ("xor", "and", "or", "iris", "moons:n=30", "circles:n=20", "spirals:n=20")
TEXTS = ("1", "0", "-1", "1/2", "0.1", "7", "abc", "1e-3", "2, 0, 1", "0, 9", "", "1e6", "-0.25")
PASTED = ("0.5\t0.25\t1\n", "1 2\n3 4\n", "1,2,3,4\n", "none", "", "0.5;0.5;-1\n", "1e300\t2\t1\n")
KEYS = (
    *("Left", "Right", "Up", "Down", "Home", "End", "PgDown", "PgUp", "Shift+Right", "Tab"),
    *("Esc", "Space", "Delete", "Backspace", "Return", "F2", "Alt+Up", "Alt+Down"),
    *("Ctrl+Z", "Ctrl+Y", "Ctrl+A", "Ctrl+C", "Ctrl+V", *"12AMSEBGTCNPU[],."),
    *("Shift+1", "Shift+2"),
)
MIDDLE = Qt.MouseButton.MiddleButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class Monkey:
    """Does one thing after another, by chance but always the same; `deeds` lists them."""

    def __init__(self, person: Person, folder: Path, seed: int) -> None:
        self._person, self._folder = person, folder
        self._random = np.random.default_rng(seed)
        self._held: list[Qt.MouseButton] = []
        self.deeds: list[str] = []
        self.first = person.session
        person.program.store.subscribe(lambda state: state.document.origin, self._on_opened)

    def act(self) -> None:
        """Do something."""
        deeds = {
            self._press: 4, self._move: 6, self._release: 3, self._turn_wheel: 1, self._key: 4,
            self._action: 6, self._touch: 10, self._window: 1, self._open: 0.1,
            self._close_dialogs: 1, self._wait: 4, self._travel: 0.1,
        }  # fmt: skip
        weights = np.array(list(deeds.values()))
        number = int(self._random.choice(len(deeds), p=weights / weights.sum()))
        deed = list(deeds)[number]
        self.deeds.append(deed.__name__)
        deed()

    def let_go(self) -> None:
        """End what was begun: gestures, dialogs, and cells that are typed into."""
        self._release()
        self._close_dialogs()
        self._person.canvas.setFocus()
        QTest.keyClick(self._person.canvas, Qt.Key.Key_Escape)
        let_go()
        self._person.dialogs.changes = "discard"

    def _one_of(self, choices: Sequence[Choice]) -> Choice:
        choice = choices[int(self._random.integers(len(choices)))]
        self.deeds.append(f"  {choice}"[:100])
        return choice

    def _place_in(self, widget: QWidget, beside: int = 20) -> QPoint:
        width, height = widget.width(), widget.height()
        across = int(self._random.integers(-beside, width + beside))
        return QPoint(across, int(self._random.integers(-beside, height + beside)))

    def _press(self) -> None:
        canvas, points = self._person.canvas, self._person.session.dataset.points
        place = self._place_in(canvas)
        if len(points) and points.shape[1] == 2 and self._random.random() < 0.6:
            x, y = points[int(self._random.integers(len(points)))].tolist()
            place = canvas.position_of(x, y).toPoint()
        button = self._one_of((LEFT, LEFT, LEFT, RIGHT, MIDDLE))
        held = self._one_of((PLAIN, PLAIN, SHIFT, CTRL))
        if button not in self._held:
            self._held.append(button)
        if self._random.random() < 0.1:
            QTest.mouseDClick(canvas, button, held, place)
        else:
            QTest.mousePress(canvas, button, held, place)

    def _move(self) -> None:
        QTest.mouseMove(self._person.canvas, self._place_in(self._person.canvas))

    def _release(self) -> None:
        while self._held:
            place = self._place_in(self._person.canvas)
            QTest.mouseRelease(self._person.canvas, self._held.pop(), PLAIN, place)

    def _turn_wheel(self) -> None:
        targets: list[QWidget] = [self._person.canvas, self._person.window.transport.timeline,
                                  self._person.window.rules.controls]  # fmt: skip
        target = self._one_of(targets)
        place = QPointF(self._place_in(target, 0))
        notches = self._one_of((-3, -1, 1, 2))
        event = QWheelEvent(
            place, QPointF(target.mapToGlobal(place)), QPoint(), QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton, PLAIN, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(target, event)

    def _key(self) -> None:
        window = self._person.window
        widgets: list[QWidget] = [self._person.canvas, self._person.canvas, window.table.view,
                                  window.transport.timeline, window.rules.lines]  # fmt: skip
        focus = QApplication.focusWidget()
        if focus is not None:
            widgets.append(focus)
        QTest.keySequence(self._one_of(widgets), QKeySequence(self._one_of(KEYS)))
        QApplication.processEvents()  # Qt takes what was typed a little later

    def _action(self) -> None:
        dialogs = self._person.dialogs
        dialogs.path = str(self._folder / self._one_of(("a.json", "b.json", "c.csv", "none")))
        answers: tuple[AboutChanges, ...] = ("cancel", "cancel", "cancel", "save", "discard")
        dialogs.changes = self._one_of(answers)
        dialogs.overwrite = bool(self._random.random() < 0.5)
        dialogs.imports = "as_is"
        QGuiApplication.clipboard().setText(self._one_of(PASTED))
        spec = self._one_of([spec for spec in actions() if spec.id not in ENDS])
        self._person.window.trigger(spec.id)

    def _touch(self) -> None:
        """Press, click or type where a person might, as the kind of control allows."""
        window = self._person.window
        parts: list[QWidget] = [*window.docks.values(), window.transport, window.rule_bar]
        seen = [each for each in parts if each.isVisible()]
        if not seen:  # on Home
            return
        part = self._one_of(seen)
        kind: Any = self._one_of((QAbstractButton, QComboBox, QLineEdit, QAbstractSlider, QWidget))
        shown = (each for each in part.findChildren(kind) if each.isVisible())
        found = [each for each in shown if each.isEnabled() and not each.rect().isEmpty()]
        if not found:
            return
        control: QWidget = self._one_of(found)
        if isinstance(control, QComboBox):
            control.setFocus()
            QTest.keyClick(control, self._one_of((Qt.Key.Key_Down, Qt.Key.Key_Up)))
        elif isinstance(control, QLineEdit):
            control.setFocus()
            control.selectAll()
            QTest.keyClicks(control, self._one_of(TEXTS))
            QTest.keyClick(control, self._one_of((Qt.Key.Key_Return, Qt.Key.Key_Escape)))
        elif isinstance(control, QToolButton | QPushButton) and control.menu() is not None:
            control.menu().aboutToShow.emit()  # when it popped up, it would wait for an answer
            if control.menu().actions():
                self._one_of(control.menu().actions()).trigger()
        else:
            held = self._one_of((PLAIN, CTRL, SHIFT))
            QTest.mousePress(control, LEFT, held, self._place_in(control, 0))
            if self._random.random() < 0.5:
                QTest.mouseMove(control, self._place_in(control))
            QTest.mouseRelease(control, LEFT, held, self._place_in(control))
            if self._random.random() < 0.3:
                double_click(control, self._place_in(control, 0))
        QApplication.processEvents()  # Qt takes what was typed a little later

    def _window(self) -> None:
        window = self._person.window
        dock = self._one_of(list(window.docks.values()))
        dock.setVisible(bool(self._random.random() < 0.7))
        if self._random.random() < 0.2:
            dock.setFloating(not dock.isFloating())
        if not window.isFullScreen():
            window.resize(*self._one_of(((1280, 800), (1024, 700), (1500, 900))))

    def _open(self) -> None:
        self._person.dialogs.changes = "discard"
        self._person.program.files.drop([self._one_of(DATA)])

    def _travel(self) -> None:
        """Undo everything and do it again."""
        editing, now = self._person.controller.editing, self._person.session
        undo, steps = self._person.action("edit.undo"), 0
        while undo.isEnabled():
            editing.undo()
            steps += 1
        assert editing.session == self.first
        for _ in range(steps):
            editing.redo()
        assert editing.session == now

    def _close_dialogs(self) -> None:
        for dialog in self._person.window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        self._person.window.activateWindow()

    def _wait(self) -> None:
        self._person.rest(self._one_of((0, 1, 5, 20)))

    def _on_opened(self, file: OpenFile) -> None:
        self.first = file.session
