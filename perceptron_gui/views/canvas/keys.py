"""What keys do on the canvas: nudge, delete, select all, cancel, and make ready to pan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from .tools.gesture import SelectRequest, delete_selection, nudge, select_all
from .tools.selection import NONE

if TYPE_CHECKING:
    from .canvas import Canvas

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_FAR = 10  # steps with Shift
_DELETES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class CanvasKeys(QObject):
    """Turns keys into requests; a key that is held is one step of undo."""

    space_tapped = Signal()  # the space bar was pressed, and not to pan

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._nudges = 0
        self._is_nudging = False

    def handles(self, event: QKeyEvent) -> bool:
        """Tell whether a key belongs to the canvas, though it may be a shortcut as well."""
        has_selection = bool(len(self._canvas.scene().chosen))
        if event.key() == Qt.Key.Key_Space:
            return _is_bare(event)
        if event.key() == Qt.Key.Key_Escape:
            return self._canvas.pointer.is_dragging or has_selection
        return nudge_of(event) is not None and has_selection

    def press(self, event: QKeyEvent) -> bool:
        """Nudge, delete, cancel, or make ready to pan; tell whether the key was one of these."""
        canvas = self._canvas
        steps = nudge_of(event)
        if event.key() == Qt.Key.Key_Shift:
            canvas.pointer.show_shift(True)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            canvas.request(select_all(canvas.scene()))
        elif event.key() in _DELETES and _is_bare(event):
            canvas.request(delete_selection(canvas.scene()))
        elif not self.handles(event):
            return False
        elif event.key() == Qt.Key.Key_Space:
            canvas.pointer.set_panning(True)
        elif event.key() == Qt.Key.Key_Escape and canvas.pointer.is_dragging:
            canvas.pointer.cancel()
        elif event.key() == Qt.Key.Key_Escape:
            canvas.request([SelectRequest(NONE)])
        elif steps is not None:
            if not self._is_nudging:
                self._is_nudging = True
                self._nudges += 1
            canvas.request(nudge(canvas.scene(), *steps), f"nudge {self._nudges}")
        return True

    def release(self, event: QKeyEvent) -> None:
        """End what holding a key has begun."""
        if event.key() == Qt.Key.Key_Shift:
            self._canvas.pointer.show_shift(False)
        elif event.key() == Qt.Key.Key_Space and self._canvas.pointer.set_panning(False):
            self.space_tapped.emit()
        elif event.key() in _ARROWS:
            self._finish_nudging()

    def forget(self) -> None:
        """Forget keys that are let go elsewhere."""
        self._canvas.pointer.set_panning(False)
        self._finish_nudging()

    def _finish_nudging(self) -> None:
        if self._is_nudging:
            self._is_nudging = False
            self._canvas.edit_finished.emit()


def _is_bare(event: QKeyEvent, besides: Qt.KeyboardModifier = _KEYPAD) -> bool:
    """Tell whether a key is pressed without others that change its meaning."""
    return not event.modifiers() & ~(besides | _KEYPAD)


def nudge_of(event: QKeyEvent) -> tuple[int, int] | None:
    """Return how many steps right and up an arrow key goes; None for other keys."""
    if event.key() not in _ARROWS or not _is_bare(event, _SHIFT):
        return None
    far = _FAR if event.modifiers() & _SHIFT else 1
    across, up = _ARROWS[Qt.Key(event.key())]
    return far * across, far * up
