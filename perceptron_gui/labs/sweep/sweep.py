"""What every sweep has: values in a list, and an experiment that trains one run after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from perceptron_gui.base.errors import UNUSABLE, WRONG_ENTRY, OptionError
from perceptron_gui.base.params import Param
from perceptron_gui.core.runs.run import Run

Setup = TypeVar("Setup")
Trial = TypeVar("Trial")


def read_list(
    name: str, param: Param, text: str, most: int, separator: str = ","
) -> tuple[Any, ...]:
    """Return the values of `param` in a text, each once; errors are about the option `name`."""
    words = (word.strip() for word in text.split(separator))
    try:
        values = tuple(dict.fromkeys(param.read(word) for word in words if word))
    except OptionError as error:
        raise OptionError(name, WRONG_ENTRY, cause=error) from error
    if len(values) > most:
        why = f"{len(values)} values are too many; give at most {most}"
        raise OptionError(name, UNUSABLE, why=why)
    return values


class RunsInTurn(Generic[Setup, Trial]):
    """Makes a trial of every setup in turn; a subclass starts their runs, and says what came out.

    The work of a run is counted as `share`, whatever it turns out to be.
    """

    def __init__(self, setups: Sequence[Setup], share: int) -> None:
        self._setups, self._share = tuple(setups), share
        self._trials: list[Trial] = []
        self._at = 0
        self._run: Run | None = None

    @property
    def total(self) -> int:
        """The work of all runs."""
        return self._share * len(self._setups)

    @property
    def done(self) -> int:
        """The work that was done, or turned out not to be needed."""
        here = 0 if self._run is None else min(self._progress(self._run), self._share)
        return self._share * self._at + here

    @property
    def is_over(self) -> bool:
        """Tell whether everything has been tried."""
        return self._at == len(self._setups)

    def advance(self, count: int) -> None:
        """Make up to so many visits of the run at hand."""
        if self.is_over:
            return
        setup = self._setups[self._at]
        run = self._run = self._run or self._start(setup)
        if run is None:
            self._at += 1
            return
        with np.errstate(over="ignore", invalid="ignore"):  # what diverges says so itself
            self._visit(run, count)
        if run.is_over:
            self._trials.append(self._trial(setup, run))
            self._at, self._run = self._at + 1, None

    def _start(self, setup: Setup) -> Run | None:
        """Return the run of a setup; None where there is nothing to train."""
        raise NotImplementedError

    def _visit(self, run: Run, count: int) -> None:
        run.advance(count)

    def _progress(self, run: Run) -> int:
        return run.visits

    def _trial(self, setup: Setup, run: Run) -> Trial:
        """Return what came out of a run that is over."""
        raise NotImplementedError
