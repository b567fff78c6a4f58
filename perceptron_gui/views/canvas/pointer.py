"""What the pointer does on the canvas: events of Qt become gestures of a tool, or requests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QMouseEvent, QWheelEvent

from perceptron_gui.views.paint.plot import NOTCH, ZOOM

from .tools.gestures import (
    EditRequest,
    Gesture,
    Pan,
    Requests,
    WeightsRequest,
)
from .tools.scene import Pointer, Range4, zoomed
from .tools.table import (
    DEFAULT_TOOL,
    PLACING,
    TOOLS,
    Hover,
    double_clicked,
    dragged,
    hint_of,
    hover,
)

if TYPE_CHECKING:
    from .canvas import Canvas

FRAME_MS = 16
_CURSORS = {
    "arrow": Qt.CursorShape.ArrowCursor,
    "cross": Qt.CursorShape.CrossCursor,
    "open hand": Qt.CursorShape.OpenHandCursor,
    "closed hand": Qt.CursorShape.ClosedHandCursor,
}
_NOWHERE = Hover("arrow")


class CanvasPointer(QObject):
    """A tool is in hand; what it would do is shown, and what it does is asked for."""

    pointed_at = Signal(object)  # x and y under the pointer, or None
    point_hovered = Signal(object)  # the number of the point under it, or None
    hint_changed = Signal(str)  # what the tool does, or why it does nothing

    def __init__(self, canvas: Canvas, interval: int) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._tool = TOOLS[DEFAULT_TOOL]
        self.hint = ""  # what it does, or why it does nothing; of a canvas that is seen
        self._pointer: Pointer | None = None  # where it hovers
        self._hover = _NOWHERE
        self._rests = False  # since another figure came: a ghost would look like a point of it
        self._gesture: Gesture | None = None  # from a press to its release
        self._gestures = 0
        self._button = Qt.MouseButton.NoButton
        self._has_edited = False  # the gesture has asked for other points or weights
        self._pans, self._has_panned = False, False
        self._range: Range4 | None = None  # that the wheel has asked for
        # Until it is over, nothing more is asked for: a mouse may move a thousand times a second.
        self._frame = QTimer(self, singleShot=True, interval=interval)
        self._frame.timeout.connect(self._ask_again)

    @property
    def is_dragging(self) -> bool:
        return self._gesture is not None

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
            self._pointer, self._rests = replace(self._pointer, shift=held), False
            self._show_hover()

    def show_tool(self, name: str) -> None:
        """Use another tool; a gesture that goes on is not disturbed."""
        self._tool, self._rests = TOOLS[name], False
        self.show_hint()
        self._show_hover()

    def show_hint(self) -> None:
        """Announce what the tool does with these points, where they are seen and that is new."""
        is_seen = self._canvas.isVisible()
        places = self._canvas.placing.place is not None
        hint = PLACING if places else hint_of(self._tool, self._canvas.scene())
        hint = hint if is_seen else ""
        if hint != self.hint:
            self.hint = hint
            self.hint_changed.emit(hint)

    def show_moved(self, is_moved: bool) -> None:
        """Show the pointer on another figure, which may have brought another place below it."""
        self._range = None
        self._rests = self._gesture is None
        if is_moved:
            self._show_hover()
        elif self._rests:
            self._canvas.overlay.show_ghost(None)

    def point_at(self, place: tuple[float, float] | None, point: int | None) -> None:
        """Announce a place that a cursor points at, as if the pointer was there."""
        self._hover = replace(self._hover, place=place, point=point)
        self.pointed_at.emit(place)
        self.point_hovered.emit(point)

    def press(self, event: QMouseEvent) -> None:
        """Begin what the tool does; a second button changes nothing."""
        if self._gesture is not None:
            return
        scene = self._canvas.scene()
        self._pointer = self._at(event)
        self._show_hover()  # of this place: a finger presses without having come near
        left = event.button() == Qt.MouseButton.LeftButton
        known = left or event.button() == Qt.MouseButton.RightButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._pans):
            self._has_panned = True
            self._gesture = Pan(self._pointer, scene)
        elif known and scene.is_editable and scene.holds(self._pointer):
            self._gesture = self._tool.press(self._pointer, scene)
        if self._gesture is not None:
            self._gestures += 1
            self._button = event.button()
            self._has_edited = False
            self._send(self._gesture.begin(scene))
        self._show_hover()

    def move(self, event: QMouseEvent) -> None:
        """Go on with it, or show what would begin here."""
        self._pointer, self._rests = self._at(event), False
        if self._gesture is not None:
            self._follow(self._gesture, self._pointer)
            if not event.buttons() & self._button:  # let go where no event came from
                self.finish()
        self._show_hover()

    def release(self, event: QMouseEvent) -> None:
        if self._gesture is not None and event.button() == self._button:
            self._follow(self._gesture, self._at(event))
            self.finish()

    def finish(self) -> None:
        """End the gesture as if the button was released; the last place comes before the end."""
        self._frame.stop()
        self._ask_again()
        if self._gesture is not None:
            self._end(self._gesture.finish(self._canvas.scene()))

    def cancel(self) -> None:
        """Undo what the gesture has done so far."""
        if self._gesture is not None:
            self._end(self._gesture.cancel(self._canvas.scene()))

    def drop(self) -> None:
        """End the gesture without a request: what was held is no longer there."""
        if self._gesture is not None:
            self._end([])

    def _follow(self, gesture: Gesture, pointer: Pointer) -> None:
        """Follow the pointer; requests are sent now, or when the frame is over."""
        gesture.follow(pointer, self._canvas.scene())
        if not self._frame.isActive():
            self._ask_again()

    @Slot()
    def _ask_again(self) -> None:
        """Ask for what the way since the last time asks for, if anything."""
        requests = [] if self._gesture is None else self._gesture.requests(self._canvas.scene())
        if requests:
            self._frame.start()
            self._send(requests)

    def _end(self, requests: Requests) -> None:
        self._frame.stop()
        self._send(requests)
        self._gesture = None
        self._canvas.show_held(None)
        if self._has_edited:
            self._canvas.edit_finished.emit()
        self._show_hover()

    def _send(self, requests: Requests) -> None:
        """Ask for what a gesture asks for, as one step of undo."""
        gesture = self._gesture
        edits = EditRequest, WeightsRequest
        self._has_edited |= any(isinstance(request, edits) for request in requests)
        self._canvas.show_held(gesture.arrow if gesture and gesture.moved else None)
        self._canvas.request(requests, f"drag {self._gestures}")

    def double_click(self, event: QMouseEvent) -> None:
        """Change the class of a point, show all of the plane, or press once more."""
        scene, pointer = self._canvas.scene(), self._at(event)
        left = event.button() == Qt.MouseButton.LeftButton and not self._pans
        if left and not scene.holds(pointer):  # on the axes, as in every plot
            self._canvas.fit()
            return
        requests = double_clicked(self._tool, pointer, scene) if left else None
        if requests is not None and scene.is_editable:
            self._canvas.request(requests)
        # The first click added its point, and the legend that came may have moved the plane.
        elif not (left and self._tool.places):
            self.press(event)

    def zoom(self, event: QWheelEvent) -> None:
        delta = event.angleDelta().y()
        if not delta:
            return
        scene, place = self._canvas.scene(), event.position() - self._canvas.corner()
        across = min(max(place.x() / scene.seen.width, 0.0), 1.0)
        down = min(max(place.y() / scene.seen.height, 0.0), 1.0)
        factor = ZOOM ** (-delta / NOTCH)
        # A figure that was asked for may not be here yet.
        self._range = zoomed(self._range or scene.range, across, 1.0 - down, factor)
        self._canvas.range_requested.emit(self._range)
        event.accept()

    def leave(self) -> None:
        self._pointer = None
        self._show_hover()

    def _show_hover(self) -> None:
        """Show the pointer as it is now, and announce where it points."""
        gesture = self._gesture
        is_held = gesture is not None and gesture.grips
        found = Hover("closed hand") if is_held else _NOWHERE
        if self._pointer is not None:
            scene, pointer = self._canvas.scene(), self._pointer
            # Looking for what lies there among a million points takes too long while dragging.
            found = (
                dragged(pointer, scene, self._hover.point)
                if is_held
                else hover(self._tool, pointer, scene)
            )
        if self._pans and not is_held:
            found = replace(found, cursor="open hand", ghost=None)
        pointed, hovered = found.place != self._hover.place, found.point != self._hover.point
        self._hover = found
        if self._canvas.cursor().shape() != _CURSORS[found.cursor]:
            self._canvas.setCursor(_CURSORS[found.cursor])
        self._canvas.overlay.show_ghost(None if self._rests else found.ghost)
        self._canvas.overlay.show_band(gesture.band if gesture else None)
        is_placing = gesture is not None or self._tool.places
        self._canvas.overlay.show_grid(is_placing and self._pointer is not None)
        if pointed:
            self.pointed_at.emit(found.place)
        if hovered:
            self.point_hovered.emit(found.point)

    def _at(self, event: QMouseEvent) -> Pointer:
        """Return where a mouse event is in the box of the marks."""
        corner, held = self._canvas.corner(), event.modifiers()
        place = event.position() - corner
        right = event.button() == Qt.MouseButton.RightButton
        shift = bool(held & Qt.KeyboardModifier.ShiftModifier)
        ctrl = bool(held & Qt.KeyboardModifier.ControlModifier)
        return Pointer(place.x(), place.y(), right, shift, ctrl, (corner.x(), corner.y()))
