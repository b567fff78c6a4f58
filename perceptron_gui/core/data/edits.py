"""Edits of a data set, as values. `apply` returns the edited data set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError

from .dataset import Dataset

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class InsertPoints:
    """Insert points (m, d); afterwards they have these ascending indices."""

    indices: Indices
    points: NDArray[np.float64]
    labels: NDArray[np.int8]

    def apply(self, dataset: Dataset) -> Dataset:
        size = len(dataset) + len(self.indices)
        _check(self.indices, size)
        points = np.empty((size, dataset.dimension))
        labels = np.empty(size, dtype=np.int8)
        kept = np.setdiff1d(np.arange(size), self.indices)
        points[kept], labels[kept] = dataset.points, dataset.labels
        points[self.indices], labels[self.indices] = self.points, self.labels
        targets = None
        if dataset.targets is not None:  # a point that is clicked has the target of its class
            targets = labels.astype(np.float64)
            targets[kept] = dataset.targets
        return dataset.with_points(points, labels, targets)


@dataclass(frozen=True, eq=False)
class DeletePoints:
    """Delete points."""

    indices: Indices

    def apply(self, dataset: Dataset) -> Dataset:
        _check(self.indices, len(dataset))
        kept = np.delete(np.arange(len(dataset)), self.indices)
        return _taken(dataset, kept)


@dataclass(frozen=True, eq=False)
class MovePoints:
    """Give points (m, d) new coordinates."""

    indices: Indices
    points: NDArray[np.float64]

    def apply(self, dataset: Dataset) -> Dataset:
        _check(self.indices, len(dataset))
        points = dataset.points.copy()
        points[self.indices] = self.points
        return dataset.with_points(points, dataset.labels, dataset.targets)


@dataclass(frozen=True, eq=False)
class RelabelPoints:
    """Give points new labels (m,)."""

    indices: Indices
    labels: NDArray[np.int8]

    def apply(self, dataset: Dataset) -> Dataset:
        _check(self.indices, len(dataset))
        if dataset.targets is not None:
            raise DataError("real targets have no classes to change; change them in a CSV file")
        labels = dataset.labels.copy()
        labels[self.indices] = self.labels
        return dataset.with_points(dataset.points, labels)


@dataclass(frozen=True, eq=False)
class ReorderPoints:
    """Make old point order[i] point i; the order of visits changes with it."""

    order: Indices

    def apply(self, dataset: Dataset) -> Dataset:
        if not np.array_equal(np.sort(self.order), np.arange(len(dataset))):
            raise DataError("a new order must name every point once")
        return _taken(dataset, self.order)


@dataclass(frozen=True, eq=False)
class ReplaceAll:
    """Replace the data set by another."""

    dataset: Dataset

    def apply(self, dataset: Dataset) -> Dataset:
        return self.dataset


Edit = InsertPoints | DeletePoints | MovePoints | RelabelPoints | ReorderPoints | ReplaceAll


def _taken(dataset: Dataset, which: Indices) -> Dataset:
    """Return some of the points in an order, with all that belongs to them."""
    targets = None if dataset.targets is None else dataset.targets[which]
    return dataset.with_points(dataset.points[which], dataset.labels[which], targets)


def _check(indices: Indices, size: int) -> None:
    """Raise a DataError for indices that do not exist, or are named twice."""
    # NumPy would take −1 for the last point, and write the later of two values.
    if len(np.unique(indices)) != len(indices):
        raise DataError("an edit names a point twice")
    if len(indices) and not 0 <= int(indices.min()) <= int(indices.max()) < size:
        raise DataError(f"an edit names a point outside 0 to {size - 1}")
