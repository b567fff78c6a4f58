"""A progress bar on standard error, for work that takes longer than a second."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .core.run import Run

_PATIENCE = 1.0
_WIDTH = 30


class Progress:
    """Draws how much of a run's budget is used; silent for quick runs."""

    def __init__(self, visits: int, updates: int) -> None:
        self._visits = visits
        self._updates = updates
        self._started = time.monotonic()
        self._shown = False

    def show(self, run: Run) -> None:
        """Draw the bar for where the run stands."""
        if time.monotonic() - self._started < _PATIENCE:
            return
        self._shown = True
        updates = len(run.history)
        share = min(1.0, max(run.visits / self._visits, updates / self._updates))
        bar = "█" * int(share * _WIDTH)
        self._draw(f"{bar:<{_WIDTH}} {share:4.0%}  visit {run.visits}, {updates} updates")

    def close(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._draw("")

    def _draw(self, text: str) -> None:
        line = f"\r\033[K{text}" if sys.stderr.isatty() else (f"{text}\n" if text else "")
        try:
            sys.stderr.write(line)
        except UnicodeEncodeError:
            sys.stderr.write(line.replace("█", "#"))
        sys.stderr.flush()
