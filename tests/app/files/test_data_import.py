"""Importing a table: what is shown of it, and what becomes of the points."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.app.files.data_import import DataImport
from perceptron_gui.app.files.file_reader import FileReader
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from tests.app.fake_dialogs import FakeDialogs
from tests.app.heard import Heard

CSV = "width,height,kind\n0.5,1,cat\n2,3,dog\n4,5,dog\n"


@pytest.fixture
def importing(
    editing: Editing, reading: FileReader, dialogs: FakeDialogs, settings: Settings
) -> DataImport:
    return DataImport(editing, reading, dialogs, settings)


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "animals.csv"
    path.write_text(CSV, encoding="utf-8")
    return str(path)


def test_the_dialog_is_told_columns_rows_and_classes(
    importing: DataImport, dialogs: FakeDialogs, table: str
) -> None:
    dialogs.path = table
    importing.import_data()
    shown = dialogs.table
    assert shown is not None
    assert (shown.name, shown.columns) == ("animals.csv", ("width", "height"))
    assert shown.rows == (("0.5", "1"), ("2", "3"), ("4", "5"))
    assert shown.labels == (-1, 1, 1)
    assert (shown.class_names, shown.counts) == (("cat", "dog"), (1, 2))
    assert shown.remarks == ("Label 'cat' became −1 and 'dog' became +1.",)


def test_the_points_are_replaced_and_the_rules_stay_as_one_step(
    importing: DataImport, editing: Editing, dialogs: FakeDialogs, table: str
) -> None:
    before, steps = editing.session, Heard(editing.steps_changed)
    dialogs.imports = "as_is"
    importing.import_data(table)
    assert editing.session.dataset.labels.tolist() == [-1, 1, 1]
    assert editing.session.rules == before.rules
    assert steps.values[-1] == ("Import animals.csv", "")
    editing.undo()
    assert editing.session == before


def test_classes_can_be_swapped_and_keep_their_names(
    importing: DataImport, editing: Editing, dialogs: FakeDialogs, table: str
) -> None:
    dialogs.imports = "swapped"
    importing.import_data(table)
    assert editing.session.dataset.labels.tolist() == [1, -1, -1]
    assert editing.session.dataset.class_names == ("dog", "cat")


def test_swapped_numbers_are_called_what_they_became(
    importing: DataImport, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    path = tmp_path / "signs.csv"
    path.write_text("0,0,-1\n1,1,+1\n", encoding="utf-8")
    dialogs.imports = "swapped"
    importing.import_data(str(path))
    assert editing.session.dataset.labels.tolist() == [1, -1]
    assert editing.session.dataset.class_names == ("-1", "+1")


def test_a_broken_table_is_told_and_changes_nothing(
    importing: DataImport, editing: Editing, dialogs: FakeDialogs, tmp_path: Path
) -> None:
    path = tmp_path / "broken.csv"
    path.write_text("0,0,a\n1,1,b\n2,2,c\n", encoding="utf-8")
    before, messages = editing.session, Heard(importing.message_shown)
    importing.import_data(str(path))
    assert "third label" in messages.values[0]
    assert editing.session is before
    assert dialogs.asked == []
