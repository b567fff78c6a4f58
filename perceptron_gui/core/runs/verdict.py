"""Computes the verdict once per run; callers may wait for it or get `VerdictPending`."""

from __future__ import annotations

from threading import Lock

from perceptron_gui.base.cancel import CancelCheck, StepReport, never_cancelled, no_report
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space

LOOKED_FOR = "Computing whether a line separates the points …"
CANCELLED = "Whether a line separates the points is not known: the search was cancelled."
_CHECK_S = 0.02  # between two checks whether a waiting caller has cancelled


class VerdictPending(Exception):
    """The verdict is not known yet and the reader does not wait; the message says why."""


class VerdictSearch:
    """Finds the verdict for all snapshots of a run. Any thread may ask: one of them computes."""

    def __init__(self, space: Space) -> None:
        self.found: Separability | None = None
        self.is_cancelled = False  # by the user, who may start it again
        self._space = space
        self._lock = Lock()

    @property
    def missing(self) -> str:
        """Why there is no verdict yet."""
        return CANCELLED if self.is_cancelled else LOOKED_FOR

    def find(
        self, check_cancelled: CancelCheck = never_cancelled, report: StepReport = no_report
    ) -> Separability:
        """Return the verdict; a second caller waits for the search that is already running."""
        while not self._lock.acquire(timeout=_CHECK_S):
            check_cancelled()
        try:
            if self.found is None:
                self.found = separability(self._space, check_cancelled, report)
            return self.found
        finally:
            self._lock.release()
