"""Edits of a data set, as values. Applying one returns the new data set."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.values import frozen_value

from .dataset import Dataset

Indices = NDArray[np.intp]


@frozen_value(eq=False)
class InsertPoints:
    """Insert points (m, d); afterwards they have these ascending indices."""

    indices: Indices
    points: NDArray[np.float64]
    labels: NDArray[np.int8]


@frozen_value(eq=False)
class DeletePoints:
    """Delete points."""

    indices: Indices


@frozen_value(eq=False)
class MovePoints:
    """Give points (m, d) new coordinates."""

    indices: Indices
    points: NDArray[np.float64]


@frozen_value(eq=False)
class RelabelPoints:
    """Give points new labels (m,)."""

    indices: Indices
    labels: NDArray[np.int8]


@frozen_value(eq=False)
class ReorderPoints:
    """Make old point order[i] point i; the order of visits changes with it."""

    order: Indices


@frozen_value(eq=False)
class ReplaceAll:
    """Replace the data set by another."""

    dataset: Dataset


Edit = InsertPoints | DeletePoints | MovePoints | RelabelPoints | ReorderPoints | ReplaceAll


@singledispatch
def apply_edit(edit: Any, dataset: Dataset) -> Dataset:
    """Return the edited data set."""
    raise TypeError(f"not an edit: {edit!r}")


@apply_edit.register
def _(edit: InsertPoints, dataset: Dataset) -> Dataset:
    size = len(dataset) + len(edit.indices)
    _check(edit.indices, size)
    points = np.empty((size, dataset.dimension))
    labels = np.empty(size, dtype=np.int8)
    kept = np.setdiff1d(np.arange(size), edit.indices)
    points[kept], labels[kept] = dataset.points, dataset.labels
    points[edit.indices], labels[edit.indices] = edit.points, edit.labels
    return dataset.with_points(points, labels)


@apply_edit.register
def _(edit: DeletePoints, dataset: Dataset) -> Dataset:
    _check(edit.indices, len(dataset))
    kept = np.delete(np.arange(len(dataset)), edit.indices)
    return dataset.with_points(dataset.points[kept], dataset.labels[kept])


@apply_edit.register
def _(edit: MovePoints, dataset: Dataset) -> Dataset:
    _check(edit.indices, len(dataset))
    points = dataset.points.copy()
    points[edit.indices] = edit.points
    return dataset.with_points(points, dataset.labels)


@apply_edit.register
def _(edit: RelabelPoints, dataset: Dataset) -> Dataset:
    _check(edit.indices, len(dataset))
    labels = dataset.labels.copy()
    labels[edit.indices] = edit.labels
    return dataset.with_points(dataset.points, labels)


@apply_edit.register
def _(edit: ReorderPoints, dataset: Dataset) -> Dataset:
    if not np.array_equal(np.sort(edit.order), np.arange(len(dataset))):
        raise DataError("a new order must name every point once")
    return dataset.with_points(dataset.points[edit.order], dataset.labels[edit.order])


@apply_edit.register
def _(edit: ReplaceAll, dataset: Dataset) -> Dataset:
    return edit.dataset


def _check(indices: Indices, size: int) -> None:
    """Raise a DataError for indices that do not exist, or are named twice."""
    if len(np.unique(indices)) != len(indices):
        raise DataError("an edit names a point twice")
    if len(indices) and not 0 <= int(indices.min()) <= int(indices.max()) < size:
        raise DataError(f"an edit names a point outside 0 to {size - 1}")
