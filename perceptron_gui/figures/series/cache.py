"""The last experiment of every run, kept by what it depends on besides the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from perceptron_gui.core.paths.history import Record
from perceptron_gui.core.runs.run import Run

Result = TypeVar("Result")


class ResultCache(Generic[Result]):
    """Results that stay while the cursor moves over a run, and are dropped with the run."""

    def __init__(self) -> None:
        self._last: WeakKeyDictionary[Record, tuple[object, Result]] = WeakKeyDictionary()

    def of(self, run: Run, experiment: object, carry_out: Callable[[], Result]) -> Result:
        """Return the result of an experiment, which is carried out unless it was the last one."""
        kept = self._last.get(run.history.record)
        if kept is None or kept[0] != experiment:
            kept = experiment, carry_out()
            self._last[run.history.record] = kept
        return kept[1]

    def keep(self, run: Run, experiment: object, result: Result) -> None:
        """Take what was carried out elsewhere, with a bar."""
        self._last[run.history.record] = experiment, result
