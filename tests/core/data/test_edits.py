"""An edit and its inverse are the identity."""

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
    ReplaceAll,
    apply_edit,
)
from tests.core.strategies import Problem, problems


@st.composite
def edits(draw: st.DrawFn, dataset: Dataset) -> Edit:
    """Any edit that fits the data set."""
    n, d = len(dataset), dataset.dimension
    chosen = draw(st.lists(st.integers(0, n - 1), unique=True, max_size=n))
    indices = np.array(chosen, dtype=np.intp)
    numbers = st.integers(-99, 99).map(lambda v: v / 10)
    row = st.lists(numbers, min_size=d, max_size=d)
    m = len(indices)
    points = np.array(draw(st.lists(row, min_size=m, max_size=m))).reshape(m, d)
    labels = np.array(
        draw(st.lists(st.sampled_from([-1, 1]), min_size=m, max_size=m)), dtype=np.int8
    )
    kind = draw(st.integers(0, 5))
    if kind == 0:
        places = draw(
            st.lists(st.integers(0, n + m - 1), unique=True, min_size=m, max_size=m).map(sorted)
        )
        return InsertPoints(np.array(places, dtype=np.intp), points, labels)
    if kind == 1:
        return DeletePoints(indices)
    if kind == 2:
        return MovePoints(indices, points)
    if kind == 3:
        return RelabelPoints(indices, labels)
    if kind == 4:
        return ReorderPoints(np.array(draw(st.permutations(range(n))), dtype=np.intp))
    return ReplaceAll(draw(problems()).dataset)


@given(problems(), st.data())
def test_undoing_brings_the_old_data_back_and_redoing_the_new(
    problem: Problem, draws: st.DataObject
) -> None:
    old = problem.dataset
    new, undo = apply_edit(draws.draw(edits(old)), old)
    back, redo = apply_edit(undo, new)
    assert back == old
    again, _ = apply_edit(redo, back)
    assert again == new


def test_each_edit_does_what_it_says() -> None:
    square = Dataset.of([[0, 0], [0, 1], [1, 0]], [-1, 1, 1])
    at = np.array([1])
    inserted, _ = apply_edit(InsertPoints(at, np.array([[5.0, 6.0]]), np.array([-1])), square)
    assert inserted.points.tolist() == [[0, 0], [5, 6], [0, 1], [1, 0]]
    assert inserted.labels.tolist() == [-1, -1, 1, 1]
    assert apply_edit(DeletePoints(at), square)[0].points.tolist() == [[0, 0], [1, 0]]
    moved, _ = apply_edit(MovePoints(at, np.array([[7.0, 8.0]])), square)
    assert moved.points.tolist() == [[0, 0], [7, 8], [1, 0]]
    assert apply_edit(RelabelPoints(at, np.array([-1])), square)[0].labels.tolist() == [-1, -1, 1]
    turned, _ = apply_edit(ReorderPoints(np.array([2, 0, 1])), square)
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
