"""Exports figures to files and to the clipboard, in the background.

What is written is what was on screen when it was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QObject, QStandardPaths, Signal, Slot
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.base.files import exists, write_atomically
from perceptron_gui.export.formats.formats import FORMATS, write_file
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.dialogs.dialogs import Dialogs
from perceptron_gui.views.export.choices import ExportChoices
from perceptron_gui.views.export.dialog import PREVIEW_DELAY_MS, ExportDialog

from .job import (
    ShownSession,
    first_choices,
    job_of,
    offer_of,
    preview_of,
    remark_on,
    to_remember,
)

_TEXT, _PNG = "text/plain", "image/png"  # kinds of what is copied


class Exporter(QObject):
    """Shows the dialog, and writes and copies figures."""

    figure_written = Signal(str, str)  # its path, and what is to be known of it
    figure_copied = Signal(str)  # the name of the view
    message_shown = Signal(str)  # what could not be done

    def __init__(
        self,
        current: Callable[[], ShownSession],
        dialogs: Dialogs,
        settings: Settings,
        jobs: Jobs,
        window: QWidget | None = None,
        preview_delay_ms: int = PREVIEW_DELAY_MS,
    ) -> None:
        super().__init__(window)
        self._current = current
        self._dialogs = dialogs
        self._settings = settings
        self._jobs = jobs
        self._window = window
        self._preview_delay_ms = preview_delay_ms
        self.dialog: ExportDialog | None = None
        self._preview: Task | None = None
        self._writing: Task | None = None  # what was asked for in the dialog

    def show_dialog(self, view: str = "") -> None:
        """Open the dialog, with a view chosen or the one that was exported last."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        shown = self._current()
        choices = first_choices(self._settings.export, shown.session)
        dialog = self.dialog = ExportDialog(offer_of(shown), self._window, self._preview_delay_ms)
        dialog.preview_requested.connect(partial(self._on_preview_requested, dialog, shown))
        dialog.export_requested.connect(partial(self._on_export_requested, dialog, shown))
        dialog.cancel_requested.connect(partial(self._on_cancel_requested, dialog))
        dialog.finished.connect(self._on_dialog_finished)
        dialog.show_choices(replace(choices, view=view or choices.view))
        dialog.open()

    def quick_export(self, view: str) -> None:
        """Write a view as the last one was written, under a name that is free."""
        shown = self._current()
        choices = first_choices(self._settings.export, shown.session)
        endings = [ending for ending, each in FORMATS.items() if each.holds(VIEWS[view])]
        ending = choices.ending if choices.ending in endings else endings[0]
        chosen = replace(choices, view=view, ending=ending)
        path = _free(self._suggested(shown, chosen))
        self._jobs.submit(
            partial(_write, shown, chosen, path),
            key="export",
            on_done=lambda path: self.figure_written.emit(path, remark_on(chosen)),
            on_failed=self._show_failure,
        )

    def copy_figure(self, view: str) -> None:
        """Put a view on the clipboard, on the page that was exported last."""
        self._copy(view, partial(_copied, *self._on_last_page(view)))

    def copy_description(self, view: str) -> None:
        """Put what a view shows on the clipboard, in sentences."""
        self._copy(view, partial(_described, *self._on_last_page(view)))

    def _copy(self, view: str, make: Callable[[Task], Mapping[str, bytes]]) -> None:
        self._jobs.submit(
            make,
            key="copy figure",
            on_done=partial(self._on_copied, view),
            on_failed=self._show_failure,
        )

    def close(self) -> None:
        """Close the dialog; the jobs have been closed."""
        if self.dialog is not None:
            self.dialog.show_idle()
        if self.dialog is not None:
            self.dialog.reject()

    def _suggested(self, shown: ShownSession, choices: ExportChoices) -> Path:
        """Return where a figure is put if nobody says otherwise: beside the last one."""
        name = f"{offer_of(shown).session}-{choices.view}.{choices.ending}"
        folder = self._settings.export.get("folder")
        if isinstance(folder, str) and folder and exists(folder):
            return Path(folder, name)
        place = QStandardPaths.StandardLocation.DocumentsLocation
        documents = Path(QStandardPaths.writableLocation(place))
        return (documents if documents.is_dir() else Path.home()) / name

    def _on_last_page(self, view: str) -> tuple[ShownSession, ExportChoices]:
        shown = self._current()
        choices = first_choices(self._settings.export, shown.session)
        return shown, replace(choices, view=view, until="cursor")

    def _show_failure(self, error: Exception) -> None:
        self.message_shown.emit(window_sentence(error))

    def _on_preview_requested(
        self, dialog: ExportDialog, shown: ShownSession, choices: ExportChoices
    ) -> None:
        self._cancel_preview()
        self._preview = self._jobs.submit(
            lambda task: preview_of(shown.with_cancel_check(task.check_cancelled), choices),
            key="preview",
            on_done=dialog.show_preview,
            on_failed=lambda error: dialog.show_problem(window_sentence(error)),
        )

    def _cancel_preview(self) -> None:
        if self._preview is not None:
            self._preview.cancel()

    def _on_export_requested(
        self, dialog: ExportDialog, shown: ShownSession, choices: ExportChoices
    ) -> None:
        ending = f".{choices.ending}"
        kinds = f"{choices.ending.upper()} (*{ending})"
        path = self._dialogs.ask_path(self._suggested(shown, choices), kinds)
        if path is None:
            return
        self._settings.export = {**to_remember(choices), "folder": str(path.parent)}
        dialog.show_progress(0, 0)
        self._writing = self._jobs.submit(
            partial(_write, shown, choices, path),
            key="export",
            on_progress=dialog.show_progress,
            on_done=partial(self._on_written, dialog, remark_on(choices)),
            on_failed=partial(self._on_writing_failed, dialog),
        )

    def _on_cancel_requested(self, dialog: ExportDialog) -> None:
        """Cancel the file; one that is being put in its place already is waited for."""
        assert self._writing is not None
        self._writing.cancel()
        if not self._writing.is_pending:
            dialog.show_idle()

    def _on_written(self, dialog: ExportDialog, remark: str, path: str) -> None:
        dialog.show_idle()
        if self.dialog is not None:  # else it was to be closed
            dialog.accept()
        self.figure_written.emit(path, remark)

    def _on_writing_failed(self, dialog: ExportDialog, error: Exception) -> None:
        dialog.show_problem(window_sentence(error))
        dialog.show_idle()

    @Slot()
    def _on_dialog_finished(self) -> None:
        self._cancel_preview()
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _on_copied(self, view: str, forms: Mapping[str, bytes]) -> None:
        data = QMimeData()
        for kind, content in forms.items():
            data.setData(kind, QByteArray(content))
        if _PNG in forms:
            data.setImageData(QImage.fromData(forms[_PNG]))
        QGuiApplication.clipboard().setMimeData(data)
        self.figure_copied.emit(view)


