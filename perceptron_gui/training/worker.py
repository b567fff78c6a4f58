"""The worker of the training thread: one run at a time, computed in turns, sent as snapshots."""

from __future__ import annotations

import time
import traceback
from dataclasses import field
from threading import Event

from PySide6.QtCore import QObject, Qt, Signal, Slot

from perceptron_gui.core.values import frozen_value

from ..core import compiling
from ..core.dataset import Dataset
from ..core.errors import InputError
from ..core.measure_kernels import compile_judge
from ..core.rule import Rule
from ..core.run import Run
from ..core.watch import GivenUpError
from .turn import TURN, Turns

_BETWEEN = 0.05  # seconds between two snapshots: nobody reads numbers faster than that
# What most lessons train with, so that its kernels are compiled before they are needed.
_REHEARSED = (Rule(), Rule(order="shuffled"))


@frozen_value(eq=False)
class Request:
    """A run to compute; its number comes back with every answer."""

    run_id: int
    dataset: Dataset
    rule: Rule
    unwanted: Event = field(default_factory=Event)  # set by whoever asked, on any thread

    def watch(self) -> None:
        """End what takes longer than a turn once nobody wants it."""
        if self.unwanted.is_set():
            raise GivenUpError


class Worker(QObject):
    """Computes on whatever thread it lives on, and hears of newer requests between two turns."""

    snapshot_ready = Signal(int, object)
    request_refused = Signal(int, str)
    crashed = Signal(str)
    _turn_due = Signal()

    def __init__(self, turn: float = TURN) -> None:
        super().__init__()
        self._turn = turn  # seconds
        self._request: Request | None = None
        self._turns: Turns[Run] | None = None
        self._cancelled = False
        self._rehearsals: list[Rule] = []
        self._sent_at = 0.0
        self._unseen = False  # the last snapshot still waits for its reader
        self._turn_is_due = False
        # Queued, so that all requests that have come in are heard first.
        self._turn_due.connect(self._take_turn, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def begin(self, request: Request | None) -> None:
        """Drop what is being computed for something newer, or for nothing."""
        self._request, self._turns = request, None
        self._cancelled = self._unseen = False
        self._call_turn()

    @Slot()
    def cancel(self) -> None:
        """End the run where it stands; what there is of it is sent."""
        self._cancelled = True

    @Slot()
    def warm_up(self) -> None:
        """Compile the kernels that most lessons need, while there is nothing else to do."""
        self._rehearsals = list(_REHEARSED)
        self._call_turn()

    @Slot(int)
    def note_seen(self, run_id: int) -> None:
        """Send the next snapshot when there is one: the reader has done with the last."""
        if self._request is not None and run_id == self._request.run_id:
            self._unseen = False

    @Slot()
    def _take_turn(self) -> None:
        self._turn_is_due = False
        compiling.compile_on_this_thread()
        try:
            if self._request is not None:
                self._answer(self._request)
            elif self._rehearsals:
                self._warm_up_further()
        except Exception:  # noqa: BLE001 (above a thread there is nobody to raise to)
            self._request = self._turns = None
            self._rehearsals.clear()
            self.crashed.emit(traceback.format_exc())
        if self._request is not None or self._rehearsals:
            self._call_turn()

    def _answer(self, request: Request) -> None:
        try:
            self._compute(request)
        except InputError as error:
            self._request = self._turns = None
            self.request_refused.emit(request.run_id, str(error))
        except GivenUpError:
            self._request = self._turns = None

    def _compute(self, request: Request) -> None:
        is_new = self._turns is None
        turns = self._turns or Turns(_run(request), self._turn)
        self._turns = turns
        if self._cancelled:
            turns.run.interrupt()
        if is_new and compiling.is_loaded():
            turns.take()  # may go by in compiling; with another one small runs arrive finished
        turns.take()
        is_over = turns.run.is_over
        if is_over:
            self._request = self._turns = None
        due = not self._unseen and time.perf_counter() - self._sent_at >= _BETWEEN
        if is_new or due or is_over:
            _prepare(turns.run)
            self._sent_at = time.perf_counter()
            self._unseen = True
            self.snapshot_ready.emit(request.run_id, turns.run.snapshot())

    def _warm_up_further(self) -> None:
        if compiling.is_loaded():
            two_points = Dataset.of([[0, 1], [1, 0]], [-1, 1])
            _prepare(Run(two_points, self._rehearsals.pop()).finish())
            compile_judge()
        elif not compiling.load():
            self._rehearsals.clear()

    def _call_turn(self) -> None:
        if not self._turn_is_due:
            self._turn_is_due = True
            self._turn_due.emit()


def _run(request: Request) -> Run:
    return Run(request.dataset, request.rule).watched_by(request.watch)


def _prepare(run: Run) -> None:
    """Compute and compile here what readers of a snapshot would otherwise wait for."""
    _ = run.verdict, run.bounds
    run.weights_at(run.visits)
    if not run.path.visiting.chooses_mistakes:
        run.path.visiting.points_of(1)
