"""What the pointer does on the canvas: the events of Qt find their tool."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import MovePoints
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.views.canvas.tools.gesture import (
    EditRequest,
    Gesture,
    RangeRequest,
    Request,
    Requests,
    SelectRequest,
    WeightsRequest,
    deletion,
)
from perceptron_gui.views.canvas.tools.grid import snapped, translated
from perceptron_gui.views.canvas.tools.hover import Hover, hover
from perceptron_gui.views.canvas.tools.points import Pan
from perceptron_gui.views.canvas.tools.range import Range4, zoomed
from perceptron_gui.views.canvas.tools.scene import Pointer
from perceptron_gui.views.canvas.tools.selection import selection_of
from perceptron_gui.views.canvas.tools.table import (
    DEFAULT_TOOL,
    TOOLS,
    double_clicked,
    hint_of,
)
from perceptron_gui.views.widgets.frames import FRAME, Frames

from .input import Dragging, pointer_of
from .surface import CanvasSurface


class CanvasRequests(CanvasSurface):
    """Asks, and changes nothing itself; `merge` is the same for all that is one step of undo."""

    edit_requested = Signal(str, object, str)  # name, an edit of core.edits, merge
    edit_finished = Signal()  # nothing joins the last step any more
    selection_requested = Signal(object)  # indices, a tuple
    weights_requested = Signal(object, str)  # a tuple or None for those before the drag, merge
    range_requested = Signal(object)  # x0, x1, y0, y1, or None for one that fits

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._holding_for = ""

    def select_all(self) -> None:
        """Ask for every point to be selected."""
        if self.scene().is_editable:
            self._ask([SelectRequest(np.arange(len(self.scene().dataset)))])

    def select_nothing(self) -> None:
        """Ask for an empty selection."""
        self._ask([SelectRequest(selection_of([]))])

    def delete_selection(self) -> None:
        """Ask for the selected points to be taken away."""
        chosen = self.scene().chosen
        name = "Erase point" if len(chosen) == 1 else f"Erase {len(chosen)} points"
        self._ask(deletion(name, self.scene(), chosen))

    def nudge(self, dx: int, dy: int, merge: str = "") -> None:
        """Ask for the selected points to move by so many steps of the grid."""
        scene, chosen = self.scene(), self.scene().chosen
        if not len(chosen):
            return
        step = scene.nudge_step
        way = snapped([dx * step, dy * step], step)
        moved = translated(scene.dataset.points[chosen], np.zeros(2), way)
        name = "Move point" if len(chosen) == 1 else f"Move {len(chosen)} points"
        self._ask([EditRequest(name, MovePoints(chosen, moved))], merge)

    def fit(self) -> None:
        """Ask for the whole picture."""
        self.range_requested.emit(None)

    def _ask(self, requests: Requests, merge: str = "") -> None:
        for request in requests:
            self._on_requested(request, merge)

    @Slot(object, str)
    def _on_requested(self, request: Request, merge: str) -> None:
        match request:
            case EditRequest(name, edit):
                self._hold_view(merge)
                self.edit_requested.emit(name, edit, merge)
            case SelectRequest(indices):
                self.selection_requested.emit(tuple(indices.tolist()))
            case WeightsRequest(weights):
                self.weights_requested.emit(weights, merge)
            case RangeRequest(seen):
                self.range_requested.emit(seen)

    def _hold_view(self, merge: str) -> None:
        """Ask for what is seen to stay, else points would run away from the pointer."""
        if merge and merge != self._holding_for:
            self._holding_for = merge
            self.range_requested.emit(self.scene().range)


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