def _write(shown: ShownSession, choices: ExportChoices, path: Path, task: Task) -> str:
    """Write a figure whole or not at all, and return its path. Runs in the background."""
    job = job_of(shown.with_cancel_check(task.check_cancelled), choices, task.report)
    content = write_file(job, choices.ending, choices.with_session)
    task.commit()
    write_atomically(path, content)
    return str(path)


def _copied(shown: ShownSession, choices: ExportChoices, task: Task) -> dict[str, bytes]:
    """Draw a figure in every form in which it can be pasted. Runs in the background."""
    job = job_of(shown.with_cancel_check(task.check_cancelled), choices)
    if isinstance(job.drawing(), Table):
        return {_TEXT: write_file(job, "md", with_session=False)}
    return {_PNG: write_file(job, "png"), "image/svg+xml": write_file(job, "svg")}


def _described(shown: ShownSession, choices: ExportChoices, task: Task) -> dict[str, bytes]:
    """Put a figure into words. Runs in the background."""
    job = job_of(shown.with_cancel_check(task.check_cancelled), choices)
    return {_TEXT: " ".join(job.described(job.drawing())).encode()}


def _free(path: Path) -> Path:
    """Return a path at which there is nothing yet."""
    number, free = 2, path
    while exists(free):
        free = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return free
