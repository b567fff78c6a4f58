"""The training controller: asks the training thread for runs, and passes the newest one on."""

from __future__ import annotations

from PySide6.QtCore import QObject, QThread, Signal, Slot

from ..core import compiling
from ..core.dataset import Dataset
from ..core.rule import Rule
from ..core.run import Run
from .worker import Request, Worker

# Compilers recurse deeply; threads of macOS have room for 512 KiB only, Python's own for this.
_STACK = 16 << 20


class TrainingController(QObject):
    """Owns the training thread; `close` it before it is dropped.

    Every run comes as snapshots that never change, with verdict and bounds computed. Each
    request ends in `run_finished` or `run_failed`, unless a newer one takes its place.
    """

    run_advanced = Signal(object)
    run_finished = Signal(object)
    run_failed = Signal(str)
    run_cleared = Signal()
    training_crashed = Signal(str)  # the traceback of an error in the program
    _request_made = Signal(object)
    _cancel_requested = Signal()
    _warm_up_requested = Signal()
    _snapshot_seen = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run_id = 0
        self._request: Request | None = None
        self._worker = Worker()
        self._thread = QThread(self)
        self._thread.setObjectName("training")
        self._thread.setStackSize(_STACK)
        self._worker.moveToThread(self._thread)
        self._request_made.connect(self._worker.begin)
        self._cancel_requested.connect(self._worker.cancel)
        self._warm_up_requested.connect(self._worker.warm_up)
        self._snapshot_seen.connect(self._worker.note_seen)
        self._worker.snapshot_ready.connect(self._on_snapshot_ready)
        self._worker.request_refused.connect(self._on_request_refused)
        self._worker.crashed.connect(self.training_crashed)
        self._thread.start()

    def train(self, dataset: Dataset, rule: Rule) -> None:
        """Ask for a run; whatever was asked for before is dropped."""
        self._drop()
        if len(dataset):
            self._request = Request(self._run_id, dataset, rule)
        self._request_made.emit(self._request)
        if self._request is None:
            self.run_cleared.emit()

    @Slot()
    def cancel(self) -> None:
        """End the run that is being computed where it stands."""
        self._cancel_requested.emit()

    @Slot()
    def warm_up(self) -> None:
        """Load and compile what training needs; to be asked for once the window is painted."""
        self._warm_up_requested.emit()

    @Slot()
    def close(self) -> None:
        """End the thread; nothing is announced any more."""
        self._drop()
        self._thread.quit()
        self._thread.wait()
        compiling.compile_on_any_thread()

    def _drop(self) -> None:
        """Want nothing any more of what was asked for."""
        self._run_id += 1
        if self._request is not None:
            self._request.unwanted.set()
            self._request = None

    @Slot(int, object)
    def _on_snapshot_ready(self, run_id: int, run: Run) -> None:
        if run_id != self._run_id:
            return
        self.run_advanced.emit(run)
        # Whoever heard of the run may have asked for another one.
        if run.is_over and run_id == self._run_id:
            self.run_finished.emit(run)
        self._snapshot_seen.emit(run_id)

    @Slot(int, str)
    def _on_request_refused(self, run_id: int, message: str) -> None:
        if run_id == self._run_id:
            self.run_failed.emit(message)
