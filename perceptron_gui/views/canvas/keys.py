"""What keys do on the canvas: they change what is selected, pan, and cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from .placing import ARROWS, is_bare, steps_of
from .tools.gestures import SelectRequest, delete_selection, nudge, select_all
from .tools.selection import NONE

if TYPE_CHECKING:
    from .canvas import Canvas

_DELETES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


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
        if self._canvas.placing.handles(event):
            return True
        has_selection = bool(len(self._canvas.scene().chosen))
        if event.key() == Qt.Key.Key_Space:
            return is_bare(event)
        if event.key() == Qt.Key.Key_Escape:
            return self._canvas.pointer.is_dragging or has_selection
        return steps_of(event) is not None and has_selection

    def press(self, event: QKeyEvent) -> bool:
        """Nudge, delete, cancel, or make ready to pan; tell whether the key was one of these."""
        canvas = self._canvas
        steps = steps_of(event)
        if event.key() == Qt.Key.Key_Shift:
            canvas.pointer.show_shift(True)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            canvas.request(select_all(canvas.scene()))
        elif event.key() in _DELETES and is_bare(event):
            canvas.request(delete_selection(canvas.scene()))
        elif not self.handles(event):
            return False
        elif canvas.placing.handles(event) and not canvas.pointer.is_dragging:
            canvas.placing.press(event)
        elif event.key() == Qt.Key.Key_Space:
            canvas.pointer.set_panning(True)
        elif event.key() == Qt.Key.Key_Escape and canvas.pointer.is_dragging:
            canvas.pointer.cancel()
        elif event.key() == Qt.Key.Key_Escape:
            canvas.request([SelectRequest(NONE)])
        elif steps is not None:
            self.nudge(*steps)
        return True

    def nudge(self, across: int, up: int) -> None:
        """Move the selected points by steps of the grid, until the key is let go."""
        if not self._is_nudging:
            self._is_nudging = True
            self._nudges += 1
        self._canvas.request(nudge(self._canvas.scene(), across, up), f"nudge {self._nudges}")

    def release(self, event: QKeyEvent) -> None:
        """End what holding a key has begun."""
        if event.key() == Qt.Key.Key_Shift:
            self._canvas.pointer.show_shift(False)
        elif event.key() == Qt.Key.Key_Space and self._canvas.pointer.set_panning(False):
            self.space_tapped.emit()
        elif event.key() in ARROWS:
            self._finish_nudging()

    def forget(self) -> None:
        """Forget keys that are let go elsewhere."""
        self._canvas.pointer.set_panning(False)
        self._finish_nudging()

    def _finish_nudging(self) -> None:
        if self._is_nudging:
            self._is_nudging = False
            self._canvas.edit_finished.emit()
