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
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLineEdit,
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
            self._action: 6, self._table: 3, self._rules: 4, self._timeline: 1, self._window: 1,
            self._open: 0.1, self._close_dialogs: 1, self._wait: 4, self._travel: 0.1,
            self._grip: 0.2, self._enlarge: 0.5, self._plot: 1.5,
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
                                  window.transport.timeline, window.rules.list.lines]  # fmt: skip
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

    def _table(self) -> None:
        table = self._person.window.table
        self._person.window.docks["points"].raise_()
        model = table.model
        if self._random.random() < 0.4 or not model.rowCount():
            self._one_of(list(table.buttons.values())).click()
            return
        row = int(self._random.integers(model.rowCount()))
        index = model.index(row, int(self._random.integers(model.columnCount())))
        table.view.scrollTo(index)
        QTest.mouseClick(
            table.view.viewport(), LEFT, self._one_of((PLAIN, CTRL, SHIFT)),
            table.view.visualRect(index).center(),
        )  # fmt: skip
        if self._random.random() < 0.5 and index.isValid():
            QApplication.processEvents()  # or a panel that moves takes the focus away
            place = table.view.visualRect(index).center()
            double_click(table.view.viewport(), place)
            focus = QApplication.focusWidget()
            if isinstance(focus, QLineEdit):
                QTest.keyClicks(focus, self._one_of(TEXTS))
                QTest.keyClick(focus, self._one_of((Qt.Key.Key_Return, Qt.Key.Key_Escape)))
                QApplication.processEvents()
        if self._random.random() < 0.1:
            table.view.sortByColumn(
                int(self._random.integers(model.columnCount())), Qt.SortOrder.DescendingOrder
            )

    def _rules(self) -> None:
        window = self._person.window
        window.docks["rules"].raise_()
        rules = self._one_of((window.rules, window.rule_bar))
        menu = window.rules.presets if rules is window.rules else window.rule_bar.lecture
        kinds: tuple[Any, ...] = (QAbstractButton, QCheckBox, QComboBox, QLineEdit)
        kind = self._one_of(kinds)
        found = [each for each in rules.findChildren(kind) if each.isVisible() and each.isEnabled()]
        if not found:
            return
        control = self._one_of(found)
        if isinstance(control, QComboBox):
            control.setFocus()
            QTest.keyClick(control, self._one_of((Qt.Key.Key_Down, Qt.Key.Key_Up)))
        elif isinstance(control, QLineEdit):
            control.setFocus()
            control.selectAll()
            QTest.keyClicks(control, self._one_of(TEXTS))
            QTest.keyClick(control, self._one_of((Qt.Key.Key_Return, Qt.Key.Key_Tab)))
        elif control is not menu:  # a menu would wait for an answer
            QTest.mouseClick(control, LEFT)
        else:
            self._one_of(menu.menu().actions()).trigger()

    def _timeline(self) -> None:
        timeline = self._person.window.transport.timeline
        QTest.mouseClick(timeline, LEFT, pos=self._place_in(timeline, 0))
        self._person.window.transport.speed.setValue(int(self._random.integers(101)))

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

    def _grip(self) -> None:
        """Press the grip of a figure, and perhaps pull it out of the window."""
        grip = self._person.window.grips[self._one_of(("boundary", "norms", "loss"))]
        if grip.isVisible():
            QTest.mousePress(grip, LEFT)
            self._person.rest(self._one_of((0, 5)))
            QTest.mouseMove(grip, self._place_in(self._person.canvas))
            self._person.rest(self._one_of((0, 5)))
            QTest.mouseRelease(grip, LEFT)

    def _enlarge(self) -> None:
        """Put a panel into the middle by a double-click on its title, or back by a key."""
        window = self._person.window
        name = self._one_of(list(window.docks))
        bar = window.docks[name].bar
        if bar.isVisible() and self._random.random() < 0.6:
            double_click(bar)
        else:
            QTest.keyClick(window, Qt.Key.Key_Escape)

    def _plot(self) -> None:
        """Zoom, move, click and reset a plot."""
        plots = self._person.window.plots
        surface = plots[self._one_of(list(plots))].plot.surface
        if surface.isVisible():
            QTest.mousePress(surface, LEFT, pos=self._place_in(surface, 0))
            QTest.mouseMove(surface, self._place_in(surface))
            QTest.mouseRelease(surface, LEFT, pos=self._place_in(surface))
            if self._random.random() < 0.3:
                double_click(surface, self._place_in(surface, 0))

    def _close_dialogs(self) -> None:
        for dialog in self._person.window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        self._person.window.activateWindow()

    def _wait(self) -> None:
        self._person.rest(self._one_of((0, 1, 5, 20)))

    def _on_opened(self, file: OpenFile) -> None:
        self.first = file.session
