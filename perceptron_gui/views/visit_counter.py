"""The counter of visits: where the playhead is, in large letters, and how far the run goes."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QWidget

from perceptron_gui.core.run import Run

from .large_label import LargeLabel
from .status_words import grouped

_DIGIT = re.compile(r"\d")


class VisitCounter(LargeLabel):
    """Says which visit is looked at, in words or, where there is little room, in numbers only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: Run | None = None
        self._visit = 0
        self._is_tight = False

    def show_run(self, run: Run | None) -> None:
        """Count the visits of a run as far as it is computed."""
        self._run = run
        self._count()

    def show_visit(self, visit: int) -> None:
        """Take the visit at which the playhead stands."""
        self._visit = visit
        self._count()

    def show_tight(self, is_tight: bool) -> None:
        """Do without words, or not."""
        self._is_tight = is_tight
        self._count()

    @property
    def widest(self) -> str:
        """What is written at the widest; all digits have the same width."""
        return _DIGIT.sub("0", self._counted(self._last, in_words=True))

    def room(self, in_words: bool) -> int:
        """Return what the widest words or numbers take."""
        return self.room_for(self._counted(self._last, in_words))

    @property
    def _last(self) -> int:
        return self._run.visits if self._run else 0

    def _count(self) -> None:
        self.show_words(self._counted(min(self._visit, self._last), not self._is_tight))

    def _counted(self, visit: int, in_words: bool) -> str:
        run = self._run
        if run is None:
            return "no visits yet" if in_words else ""
        now, last = grouped(visit), grouped(run.visits) + ("" if run.is_over else "…")
        return f"visit {now} of {last}" if in_words else f"{now} / {last}"
