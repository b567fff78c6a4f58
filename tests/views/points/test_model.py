"""The model of the point table: exact scores at the cursor, sorting, a hundred thousand rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

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
from tests.views.pixels import on_screen

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


def test_at_a_score_of_zero_the_tie_rule_says_who_is_wrong(model: PointTableModel) -> None:
    for tie, wrong in (
        ("minus", [3]),
        ("plus", [0, 1, 2]),
        ("always", [0, 1, 2, 3]),
        ("never", []),
    ):
        model.show_scores(Run(AND, Rule(tie=tie)), 0)
        assert column(model, 4) == ["0"] * 4
        assert [row for row, text in enumerate(column(model, 5)) if text == "wrong"] == wrong


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
