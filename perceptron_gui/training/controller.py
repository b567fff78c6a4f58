"""The training thread: its worker, and the controller that requests runs from it."""

from __future__ import annotations

import logging
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.verdict import VerdictPending
from perceptron_gui.core.runs.warm_up import use_every_kernel, warm_up

from .jobs import COMPILER_STACK_BYTES, TURN_S, Jobs, Task, Turns

_VERDICT_S = 0.03  # of work, in which most verdicts are found; the others come later
_MANY_NUMBERS = 1_000_000  # coordinates; larger data sets skip the quick verdict
_SNAPSHOT_S = 0.05  # between two snapshots: people cannot read numbers faster
_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Request:
    """A run to compute; every answer carries its number."""

    run_id: int
    dataset: Dataset
    rule: Rule
    cancelled: Event = field(default_factory=Event)  # set by the caller, on any thread

    def check_cancelled(self) -> None:
        """Raise `Cancelled` if the request was cancelled: some work takes longer than a turn."""
        if self.cancelled.is_set():
            raise Cancelled


class Worker(QObject):
    """Computes on the thread it lives on, and takes newer requests between two turns."""

    snapshot_ready = Signal(int, object)
    request_failed = Signal(int, object)
    crashed = Signal(str)
    _turn_due = Signal()

    def __init__(self, turn: float = TURN_S) -> None:
        super().__init__()
        self._turn = turn  # seconds
        self._request: Request | None = None
        self._turns: Turns[Run] | None = None
        self._sent_at = 0.0
        self._unseen = False  # the last snapshot still waits for its reader
        self._turn_is_due = False
        # Queued, so that all requests that have come in are heard first.
        self._turn_due.connect(self._take_turn, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def begin(self, request: Request | None) -> None:
        """Replace the request that is being computed; None ends it."""
        self._request, self._turns = request, None
        self._unseen = False
        self._call_turn()

    @Slot(int)
    def note_seen(self, run_id: int) -> None:
        """Allow the next snapshot: the reader has shown the last one."""
        if self._request is not None and run_id == self._request.run_id:
            self._unseen = False

    @Slot()
    def _take_turn(self) -> None:
        self._turn_is_due = False
        try:
            if self._request is not None:
                self._answer(self._request)
        except Exception:  # noqa: BLE001 (above a thread there is nobody to raise to)
            self._request = self._turns = None
            self.crashed.emit(traceback.format_exc())
        if self._request is not None:
            self._call_turn()

    def _answer(self, request: Request) -> None:
        try:
            self._compute(request)
        except InputError as error:
            self._request = self._turns = None
            self.request_failed.emit(request.run_id, error)
        except MemoryError:
            self._request = self._turns = None
            self.request_failed.emit(request.run_id, MEMORY.exhausted())
        except Cancelled:
            self._request = self._turns = None

    def _compute(self, request: Request) -> None:
        is_new = self._turns is None
        if self._turns is None:
            run = Run(request.dataset, request.rule)
            self._turns = Turns(run.with_cancel_check(request.check_cancelled), self._turn)
        turns = self._turns
        turns.take()
        if is_new:
            turns.take()  # so that runs of many points arrive finished, too
        is_over = turns.run.is_over
        if is_over:
            self._request = self._turns = None
        due = not self._unseen and time.perf_counter() - self._sent_at >= _SNAPSHOT_S
        if is_new or due or is_over:
            if is_new:
                _look_for_verdict(turns.run, request)
            # Readers of a snapshot would otherwise wait for what is replayed or drawn here.
            turns.run.weights_at(turns.run.visits)
            if not turns.run.path.visiting.chooses_mistakes:
                turns.run.path.visiting.points_of(1)
            self._sent_at = time.perf_counter()
            self._unseen = True
            seen = turns.run.snapshot().without_waiting()
            self.snapshot_ready.emit(request.run_id, seen)

    def _call_turn(self) -> None:
        if not self._turn_is_due:
            self._turn_is_due = True
            self._turn_due.emit()


def has_many_numbers(run: Run) -> bool:
    """Tell whether a run has too many coordinates for a quick verdict."""
    return len(run.dataset) * run.space.dimension > _MANY_NUMBERS


def _look_for_verdict(run: Run, request: Request) -> None:
    """Find the verdict if that is quick, so that most runs arrive with theirs."""
    if has_many_numbers(run):
        return
    until = time.thread_time() + _VERDICT_S

    def check() -> None:
        request.check_cancelled()
        if time.thread_time() > until:
            raise VerdictPending(run.verdict_search.missing)

    with suppress(VerdictPending):
        run.verdict_search.find(check)


def load_kernels(jobs: Jobs) -> None:
    """Load compiled kernels in the background; until then kernels run as plain Python."""
    jobs.submit(_load_kernels, key="kernels", on_done=_ignore, on_failed=_ignore)


def _load_kernels(task: Task) -> None:
    can_be_used, wrong = warm_up(task.check_cancelled)
    if wrong:
        _log.warning("Stored kernels were tried: %s", wrong)
    compiler.postpone(not can_be_used)
    if compiler.load():
        use_every_kernel()


def _ignore(_: object) -> None:
    """Ignore the outcome: without compiled kernels everything is slower, but the same."""


class TrainingController(QObject):
    """Owns the training thread; `close` it before it is dropped.

    Every run comes as snapshots that never change, with verdict and bounds if these take but a
    moment; the others are computed elsewhere, and nothing here waits for them. Each
    request ends in a run that is over or in `run_failed`, unless a newer one takes its place.
    """

    run_advanced = Signal(object)
    run_failed = Signal(object)  # an InputError
    run_cleared = Signal()
    crashed = Signal(str)  # the traceback of an error in the program
    _request_made = Signal(object)
    _snapshot_seen = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run_id = 0
        self._request: Request | None = None
        self._worker = Worker()
        self._thread = QThread(self)
        self._thread.setObjectName("training")
        self._thread.setStackSize(COMPILER_STACK_BYTES)
        self._worker.moveToThread(self._thread)
        self._request_made.connect(self._worker.begin)
        self._snapshot_seen.connect(self._worker.note_seen)
        self._worker.snapshot_ready.connect(self._on_snapshot_ready)
        self._worker.request_failed.connect(self._on_request_failed)
        self._worker.crashed.connect(self.crashed)
        self._thread.start()

    def train(self, dataset: Dataset, rule: Rule) -> None:
        """Request a run, which cancels the request before."""
        self._drop()
        if len(dataset):
            self._request = Request(self._run_id, dataset, rule)
        self._request_made.emit(self._request)
        if self._request is None:
            self.run_cleared.emit()

    @Slot()
    def close(self) -> None:
        """End the thread; nothing is announced any more."""
        self._drop()
        self._thread.quit()
        self._thread.wait()

    def _drop(self) -> None:
        """Cancel the request; its answers are stale from now on."""
        self._run_id += 1
        if self._request is not None:
            self._request.cancelled.set()
            self._request = None

    @Slot(int, object)
    def _on_snapshot_ready(self, run_id: int, run: Run) -> None:
        if run_id != self._run_id:
            return
        self.run_advanced.emit(run)
        if not run.is_over:  # the worker sends nothing after the last snapshot
            self._snapshot_seen.emit(run_id)

    @Slot(int, object)
    def _on_request_failed(self, run_id: int, error: InputError) -> None:
        if run_id == self._run_id:
            self.run_failed.emit(error)
