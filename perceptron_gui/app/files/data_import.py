"""Import of a table: its points replace those of the session, after a preview."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.base.text import printable
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.history import name_of
from perceptron_gui.document.sources import LoadedData, load_data
from perceptron_gui.views.dialogs.dialogs import TABLES, Dialogs

from .file_reader import FileReader

if TYPE_CHECKING:
    from perceptron_gui.document.csv.labels import ClassChoice
    from perceptron_gui.document.csv.table import CsvTable
    from perceptron_gui.views.dialogs.data_import import ImportTable

USUAL_NAMES = ("-1", "+1")
_SHOWN_ROWS = 12


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
            dataset = data.dataset
            answer = self._dialogs.ask_import(table_of(dataset, name, data.remarks))
        else:
            choices = class_choices(tuple(data.classes))
            previews = {
                title: partial(_preview, data, name, each) for title, each in choices.items()
            }
            title, answer = self._dialogs.ask_import_of(previews)
            dataset = data.dataset(choices[title])
        if answer == "cancel":
            return
        dataset = swapped(dataset) if answer == "swapped" else dataset
        self._editing.replace_data(f"Import {name}", dataset, name=name_of(path))
        self.data_imported.emit()


def load_table(source: str, progress: Progress = no_progress) -> LoadedData | CsvTable:
    """Load data; of more than two classes return the table, of which some have to be chosen."""
    from perceptron_gui.document.csv.table import ManyClassesError

    try:
        return load_data(source, progress)
    except ManyClassesError as error:
        return error.table


def class_choices(names: tuple[str, ...]) -> dict[str, ClassChoice]:
    """Return what can be made of several classes, by words: two of them, one against the rest."""
    from perceptron_gui.document.csv.labels import ClassChoice

    pairs = {f"{a} against {b}": ClassChoice(a, b) for a, b in combinations(names, 2)}
    return pairs | {f"{name} against the rest": ClassChoice("", name) for name in names}


def _preview(table: CsvTable, name: str, choice: ClassChoice) -> ImportTable:
    return table_of(table.dataset(choice), name, table.remarks(choice))


def table_of(dataset: Dataset, name: str, remarks: tuple[str, ...]) -> ImportTable:
    """Return what the dialog shows of a data set."""
    from perceptron_gui.views.dialogs.data_import import ImportTable

    columns = dataset.feature_names or tuple(f"x{i + 1}" for i in range(dataset.dimension))
    positive = int((dataset.labels == 1).sum())
    return ImportTable(
        name,
        columns,
        tuple(tuple(f"{value:.6g}" for value in row) for row in dataset.points[:_SHOWN_ROWS]),
        tuple(int(label) for label in dataset.labels[:_SHOWN_ROWS]),
        dataset.class_names,
        (len(dataset) - positive, positive),
        tuple(map(window_sentence, remarks)),
    )


def swapped(dataset: Dataset) -> Dataset:
    """Return the data set with its classes exchanged."""
    names = dataset.class_names
    if names != USUAL_NAMES:  # names go with their points; numbers would lie then
        names = (names[1], names[0])
    targets = None if dataset.targets is None else -dataset.targets
    return Dataset(dataset.points, -dataset.labels, dataset.feature_names, names, targets)
