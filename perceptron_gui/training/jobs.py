"""The one service for work in the background: a few threads, and a queue for every key.

Jobs of one key run one after another, in their order; jobs of different keys may run at the same
time. Callbacks come on the GUI thread, and none comes of a task that was cancelled.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable
from threading import Condition
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import OutputError
from perceptron_gui.base.values import frozen_value

from .slices import COMPILER_STACK_BYTES

_THREADS = 4


class WorkCrashed(Exception):
    """The program itself failed in the background; `report` is the traceback."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"This went wrong in the program: {window_sentence(error)}")
        self.report = "".join(traceback.format_exception(error))


class Task:
    """A submitted job: its owner may cancel it, and its work checks for that and reports."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self.is_committed = False

    @property
    def is_pending(self) -> bool:
        """Tell whether a callback is still to come; only the GUI thread may ask."""
        return self._jobs.is_wanted(self)

    def cancel(self) -> None:
        """Cancel: the work stops at its next check, or never starts; no callback comes."""
        self._jobs.cancel(self)

    def check_cancelled(self) -> None:
        """Raise `Cancelled` if the task was cancelled. The work calls it on its own thread."""
        if not self._jobs.is_wanted(self):
            raise Cancelled

    def commit(self) -> None:
        """Raise `Cancelled`, or let nothing but closing cancel the task from here on.

        The work calls it before an effect that cannot be taken back.
        """
        self._jobs.commit(self)

    def report(self, *progress: Any) -> None:
        """Hand progress to the owner's callback, or raise `Cancelled`."""
        self.check_cancelled()
        self._jobs.progress_reported.emit(self, progress)


Work = Callable[[Task], Any]


@frozen_value
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
        self._callbacks: dict[Task, _Callbacks] = {}  # of the tasks that are wanted
        self._lock = Condition()  # of everything below, and of commits
        self._queues: dict[str, deque[tuple[Task, Work]]] = {}  # one for each key with a lane
        self._running: set[str] = set()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_THREADS)
        self._pool.setStackSize(COMPILER_STACK_BYTES)
        self.progress_reported.connect(self._on_progress_reported)
        self._ended.connect(self._on_ended)

    def submit(
        self,
        work: Work,
        *,
        key: str,
        on_done: Callable[[Any], object],
        on_failed: Callable[[Exception], object],
        on_progress: Callable[..., object] | None = None,
        latest_only: bool = False,
    ) -> Task:
        """Run work after all other work of its key; `latest_only` cancels what still waits.

        `on_failed` gets an InputError or OutputError as it was raised, or a WorkCrashed.
        Once closed, nothing starts any more.
        """
        task = Task(self)
        if not self._is_open:
            return task
        self._callbacks[task] = _Callbacks(on_done, on_failed, on_progress)
        with self._lock:
            has_lane = key in self._queues
            queue = self._queues.setdefault(key, deque())
            if latest_only:
                self._drop_waiting(key)
            queue.append((task, work))
        if not has_lane:
            self._pool.start(_Lane(self, key))
        return task

    def finish(self, key: str) -> None:
        """Cancel what waits under a key, and block until what runs under it has ended."""
        with self._lock:
            self._drop_waiting(key)
            self._lock.wait_for(lambda: key not in self._running)

    def close(self) -> None:
        """Cancel everything, and wait until every running job has noticed."""
        self._is_open = False
        self._callbacks.clear()
        self._pool.waitForDone()

    def is_wanted(self, task: Task) -> bool:
        """Tell whether a task has neither ended nor been cancelled."""
        return task in self._callbacks

    def cancel(self, task: Task) -> None:
        """Cancel a task, unless it is committed."""
        with self._lock:
            if not task.is_committed:
                self._callbacks.pop(task, None)

    def commit(self, task: Task) -> None:
        """Let a task not be cancelled any more, or raise `Cancelled` if it is."""
        with self._lock:
            task.check_cancelled()
            task.is_committed = True

    def run_lane(self, key: str) -> None:
        """Run the jobs of a key until none is left, on whatever thread this is called."""
        while (job := self._next(key)) is not None:
            self._run(*job)

    def _next(self, key: str) -> tuple[Task, Work] | None:
        with self._lock:
            self._running.discard(key)
            self._lock.notify_all()
            if not self._queues[key]:
                del self._queues[key]
                return None
            self._running.add(key)
            return self._queues[key].popleft()

    def _run(self, task: Task, work: Work) -> None:
        try:
            task.check_cancelled()
            self._ended.emit(task, work(task), None)
        except Cancelled:
            return
        except (InputError, OutputError) as error:
            self._ended.emit(task, None, error.with_traceback(None))
        except Exception as error:  # noqa: BLE001 (above a thread there is nobody to raise to)
            self._ended.emit(task, None, WorkCrashed(error))

    def _drop_waiting(self, key: str) -> None:
        queue = self._queues.get(key, deque())
        for task, _ in queue:
            self._callbacks.pop(task, None)
        queue.clear()

    @Slot(object, object)
    def _on_progress_reported(self, task: Task, progress: tuple[Any, ...]) -> None:
        callbacks = self._callbacks.get(task)
        if callbacks is not None and callbacks.on_progress is not None:
            callbacks.on_progress(*progress)

    @Slot(object, object, object)
    def _on_ended(self, task: Task, result: object, error: Exception | None) -> None:
        callbacks = self._callbacks.pop(task, None)
        if isinstance(error, WorkCrashed):
            self.crashed.emit(error.report)
        if callbacks is None:
            return
        if error is None:
            callbacks.on_done(result)
        else:
            callbacks.on_failed(error)


class _Lane(QRunnable):
    """Takes the jobs of one key to a thread of the pool. It holds no work: PySide may keep it."""

    def __init__(self, jobs: Jobs, key: str) -> None:
        super().__init__()
        self._jobs = jobs
        self._key = key

    def run(self) -> None:
        """Run what there is to do."""
        self._jobs.run_lane(self._key)
