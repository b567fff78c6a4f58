"""Keys that belong to what has the focus: letters to fields, the space bar to buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)

_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox, QAbstractItemView)
_HARMLESS = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier


class FieldKeys(QObject):
    """Keeps bare keys from firing shortcuts while a field, a list or a button wants them."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the focus widget have a key that would else be a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            focus = QApplication.focusWidget()
            bare = not (event.modifiers() & ~(_HARMLESS | Qt.KeyboardModifier.ShiftModifier))
            typed = bool(event.text()) and event.text().isprintable()
            is_field = isinstance(focus, _FIELDS) and (typed or _moves(event))
            is_pressed = isinstance(focus, QAbstractButton) and event.key() == Qt.Key.Key_Space
            if bare and (is_field or is_pressed):
                event.accept()
        return False


def _moves(event: QKeyEvent) -> bool:
    return event.key() in (
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Delete,
        Qt.Key.Key_Backspace,
    )
