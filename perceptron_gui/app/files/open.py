"""Reads files, large ones in the background, and tables that are to be imported."""

from __future__ import annotations

import stat
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.text import printable
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.sources import LoadedData, load_data
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.dialogs.dialogs import ImportPreview, Previews

if TYPE_CHECKING:
    from perceptron_gui.document.csv.table import CsvTable

AT_ONCE_BYTES = 1_000_000  # which take less than a tenth of a second
_UNPACKED = 5  # a file with a session in it counts for so many times its size: it is packed
_MESSAGE_LETTERS = 100  # that are seen of a message

Load = Callable[[str, Progress], Any]


class FileReader(QObject):
    """Reads one file at a time: a newer request cancels the one before."""

    started = Signal(str)  # the name of the file
    progressed = Signal(int, int)  # bytes read, and in all
    ended = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._task: Task | None = None

    def read(
        self,
        source: str,
        load: Load,
        *,
        on_done: Callable[[Any], None],
        on_failed: Callable[[str], None],
    ) -> None:
        """Load what is named, and call back now or when it is read; `on_failed` gets a sentence."""
        self.cancel()
        try:
            status = Path(source).stat()
            mode, size = status.st_mode, status.st_size
        except (OSError, ValueError):  # loading it says what is wrong
            mode, size = 0, 0
        if stat.S_ISFIFO(mode):
            pipe = InputError(
                f"{printable(source)}: this is a pipe, which may never end; name a file"
            )
            on_failed(_reason(source, pipe))
        elif size * _growth(source) <= AT_ONCE_BYTES:
            try:
                loaded = load(source, no_progress)
            except InputError as error:
                on_failed(_reason(source, error))
            else:
                on_done(loaded)
        else:
            self._task = self._jobs.submit(
                lambda task: load(source, task.report),
                key="read",
                on_progress=self.progressed.emit,
                on_done=partial(self._end, on_done),
                on_failed=lambda error: self._end(on_failed, _reason(source, error)),
            )
            self.started.emit(PurePath(source).name)

    @Slot()
    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self.ended.emit()

    def _end(self, answer: Callable[[Any], None], what: Any) -> None:
        self._task = None
        self.ended.emit()
        answer(what)


def _reason(source: str, error: Exception) -> str:
    """Say why a file cannot be read, without its folder where a line has no room for it."""
    why = window_sentence(error)
    if len(why) > _MESSAGE_LETTERS:
        why = why.replace(printable(source), printable(PurePath(source).name))
    return why


def _growth(source: str) -> int:
    """Return how many times as large as the file it may be what is read from it."""
    from perceptron_gui.document.embed.carrier import CARRIERS

    ending = PurePath(source).suffix.removeprefix(".").lower()
    return _UNPACKED if ending in CARRIERS else 1


def load_table(source: str, progress: Progress = no_progress) -> LoadedData | CsvTable:
    """Load data; for more than two classes return the table, as the user has to choose."""
    from perceptron_gui.document.csv.table import ManyClassesError

    try:
        return load_data(source, progress)
    except ManyClassesError as error:
        return error.table


def import_previews(path: str, data: LoadedData | CsvTable) -> Previews:
    """Return what a table can become, in words: of several classes a pair, or one against all."""
    name = PurePath(path).name
    if isinstance(data, LoadedData):
        return {"": lambda: ImportPreview(name, data.dataset, data.remarks)}
    from perceptron_gui.document.csv.labels import ClassChoice

    def preview(choice: ClassChoice) -> ImportPreview:
        return ImportPreview(name, data.dataset(choice), data.remarks(choice))

    classes = tuple(data.classes)
    choices = {f"{a} against {b}": ClassChoice(a, b) for a, b in combinations(classes, 2)}
    choices |= {f"{each} against the rest": ClassChoice("", each) for each in classes}
    return {words: partial(preview, choice) for words, choice in choices.items()}


def swapped(dataset: Dataset) -> Dataset:
    """Return the data set with its classes exchanged."""
    names = dataset.class_names
    if names != ("-1", "+1"):  # names go with their points; numbers would lie then
        names = (names[1], names[0])
    targets = None if dataset.targets is None else -dataset.targets
    return Dataset(dataset.points, -dataset.labels, dataset.feature_names, names, targets)
