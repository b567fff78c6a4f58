"""Work that can be cancelled, goes on in slices and reports its progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

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


def rising(report: StepReport) -> StepReport:
    """Return a report whose share never falls, even where work is repeated."""
    most = 0.0

    def risen(what: str, share: float) -> None:
        nonlocal most
        most = max(most, share)
        report(what, most)

    return risen


class Sliced(Protocol):
    """Work that goes on in slices: a run, or an experiment of many."""

    @property
    def is_over(self) -> bool:
        """Tell whether there is nothing left to do."""

    def advance(self, count: int, /) -> None:
        """Do up to this much more."""
