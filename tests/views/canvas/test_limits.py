"""The canvas at its limits: other dimensions, large crowds, extreme numbers, sudden ends."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtTest import QTest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.canvas.tools.table import TOOLS
from tests.views.canvas.desk import LEFT, PLAIN, RIGHT, XOR, Open

CUBE = Dataset.of([[0, 0, 0], [1, 1, 1], [0, 1, 1]], [-1, 1, 1])


def test_a_lifted_boundary_is_not_grabbed_but_points_are_added_on_it(desk: Open) -> None:
    on = desk(rule=Rule.of({"lift": "product", "init": (1, 2, 0, -1)}))
    on.click(0.5, 0.25)
    assert on.asked("weights") == []
    assert len(on.points) == 5


@pytest.mark.parametrize("tool", [name for name in TOOLS if name != "pan"])
def test_points_of_three_coordinates_are_not_edited_and_it_says_why(desk: Open, tool: str) -> None:
    on = desk(CUBE)
    on.canvas.show_tool(tool)
    assert "3 coordinates" in on.canvas.hint
    on.canvas.show_selection((0, 1))
    on.drag((0, 0), (0.3, 0.3))
    on.click(0.5, 0.5, RIGHT)
    on.canvas.requests.select_all()
    on.canvas.requests.delete_selection()
    on.canvas.requests.nudge(1, 1)
    assert on.notes == []
    on.wheel(0.5, 0.5, 1)
    assert len(on.asked("range")) == 1


@pytest.mark.parametrize("size", [1e-6, 1e6])
def test_coordinates_may_be_small_and_large(desk: Open, size: float) -> None:
    on = desk(Dataset.of(XOR.points * size, XOR.labels))
    on.canvas.show_snap(None)
    on.drag((size, size), (0.75 * size, 0.5 * size))
    assert np.allclose(on.points[3], [0.75 * size, 0.5 * size], rtol=0, atol=0.01 * size)
    on.click(0.25 * size, 0.5 * size)
    assert len(on.points) == 5
    on.wheel(0, 0, 3)
    on.canvas.show_snap(0.1 * size)
    on.canvas.grab()


def test_hiding_the_canvas_ends_a_drag(desk: Open) -> None:
    on = desk()
    QTest.mousePress(on.canvas, LEFT, PLAIN, on.at(1, 1))
    QTest.mouseMove(on.canvas, on.at(0.5, 0.5))
    on.canvas.hide()
    assert [kind for kind, _ in on.notes][-1] == "finished"
    assert not on.canvas.pointer.is_dragging


def test_other_data_in_the_middle_of_a_drag_end_it(desk: Open) -> None:
    on = desk()
    QTest.mousePress(on.canvas, LEFT, PLAIN, on.at(1, 1))
    QTest.mouseMove(on.canvas, on.at(0.8, 0.8))
    asked = len(on.asked("edit"))
    on.canvas.show_dataset(CUBE)
    assert not on.canvas.pointer.is_dragging
    QTest.mouseMove(on.canvas, on.at(0.5, 0.5))
    QTest.mouseRelease(on.canvas, LEFT, PLAIN, on.at(0.5, 0.5))
    assert len(on.asked("edit")) == asked


def test_a_selection_of_points_that_are_gone_means_those_that_are_left(desk: Open) -> None:
    on = desk()
    on.canvas.show_tool("move")
    on.canvas.show_selection((1, 3, 17, 99))
    on.drag((1, 1), (0.8, 0.7))
    assert on.points == [[0, 0], [-0.2, 0.7], [1, 0], [0.8, 0.7]]
    on.canvas.requests.delete_selection()
    assert on.points == [[0, 0], [1, 0]]


def test_among_a_hundred_thousand_points_one_is_found_and_moved(desk: Open) -> None:
    crowd = np.round(np.random.default_rng(0).uniform(0, 1, (100_000, 2)), 5)
    crowd[7] = [2, 2]
    labels = np.where(crowd.sum(axis=1) < 1, 1, -1)
    on = desk(Dataset.of(crowd, labels), Rule.of({"epochs": 1}))
    on.canvas.requests.select_all()
    on.canvas.show_selection(())
    on.drag((2, 2), (1.8, 1.5))
    assert on.points[7] == [1.8, 1.5]
    assert np.array_equal(np.delete(on.dataset.points, 7, axis=0), np.delete(crowd, 7, axis=0))
