"""Decimal commas are read where the user's country writes them, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.params import Number, Param
from perceptron_gui.core.data.dataset import Dataset, MovePoints
from perceptron_gui.views.points.table import PointTable
from perceptron_gui.views.widgets.editors import Holds, TypedEditor, pointed
from tests.views.pixels import heard

STEP = Param("step", Number(), Fraction(1), "a step")


@pytest.fixture
def use_locale(qtbot: QtBot) -> Iterator[Callable[[str], None]]:
    """Return what changes to the numbers of another country; they change back afterwards."""
    usual = QLocale()
    yield lambda name: QLocale.setDefault(QLocale(name))
    QLocale.setDefault(usual)


@pytest.fixture(autouse=True)
def german(use_locale: Callable[[str], None]) -> None:
    """Numbers are typed as in Germany, unless a test says otherwise."""
    use_locale("de_DE")


@pytest.mark.parametrize(
    ("typed", "holds", "read"),
    [
        ("0,5", "number", "0.5"),
        (" −,25e−3 ", "number", " −.25e−3 "),
        ("0.5", "number", "0.5"),
        ("1/3", "number", "1/3"),
        ("1.234,5", "number", "1.234,5"),  # no number of the program, and said to be none
        ("1,2,3", "number", "1,2,3"),
        ("1,5x", "number", "1,5x"),
        ("0,5", "text", "0,5"),
        ("0,5; 1; 2,25", "numbers", "0.5, 1, 2.25"),
        ("0.5; 1", "numbers", "0.5, 1"),
        ("0,5", "numbers", "0,5"),  # two numbers, as everywhere
        ("1,2,3", "numbers", "1,2,3"),
        ("0.5, 1, 2", "numbers", "0.5, 1, 2"),
        ("0,5; 1,2,3", "numbers", "0,5; 1,2,3"),
    ],
)
def test_what_is_typed_in_germany(typed: str, holds: Holds, read: str) -> None:
    assert pointed(typed, holds) == read


@pytest.mark.parametrize("country", ["en_US", "C", "de_CH", "ja_JP"])
@pytest.mark.parametrize("typed", ["0,5", "0,5; 1", "0,5, 1", "0.5"])
def test_where_points_are_written_nothing_is_changed(
    typed: str, country: str, use_locale: Callable[[str], None]
) -> None:
    use_locale(country)
    assert pointed(typed) == typed
    assert pointed(typed, "numbers") == typed


@pytest.mark.parametrize("typed", ["0,5, 1", "1, 2,5", "0,5, 1,5"])
def test_a_list_that_can_be_read_in_two_ways_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match="semicolons"):
        pointed(typed, "numbers")


def test_a_typed_number_stays_as_it_is_typed_and_means_the_value(qtbot: QtBot) -> None:
    editor = TypedEditor(STEP)
    qtbot.addWidget(editor)
    requested = heard(editor.value_requested)
    editor.show_value(Fraction(1))
    editor.selectAll()
    QTest.keyClicks(editor, "0,10")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert requested == [Fraction(1, 10)]
    editor.show_value(Fraction(1, 10))
    assert editor.text() == "0,10"
    editor.show_value(Fraction(1, 4))
    assert editor.text() == "0.25", "what the program writes has a point everywhere"


def test_cells_of_the_point_table(qtbot: QtBot) -> None:
    table = PointTable()
    qtbot.addWidget(table)
    table.show_dataset(Dataset.of([[0, 0], [1, 1]], [-1, 1]))
    edits = heard(table.edit_requested)
    cell = table.model.index(1, 1)
    assert table.model.setData(cell, "1,25")
    ((_name, edit, _merge),) = edits
    assert isinstance(edit, MovePoints)
    assert edit.points.tolist() == [[1.25, 1]]
    assert not table.model.setData(cell, "1.000,5")
    assert "1.000,5&#x27; is not a decimal number" in table.complaint.text()
