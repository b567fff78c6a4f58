"""Edits do what they say, and impossible ones are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import (
    DeletePoints,
    Edit,
    InsertPoints,
    MovePoints,
    RelabelPoints,
    ReorderPoints,
    apply_edit,
)
from tests.core.strategies import Problem, problems


@given(problems(), st.data())
def test_deleting_what_was_inserted_brings_the_old_data_back(
    problem: Problem, draws: st.DataObject
) -> None:
    old = problem.dataset
    places = st.lists(st.integers(0, len(old)), unique=True, max_size=len(old) + 1)
    at = np.array(sorted(draws.draw(places)), dtype=np.intp)
    points, labels = np.ones((len(at), old.dimension)), np.ones(len(at), dtype=np.int8)
    new = apply_edit(InsertPoints(at, points, labels), old)
    assert new.points[at].tolist() == points.tolist()
    assert apply_edit(DeletePoints(at[::-1]), new) == old


def test_each_edit_does_what_it_says() -> None:
    square = Dataset.of([[0, 0], [0, 1], [1, 0]], [-1, 1, 1])
    at = np.array([1])
    inserted = apply_edit(InsertPoints(at, np.array([[5.0, 6.0]]), np.array([-1])), square)
    assert inserted.points.tolist() == [[0, 0], [5, 6], [0, 1], [1, 0]]
    assert inserted.labels.tolist() == [-1, -1, 1, 1]
    assert apply_edit(DeletePoints(at), square).points.tolist() == [[0, 0], [1, 0]]
    moved = apply_edit(MovePoints(at, np.array([[7.0, 8.0]])), square)
    assert moved.points.tolist() == [[0, 0], [7, 8], [1, 0]]
    assert apply_edit(RelabelPoints(at, np.array([-1])), square).labels.tolist() == [-1, -1, 1]
    turned = apply_edit(ReorderPoints(np.array([2, 0, 1])), square)
    assert turned.points.tolist() == [[1, 0], [0, 0], [0, 1]]
    assert square.points.tolist() == [[0, 0], [0, 1], [1, 0]]


@pytest.mark.parametrize(
    "edit",
    [
        DeletePoints(np.array([3])),
        DeletePoints(np.array([0, 0])),
        MovePoints(np.array([-1]), np.zeros((1, 2))),
        MovePoints(np.array([0]), np.array([[np.nan, 0]])),
        RelabelPoints(np.array([0]), np.array([2])),
        ReorderPoints(np.array([0, 0, 1])),
    ],
)
def test_an_edit_that_cannot_be_is_refused(edit: Edit) -> None:
    with pytest.raises(DataError):
        apply_edit(edit, Dataset.of([[0, 0], [0, 1], [1, 0]], [-1, 1, 1]))
