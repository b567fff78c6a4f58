"""Importing a table: what is shown of it, and what becomes of the points."""

from __future__ import annotations

import pytest

from perceptron_gui.app.files.data_import import DataImport
from tests.app.stand_ins import Heard

from .conftest import FileDesk

CSV = "width,height,kind\n0.5,1,cat\n2,3,dog\n4,5,dog\n"


@pytest.fixture
def importing(desk: FileDesk) -> DataImport:
    return DataImport(desk.editing, desk.reading, desk.dialogs, desk.settings)


def test_the_dialog_is_told_columns_rows_and_classes(importing: DataImport, desk: FileDesk) -> None:
    desk.dialogs.path = desk.write("animals.csv", CSV)
    importing.import_data()
    shown = desk.dialogs.table
    assert shown is not None
    assert (shown.name, shown.columns) == ("animals.csv", ("width", "height"))
    assert shown.rows == (("0.5", "1"), ("2", "3"), ("4", "5"))
    assert shown.labels == (-1, 1, 1)
    assert (shown.class_names, shown.counts) == (("cat", "dog"), (1, 2))
    assert shown.remarks == ("Label 'cat' became −1 and 'dog' became +1.",)


def test_points_are_replaced_and_rules_stay(importing: DataImport, desk: FileDesk) -> None:
    before = desk.session
    desk.dialogs.imports = "as_is"
    importing.import_data(desk.write("animals.csv", CSV))
    assert desk.labels == [-1, 1, 1]
    assert desk.session.rules == before.rules
    assert desk.editing.document.undo_name == "Import animals.csv"
    desk.editing.undo()
    assert desk.session == before


@pytest.mark.parametrize(
    ("text", "labels", "names"),
    [(CSV, [1, -1, -1], ("dog", "cat")), ("0,0,-1\n1,1,+1\n", [1, -1], ("-1", "+1"))],
    ids=["names are kept", "numbers are called what they became"],
)
def test_classes_can_be_swapped(
    text: str, labels: list[int], names: tuple[str, str], importing: DataImport, desk: FileDesk
) -> None:
    desk.dialogs.imports = "swapped"
    importing.import_data(desk.write("swapped.csv", text))
    assert (desk.labels, desk.session.dataset.class_names) == (labels, names)


def test_what_is_no_file_yet_is_called_like_its_points_and_a_file_keeps_its_name(
    importing: DataImport, desk: FileDesk
) -> None:
    desk.dialogs.imports, before = "as_is", desk.editing.document.name
    importing.import_data(desk.write("animals.csv", CSV))
    assert desk.title == "● animals — Perceptron"
    desk.editing.undo()
    assert desk.title == f"{before} — Perceptron"
    desk.save_as("lesson.json")
    importing.import_data(desk.path("animals.csv"))
    assert desk.title == "● lesson — Perceptron"


def test_the_name_of_a_set_with_parameters_is_offered_as_the_name_of_a_file(
    desk: FileDesk,
) -> None:
    desk.editing.replace_data("Roll moons", desk.session.dataset, name="moons:seed=3")
    desk.files.save_as()
    assert desk.dialogs.asked == [("save", "moons seed=3.json")]


def test_a_broken_table_is_told_and_changes_nothing(importing: DataImport, desk: FileDesk) -> None:
    before, messages = desk.session, Heard(importing.message_shown)
    importing.import_data(desk.write("broken.csv", "0,0,a\n1,x,b\n"))
    assert "is not a number" in messages.values[0]
    assert desk.session is before
    assert desk.dialogs.asked == [("unreadable", "broken.csv")]


THREE = "0,0,a\n1,1,b\n2,2,c\n3,3,c\n"
OFFERED = "a against b, a against c, b against c, a against the rest, b against the rest, "


@pytest.mark.parametrize(
    ("classes", "labels", "names"),
    [
        ("", [-1, 1], ("a", "b")),
        ("b against c", [-1, 1, 1], ("b", "c")),
        ("b against the rest", [-1, 1, -1, -1], ("not b", "b")),
    ],
)
def test_of_three_classes_two_are_offered_or_one_against_the_rest(
    classes: str, labels: list[int], names: tuple[str, str], importing: DataImport, desk: FileDesk
) -> None:
    desk.dialogs.imports, desk.dialogs.classes = "as_is", classes
    importing.import_data(desk.write("three.csv", THREE))
    assert (desk.labels, desk.session.dataset.class_names) == (labels, names)
    assert desk.dialogs.asked == [("classes", OFFERED + "c against the rest")]


def test_three_classes_may_be_left_alone(importing: DataImport, desk: FileDesk) -> None:
    before = desk.session
    importing.import_data(desk.write("three.csv", THREE))
    assert desk.session is before


def test_opening_three_classes_asks_which_ones(importing: DataImport, desk: FileDesk) -> None:
    needed = Heard(desk.files.classes_needed)
    path = desk.write("three.csv", THREE)
    desk.files.open(path)
    assert needed.values == [path]
    assert desk.dialogs.asked == []


def test_a_dialog_says_in_which_file_line_and_column_a_table_is_wrong(
    importing: DataImport, desk: FileDesk
) -> None:
    path = desk.write("broken.csv", "a,b,class\n1,2,1\n3,abc,-1\n")
    importing.import_data(path)
    desk.files.open(path)
    assert desk.dialogs.asked == [("unreadable", "broken.csv")] * 2
    for why in desk.dialogs.reports:
        assert "broken.csv, line 3, column 2: 'abc' is not a number" in why
