"""The point table: exact scores, sorting, many rows, and what mouse and keys ask for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.views.points.model import (
    PointScores,
    PointTableModel,
    typed_coordinate,
    written_coordinate,
)
from perceptron_gui.views.points.table import moved
from perceptron_gui.views.points.view import PointView
from tests import hands
from tests.views.desk import PointDesk, choose, type_into
from tests.views.pixels import heard, on_screen

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
AND = make(LIBRARY["and"])


@pytest.fixture
def model(qapp: Any) -> PointTableModel:
    """The points of AND, watched by Qt's own tester of models."""
    model = PointTableModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, model)
    model.show_dataset(AND)
    return model


def column(model: PointTableModel, number: int) -> list[str]:
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_scores_are_those_of_the_chalkboard(model: PointTableModel) -> None:
    run = Run(AND, Rule.of({"eta": "1/3", "tie": "minus"})).finish()
    assert model.columnCount() == 4
    model.show_scores(run, 4)  # the first update: w = (1, 1, 1)/3
    assert model.columnCount() == 6
    assert column(model, 4) == ["1/3", "2/3", "2/3", "1"]
    assert column(model, 5) == ["wrong", "wrong", "wrong", "right"]
    model.show_scores(run, run.visits)
    assert column(model, 5) == ["right"] * 4
    model.show_scores(None, 0)
    assert model.columnCount() == 4


def test_of_a_point_that_is_asked_about_no_score_is_told(model: PointTableModel) -> None:
    run = Run(AND, Rule()).finish()
    model.show_scores(run, 4, asked=1)
    assert [column(model, 4)[1], column(model, 5)[1]] == ["?", "?"]
    assert "?" not in [column(model, 4)[0], *column(model, 5)[2:]]
    model.show_scores(run, 4)
    assert "?" not in column(model, 4) + column(model, 5)


def test_as_many_points_are_wrong_as_the_run_counts() -> None:
    for tie, arithmetic in (("minus", "auto"), ("plus", "float64"), ("always", "auto")):
        run = Run(AND, Rule.of({"tie": tie, "eta": "0.1", "arithmetic": arithmetic})).finish()
        for visit in range(run.visits + 1):
            scores = PointScores(run, visit)
            wrong = [scores.is_wrong(i) for i in range(len(AND))]
            k = np.array([run.updates_at(visit)])
            assert sum(wrong) == int(run.errors_after(k)[0])
            assert scores.all_wrong().tolist() == wrong


def test_rows_sorted_by_score_follow_the_cursor(model: PointTableModel) -> None:
    run = Run(AND, Rule(tie="minus")).finish()
    model.show_scores(run, run.visits)
    model.sort(4, DOWN)
    for visit in range(run.visits, -1, -1):
        model.show_scores(run, visit)
        scores = PointScores(run, visit).all_scores()
        numbers = [int(text) - 1 for text in column(model, 0)]
        assert numbers == np.argsort(-scores, kind="stable").tolist()
    model.show_scores(None, 0)
    assert column(model, 0) == ["1", "2", "3", "4"]


class CountedModel(PointTableModel):
    """Counts how often a cell is asked for anything."""

    asked = 0

    def data(self, index: QModelIndex, role: int = 0) -> Any:  # type: ignore[override]
        self.asked += 1
        return super().data(index, role)


def test_of_a_hundred_thousand_points_only_those_in_sight_are_looked_at(qtbot: Any) -> None:
    random = np.random.default_rng(5)
    points = np.round(random.normal(size=(100_000, 2)), 2)
    dataset = Dataset.of(points, np.where(points[:, 0] > points[:, 1], 1, -1))
    model = CountedModel()
    model.show_dataset(dataset)
    view = on_screen(qtbot, PointView(model), 320, 400)
    run = Run(dataset, Rule(epochs=1)).finish()
    for visit in (10, 1000, 50_000):
        model.show_scores(run, visit)
        view.grab()
    for number in (1, 3, 4, 5, 0):
        view.sortByColumn(number, UP)
        view.grab()
    view.show_selection(tuple(range(100_000)))
    view.show_selection(tuple(range(0, 100_000, 2)))
    assert view.is_too_scattered
    view.grab()
    view.selectAll()
    assert view.selected == tuple(range(100_000))
    assert model.asked < 30_000


@pytest.mark.parametrize(
    ("points", "step", "order", "places"),
    [
        ([2], -1, [0, 2, 1, 3], (1,)),
        ([2], 1, [0, 1, 3, 2], (3,)),
        ([0], -1, [0, 1, 2, 3], (0,)),
        ([0, 1], -1, [0, 1, 2, 3], (0, 1)),
        ([1, 2], -1, [1, 2, 0, 3], (0, 1)),
        ([0, 2], 1, [1, 0, 3, 2], (1, 3)),
        ([0, 3], 1, [1, 0, 2, 3], (1, 3)),
    ],
)
def test_points_move_one_place_and_never_past_the_end(
    points: list[int], step: int, order: list[int], places: tuple[int, ...]
) -> None:
    found, where = moved(4, points, step)
    assert (found.tolist(), where) == (order, places)
    assert [found.tolist().index(point) for point in points] == list(places)


