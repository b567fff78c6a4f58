"""A figure on its way to another program: as pixels, as vectors, or a table as text."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QObject, QTemporaryDir, QUrl, Signal
from PySide6.QtGui import QImage, QPixmap

from perceptron_gui.base.cancel import CancelCheck
from perceptron_gui.base.files import write_atomically
from perceptron_gui.base.values import frozen_value
from perceptron_gui.export.formats.formats import write_file
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.training.jobs.jobs import Answers, Background
from perceptron_gui.views.export.choices import ExportChoices
from perceptron_gui.views.figure.grip import FigureGrip

from .job import ShownSession, job_of, offer_of


@frozen_value
class CopiedFigure:
    """What other programs may paste."""

    png: bytes = b""
    svg: bytes = b""
    text: str = ""


def copied_figure(lesson: ShownSession, choices: ExportChoices) -> CopiedFigure:
    """Draw a figure in every form in which it can be pasted. Runs on any thread."""
    job = job_of(lesson, choices)
    if isinstance(job.drawing(), Table):
        return CopiedFigure(text=write_file(job, "md", with_session=False).decode())
    return CopiedFigure(write_file(job, "png"), write_file(job, "svg"))


def mime_data(figure: CopiedFigure, file: Path | None = None) -> QMimeData:
    """Return a figure for other programs, and the file it lies in for those that want one."""
    data = QMimeData()
    if file is not None:
        data.setUrls([QUrl.fromLocalFile(str(file))])
    if figure.text:
        data.setText(figure.text)
    else:
        data.setImageData(QImage.fromData(figure.png))
        data.setData("image/png", QByteArray(figure.png))
        data.setData("image/svg+xml", QByteArray(figure.svg))
    return data


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

    def give(self, grip: FigureGrip, lesson: ShownSession, choices: ExportChoices) -> None:
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
    lesson: ShownSession, choices: ExportChoices, path: Path, check_cancelled: CancelCheck
) -> tuple[CopiedFigure, Path | None]:
    figure = copied_figure(lesson.with_cancel_check(check_cancelled), choices)
    if not figure.png:
        return figure, None
    write_atomically(path, figure.png)
    return figure, path
