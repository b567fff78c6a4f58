"""The canvas: the boundary figure, and tools that turn the pointer and keys into requests.

What it shows is in `canvas_surface`, what it asks for in `canvas_requests`, the mouse in
`canvas_pointing`, what a tool does in `tools`; here are the keys.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from perceptron_gui.views.widgets.frames import FRAME

from .input import ARROWS, is_bare, nudge_of
from .pointer import CanvasPointing

_DELETES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class Canvas(CanvasPointing):
    """Points are painted and moved here; requests go up, and what becomes of them is shown."""

    space_tapped = Signal()  # the space bar was pressed, and not to pan

    def __init__(self, parent: QWidget | None = None, interval: int = FRAME) -> None:
        super().__init__(parent, interval)
        self.setAccessibleName("Canvas")
        self.setAccessibleDescription("The points, the decision line and the weights")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._nudges, self._is_nudging = 0, False

    def _wants(self, event: QKeyEvent) -> bool:
        """Tell whether a key belongs to the canvas, though it may be a shortcut as well."""
        if event.key() == Qt.Key.Key_Space:
            return is_bare(event)
        if event.key() == Qt.Key.Key_Escape:
            return self.is_dragging or bool(len(self.scene().chosen))
        return nudge_of(event) is not None and bool(len(self.scene().chosen))

    def _escape(self) -> None:
        if self.is_dragging:
            self.cancel()
        else:
            self.select_nothing()

    def _nudge(self, steps: tuple[int, int]) -> None:
        """Move the selection; as long as the key is held it is one step of undo."""
        if not self._is_nudging:
            self._is_nudging = True
            self._nudges += 1
        self.nudge(*steps, merge=f"nudge {self._nudges}")

    def _finish_nudging(self) -> None:
        if self._is_nudging:
            self._is_nudging = False
            self.edit_finished.emit()

    def event(self, event: QEvent) -> bool:
        """Take keys before shortcuts do, where they mean something here."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._wants(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Nudge, delete, cancel, or make ready to pan."""
        steps = nudge_of(event)
        if event.key() == Qt.Key.Key_Shift:
            self.show_shift(True)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.key() in _DELETES and is_bare(event):
            self.delete_selection()
        elif not self._wants(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.set_panning(True)
        elif event.key() == Qt.Key.Key_Escape:
            self._escape()
        elif steps is not None:
            self._nudge(steps)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End what holding a key has begun."""
        if event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_Shift:
            self.show_shift(False)
        elif event.key() == Qt.Key.Key_Space and self.set_panning(False):
            self.space_tapped.emit()
        elif event.key() in ARROWS:
            self._finish_nudging()
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget keys that are let go elsewhere."""
        self.set_panning(False)
        self._finish_nudging()
        super().focusOutEvent(event)
