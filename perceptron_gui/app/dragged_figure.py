"""Figures that are dragged out of the window: drawn when a grip is pressed, as a file for others.

Programs that want a file get a PNG that carries its session; others take pixels or vectors.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTemporaryDir, Signal
from PySide6.QtGui import QPixmap

from perceptron_gui.core.watch import Watch
from perceptron_gui.output import write_atomically
from perceptron_gui.views.exporting.choices import ExportChoices
from perceptron_gui.views.figure_grip import FigureGrip

from .background import Answers, Background
from .copied_figure import CopiedFigure, copied_figure, mime_data
from .export_job import ShownLesson, offer_of


class DraggedFigures(QObject):
    """Draws what a grip asks for; the files live as long as this. `close` it at the end."""

    message_shown = Signal(str)  # what could not be done
    crashed = Signal(str)  # the traceback of an error in the program

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._folder: QTemporaryDir | None = None
        self._background = Background(self)
        self._background.work_crashed.connect(self.crashed)

    def give(self, grip: FigureGrip, lesson: ShownLesson, choices: ExportChoices) -> None:
        """Draw a figure for a grip that is held."""
        self._background.drop(self._number)
        if self._folder is None:
            self._folder = QTemporaryDir()
        path = Path(self._folder.path()) / offer_of(lesson).name_of(choices.view, "png")
        answers = Answers(partial(self._on_drawn, grip), self.message_shown.emit)
        work = partial(_drawn, lesson, choices, path)
        self._number = self._background.start(work, answers)

    def close(self) -> None:
        """End the thread and take the files away."""
        self._background.close()
        self._folder = None

    def _on_drawn(self, grip: FigureGrip, drawn: tuple[CopiedFigure, Path | None]) -> None:
        figure, path = drawn
        picture = QPixmap()
        picture.loadFromData(figure.png)
        grip.offer(mime_data(figure, path), picture)


def _drawn(
    lesson: ShownLesson, choices: ExportChoices, path: Path, watch: Watch
) -> tuple[CopiedFigure, Path | None]:
    figure = copied_figure(lesson.watched_by(watch), choices)
    if not figure.png:
        return figure, None
    write_atomically(path, figure.png)
    return figure, path
