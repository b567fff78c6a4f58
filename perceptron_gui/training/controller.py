"""Runs as background jobs: one at a time, announced as snapshots that never change."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from functools import partial
from threading import Event

from PySide6.QtCore import QObject, Signal

from perceptron_gui.base.cancel import Turns
from perceptron_gui.base.errors import InputError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.warm_up import use_every_kernel, warm_up
from perceptron_gui.core.space.separability import VerdictPending

from .jobs import Jobs, Task

_VERDICT_S = 0.03  # of work, in which most verdicts are found; the others come later
_MANY_NUMBERS = 1_000_000  # coordinates; larger data sets skip the quick verdict
_SNAPSHOT_S = 0.05  # between two snapshots: people cannot read numbers faster
_log = logging.getLogger(__name__)


class TrainingController(QObject):
    """Requests runs, each of which cancels the one before; `close` it before the jobs.

    Verdict and bounds come along if these take but a moment; otherwise they are computed elsewhere,
    and nothing here waits for them. Each request ends in a run that is over or in `run_failed`,
    unless a newer one takes its place.
    """

    run_advanced = Signal(object)
    run_failed = Signal(object)  # an InputError
    run_cleared = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._task: Task | None = None

    def train(self, dataset: Dataset, rule: Rule) -> None:
        """Request a run, which cancels the request before."""
        self.close()
        if not len(dataset):
            self.run_cleared.emit()
            return
        is_shown = Event()
        is_shown.set()

        def announce(run: Run) -> None:
            self.run_advanced.emit(run)
            is_shown.set()

        self._task = self._jobs.submit(
            partial(compute, dataset, rule, is_shown),
            key="training",
            on_progress=announce,
            on_done=self.run_advanced.emit,
            on_failed=self._on_failed,
        )

    def close(self) -> None:
        """Cancel the request; nothing is announced any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, InputError):  # the jobs report the program's own errors
            self.run_failed.emit(error)


def compute(dataset: Dataset, rule: Rule, is_shown: Event, task: Task) -> Run:
    """Return a finished run. Snapshots are reported on the way, each once the last one is shown."""
    run, reported_at = Run(dataset, rule).with_cancel_check(task.check_cancelled), 0.0
    turns = Turns(run)
    turns.take()  # two turns before the first report, so that most runs arrive finished
    while True:
        task.check_cancelled()
        turns.take()
        is_due = is_shown.is_set() and time.perf_counter() - reported_at >= _SNAPSHOT_S
        if not (run.is_over or is_due):
            continue
        if not reported_at:
            _look_for_verdict(run, task)
        # Readers of a snapshot would otherwise wait for what is replayed or drawn here.
        run.weights_at(run.visits)
        if not run.path.visiting.chooses_mistakes:
            run.path.visiting.points_of(1)
        seen = run.snapshot().without_waiting()
        if run.is_over:
            return seen
        reported_at = time.perf_counter()
        is_shown.clear()
        task.report(seen)


def has_many_numbers(run: Run) -> bool:
    """Tell whether a run has too many coordinates for a quick verdict."""
    return len(run.dataset) * run.space.dimension > _MANY_NUMBERS


def _look_for_verdict(run: Run, task: Task) -> None:
    """Find the verdict if that is quick, so that most runs arrive with theirs."""
    if has_many_numbers(run):
        return
    until = time.thread_time() + _VERDICT_S

    def check() -> None:
        task.check_cancelled()
        if time.thread_time() > until:
            raise VerdictPending(run.verdict_search.missing)

    with suppress(VerdictPending):
        run.verdict_search.find(check)


def load_kernels(jobs: Jobs) -> None:
    """Load compiled kernels in the background; until then kernels run as plain Python."""

    def work(task: Task) -> None:
        can_be_used, wrong = warm_up(task.check_cancelled)
        if wrong:
            _log.warning("Stored kernels were tried: %s", wrong)
        compiler.postpone(not can_be_used)
        if compiler.load():
            use_every_kernel()

    # Whatever comes of it: without compiled kernels everything is slower, but the same.
    jobs.submit(work, key="kernels", on_done=bool, on_failed=bool)
