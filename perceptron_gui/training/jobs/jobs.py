"""Work off the GUI thread, one piece after another, and its answers back on it."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from perceptron_gui.base.cancel import CancelCheck, Cancelled
from perceptron_gui.base.errors import InputError, sentence
from perceptron_gui.base.files import OutputError
from perceptron_gui.base.values import frozen_value

Work = Callable[[CancelCheck], Any]  # it ends early where nobody wants its answer any more


@frozen_value
class Answers:
    """Who is told, on the GUI thread, that a piece of work is done or why it cannot be."""

    done: Callable[[Any], None]
    refused: Callable[[str], None]  # a sentence


class Background(QObject):
    """Carries out work in its order; `close` it before it is dropped."""

    work_crashed = Signal(str)  # the traceback of an error in the program
    _done = Signal(int, object)
    _refused = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last = 0
        self._waiting: dict[int, Answers] = {}
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._done.connect(self._on_done)
        self._refused.connect(self._on_refused)

    def start(self, work: Work, answers: Answers) -> int:
        """Ask for a piece of work; return its number."""
        self._last += 1
        self._waiting[self._last] = answers
        self._pool.start(Task(self, self._last, work))
        return self._last

    def drop(self, number: int) -> None:
        """Want no answer any more: work ends where it looks up next, or does not begin."""
        self._waiting.pop(number, None)

    def wait(self) -> None:
        """Wait until nothing is left to do; the answers come later."""
        self._pool.waitForDone()

    def close(self) -> None:
        """Drop everything, and wait until what has begun looks up."""
        self._waiting.clear()
        self._pool.clear()
        self._pool.waitForDone()

    def carry_out(self, number: int, work: Work) -> None:
        """Work, on whatever thread this is called, and tell how it ended."""
        check_cancelled = partial(self._heed, number)
        try:
            check_cancelled()
            result = work(check_cancelled)
        except Cancelled:
            return
        except (InputError, OutputError) as error:
            self._refused.emit(number, sentence(error))
        except Exception as error:  # noqa: BLE001 (above a thread there is nobody to raise to)
            self._refused.emit(number, f"This went wrong in the program: {sentence(error)}")
            self.work_crashed.emit(traceback.format_exc())
        else:
            self._done.emit(number, result)

    def _heed(self, number: int) -> None:
        if number not in self._waiting:
            raise Cancelled

    @Slot(int, object)
    def _on_done(self, number: int, result: object) -> None:
        answers = self._waiting.pop(number, None)
        if answers is not None:
            answers.done(result)

    @Slot(int, str)
    def _on_refused(self, number: int, why: str) -> None:
        answers = self._waiting.pop(number, None)
        if answers is not None:
            answers.refused(why)


class Task(QRunnable):
    """A piece of work on its way to the thread."""

    def __init__(self, background: Background, number: int, work: Work) -> None:
        super().__init__()
        self._background = background
        self._number = number
        self._work = work

    def run(self) -> None:
        """Have the work carried out here, once."""
        work = self._work
        # WORKAROUND: now and then PySide keeps a task that is done; its work may hold many runs.
        del self._work
        self._background.carry_out(self._number, work)
