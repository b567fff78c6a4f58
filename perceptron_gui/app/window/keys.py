"""Keys that belong to the focus widget: letters to fields, the space bar to buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTableWidget,
    QTextEdit,
    QWidget,
)

_SHIFT, _KEYPAD = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier
# The next and the previous page are not among them: a presenter's remote sends these.
_MOVING = ("Left", "Right", "Home", "End", "Delete", "Backspace", "Escape")
_MOVES = [Qt.Key[f"Key_{name}"] for name in _MOVING]


class FieldKeys(QObject):
    """Keeps bare keys from triggering shortcuts while a field, a list or a button uses them.

    It filters the events of the focus widget only: those of all widgets would take long.
    """

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._following = app.focusChanged.connect(self._on_focus_changed)

    def close(self) -> None:
        """Stop following the focus."""
        QObject.disconnect(self._following)

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the focus widget a key that would else be a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            bare = not event.modifiers() & ~(_SHIFT | _KEYPAD)
            if bare and _uses(QApplication.focusWidget(), event):
                event.accept()
                return True  # else the widgets around are asked too, and decline
        return False


def _uses(focus: QWidget | None, event: QKeyEvent) -> bool:
    if isinstance(focus, QAbstractButton):
        return event.key() == Qt.Key.Key_Space
    is_typed = bool(event.text()) and event.text().isprintable()
    if isinstance(focus, QComboBox):
        return is_typed
    return _is_editable(focus) and (is_typed or event.key() in _MOVES)


def _is_editable(widget: QWidget | None) -> bool:
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        return not widget.isReadOnly()
    if isinstance(widget, QTableWidget):  # one of results, in which there is nothing to look for
        return widget.editTriggers() != QAbstractItemView.EditTrigger.NoEditTriggers
    return isinstance(widget, QLineEdit | QAbstractSpinBox | QAbstractItemView)
