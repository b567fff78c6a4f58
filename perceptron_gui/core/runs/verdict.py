"""The verdict on a run's data: searched for once, while nobody has to wait who does not want to."""

from __future__ import annotations

from threading import Lock

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space

LOOKED_FOR = "Computing whether a line separates the points …"
_CHECK_S = 0.02  # between two looks at whether a reader still waits for another one's search


class VerdictPending(Exception):
    """Somebody who does not wait asked for a verdict that is still being computed."""

    def __init__(self) -> None:
        super().__init__(LOOKED_FOR)


class VerdictSearch:
    """Finds the verdict for all snapshots of a run. Any thread may ask: one of them computes."""

    def __init__(self, space: Space) -> None:
        self.found: Separability | None = None
        self._space = space
        self._lock = Lock()

    def find(self, check_cancelled: CancelCheck = never_cancelled) -> Separability:
        """Return the verdict, computed here or by whoever is at it already."""
        while not self._lock.acquire(timeout=_CHECK_S):
            check_cancelled()
        try:
            if self.found is None:
                self.found = separability(self._space, check_cancelled)
            return self.found
        finally:
            self._lock.release()
