"""Points with labels, checked and frozen, and edits: changes that know how to undo themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import LARGEST, SMALLEST
from perceptron_gui.base.params import Choice, Param

Scalar = TypeVar("Scalar", bound=np.generic)
Indices = NDArray[np.intp]
LONGEST_NAME = 200  # letters of a column or class: figures and panels have no room for more
TARGETS = Param(
    "targets",
    Choice({"classes": "two classes, −1 and +1", "real": "numbers, which least squares fits"}),
    "classes",
    "what the last column of the data is: two classes, or numbers for least squares to fit",
)


def are_usable(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which coordinates can be used: 0, and numbers of a size between the limits."""
    size = np.abs(values)
    return np.asarray((values == 0) | ((size >= SMALLEST) & (size <= LARGEST)))


def frozen(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return a private read-only copy, safe to hand to another thread."""
    copy = np.array(array)
    copy.setflags(write=False)
    return copy


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points (n, d) with labels −1/+1 (n,), or with real targets.

    A coordinate means the shortest decimal that reads back as the same float, which is the one
    that was typed (up to 15 digits): 0.1 is one tenth, here and in every exact computation.
    """

    points: NDArray[np.float64]
    labels: NDArray[np.int8]
    feature_names: tuple[str, ...] = ()
    class_names: tuple[str, str] = ("-1", "+1")
    # Numbers (n,) to be fitted, where the points have such; their labels are the signs then.
    targets: NDArray[np.float64] | None = None
    # Test points, as the edit that would put them back; nothing is trained on them.
    kept_out: InsertPoints | None = None
    # The generated set that these and the test points are, as it is typed; changed copies lack it.
    recipe: str = field(default="", init=False)

    def __post_init__(self) -> None:
        points, labels = _as_points(self.points), _as_labels(self.labels)
        if self.targets is not None:
            targets = _as_targets(self.targets, len(points))
            object.__setattr__(self, "targets", targets)
            # Figures colour points by class, so targets get one from their sign.
            labels = frozen(np.where(targets < 0, -1, 1).astype(np.int8))
        if len(points) != len(labels):
            raise DataError(f"{len(points)} points but {len(labels)} labels")
        if self.feature_names and len(self.feature_names) != points.shape[1]:
            raise DataError(f"{len(self.feature_names)} names for {points.shape[1]} coordinates")
        for what, names in (("column", self.feature_names), ("class", self.class_names)):
            if (longest := max(map(len, names), default=0)) > LONGEST_NAME:
                raise DataError(
                    f"the name of a {what} has {longest} letters; names have at most {LONGEST_NAME}"
                )
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "labels", labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dataset):
            return NotImplemented
        return (
            np.array_equal(self.points, other.points)
            and np.array_equal(self.labels, other.labels)
            and self.feature_names == other.feature_names
            and self.class_names == other.class_names
            and (self.targets is None) == (other.targets is None)
            and np.array_equal(self.fitted, other.fitted)
            and (self.kept_out is None) == (other.kept_out is None)
            and (self.test is None or (self.test, self.whole) == (other.test, other.whole))
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def dimension(self) -> int:
        """How many coordinates a point has."""
        return int(self.points.shape[1])

    @property
    def nbytes(self) -> int:
        """The bytes of all arrays."""
        arrays = self.points, self.labels, self.targets
        return sum(each.nbytes for each in arrays if each is not None)

    def with_points(
        self, points: NDArray[Any], labels: NDArray[Any], targets: NDArray[Any] | None = None
    ) -> Dataset:
        """Return other points under the same names, with targets if they are given."""
        return replace(self, points=points, labels=labels, targets=targets)

    @property
    def test(self) -> Dataset | None:
        """The test points, if some are kept out."""
        if (out := self.kept_out) is None:
            return None
        return replace(self, points=out.points, labels=out.labels, kept_out=None)

    @property
    def whole(self) -> Dataset:
        """All points, the test points among them where they were."""
        if (out := self.kept_out) is None:
            return self
        last = len(self) + np.arange(len(out.indices))  # fewer points may be left than there were
        back = replace(out, indices=np.minimum(out.indices, last))
        return back.apply(replace(self, kept_out=None)).made_by(self.recipe)

    def taken(self, which: Indices) -> Dataset:
        """Return some of the points in an order, with all that belongs to them."""
        targets = None if self.targets is None else self.targets[which]
        return self.with_points(self.points[which], self.labels[which], targets)

    def made_by(self, recipe: str) -> Dataset:
        """Return the same points, which a generated set of this name makes."""
        found = replace(self)
        object.__setattr__(found, "recipe", recipe)
        return found

    @property
    def fitted(self) -> NDArray[np.float64]:
        """What least squares fits: the targets (n,), or else the labels as numbers."""
        return self.labels.astype(np.float64) if self.targets is None else self.targets

    @classmethod
    def of(cls, points: ArrayLike | Sequence[Any], labels: ArrayLike | Sequence[Any]) -> Dataset:
        """Build a data set from lists, arrays or decimal strings."""
        return cls(points, labels)  # type: ignore[arg-type]

    @classmethod
    def of_targets(
        cls, points: ArrayLike | Sequence[Any], targets: ArrayLike | Sequence[Any]
    ) -> Dataset:
        """Build a data set with real targets from lists, arrays or decimal strings."""
        found = _as_points(points)
        signs = np.ones(len(found), dtype=np.int8)
        return cls(found, signs, targets=targets)  # type: ignore[arg-type]


def _as_points(values: Any) -> NDArray[np.float64]:
    try:
        points = np.array(values, dtype=np.float64, order="C")  # private, to be frozen
    except (TypeError, ValueError) as error:
        raise DataError("points must be rows of numbers, all of the same length") from error
    if points.ndim == 1 and not points.size:
        points = points.reshape(0, 2)
    if points.ndim != 2:
        raise DataError(f"points must form a table (n, d), not an array of {points.ndim} axes")
    if points.shape[1] == 0:
        raise DataError("a point needs at least one coordinate")
    points += 0.0  # −0 becomes 0, so that equal points are equal in print too
    if not are_usable(points).all():
        row, column = np.argwhere(~are_usable(points))[0]
        value = points[row, column]
        what = f"{value:g}, beyond {LARGEST:g}" if np.isfinite(value) else "not a finite number"
        if 0 < abs(value) < SMALLEST:
            what = f"{value:g}, nearer to 0 than {SMALLEST:g}"
        raise DataError(f"point {row}, coordinate {column} is {what}")
    points.setflags(write=False)
    return points


def _as_labels(values: Any) -> NDArray[np.int8]:
    try:
        labels = np.asarray(values)
        if labels.dtype.kind not in "if":
            labels = labels.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise DataError("labels must be the numbers −1 and +1") from error
    if labels.ndim != 1:
        raise DataError("labels must be one list, a label for every point")
    bad = np.flatnonzero(np.abs(labels) != 1)
    if len(bad):
        i = int(bad[0])
        raise DataError(f"label of point {i} is {labels[i]:g}; labels are −1 and +1")
    found = labels.astype(np.int8)
    found.setflags(write=False)
    return found


def _as_targets(values: Any, count: int) -> NDArray[np.float64]:
    try:
        targets = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError("targets must be numbers, one for every point") from error
    if targets.shape != (count,):
        raise DataError(f"targets must be one list of {count} numbers, one for every point")
    bad = np.flatnonzero(~are_usable(targets))
    if len(bad):
        raise DataError(f"the target of point {bad[0]} is {targets[bad[0]]:g}, out of reach")
    return frozen(targets + 0.0)


def opposite_twins(dataset: Dataset) -> tuple[int, int] | None:
    """Return the first two equal points with different labels, if there are any."""
    seen: dict[tuple[float, ...], int] = {}
    for i, row in enumerate(dataset.points.tolist()):
        first = seen.setdefault(tuple(row), i)
        if dataset.labels[first] != dataset.labels[i]:
            return first, i
    return None


def is_binary(dataset: Dataset) -> bool:
    """Tell whether every coordinate is 0 or 1."""
    return bool(np.isin(dataset.points, (0.0, 1.0)).all())


def centred(dataset: Dataset) -> Dataset:
    """Return points of 0 and 1 with −1 in the place of every 0."""
    points = 2.0 * dataset.points - 1.0
    return replace(dataset, points=points)


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
        return dataset.taken(kept)


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
        return dataset.taken(self.order)


@dataclass(frozen=True, eq=False)
class ReplaceAll:
    """Replace the data set by another."""

    dataset: Dataset

    def apply(self, dataset: Dataset) -> Dataset:
        return self.dataset


Edit = InsertPoints | DeletePoints | MovePoints | RelabelPoints | ReorderPoints | ReplaceAll


def _check(indices: Indices, size: int) -> None:
    """Raise a DataError for indices that do not exist, or are named twice."""
    # NumPy would take −1 for the last point, and write the later of two values.
    if len(np.unique(indices)) != len(indices):
        raise DataError("an edit names a point twice")
    if len(indices) and not 0 <= int(indices.min()) <= int(indices.max()) < size:
        raise DataError(f"an edit names a point outside 0 to {size - 1}")
