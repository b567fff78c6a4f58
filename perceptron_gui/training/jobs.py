"""The one service for work in the background: a few threads, each working through a lane.

Jobs of one lane run one after another, in their order; jobs of different lanes may run at the same
time. A lane is named after the key of its jobs, unless several keys share one. Callbacks come on
the GUI thread, and none comes of a task that was cancelled.
"""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Condition
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QThreadPool, Signal, Slot

from perceptron_gui.base.cancel import Cancelled, StepReport, Turns
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import OutputError
from perceptron_gui.base.limits import MEMORY

if TYPE_CHECKING:
    from perceptron_gui.labs.lab import Experiment

# Compilers recurse deeply; threads of macOS have room for 512 KiB only, Python's own for this.
COMPILER_STACK_BYTES = 16 << 20
_REPORT_S = 0.1  # between two reports of an experiment; drawing them takes a while
_THREADS = 5  # one more than what else runs at a time, so that training never waits


class WorkCrashed(Exception):
    """The program itself failed in the background; `report` is the traceback."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"This went wrong in the program: {window_sentence(error)}")
        self.report = "".join(traceback.format_exception(error))


class Task:
    """A submitted job: its owner may cancel it, and its work checks for that and reports."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._is_committed = False

    @property
    def is_pending(self) -> bool:
        """Tell whether a callback is still to come; only the GUI thread may ask."""
        return self in self._jobs.callbacks

    def cancel(self) -> None:
        """Cancel: the work stops at its next check, or never starts; no callback comes."""
        with self._jobs.lock:
            if not self._is_committed:
                self._jobs.callbacks.pop(self, None)

    def check_cancelled(self) -> None:
        """Raise `Cancelled` if the task was cancelled. The work calls it on its own thread."""
        if self not in self._jobs.callbacks:
            raise Cancelled

    def commit(self) -> None:
        """Raise `Cancelled`, or let nothing but closing cancel the task from here on.

        The work calls it before an effect that cannot be taken back.
        """
        with self._jobs.lock:
            self.check_cancelled()
            self._is_committed = True

    def report(self, *progress: Any) -> None:
        """Hand progress to the owner's callback, or raise `Cancelled`."""
        self.check_cancelled()
        self._jobs.progress_reported.emit(self, progress)


def now_and_then(task: Task, quiet_s: float, every_s: float) -> StepReport:
    """Return what reports the steps of a search: none of one that is over soon, others rarely."""
    due = time.perf_counter() + quiet_s

    def report(what: str, share: float) -> None:
        nonlocal due
        if time.perf_counter() >= due:
            due = time.perf_counter() + every_s
            task.report(what, share)

    return report


Work = Callable[[Task], Any]


@dataclass(frozen=True)
class _Callbacks:
    """What is called on the GUI thread when a task goes on or ends."""

    on_done: Callable[[Any], object]
    on_failed: Callable[[Exception], object]
    on_progress: Callable[..., object] | None


class Jobs(QObject):
    """Runs submitted work on a pool of threads; `close` it before it is dropped."""

    crashed = Signal(str)  # the traceback of an error in the program
    progress_reported = Signal(object, object)  # a task, and what it reports
    _ended = Signal(object, object, object)  # a task, its result, and the error it ended with

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_open = True
        # Callbacks stay on the GUI thread: they hold widgets, which must not die on another one.
        self.callbacks: dict[Task, _Callbacks] = {}  # of the tasks that are wanted
        self.lock = Condition()  # of everything below, and of commits
        # Of the lanes that are open: tasks, the keys they were submitted under, and their work.
        self._queues: dict[str, deque[tuple[Task, str, Work]]] = {}
        self._running: dict[str, str] = {}  # the key of the job that a lane is running
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_THREADS)
        # Threads stay: matplotlib loads its fonts anew, a megabyte each, for every one it meets.
        self._pool.setExpiryTimeout(-1)
        self._pool.setStackSize(COMPILER_STACK_BYTES)
        self.progress_reported.connect(self._on_progress_reported)
        self._ended.connect(self._on_ended)

    def submit(
        self,
        work: Work,
        *,
        key: str,
        lane: str = "",
        on_done: Callable[[Any], object],
        on_failed: Callable[[Exception], object],
        on_progress: Callable[..., object] | None = None,
        latest_only: bool = False,
    ) -> Task:
        """Run work after all other work of its lane; `latest_only` cancels what its key waits for.

        `on_failed` gets an InputError or OutputError as it was raised, or a WorkCrashed.
        Once closed, nothing starts any more.
        """
        task = Task(self)
        if not self._is_open:
            return task
        self.callbacks[task] = _Callbacks(on_done, on_failed, on_progress)
        lane = lane or key
        with self.lock:
            is_open = lane in self._queues
            if latest_only:
                self._drop_waiting(key)
            self._queues.setdefault(lane, deque()).append((task, key, work))
        if not is_open:
            self._pool.start(partial(self._run_lane, lane))
        return task

    def finish(self, key: str) -> None:
        """Cancel what waits under a key, and block until what runs under it has ended."""
        with self.lock:
            self._drop_waiting(key)
            self.lock.wait_for(lambda: key not in self._running.values())

    def close(self) -> None:
        """Cancel everything, and wait until every running job has noticed."""
        self._is_open = False
        self.callbacks.clear()
        self._pool.waitForDone()

    def _run_lane(self, lane: str) -> None:
        """Run the jobs of a lane until none is left, on a thread of the pool."""
        while True:
            with self.lock:
                self._running.pop(lane, None)
                self.lock.notify_all()
                if not self._queues[lane]:
                    del self._queues[lane]
                    return
                task, key, work = self._queues[lane].popleft()
                self._running[lane] = key
            self._run(task, work)

    def _run(self, task: Task, work: Work) -> None:
        try:
            task.check_cancelled()
            self._ended.emit(task, work(task), None)
        except Cancelled:
            return
        except (InputError, OutputError) as error:
            self._ended.emit(task, None, error.with_traceback(None))
        except MemoryError:
            self._ended.emit(task, None, MEMORY.exhausted())
        except Exception as error:  # noqa: BLE001 (above a thread there is nobody to raise to)
            self._ended.emit(task, None, WorkCrashed(error))

    def _drop_waiting(self, key: str) -> None:
        for lane, queue in self._queues.items():
            for task, its_key, _ in queue:
                if its_key == key:
                    self.callbacks.pop(task, None)
            self._queues[lane] = deque(job for job in queue if job[0] in self.callbacks)

    @Slot(object, object)
    def _on_progress_reported(self, task: Task, progress: tuple[Any, ...]) -> None:
        callbacks = self.callbacks.get(task)
        if callbacks is not None and callbacks.on_progress is not None:
            callbacks.on_progress(*progress)

    @Slot(object, object, object)
    def _on_ended(self, task: Task, result: object, error: Exception | None) -> None:
        callbacks = self.callbacks.pop(task, None)
        if isinstance(error, WorkCrashed):
            self.crashed.emit(error.report)
        if callbacks is None:
            return
        if error is None:
            callbacks.on_done(result)
        else:
            callbacks.on_failed(error)


def run_experiment(prepare: Callable[[], Experiment], task: Task) -> Any:
    """Return the result of an experiment, reporting `done, total, result` on the way."""
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
