"""A figure on its way to another program: as pixels, as vectors, or a table as text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QUrl
from PySide6.QtGui import QImage

from perceptron_gui.core.values import frozen_value
from perceptron_gui.export.formats import write_file
from perceptron_gui.figures.figure import Table
from perceptron_gui.views.exporting.choices import ExportChoices

from .export_job import ShownLesson, job_of


@frozen_value
class CopiedFigure:
    """What other programs may paste."""

    png: bytes = b""
    svg: bytes = b""
    text: str = ""


def copied_figure(lesson: ShownLesson, choices: ExportChoices) -> CopiedFigure:
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
