"""The laboratory's thread: one experiment at a time, in turns, with progress and cancel."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.kernels import compiler
from perceptron_gui.labs.common.lab import Experiment
from perceptron_gui.training.slices import Turns

# Compilers recurse deeply; threads of macOS have room for 512 KiB only, Python's own for this.
_STACK = 16 << 20
_BETWEEN = 0.1  # seconds between two looks at an experiment; drawing it takes a while

Prepare = Callable[[], Experiment]


@frozen_value(eq=False)
class Progress:
    """How far an experiment is, and what is known so far."""

    done: int
    total: int
    is_over: bool
    result: Any


class Experimenter(QObject):
    """Owns a thread for experiments; `close` it before it is dropped.

    Each experiment ends in a progress that is over, in `refused`, or with a newer one or `cancel`.
    """

    progressed = Signal(object)
    refused = Signal(str)
    crashed = Signal(str)  # the traceback of an error in the program
    _wanted = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._is_busy = False
        self._worker = _Worker()
        self._thread = QThread(self)
        self._thread.setObjectName("laboratory")
        self._thread.setStackSize(_STACK)
        self._worker.moveToThread(self._thread)
        self._wanted.connect(self._worker.begin)
        self._worker.progressed.connect(self._on_progressed)
        self._worker.refused.connect(self._on_refused)
        self._worker.crashed.connect(self._on_crashed)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Tell whether an experiment is under way."""
        return self._is_busy

    def start(self, prepare: Prepare) -> None:
        """Begin an experiment, which is prepared on the thread; the one before is dropped."""
        self._number += 1
        self._is_busy = True
        self._worker.newest = self._number
        self._wanted.emit(self._number, prepare)

    @Slot()
    def cancel(self) -> None:
        """End the experiment where it stands."""
        self._number += 1
        self._is_busy = False
        self._worker.newest = self._number

    @Slot()
    def close(self) -> None:
        """End the thread; nothing is announced any more."""
        self.cancel()
        self._thread.quit()
        self._thread.wait()
        compiler.compile_on_any_thread()  # other threads say so again before they compute

    @Slot(int, object)
    def _on_progressed(self, number: int, progress: Progress) -> None:
        if number == self._number:
            self._is_busy = not progress.is_over
            self.progressed.emit(progress)

    @Slot(int, str)
    def _on_refused(self, number: int, why: str) -> None:
        if number == self._number:
            self._is_busy = False
            self.refused.emit(why)

    @Slot(int, str)
    def _on_crashed(self, number: int, report: str) -> None:
        self._is_busy &= number != self._number
        self.crashed.emit(report)


class _Worker(QObject):
    """Carries out experiments on whatever thread it lives on."""

    progressed = Signal(int, object)
    refused = Signal(int, str)
    crashed = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        # Set by the owner's thread and only read here, between two turns.
        self.newest = 0

    @Slot(int, object)
    def begin(self, number: int, prepare: Prepare) -> None:
        """Carry out an experiment until it is over, or another number is wanted."""
        if number != self.newest:
            return
        compiler.load()
        compiler.compile_on_this_thread()
        try:
            self._carry_out(number, prepare())
        except InputError as error:
            self.refused.emit(number, str(error))
        except Exception:  # noqa: BLE001 (above a thread there is nobody to raise to)
            self.crashed.emit(number, traceback.format_exc())

    def _carry_out(self, number: int, experiment: Experiment) -> None:
        turns, told = Turns(experiment), 0.0
        while number == self.newest:
            turns.take()
            if experiment.is_over or time.perf_counter() - told >= _BETWEEN:
                done, total, over = experiment.done, experiment.total, experiment.is_over
                self.progressed.emit(number, Progress(done, total, over, experiment.result()))
                told = time.perf_counter()  # a result may take long to put together
                if over:
                    return
