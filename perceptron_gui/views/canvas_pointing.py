"""What the pointer does on the canvas: the events of Qt find their tool."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.figures.figure import Figure

from .canvas_keys import pointer_of
from .canvas_requests import CanvasRequests
from .dragging import Dragging
from .frames import FRAME, Frames
from .tools.gesture import Gesture
from .tools.hover import Hover, hover
from .tools.pan import Pan
from .tools.scene import Pointer
from .tools.seen_range import Range4, zoomed
from .tools.table import DEFAULT_TOOL, TOOLS, double_clicked, hint_of

_ZOOM, _NOTCH = 1.25, 120
_CURSORS = {
    "arrow": Qt.CursorShape.ArrowCursor,
    "cross": Qt.CursorShape.CrossCursor,
    "open hand": Qt.CursorShape.OpenHandCursor,
    "closed hand": Qt.CursorShape.ClosedHandCursor,
}
_NOWHERE = Hover("arrow")


class CanvasPointing(CanvasRequests):
    """A tool is in hand; what it would do is shown, and what it does is asked for."""

    pointed_at = Signal(object)  # x and y under the pointer, or None
    hint_changed = Signal(str)  # what the tool does, or why it does nothing

    def __init__(self, parent: QWidget | None = None, interval: int = FRAME) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        # The right button paints.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._tool = TOOLS[DEFAULT_TOOL]
        self._hint = hint_of(self._tool, self.scene())
        self._pointer: Pointer | None = None  # where it hovers
        self._hover = _NOWHERE
        self._button = Qt.MouseButton.NoButton
        self._pans, self._has_panned = False, False
        self._wanted: Range4 | None = None
        self._dragging = Dragging(self.scene, interval, self)
        self._dragging.requested.connect(self._on_requested)
        self._dragging.ended.connect(self._on_drag_ended)
        self._zooming = Frames(interval, self)
        self._zooming.due.connect(self._on_zoom_due)

    @property
    def hint(self) -> str:
        """What the tool does, or why it does nothing."""
        return self._hint

    @property
    def is_dragging(self) -> bool:
        """Tell whether a button is held in a gesture."""
        return self._dragging.gesture is not None

    def cancel(self) -> None:
        """Take back what the gesture has done so far."""
        self._dragging.cancel()

    def set_panning(self, pans: bool) -> bool:
        """Let the left button pan, whatever the tool; return whether this was never used."""
        unused = self._pans and not self._has_panned
        if pans != self._pans:
            self._pans, self._has_panned = pans, False
            self._show_hover()
        return unused

    def show_shift(self, held: bool) -> None:
        """Show what the pointer does with Shift, or without it."""
        if self._pointer is not None:
            self._pointer = replace(self._pointer, shift=held)
            self._show_hover()

    def show_tool(self, name: str) -> None:
        """Take a tool; a gesture that goes on is not disturbed."""
        self._tool = TOOLS[name]
        self._tell_hint()
        self._show_hover()

    def show_dataset(self, dataset: Dataset) -> None:
        """Take the points that are edited."""
        was_editable = self.scene().is_editable
        super().show_dataset(dataset)
        if was_editable and not self.scene().is_editable:
            self._dragging.drop()
        self._tell_hint()

    def show_figure(self, figure: Figure) -> None:
        """Show the boundary, as it is after a visit."""
        seen = self.scene().seen
        super().show_figure(figure)
        self._wanted = None
        if self.scene().seen != seen:  # another place is under the pointer now
            self._show_hover()

    def _tell_hint(self) -> None:
        hint = hint_of(self._tool, self.scene())
        if hint != self._hint:
            self._hint = hint
            self.hint_changed.emit(hint)

    def _show_hover(self) -> None:
        """Show the pointer as it is now, and tell where it points."""
        gesture = self._dragging.gesture
        found = _NOWHERE
        if self._pointer is not None:
            found = hover(self._tool, self._pointer, self.scene())
        if gesture is not None and gesture.grips:
            found = replace(found, cursor="closed hand", ghost=None)
        elif self._pans:
            found = replace(found, cursor="open hand", ghost=None)
        pointed = found.place != self._hover.place
        self._hover = found
        if self.cursor().shape() != _CURSORS[found.cursor]:
            self.setCursor(_CURSORS[found.cursor])
        self._overlay.show_ghost(found.ghost)
        self._overlay.show_band(gesture.band if gesture else None)
        if pointed:
            self.pointed_at.emit(found.place)

    def _find_gesture(self, event: QMouseEvent, pointer: Pointer) -> Gesture | None:
        scene, button = self.scene(), event.button()
        left = button == Qt.MouseButton.LeftButton
        if button == Qt.MouseButton.MiddleButton or (left and self._pans):
            self._has_panned = True
            return Pan(pointer, scene)
        known = left or button == Qt.MouseButton.RightButton
        can_start = scene.is_editable or self._tool.name == "pan"
        if known and can_start and scene.holds(pointer):
            return self._tool.press(pointer, scene)
        return None

    @Slot(bool)
    def _on_drag_ended(self, has_edited: bool) -> None:
        if has_edited:
            self.edit_finished.emit()
        self._show_hover()

    @Slot()
    def _on_zoom_due(self) -> None:
        if self._wanted is not None:
            self.range_requested.emit(self._wanted)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin what the tool does; a second button changes nothing."""
        if self.is_dragging:
            return
        self._pointer = pointer_of(event, self.corner())
        gesture = self._find_gesture(event, self._pointer)
        if gesture is not None:
            self._button = event.button()
            self._dragging.begin(gesture)
        self._show_hover()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with it, or show what would begin here."""
        self._pointer = pointer_of(event, self.corner())
        if self.is_dragging:
            self._dragging.follow(self._pointer)
            if not event.buttons() & self._button:  # let go where nobody told
                self._dragging.finish()
        self._show_hover()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End what was begun."""
        if self.is_dragging and event.button() == self._button:
            self._dragging.follow(pointer_of(event, self.corner()))
            self._dragging.finish()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Change the class of a point, or press once more."""
        scene, pointer = self.scene(), pointer_of(event, self.corner())
        left = event.button() == Qt.MouseButton.LeftButton and not self._pans
        asked = double_clicked(self._tool, pointer, scene) if left else None
        if asked is None or not scene.is_editable:
            self.mousePressEvent(event)
        else:
            self._ask(asked)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        delta = event.angleDelta().y()
        if not delta:
            return
        scene, place = self.scene(), event.position() - self.corner()
        across = min(max(place.x() / scene.seen.width, 0.0), 1.0)
        down = min(max(place.y() / scene.seen.height, 0.0), 1.0)
        factor = _ZOOM ** (-delta / _NOTCH)
        # A figure that was asked for may not be here yet.
        self._wanted = zoomed(self._wanted or scene.range, across, 1.0 - down, factor)
        self._zooming.ask()
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._pointer = None
        self._show_hover()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go: nobody can any more."""
        self._dragging.finish()
