"""Files read off the GUI thread where they are large, and at once where nobody would notice."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.base.cancel import CancelCheck, Progress, no_progress
from perceptron_gui.base.errors import InputError, sentence
from perceptron_gui.base.text import printable
from perceptron_gui.training.jobs.jobs import Answers, Background

AT_ONCE = 1_000_000  # bytes, which take less than a tenth of a second
_ROOM = 100  # letters that are seen of a message

Load = Callable[[str, Progress], Any]


class FileReader(QObject):
    """Reads one thing at a time: a newer one takes its place. `close` it before it is dropped."""

    started = Signal(str)  # what is read
    progressed = Signal(int, int)  # bytes read, and in all
    ended = Signal()
    crashed = Signal(str)  # the traceback of an error in the program

    def __init__(self, parent: QObject | None = None, at_once: int = AT_ONCE) -> None:
        super().__init__(parent)
        self._at_once = at_once
        self._number = 0
        self._background = Background(self)
        self._background.work_crashed.connect(self.crashed)

    def read(self, source: str, load: Load, answers: Answers) -> None:
        """Load what is named; who asked is told before this returns, or when it is read."""
        self.cancel()
        answers = replace(answers, refused=partial(_refuse_by_name, source, answers.refused))
        mode, size = _kind_and_size(source)
        if stat.S_ISFIFO(mode):
            answers.refused(
                f"{printable(source)}: this is a pipe, which may never end; name a file."
            )
        elif size <= self._at_once:
            _read_at_once(source, load, answers)
        else:
            self._start(source, load, answers)

    @Slot()
    def cancel(self) -> None:
        """Want nothing any more of what is being read."""
        if self._number:
            self._background.drop(self._number)
            self._end()

    def close(self) -> None:
        """Give up what is being read, and end the thread."""
        self.cancel()
        self._background.close()

    def _start(self, source: str, load: Load, answers: Answers) -> None:
        self._number = self._background.start(
            partial(self._carry_out, source, load),
            Answers(partial(self._pass_on, answers.done), partial(self._pass_on, answers.refused)),
        )
        self.started.emit(PurePath(source).name)

    def _carry_out(self, source: str, load: Load, check_cancelled: CancelCheck) -> Any:
        """Load on the thread of the reader."""

        def tell(done: int, total: int) -> None:
            check_cancelled()
            self.progressed.emit(done, total)

        return load(source, tell)

    def _pass_on(self, tell: Callable[[Any], None], what: Any) -> None:
        self._end()
        tell(what)

    def _end(self) -> None:
        self._number = 0
        self.ended.emit()


def _read_at_once(source: str, load: Load, answers: Answers) -> None:
    try:
        loaded = load(source, no_progress)
    except InputError as error:
        answers.refused(sentence(error))
    else:
        answers.done(loaded)


def _refuse_by_name(source: str, refused: Callable[[str], None], why: str) -> None:
    """Leave the folder out where a line of the window has no room for it."""
    if len(why) > _ROOM:
        why = why.replace(printable(source), printable(PurePath(source).name))
    refused(why)


def _kind_and_size(source: str) -> tuple[int, int]:
    """Return what a file is and how many bytes it has; nothing for what is no file."""
    try:
        status = Path(source).stat()
    except (OSError, ValueError):  # loading it says what is wrong
        return 0, 0
    return status.st_mode, status.st_size
