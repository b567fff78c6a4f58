"""Figures to files, to the clipboard and to other programs, drawn off the GUI thread.

What is written is what was on screen when it was asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.settings import Settings
from perceptron_gui.training.jobs.jobs import Answers, Background
from perceptron_gui.views.dialogs.dialogs import Dialogs
from perceptron_gui.views.export.choices import ExportChoices
from perceptron_gui.views.export.dialog import PATIENCE, ExportDialog
from perceptron_gui.views.figure.grip import FigureGrip

from .clipboard import CopiedFigure, DraggedFigures, copied_figure, mime_data
from .job import ShownSession, first_choices, offer_of, preview_of, to_remember
from .writer import FigureWriter


class Exporter(QObject):
    """Owns the threads that draw; `close` it before it is dropped."""

    figure_written = Signal(str)  # its path
    figure_copied = Signal(str)  # the name of the view
    message_shown = Signal(str)  # what could not be done
    exporting_crashed = Signal(str)  # the traceback of an error in the program

    def __init__(
        self,
        current: Callable[[], ShownSession],
        dialogs: Dialogs,
        settings: Settings,
        window: QWidget | None = None,
        patience: int = PATIENCE,
    ) -> None:
        super().__init__(window)
        self._current = current
        self._dialogs = dialogs
        self._settings = settings
        self._window = window
        self._patience = patience
        self.dialog: ExportDialog | None = None
        self._lesson: ShownSession | None = None  # that the dialog is about
        self._preview = 0  # the number of the newest
        self._background = Background(self)
        self._background.work_crashed.connect(self.exporting_crashed)
        self._dragged = DraggedFigures(self)
        self._dragged.crashed.connect(self.exporting_crashed)
        self._dragged.message_shown.connect(self.message_shown)
        self._writer = FigureWriter(self)
        self._writer.crashed.connect(self.exporting_crashed)
        self._writer.progressed.connect(self._on_progressed)
        self._writer.written.connect(self._on_written)
        self._writer.refused.connect(self._on_refused)
        self._writer.given_up.connect(self._on_given_up)

    def show_dialog(self, view: str = "") -> None:
        """Open the dialog, with a view chosen or the one that was exported last."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        self._lesson = self._current()
        choices = self._first_choices(self._lesson)
        dialog = self.dialog = ExportDialog(offer_of(self._lesson), self._window, self._patience)
        dialog.preview_requested.connect(self._on_preview_requested)
        dialog.export_requested.connect(self._on_export_requested)
        dialog.folder_requested.connect(self._on_folder_requested)
        dialog.cancel_requested.connect(self._writer.give_up)
        dialog.finished.connect(self._on_dialog_finished)
        dialog.show_choices(replace(choices, view=view or choices.view))
        dialog.open()

    def quick_export(self, view: str) -> None:
        """Write a view as the last one was written, under a name that is free."""
        lesson = self._current()
        offer, choices = offer_of(lesson), self._first_choices(lesson)
        endings = [each.ending for each in offer.formats_of(view)]
        ending = choices.ending if choices.ending in endings else endings[0]
        path = _free(Path(choices.folder) / offer.name_of(view, ending))
        self._writer.write(lesson, replace(choices, view=view, ending=ending), path)

    def copy_figure(self, view: str) -> None:
        """Put a view on the clipboard, on the page that was exported last."""
        lesson = self._current()
        choices = replace(self._first_choices(lesson), view=view, until="cursor")
        answers = Answers(partial(self._on_copied, view), self.message_shown.emit)
        self._background.start(
            lambda check_cancelled: copied_figure(
                lesson.with_cancel_check(check_cancelled), choices
            ),
            answers,
        )

    def drag_figure(self, view: str, grip: FigureGrip) -> None:
        """Give a view to a grip that is held, on the page that was exported last."""
        lesson = self._current()
        choices = replace(self._first_choices(lesson), view=view, until="cursor")
        self._dragged.give(grip, lesson, choices)

    def close(self) -> None:
        """Give up what is being drawn, and end the threads."""
        self._dragged.close()
        self._writer.close()
        self._background.close()
        dialog = self.dialog
        if dialog is not None:
            dialog.show_idle()
            dialog.reject()

    def _first_choices(self, lesson: ShownSession) -> ExportChoices:
        choices = first_choices(self._settings.export, lesson.session)
        is_there = bool(choices.folder) and Path(choices.folder).is_dir()
        return choices if is_there else replace(choices, folder=_documents())

    @Slot(object)
    def _on_preview_requested(self, choices: ExportChoices) -> None:
        lesson = self._lesson
        assert lesson is not None
        self._background.drop(self._preview)
        answers = Answers(self._on_preview_drawn, self._on_preview_refused)
        self._preview = self._background.start(
            lambda check_cancelled: preview_of(lesson.with_cancel_check(check_cancelled), choices),
            answers,
        )

    def _on_preview_drawn(self, preview: bytes | str) -> None:
        if self.dialog is not None:
            self.dialog.show_preview(preview)

    def _on_preview_refused(self, why: str) -> None:
        if self.dialog is not None:
            self.dialog.show_problem(why)

    @Slot(object)
    def _on_export_requested(self, choices: ExportChoices) -> None:
        assert self._lesson is not None
        assert self.dialog is not None
        path = Path(choices.folder) / choices.name
        if path.exists() and not self._dialogs.ask_overwrite(str(path)):
            return
        self._settings.export = to_remember(choices)
        self.dialog.show_progress(0, 0)
        self._writer.write(self._lesson, choices, path)

    @Slot(str)
    def _on_folder_requested(self, folder: str) -> None:
        chosen = self._dialogs.ask_folder(folder)
        if chosen and self.dialog is not None:
            self.dialog.show_folder(chosen)

    @Slot(int, int)
    def _on_progressed(self, done: int, total: int) -> None:
        if self.dialog is not None and self.dialog.is_busy:  # else it is a quick export
            self.dialog.show_progress(done, total)

    @Slot(str)
    def _on_written(self, path: str) -> None:
        dialog = self.dialog
        if dialog is not None and dialog.is_busy:
            dialog.show_idle()
            dialog.accept()
        self.figure_written.emit(path)

    @Slot(str)
    def _on_refused(self, why: str) -> None:
        dialog = self.dialog
        if dialog is None or not dialog.is_busy:
            self.message_shown.emit(why)
        else:
            dialog.show_idle()
            dialog.show_problem(why)

    @Slot()
    def _on_given_up(self) -> None:
        if self.dialog is not None and self.dialog.is_busy:
            self.dialog.show_idle()

    @Slot()
    def _on_dialog_finished(self) -> None:
        self._background.drop(self._preview)
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _on_copied(self, view: str, figure: CopiedFigure) -> None:
        QGuiApplication.clipboard().setMimeData(mime_data(figure))
        self.figure_copied.emit(view)


def _documents() -> str:
    place = QStandardPaths.StandardLocation.DocumentsLocation
    folder = Path(QStandardPaths.writableLocation(place))
    return str(folder if folder.is_dir() else Path.home())


def _free(path: Path) -> Path:
    """Return a path at which there is nothing yet."""
    number, free = 2, path
    while free.exists():
        free = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return free
