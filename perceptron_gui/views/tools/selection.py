"""Which points are selected, as ascending indices."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from perceptron_gui.core.dataset import frozen
from perceptron_gui.core.edits import Indices

NONE: Indices = frozen(np.empty(0, dtype=np.intp))


def selection_of(indices: Iterable[int] | Indices) -> Indices:
    """Return a selection of these points, whatever their order."""
    chosen = indices if isinstance(indices, np.ndarray) else np.array(list(indices))
    return frozen(np.unique(chosen.astype(np.intp)))


def toggled(selection: Indices, index: int) -> Indices:
    """Return the selection with a point, or without it where it was selected."""
    return selection_of(np.setxor1d(selection, [index]))


def united(selection: Indices, more: Indices) -> Indices:
    """Return the selection with more points."""
    return selection_of(np.union1d(selection, more))


def without_deleted(selection: Indices, deleted: Indices) -> Indices:
    """Return the selection as it is numbered once some points have gone."""
    kept = np.setdiff1d(selection, deleted)
    return selection_of(kept - np.searchsorted(np.sort(deleted), kept))
