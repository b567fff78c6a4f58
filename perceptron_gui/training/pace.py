"""The clock of a lesson: how many steps are due since it was last asked."""

from __future__ import annotations

import time
from collections.abc import Callable

# After a longer standstill (a dialog, a closed lid) the lesson goes on where it was left.
_LONGEST_FRAME = 1.0  # seconds

Clock = Callable[[], float]


class Pace:
    """Counts steps by real time, so that slow frames do not slow the lesson."""

    def __init__(self, clock: Clock = time.perf_counter) -> None:
        self._clock = clock
        self._asked_at = 0.0
        self._due = 0.0

    def start(self) -> None:
        """Begin with one step due: who presses play sees something happen at once."""
        self._asked_at = self._clock()
        self._due = 1.0

    def steps(self, per_second: float) -> int:
        """Return the whole steps that are due, and keep the rest for next time."""
        now = self._clock()
        self._due += min(now - self._asked_at, _LONGEST_FRAME) * per_second
        self._asked_at = now
        whole = int(self._due)
        self._due -= whole
        return whole
