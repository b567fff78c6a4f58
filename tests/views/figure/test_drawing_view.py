"""Tests of the widgets that show sheets and tables."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.figure.drawing import DrawingView

_DATASET = make(LIBRARY["and"])
_RUN = Run(_DATASET, Rule(tie="minus")).finish()


def drawn(name: str) -> Drawing:
    """Return what a view shows of AND at the end."""
    return draw(VIEWS[name], _DATASET, _RUN, _RUN.visits, VIEWS[name].options())


@pytest.fixture
def view(qtbot: QtBot) -> DrawingView:
    made = DrawingView()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def test_the_figures_of_a_sheet_stand_where_it_says(view: DrawingView, qtbot: QtBot) -> None:
    sheet = drawn("sheet")
    assert isinstance(sheet, Sheet)
    view.show_drawing(sheet)
    plane, loss, norms = view.figures
    qtbot.waitUntil(lambda: plane.width() > loss.width())
    assert [shown.figure for shown in view.figures] == [panel.figure for panel in sheet.panels]
    assert plane.height() == pytest.approx(loss.height() + norms.height(), abs=2)
    assert loss.x() == norms.x() > plane.x()


def test_a_smaller_drawing_hides_what_was_there_before(view: DrawingView) -> None:
    view.show_drawing(drawn("sheet"))
    figure = drawn("norms")
    assert isinstance(figure, Figure)
    view.show_drawing(figure)
    assert [shown.isHidden() for shown in view.figures] == [False, True, True]
    assert view.figures[0].figure == figure
    view.show_drawing(drawn("sheet"))
    assert not any(shown.isHidden() for shown in view.figures)


def test_a_table_is_written_in_plain_letters(view: DrawingView) -> None:
    table = drawn("trace")
    assert isinstance(table, Table)
    view.show_drawing(table)
    shown = view.table
    assert shown.isVisible()
    assert (shown.rowCount(), shown.columnCount()) == (len(table.rows), len(table.columns))
    assert "$" not in view.table.copied()


def test_numbers_are_sorted_as_numbers_and_words_after_them(view: DrawingView) -> None:
    cells = (("10", "a"), ("$-2$", "b"), ("1/2", "c"), ("", "d"), ("none", "e"))
    view.show_drawing(Table("t", ("n", "name"), cells))
    view.table.sortItems(0, Qt.SortOrder.AscendingOrder)
    names = [line.split("\t")[1] for line in view.table.copied().splitlines()]
    assert names == ["name", "b", "c", "a", "e", "d"]


def test_a_sorted_row_is_still_the_row_it_was(view: DrawingView, qtbot: QtBot) -> None:
    view.show_drawing(Table("t", ("n",), (("3",), ("1",), ("2",))))
    view.table.sortItems(0, Qt.SortOrder.AscendingOrder)
    view.table.setCurrentCell(0, 0)
    with qtbot.waitSignal(view.row_activated) as heard:
        QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert heard.args == [1]


def test_rows_are_copied_for_a_spreadsheet(view: DrawingView) -> None:
    view.show_drawing(Table("t", ("n", "m"), (("3", "x"), ("1", "y"))))
    view.table.selectRow(1)
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "n\tm\n1\ty"


def test_headings_take_no_room_for_an_arrow_that_is_elsewhere(view: DrawingView) -> None:
    view.show_drawing(drawn("results"))
    header = view.table.horizontalHeader()
    words = header.fontMetrics().horizontalAdvance("visits")
    assert header.sectionSizeHint(3) < words + header.fontMetrics().height()
    header.setSortIndicator(3, Qt.SortOrder.AscendingOrder)
    assert header.sectionSize(3) > words + header.fontMetrics().height()


def test_words_in_the_last_column_take_as_many_lines_as_they_need(view: DrawingView) -> None:
    cycle = " ".join([r"$(-1, 0, 1) \to$"] * 12)
    table = Table("effects", ("ends", "cycle"), (("cycles", cycle), ("cycles", "short")), (0, 1))
    view.show_drawing(table)
    widget = view.table
    assert widget.horizontalHeader().length() <= widget.viewport().width()
    assert widget.rowHeight(0) > 1.5 * widget.rowHeight(1)
    view.resize(150, 300)  # in less room nobody could read them
    assert widget.rowHeight(0) == widget.rowHeight(1)


def test_a_table_is_copied_without_what_holds_its_lines(view: DrawingView) -> None:
    rows = (("$(-1, 0) \\to (0, 1) \\to$", "2"),)
    view.show_drawing(Table("effects", ("cycle of\n$w$", "updates"), rows))
    assert view.table.copied() == "cycle of w\tupdates\n(−1, 0) → (0, 1) →\t2"
