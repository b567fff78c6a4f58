"""What people give as X and y, read: arrays, lists and tables with named columns; any two labels.

The messages that scikit-learn's checks look for stand here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.text import quoted
from perceptron_gui.core.data.dataset import Dataset


class SupportsArray(Protocol):
    """An array, or what becomes one: a DataFrame or a Series of any library."""

    def __array__(self) -> NDArray[Any]: ...


Rows = Sequence[Any] | SupportsArray
_CODES = {("-1", "+1"): (-1, 1), ("0", "1"): (0, 1)}


def points_of(X: Any) -> NDArray[np.float64]:
    """Return points (n, d) as floats."""
    if hasattr(X, "toarray"):
        raise TypeError("X is sparse; give X.toarray()")
    given = np.asarray(X)
    if given.dtype.kind == "c":
        raise DataError("Complex data not supported; give real coordinates")
    points = np.asarray(given, dtype=np.float64)
    if points.ndim != 2:
        raise DataError(
            f"X has {points.ndim} axes, not the two of a table (n, d). Reshape your data: "
            "X.reshape(1, -1) is one point, X.reshape(-1, 1) has one coordinate"
        )
    if not points.shape[1]:
        few = f"0 feature(s) (shape={points.shape}) while a minimum of 1 is required"
        raise DataError(f"X has {few}; a point needs coordinates")
    if not np.isfinite(points).all():
        i, j = np.argwhere(~np.isfinite(points))[0]
        raise DataError(f"X holds NaN or infinity: coordinate {j} of point {i}")
    return points


def names_of(X: Any) -> tuple[str, ...]:
    """Return the names of the columns of a table, where all of them are texts."""
    names = tuple(getattr(X, "columns", ()))
    return names if all(isinstance(name, str) for name in names) else ()


def dataset_of(X: Any, y: Any) -> tuple[Dataset, NDArray[Any]]:
    """Return points with labels −1/+1, and the two labels (2,) that these stand for."""
    points, labels = _table(X), labels_of(y)
    classes = classes_in(labels)
    signs = np.where(labels == classes[1], 1, -1).astype(np.int8)
    called = ("-1", "+1") if is_coded(classes) else tuple(map(str, classes.tolist()))
    names = called[0], called[1]
    return Dataset(points, signs, names_of(X), names), classes


def targets_of(X: Any, y: Any) -> Dataset:
    """Return points with real targets."""
    points = _table(X)
    signs = np.ones(len(points), dtype=np.int8)
    return Dataset(points, signs, names_of(X), targets=y)


def labels_of(y: Any) -> NDArray[Any]:
    """Return labels (n,) as they are given."""
    labels = np.asarray(y)
    if labels.ndim != 1:
        raise DataError(f"y has {labels.ndim} axes; give one list, a label for every point")
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise DataError("Input y contains infinity or NaN; give two labels")
    return labels


def classes_in(labels: NDArray[Any]) -> NDArray[Any]:
    """Return the two labels (2,) in order: the second is +1."""
    try:
        found = np.unique(labels)
    except TypeError as error:  # texts and numbers in one list
        raise DataError("the labels in y are of several kinds; give texts or numbers") from error
    if len(found) == 2:
        return found
    # One of the usual two, or none: the other needs no point.
    for pair, kinds in (((-1, 1), "if"), ((0, 1), "biuf")):
        if labels.dtype.kind in kinds and np.isin(found, pair).all():
            return np.array(pair, dtype=labels.dtype)
    if labels.dtype.kind == "f" and (found % 1).any():
        raise DataError("Unknown label type: continuous. y holds numbers, not two classes")
    named = ", ".join(quoted(str(each)) for each in found[:5].tolist())
    if len(found) == 1:
        raise DataError(f"y has one class only, {named}; give points of two classes")
    more = ", …" if len(found) > 5 else ""
    raise DataError(
        f"Only binary classification is supported. y has {len(found)} classes: {named}{more}; "
        "keep two, or learn one against the rest"
    )


def is_coded(classes: NDArray[Any]) -> bool:
    """Tell whether the labels are the numbers −1 and +1."""
    return classes.dtype.kind in "if" and classes.tolist() == [-1, 1]


def classes_of(dataset: Dataset) -> NDArray[Any]:
    """Return what the names of the classes of a file or a set of the library are in Python."""
    return np.array(_CODES.get(dataset.class_names, dataset.class_names))


def _table(X: Any) -> Any:
    """Return points as they are given, so that decimal texts and empty lists are read too."""
    return X if isinstance(X, list) else points_of(X)
