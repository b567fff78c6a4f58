"""What is painted with, a grid that suits the points and the class in hand; pasted rows."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from perceptron_gui.app.session.plane_tools import pasted
from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset
from tests.app.person import RIGHT, Person

PLANE = Dataset.of([[0, 0], [1, 1]], [-1, 1])
SPACE = Dataset.of([[0, 0, 0]], [1])


@pytest.mark.parametrize(
    "text",
    ["0.5\t0.25\t-1\n3\t4\t1\n", "0.5,0.25,-1\n3,4,+1", "0.5;0.25;-1\r\n3;4;1\r\n",
     "0.5 0.25 -1\n3 4 1\n\n", "  0.5\t0.25\t-1\n\n3\t4\t1"],
)  # fmt: skip
def test_rows_with_labels_are_added_after_all_others(text: str) -> None:
    dataset = pasted(text, PLANE, 1).apply(PLANE)
    assert dataset.points.tolist() == [[0, 0], [1, 1], [0.5, 0.25], [3, 4]]
    assert dataset.labels.tolist() == [-1, 1, -1, 1]


@pytest.mark.parametrize("label", [-1, 1])
def test_rows_without_labels_get_the_class_in_hand(label: int) -> None:
    edit = pasted("5\t6\n7\t8\n", PLANE, label)
    assert edit.points.tolist() == [[5, 6], [7, 8]]
    assert edit.labels.tolist() == [label, label]


def test_rows_of_three_numbers_are_points_in_space() -> None:
    edit = pasted("1\t2\t3\n", SPACE, -1)
    assert (edit.points.tolist(), edit.labels.tolist()) == ([[1, 2, 3]], [-1])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no table on it"),
        ("\n \n", "there is no table on it"),
        ("hello", "every row must hold 2 numbers"),
        ("1 2\n1 2 3\n", "every row must hold 2 numbers"),
        ("1 2 3 4\n", "every row must hold 2 numbers"),
        ("one two\n", "clipboard"),
        ("1e300 2\n", "clipboard"),
        ("x" * 10_000_001, "too much text"),
    ],
    ids=range(8),
)
def test_what_is_no_table_of_points_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        pasted(text, PLANE, 1)


def test_points_that_are_far_apart_get_another_grid_for_a_while(person: Person) -> None:
    assert person.canvas.scene().snap == 0.1
    person.program.files.open("iris")
    assert person.canvas.scene().snap == 0.1
    person.do("edit.select_all", "edit.delete")
    QGuiApplication.clipboard().setText("0\t0\t1\n40000\t30000\t-1\n")
    person.do("edit.paste")
    person.program.painting.fit_grid()
    assert person.canvas.scene().snap == 2000
    person.do("file.new")
    assert person.canvas.scene().snap == 0.1


def test_without_the_grid_points_lie_anywhere(person: Person) -> None:
    person.keys("G")
    person.click(0.333, 0.666)
    x, y = person.sees("points")[4]
    assert (x, y) == pytest.approx((0.333, 0.666), abs=0.01)
    assert x not in (0.3, 0.4)


def test_points_get_the_class_in_hand_and_with_the_right_button_the_other(person: Person) -> None:
    person.keys("1")
    person.click(0.2, 0.4)
    person.click(0.8, 0.4, RIGHT)
    QGuiApplication.clipboard().setText("5 6\n")
    person.keys("Ctrl+V")
    person.wait()
    assert person.sees("labels")[4:] == [-1, 1, -1]
    assert person.sees("points")[6] == [5.0, 6.0]


def test_points_of_more_coordinates_leave_no_adding_tool_pressed(person: Person) -> None:
    person.do("tool.plus")
    person.program.data_sets.choose("one-hot")
    person.keys("A")
    tools = "move", "minus", "plus"
    assert [each for each in tools if person.action(f"tool.{each}").isChecked()] == ["move"]


def test_what_cannot_be_pasted_is_told(person: Person) -> None:
    QGuiApplication.clipboard().setText("hello")
    person.do("edit.paste")
    assert "every row must hold 2 numbers" in person.sees("message")
    assert len(person.sees("points")) == 4


def test_many_points_are_copied_in_the_background(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = ["0\t0\t-1\n", "0\t1\t+1\n", "1\t0\t+1\n", "1\t1\t-1\n"]
    monkeypatch.setattr("perceptron_gui.app.session.plane_tools._AT_ONCE", 3)
    person.do("edit.copy")
    person.wait_until(lambda: not person.program.painting.is_copying)
    assert QGuiApplication.clipboard().text() == "".join(rows)
    assert "4 points" in person.sees("message")
