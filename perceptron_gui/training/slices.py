"""Long work in turns of a few milliseconds, and an experiment of a laboratory as a job of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from perceptron_gui.base.cancel import Sliced
from perceptron_gui.core.kernels import compiler

if TYPE_CHECKING:
    from perceptron_gui.labs.common.lab import Experiment

    from .jobs import Task

# Compilers recurse deeply; threads of macOS have room for 512 KiB only, Python's own for this.
COMPILER_STACK_BYTES = 16 << 20
TURN_S = 0.005  # after which a thread looks for newer requests
_SLICE_S = 0.001  # between two looks at the clock
_REPORT_S = 0.1  # between two reports of an experiment; drawing them takes a while

Work = TypeVar("Work", bound=Sliced)


class Turns(Generic[Work]):
    """Advances a run turn by turn, and learns how many visits fit into a slice."""

    def __init__(self, run: Work, seconds: float = TURN_S) -> None:
        self.run = run
        self._seconds = seconds
        self._visits = 1  # one visit may look at a million points

    def take(self) -> None:
        """Advance the run for one turn, or to its end."""
        started = now = time.perf_counter()
        while not self.run.is_over and now - started < self._seconds:
            before = now
            self.run.advance(self._visits)
            now = time.perf_counter()
            spent = now - before
            if spent < _SLICE_S / 4:
                self._visits *= 4
            elif spent > _SLICE_S:
                self._visits = max(1, self._visits // 2)


def run_experiment(prepare: Callable[[], Experiment], task: Task) -> Any:
    """Return the result of an experiment, reporting `done, total, result` on the way."""
    compiler.load()
    with compiler.compiling_here():
        experiment = prepare()
        turns, reported_at = Turns(experiment), 0.0
        while True:
            task.check_cancelled()
            turns.take()
            if experiment.is_over:
                return experiment.result()
            if time.perf_counter() - reported_at >= _REPORT_S:
                task.report(experiment.done, experiment.total, experiment.result())
                reported_at = time.perf_counter()  # a result may take long to put together
