"""Which widget gets a key: bare keys play wherever the focus is, except while text is typed."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

_SHIFT, _KEYPAD = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier
# Without PageUp and PageDown, the keys of a presenter's remote.
_MOVING = ("Left", "Right", "Home", "End", "Delete", "Backspace", "Escape")
_MOVES = [Qt.Key[f"Key_{name}"] for name in _MOVING]
_ARROWS = [Qt.Key[f"Key_{name}"] for name in ("Left", "Right", "Up", "Down")]
_DELETES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_DECIDED = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.FocusIn)
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_DIGITS = tuple("123456789")
_NUMBER = "0123456789+-."  # characters that begin to edit a cell


class FieldKeys(QObject):
    """Leaves bare keys to the shortcuts of the window, except in a field where text is typed.

    Enter presses the button, opens the list or ends the text that has the focus; after it, after
    Escape and after a choice from a list the plane has the focus, also where that was in a panel
    that floats. Dialogs, menus and open lists keep all their keys.

    It filters the events of the focus widget only: those of all widgets would take long.
    """

    _plane_due = Signal()  # the plane gets the focus when the current event is over

    def __init__(
        self, app: QApplication, plane: QWidget, lists: Iterable[QMenu], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._plane = plane
        self._was_in_list = False  # a menu or a list has just been closed
        self._following = app.focusChanged.connect(self._on_focus_changed)
        self._plane_due.connect(self._on_plane_due, Qt.ConnectionType.QueuedConnection)
        for menu in lists:
            menu.triggered.connect(self._on_chosen)

    def close(self) -> None:
        """Stop following the focus."""
        QObject.disconnect(self._following)

    @Slot()
    def _on_chosen(self) -> None:
        self._was_in_list = True
        self._plane_due.emit()

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and isValid(before) and self._is_list(before.window()):
            self._was_in_list = True  # the window gets the focus back later
        if now is not None and now is not self._plane:
            now.installEventFilter(self)
        if self._was_in_list and now is not None and not self._is_list(now.window()):
            self._was_in_list = now.window() is self._plane.window()  # else somebody went elsewhere
            if self._was_in_list:
                self._plane_due.emit()

    @Slot()
    def _on_plane_due(self) -> None:
        if self._is_in_window(QApplication.focusWidget()):
            self._was_in_list = False
            self._leave()

    def _leave(self) -> None:
        """Give the plane the focus, and activate its window if a floating panel was active.

        A page that asks questions keeps it.
        """
        if page := _asking(QApplication.focusWidget()):
            page.setFocus()
            return
        if not self._plane.window().isActiveWindow():
            self._plane.activateWindow()
        self._plane.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Decide on a key before the focus widget does."""
        if event.type() not in _DECIDED:  # others may come while widgets are being deleted
            return False
        focus = QApplication.focusWidget()
        if not self._is_in_window(focus) or focus is None or focus is self._plane:
            return False
        if isinstance(event, QKeyEvent) and not event.modifiers() & ~(_SHIFT | _KEYPAD):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.setAccepted(_types(focus, event))
                return True  # parent widgets must not decide otherwise
            if event.type() == QEvent.Type.KeyPress and watched is focus:
                return self._press(focus, event)
        elif isinstance(watched, QComboBox) and _is_after_a_list(event):
            self._plane_due.emit()
        return False

    def _press(self, focus: QWidget, event: QKeyEvent) -> bool:
        """Handle Enter like a click, and leave on Enter and Escape; tell if the key is done."""
        if event.key() in _ENTERS and isinstance(focus, QComboBox):
            focus.showPopup()
        elif event.key() in _ENTERS and isinstance(focus, QAbstractButton):
            self._leave()
            menu = focus.menu() if isinstance(focus, QToolButton) else None
            if menu is not None:
                menu.popup(focus.mapToGlobal(focus.rect().bottomLeft()))
            else:
                focus.click()
        elif event.key() == Qt.Key.Key_Escape and not _is_in_cell(focus):
            focus.event(event)
            self._leave()
        elif event.key() in _ENTERS and _is_line(focus) and not _is_in_cell(focus):
            focus.event(event)
            is_left = QApplication.focusWidget() is not focus  # for the next button, say
            if getattr(focus, "problem", None) is None and not is_left:  # or the text is invalid
                self._leave()
        else:
            # A closed list would select an entry by its first letter.
            return isinstance(focus, QComboBox) and _is_text(event) and not focus.isEditable()
        return True

    def _is_list(self, window: QWidget) -> bool:
        """Tell whether a window is an open list or menu of the main window."""
        is_popup = window.windowType() == Qt.WindowType.Popup
        return is_popup and self._is_in_window(window.parentWidget())

    def _is_in_window(self, widget: QWidget | None) -> bool:
        """Tell whether a widget is in the main window or in a floating panel."""
        if widget is None:
            return False
        window, own = widget.window(), self._plane.window()
        is_panel = window.windowType() == Qt.WindowType.Tool
        return window is own or (is_panel and window.parentWidget() is own)


def _types(focus: QWidget, event: QKeyEvent) -> bool:
    """Tell whether a key belongs to the focus widget: typed text, a cell or the cursor in it."""
    if event.key() in _ENTERS:
        return True  # it presses what has the focus, before it is a shortcut
    if getattr(focus, "has_arrows", False):
        return event.key() in _ARROWS
    if event.text() in _DIGITS and _asking(focus) and not _is_line(focus):
        return True
    if isinstance(focus, QListWidget) and event.key() in _DELETES:
        return True  # it deletes entries of the list, never points
    if isinstance(focus, QAbstractItemView):
        by_any_key = focus.editTriggers() & QAbstractItemView.EditTrigger.AnyKeyPressed
        return bool(by_any_key) and bool(event.text()) and event.text() in _NUMBER
    if isinstance(focus, QTextEdit | QPlainTextEdit):
        is_typed_in = not focus.isReadOnly()
    else:
        is_typed_in = _is_line(focus)
    return is_typed_in and (_is_text(event) or event.key() in _MOVES)


def _is_after_a_list(event: QEvent) -> bool:
    """Tell whether the focus came back because a list was closed."""
    if not isinstance(event, QFocusEvent) or not event.gotFocus():
        return False
    return event.reason() == Qt.FocusReason.PopupFocusReason


def _is_text(event: QKeyEvent) -> bool:
    return bool(event.text()) and event.text().isprintable()


def _asking(widget: QWidget | None) -> QWidget | None:
    """Return the page around a widget, if it asks questions that digits answer."""
    while widget is not None and not getattr(widget, "has_digits", False):
        widget = widget.parentWidget()
    return widget


def _is_line(widget: QWidget) -> bool:
    return isinstance(widget, QLineEdit | QAbstractSpinBox)


def _is_in_cell(widget: QWidget) -> bool:
    """Tell whether a widget edits a cell: its table handles Enter and Escape."""
    around = widget.parentWidget()
    return around is not None and isinstance(around.parentWidget(), QAbstractItemView)
