"""Work that can be cancelled, goes on in slices and reports its progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

_TURN_S = 0.005  # after which somebody looks for newer requests, or for Ctrl-C
_SLICE_S = 0.001  # between two looks at the clock
CancelCheck = Callable[[], None]  # work calls it now and then; what it raises ends the work


class Cancelled(Exception):
    """The work was cancelled: its answer is not wanted any more."""


def never_cancelled() -> None:
    """Let the work run to its end."""


Progress = Callable[[int, int], None]  # how much is done, and how much there is in all


def no_progress(_done: int, _total: int) -> None:
    """Report to nobody."""


StepReport = Callable[[str, float], None]  # what is being done, and which share of all is done


def no_report(_what: str, _share: float) -> None:
    """Report to nobody."""


class Sliced(Protocol):
    """Work that goes on in slices: a run, or an experiment of many."""

    @property
    def is_over(self) -> bool:
        """Tell whether there is nothing left to do."""

    def advance(self, count: int, /) -> None:
        """Do up to this much more."""


class Turns:
    """Advances work turn by turn, and learns how much of it fits into a slice."""

    def __init__(self, work: Sliced) -> None:
        self._work = work
        self._count = 1  # one visit may look at a million points

    def take(self) -> None:
        """Advance the work for one turn, or to its end."""
        started = now = time.perf_counter()
        while not self._work.is_over and now - started < _TURN_S:
            before = now
            self._work.advance(self._count)
            now = time.perf_counter()
            spent = now - before
            if spent < _SLICE_S / 4:
                self._count *= 4 if spent > _SLICE_S / 16 else 16
            elif spent > _SLICE_S:
                self._count = max(1, self._count // 2)
