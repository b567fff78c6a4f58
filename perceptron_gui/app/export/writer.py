"""Writes figures off the GUI thread, one after another; each whole or not at all."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.base.files import write_atomically
from perceptron_gui.export.formats.formats import write_file
from perceptron_gui.training.jobs.jobs import Answers, Background
from perceptron_gui.views.export.choices import ExportChoices

from .job import ShownSession, job_of


class FigureWriter(QObject):
    """Every request ends in `written`, `refused` or `given_up`; `close` it before it is dropped."""

    progressed = Signal(int, int)  # frames done, and in all
    written = Signal(str)  # the path
    refused = Signal(str)  # why
    given_up = Signal()
    crashed = Signal(str)  # the traceback of an error in the program

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._underway: list[threading.Event] = []  # set where the file is not wanted any more
        self._background = Background(self)
        self._background.work_crashed.connect(self.crashed)

    def write(self, lesson: ShownSession, choices: ExportChoices, path: Path) -> None:
        """Draw and write a figure."""
        unwanted = threading.Event()
        self._underway.append(unwanted)
        answers = Answers(partial(self._on_ended, unwanted), partial(self._on_refused, unwanted))
        self._background.start(
            lambda _watch: self._draw_and_write(lesson, choices, path, unwanted), answers
        )

    @Slot()
    def give_up(self) -> None:
        """Leave off; nothing is written of what is not finished."""
        for unwanted in self._underway:
            unwanted.set()

    def close(self) -> None:
        """Leave off, and end the thread."""
        self.give_up()
        self._background.close()

    def _draw_and_write(
        self, lesson: ShownSession, choices: ExportChoices, path: Path, unwanted: threading.Event
    ) -> str:
        """Return the path, or nothing where it was given up. Runs on the thread of the writer."""

        def check_cancelled() -> None:
            if unwanted.is_set():
                raise Cancelled

        def tell(done: int, total: int) -> None:
            check_cancelled()
            self.progressed.emit(done, total)

        try:
            job = job_of(lesson.with_cancel_check(check_cancelled), choices, tell)
            content = write_file(job, choices.ending, choices.with_session)
        except Cancelled:
            return ""
        if unwanted.is_set():
            return ""
        write_atomically(path, content)
        return str(path)

    def _on_ended(self, unwanted: threading.Event, path: str) -> None:
        self._underway.remove(unwanted)
        if path:
            self.written.emit(path)
        else:
            self.given_up.emit()

    def _on_refused(self, unwanted: threading.Event, why: str) -> None:
        self._underway.remove(unwanted)
        self.refused.emit(why)
