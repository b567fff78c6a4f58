"""A turn of computing: as many visits as fit into a few milliseconds, whatever a visit costs."""

from __future__ import annotations

import time
from typing import Generic, Protocol, TypeVar

TURN = 0.005  # seconds, after which the thread listens for newer requests
_SLICE = 0.001  # seconds between two looks at the clock


class Sliced(Protocol):
    """A run, or an experiment of many."""

    @property
    def is_over(self) -> bool:
        """Tell whether there is nothing left to do."""

    def advance(self, count: int, /) -> None:
        """Do up to this much more."""


Work = TypeVar("Work", bound=Sliced)


class Turns(Generic[Work]):
    """Computes a run turn by turn, and learns how many visits a slice may have."""

    def __init__(self, run: Work, seconds: float = TURN) -> None:
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
