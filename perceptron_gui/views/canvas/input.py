"""The gesture that goes on: paced to the frames, under one key, and ended exactly once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent

from perceptron_gui.views.canvas.tools.gesture import EditRequest, Gesture, Requests, WeightsRequest
from perceptron_gui.views.canvas.tools.scene import CanvasScene, Pointer
from perceptron_gui.views.widgets.frames import FRAME, Frames


class Dragging(QObject):
    """Passes on what a gesture asks for; the last place always comes before the end."""

    requested = Signal(object, str)  # a request, and the key of the gesture
    ended = Signal(bool)  # whether points or weights were to change

    def __init__(
        self,
        scene: Callable[[], CanvasScene],
        interval: int = FRAME,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._scene = scene
        self._gesture: Gesture | None = None
        self._count = 0
        self._has_edited = False
        self._frames = Frames(interval, self)
        self._frames.due.connect(self._on_frame_due)

    @property
    def gesture(self) -> Gesture | None:
        """What goes on, if anything."""
        return self._gesture

    def begin(self, gesture: Gesture) -> None:
        """Start a gesture."""
        self._gesture = gesture
        self._count += 1
        self._has_edited = False
        self._send(gesture.begin(self._scene()))

    def follow(self, pointer: Pointer) -> None:
        """Take note of the pointer; requests follow with the frame."""
        if self._gesture is not None:
            self._gesture.follow(pointer, self._scene())
            self._frames.ask()

    def finish(self) -> None:
        """Let go."""
        if self._gesture is not None:
            self._frames.flush()
            self._send(self._gesture.finish(self._scene()))
            self._end()

    def cancel(self) -> None:
        """Take everything back."""
        if self._gesture is not None:
            self._frames.forget()
            self._send(self._gesture.cancel(self._scene()))
            self._end()

    def drop(self) -> None:
        """Let go without a request: what was held is no longer there."""
        if self._gesture is not None:
            self._frames.forget()
            self._end()

    def _end(self) -> None:
        self._gesture = None
        self.ended.emit(self._has_edited)

    def _send(self, requests: Requests) -> None:
        for request in requests:
            self._has_edited |= isinstance(request, EditRequest | WeightsRequest)
            self.requested.emit(request, f"drag {self._count}")

    @Slot()
    def _on_frame_due(self) -> None:
        if self._gesture is not None:
            self._send(self._gesture.requests(self._scene()))


ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
FAR = 10  # steps with Shift

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_HARMLESS = Qt.KeyboardModifier.KeypadModifier


def is_bare(event: QKeyEvent, besides: Qt.KeyboardModifier = _HARMLESS) -> bool:
    """Tell whether a key is pressed without others that change its meaning."""
    return not event.modifiers() & ~(besides | _HARMLESS)


def nudge_of(event: QKeyEvent) -> tuple[int, int] | None:
    """Return how many steps right and up an arrow key goes; None for other keys."""
    if event.key() not in ARROWS or not is_bare(event, _SHIFT):
        return None
    far = FAR if event.modifiers() & _SHIFT else 1
    across, up = ARROWS[Qt.Key(event.key())]
    return far * across, far * up


def pointer_of(event: QMouseEvent, corner: QPointF) -> Pointer:
    """Return where a mouse event is in the box that begins at this corner."""
    place, held = event.position() - corner, event.modifiers()
    return Pointer(
        place.x(),
        place.y(),
        right=event.button() == Qt.MouseButton.RightButton,
        shift=bool(held & _SHIFT),
        ctrl=bool(held & _CTRL),
        corner=(corner.x(), corner.y()),
    )
