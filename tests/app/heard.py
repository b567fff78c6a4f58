"""What a signal said, in order."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import SignalInstance


class Heard:
    """Keeps what a signal carried: a value, or a tuple of several."""

    def __init__(self, signal: SignalInstance) -> None:
        self.values: list[Any] = []
        signal.connect(self._take)

    def _take(self, *values: Any) -> None:
        self.values.append(values[0] if len(values) == 1 else values)
