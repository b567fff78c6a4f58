"""Rows from the clipboard: tabs, commas, semicolons or spaces, with a label or without."""

from __future__ import annotations

import pytest

from perceptron_gui.app.session.plane_tools import pasted
from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import apply_edit

PLANE = Dataset.of([[0, 0], [1, 1]], [-1, 1])
SPACE = Dataset.of([[0, 0, 0]], [1])


@pytest.mark.parametrize(
    "text",
    ["0.5\t0.25\t-1\n3\t4\t1\n", "0.5,0.25,-1\n3,4,+1", "0.5;0.25;-1\r\n3;4;1\r\n",
     "0.5 0.25 -1\n3 4 1\n\n", "  0.5\t0.25\t-1\n\n3\t4\t1"],
)  # fmt: skip
def test_rows_with_labels_are_added_after_all_others(text: str) -> None:
    dataset = apply_edit(pasted(text, PLANE, 1), PLANE)
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
