"""A gesture that goes on: paced to the frames, under one key, and ended exactly once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from .tools.gesture import EditRequest, Gesture, Requests, WeightsRequest
from .tools.scene import CanvasScene, Pointer

FRAME_MS = 16


class Frames(QObject):
    """Says `due` at once when asked, but then not again before the frame has passed."""

    due = Signal()

    def __init__(self, interval: int = FRAME_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval)
        self._timer.timeout.connect(self._on_frame_passed)

    def ask(self) -> None:
        """Ask for a call, now or when the frame has passed."""
        if self._timer.isActive():
            self._waiting = True
            return
        self._timer.start()
        self.due.emit()

    def flush(self) -> None:
        """Make the call that is waited for, now."""
        if self._waiting:
            self._waiting = False
            self.due.emit()

    def forget(self) -> None:
        """Wait for nothing any longer."""
        self._waiting = False

    @Slot()
    def _on_frame_passed(self) -> None:
        if self._waiting:
            self._timer.start()
            self.flush()


class Dragging(QObject):
    """Passes on what a gesture asks for; the last place always comes before the end."""

    requested = Signal(object, str)  # a request, and the key of the gesture
    ended = Signal(bool)  # whether points or weights were to change

    def __init__(
        self,
        scene: Callable[[], CanvasScene],
        interval: int = FRAME_MS,
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
        """Follow the pointer; requests are sent with the next frame."""
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
        """Cancel: undo everything."""
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
