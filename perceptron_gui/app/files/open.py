"""Reads files, large ones in the background, and imports tables."""

from __future__ import annotations

import stat
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.text import printable
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.history import name_of
from perceptron_gui.document.sources import LoadedData, load_data
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.dialogs.dialogs import TABLES, Dialogs, ImportPreview

if TYPE_CHECKING:
    from perceptron_gui.document.csv.labels import ClassChoice
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

    def __init__(
        self, jobs: Jobs, parent: QObject | None = None, at_once_bytes: int = AT_ONCE_BYTES
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._at_once_bytes = at_once_bytes
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
        mode, size = _mode_and_size(source)
        if stat.S_ISFIFO(mode):
            pipe = InputError(
                f"{printable(source)}: this is a pipe, which may never end; name a file"
            )
            on_failed(_reason(source, pipe))
        elif size * _growth(source) <= self._at_once_bytes:
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
        """Cancel what is being read."""
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


def _mode_and_size(source: str) -> tuple[int, int]:
    """Return what a file is and how many bytes it has; zeros for what is no file."""
    try:
        status = Path(source).stat()
    except (OSError, ValueError):  # loading it says what is wrong
        return 0, 0
    return status.st_mode, status.st_size


USUAL_NAMES = ("-1", "+1")


class DataImport(QObject):
    """Asks for a table, shows a preview, and replaces the points; the rules stay."""

    data_imported = Signal()
    message_shown = Signal(str)

    def __init__(
        self,
        editing: Editing,
        reading: FileReader,
        dialogs: Dialogs,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._editing = editing
        self._reading = reading
        self._dialogs = dialogs
        self._settings = settings

    def import_data(self, path: str = "") -> None:
        """Import a table; without a path the user is asked for one."""
        path = path or self._dialogs.ask_open(self._settings.folder, TABLES)
        if path:
            done, failed = partial(self._on_read, path), partial(self._on_read_failed, path)
            self._reading.read(path, load_table, on_done=done, on_failed=failed)

    def _on_read_failed(self, path: str, why: str) -> None:
        self.message_shown.emit(why)
        self._dialogs.show_unreadable(printable(PurePath(path).name), why)

    def _on_read(self, path: str, data: LoadedData | CsvTable) -> None:
        self._settings.folder = str(PurePath(path).parent)
        name = PurePath(path).name
        if isinstance(data, LoadedData):
            previews = {"": lambda: ImportPreview(name, data.dataset, data.remarks)}
        else:
            previews = {
                words: partial(_preview, data, name, choice)
                for words, choice in class_choices(tuple(data.classes)).items()
            }
        words, answer = self._dialogs.ask_import(previews)
        if answer == "cancel":
            return
        dataset = previews[words]().dataset
        dataset = swapped(dataset) if answer == "swapped" else dataset
        self._editing.replace_data(f"Import {name}", dataset, name=name_of(path))
        self.data_imported.emit()


def load_table(source: str, progress: Progress = no_progress) -> LoadedData | CsvTable:
    """Load data; for more than two classes return the table, as the user has to choose."""
    from perceptron_gui.document.csv.table import ManyClassesError

    try:
        return load_data(source, progress)
    except ManyClassesError as error:
        return error.table


def class_choices(names: tuple[str, ...]) -> dict[str, ClassChoice]:
    """Return what several classes can become, in words: a pair, or one against the rest."""
    from perceptron_gui.document.csv.labels import ClassChoice

    pairs = {f"{a} against {b}": ClassChoice(a, b) for a, b in combinations(names, 2)}
    return pairs | {f"{name} against the rest": ClassChoice("", name) for name in names}


def _preview(table: CsvTable, name: str, choice: ClassChoice) -> ImportPreview:
    return ImportPreview(name, table.dataset(choice), table.remarks(choice))


def swapped(dataset: Dataset) -> Dataset:
    """Return the data set with its classes exchanged."""
    names = dataset.class_names
    if names != USUAL_NAMES:  # names go with their points; numbers would lie then
        names = (names[1], names[0])
    targets = None if dataset.targets is None else -dataset.targets
    return Dataset(dataset.points, -dataset.labels, dataset.feature_names, names, targets)