def test_a_coordinate_reads_back_as_it_is_written() -> None:
    for value in (0.0, 0.1, -3.0, 1e-6, 1e6, 123456789012345.0, 1e22, -2.5e-70):
        assert typed_coordinate(written_coordinate(value)) == value
        assert typed_coordinate(f" {written_coordinate(value)} ".replace("-", "−")) == value


THREE = Dataset.of([[2, 1], [0, 2], [-0.5, -2]], [1, -1, 1])
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def desk(qtbot: QtBot) -> PointDesk:
    """A table on screen with the three points of lecture 001."""
    return PointDesk(qtbot, THREE)


def cell(desk: PointDesk, row: int, column: int) -> QPoint:
    view = desk.table.view
    return view.visualRect(view.model().index(row, column)).center()


def click(desk: PointDesk, row: int, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mouseClick(desk.table.view.viewport(), LEFT, modifier, cell(desk, row, 0))


def press(desk: PointDesk, name: str) -> None:
    QTest.mouseClick(desk.table.buttons[name], LEFT)


def sort_by(desk: PointDesk, column: int) -> None:
    header = desk.table.view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 8, header.height() // 2)
    QTest.mouseClick(header.viewport(), LEFT, pos=place)


def edit(desk: PointDesk, row: int, column: int, text: str) -> None:
    """Double-click on a coordinate, type another and press Enter."""
    double_click(desk, row, column)
    finish_typing(desk, text)


def double_click(desk: PointDesk, row: int, column: int) -> None:
    hands.double_click(desk.table.view.viewport(), cell(desk, row, column))


def finish_typing(desk: PointDesk, text: str) -> None:
    """Type into the field that is open, and press Enter."""
    fields = desk.table.view.viewport().findChildren(QLineEdit)
    (field,) = (field for field in fields if field.isVisible())
    type_into(field, text)
    QApplication.processEvents()  # Qt closes the field when it gets round to it


def texts(desk: PointDesk, column: int) -> list[str]:
    model = desk.table.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_points_stand_in_the_order_of_visits_under_the_names_of_their_file(desk: PointDesk) -> None:
    model = desk.table.model
    across = Qt.Orientation.Horizontal
    headings = [model.headerData(column, across) for column in range(model.columnCount())]
    assert headings == ["#", "x₁", "x₂", "class"]
    assert texts(desk, 0) == ["1", "2", "3"]
    assert texts(desk, 1) == ["2", "0", "−0.5"]
    assert texts(desk, 3) == ["+1", "−1", "+1"]
    desk.begin(Dataset(np.ones((2, 1)), np.array([1, -1]), ("width",), ("cat", "dog")))
    assert desk.table.model.headerData(1, Qt.Orientation.Horizontal) == "width"
    assert texts(desk, 2) == ["dog", "cat"]


def test_a_coordinate_is_typed_as_a_decimal(desk: PointDesk) -> None:
    edit(desk, 0, 1, "2.0")
    assert desk.asked == []  # it is that already
    edit(desk, 1, 2, "0.1")
    assert desk.dataset.points.tolist() == [[2, 1], [0, 0.1], [-0.5, -2]]
    assert texts(desk, 2) == ["1", "0.1", "−2"]
    assert desk.asked == [("Move point 2", "")]
    desk.document.undo()
    assert texts(desk, 2) == ["1", "2", "−2"]


def test_a_bad_coordinate_gets_a_sentence_and_the_old_one_stays(desk: PointDesk) -> None:
    for typed in ("0,5", "1/3", "1_0", "nan", "1e90", "0.12345678901234567890"):
        with pytest.raises(DataError):
            typed_coordinate(typed)
    edit(desk, 0, 1, "0,5")
    assert desk.asked == []
    assert texts(desk, 1) == ["2", "0", "−0.5"]
    assert desk.table.complaint.isVisibleTo(desk.table)
    assert desk.table.complaint.words.startswith("Point 1, x₁: '0,5' ")
    edit(desk, 0, 1, "3")
    assert desk.table.complaint.isHidden()


def test_a_class_is_chosen_from_a_menu(desk: PointDesk) -> None:
    double_click(desk, 0, 3)
    menu = desk.table.view.viewport().findChild(QComboBox)
    assert menu is not None
    assert menu.currentData() == 1
    choose(menu, -1)
    assert desk.dataset.labels.tolist() == [-1, -1, 1]
    assert desk.asked == [("Relabel point 1", "")]


def test_sorting_moves_rows_and_leaves_the_order_of_visits_alone(desk: PointDesk) -> None:
    sort_by(desk, 1)
    assert texts(desk, 0) == ["3", "2", "1"]
    sort_by(desk, 1)
    assert texts(desk, 0) == ["1", "2", "3"]
    sort_by(desk, 3)
    assert texts(desk, 0) == ["2", "1", "3"]
    assert desk.asked == []
    edit(desk, 0, 1, "9")
    assert desk.dataset.points.tolist() == [[2, 1], [9, 2], [-0.5, -2]]


def test_points_move_up_and_down_in_the_order_and_stay_selected(desk: PointDesk) -> None:
    click(desk, 2)
    press(desk, "up")
    assert desk.dataset.points.tolist() == [[2, 1], [-0.5, -2], [0, 2]]
    assert desk.dataset.labels.tolist() == [1, 1, -1]
    assert desk.table.view.selected == (1,)
    QTest.keyClick(desk.table.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert desk.table.view.selected == (0,)
    press(desk, "up")  # it is the first already
    click(desk, 1, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(desk.table.view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert desk.dataset.points.tolist() == [[0, 2], [-0.5, -2], [2, 1]]
    names = [name for name, _ in desk.asked]
    assert names == ["Move 1 point up", "Move 1 point up", "Move 2 points down"]


def test_points_do_not_move_while_the_table_is_sorted_and_a_hint_says_why(desk: PointDesk) -> None:
    click(desk, 1)
    assert desk.table.hint.isHidden()
    sort_by(desk, 1)
    assert not desk.table.buttons["up"].isEnabled()
    assert desk.table.hint.isVisibleTo(desk.table)
    assert "Sorted by x₁" in desk.table.hint.text()
    QTest.keyClick(desk.table.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert desk.asked == []
    sort_by(desk, 0)
    assert desk.table.buttons["up"].isEnabled()
    assert desk.table.hint.isHidden()


def test_selected_points_are_deleted_and_undo_brings_them_back(desk: PointDesk) -> None:
    click(desk, 0)
    click(desk, 2, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(desk.table.view, Qt.Key.Key_Delete)
    assert desk.dataset.points.tolist() == [[0, 2]]
    assert desk.asked == [("Delete 2 points", "")]
    assert desk.selections[-1] == ()
    assert not desk.table.buttons["delete"].isEnabled()
    desk.document.undo()
    assert desk.dataset == THREE
    assert texts(desk, 0) == ["1", "2", "3"]


def test_a_point_is_added_after_the_selected_one_and_typed_at_once(desk: PointDesk) -> None:
    desk.table.show_class(-1)
    click(desk, 0)
    press(desk, "add")
    finish_typing(desk, "4.5")
    assert desk.dataset.points.tolist() == [[2, 1], [4.5, 0], [0, 2], [-0.5, -2]]
    assert desk.dataset.labels.tolist() == [1, -1, -1, 1]
    assert desk.table.view.selected == (1,)


def test_selection_goes_up_once_and_comes_down_without_a_request(desk: PointDesk) -> None:
    click(desk, 1)
    click(desk, 1)
    click(desk, 2, Qt.KeyboardModifier.ShiftModifier)
    assert desk.selections == [(1,), (1, 2)]
    desk.table.show_selection((0, 2))
    desk.table.show_selection(np.array([2, 0]))
    rows = sorted(index.row() for index in desk.table.view.selectionModel().selectedRows())
    assert (rows, desk.table.view.selected) == ([0, 2], (0, 2))
    desk.table.show_selection(())
    assert not desk.table.view.selectionModel().hasSelection()
    assert desk.selections == [(1,), (1, 2)]


def test_rows_are_copied_as_they_stand_with_tabs(desk: PointDesk) -> None:
    asked = heard(desk.table.copy_requested)
    sort_by(desk, 1)
    desk.table.view.setFocus()
    QTest.keyClick(desk.table.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    desk.table.show_selection((2, 0))
    press(desk, "copy")
    rows = [desk.table.model.cells.lines(points) for points in asked]
    assert rows == ["-0.5\t-2\t+1\n0\t2\t-1\n2\t1\t+1\n", "-0.5\t-2\t+1\n2\t1\t+1\n"]


def test_the_clipboard_is_asked_for_by_button_and_key(desk: PointDesk) -> None:
    asked = heard(desk.table.paste_requested)
    press(desk, "paste")
    QTest.keyClick(desk.table.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(asked) == 2


def test_scores_of_older_points_are_not_shown_beside_newer_ones(model: PointTableModel) -> None:
    run = Run(AND, Rule()).finish()
    model.show_scores(run, 3)
    moved_data = AND.with_points(AND.points + 1, AND.labels)
    model.show_dataset(moved_data)
    assert column(model, 4) == [""] * 4
    model.show_scores(Run(moved_data, Rule()).finish(), 3)
    assert "" not in column(model, 4)


def test_numbers_and_scores_cannot_be_edited(desk: PointDesk) -> None:
    desk.table.show_scores(Run(THREE, Rule()).finish(), 0)
    model = desk.table.model
    editable = [
        bool(model.flags(model.index(0, column)) & Qt.ItemFlag.ItemIsEditable)
        for column in range(model.columnCount())
    ]
    assert editable == [False, True, True, True, False, False]
