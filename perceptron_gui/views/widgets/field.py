"""A field for a value that is typed: it keeps what was typed, and turns red where it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit

from perceptron_gui.base.errors import InputError

from .text import reddened


class TypedField(QLineEdit):
    """Typed texts are read on Enter or when the focus leaves; Escape brings the old value back.

    `0.10` or `1/10` stay as they are typed while they mean the value in force.
    """

    value_requested = Signal(object)
    problem_changed = Signal(object)  # the InputError, or None when all is well again

    def __init__(self, read: Callable[[str], Any], write: Callable[[Any], str]) -> None:
        super().__init__()
        self._read = read
        self._write = write
        self._value: Any = None
        self.problem: InputError | None = None
        self.editingFinished.connect(self._on_editing_finished)

    def show_value(self, value: Any) -> None:
        """Show the value in force, unless it is the old one and another is being typed."""
        is_news = value != self._value
        self._value = value
        if is_news or not self.isModified():
            self._show()

    def take_back(self) -> None:
        """Forget what was typed since the value was shown."""
        self.setText("" if self._value is None else self._write(self._value))
        self._set_problem(None)

    def _show(self) -> None:
        if self._meaning() != self._value:
            self.take_back()
        self.setModified(False)
        self._set_problem(None)

    def _meaning(self) -> Any:
        try:
            return self._read(self.text())
        except InputError:
            return None

    @Slot()
    def _on_editing_finished(self) -> None:
        if not self.isModified():  # Enter was followed by a loss of focus
            return
        try:
            value = self._read(self.text())
        except InputError as error:
            self._set_problem(error)
            return
        self.setModified(False)
        self._set_problem(None)
        if value != self._value:
            self.value_requested.emit(value)

    def _set_problem(self, problem: InputError | None) -> None:
        if str(problem) == str(self.problem):
            return
        self.problem = problem
        self._tint()
        self.problem_changed.emit(problem)

    def _tint(self) -> None:
        palette = QPalette()
        if self.problem:
            palette.setColor(QPalette.ColorRole.Base, reddened(QApplication.palette()))
        if palette.color(QPalette.ColorRole.Base) != self.palette().color(QPalette.ColorRole.Base):
            self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme with the red."""
        if event.type() == QEvent.Type.PaletteChange and self.problem:
            self._tint()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Escape take back what was typed."""
        if event.key() == Qt.Key.Key_Escape and (self.isModified() or self.problem):
            self.take_back()
        else:
            super().keyPressEvent(event)
