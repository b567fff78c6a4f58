"""A turn of computing: as many visits as fit into a few milliseconds, whatever a visit costs."""

from __future__ import annotations

import time

from ..core.run import Run

TURN = 0.005  # seconds, after which the thread listens for newer requests
_SLICE = 0.001  # seconds between two looks at the clock


class Turns:
    """Computes a run turn by turn, and learns how many visits a slice may have."""

    def __init__(self, run: Run, seconds: float = TURN) -> None:
        self.run = run
        self._seconds = seconds
        self._visits = 1  # one visit may look at a million points

    def take(self) -> None:
        """Go on with the run for one turn, or to its end."""
        started = now = time.perf_counter()
        while not self.run.is_over and now - started < self._seconds:
            before = now
            self.run.advance(self._visits)
            now = time.perf_counter()
            spent = now - before
            if spent < _SLICE / 4:
                self._visits *= 4
            elif spent > _SLICE:
                self._visits = max(1, self._visits // 2)
