"""At most one call in every frame, and none that is lost."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

FRAME = 16  # milliseconds


class Frames(QObject):
    """Says `due` at once when asked, but then not again before the frame has passed."""

    due = Signal()

    def __init__(self, interval: int = FRAME, parent: QObject | None = None) -> None:
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
