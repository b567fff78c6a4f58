"""What the record of a path says at a visit or after an update: weights, points and scores."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .history import PointHistory
from .path import Path


def weights_after(path: Path, ks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the weights (m, D) after k updates, for every k."""
    return path.arithmetic.floats(path.history.weights_after(ks))


def weights_at(path: Path, visit: Any) -> NDArray[np.float64]:
    """Return the weights (D,), or (m, D) for an array of visits; constant coordinate last."""
    visits = np.atleast_1d(np.asarray(visit, dtype=np.int64))
    if len(visits) and not 0 <= int(visits.min()) <= int(visits.max()) <= path.visits:
        raise IndexError(f"visits go from 0 to {path.visits}")
    weights = weights_after(path, path.history.updates_until(visits))
    return weights if np.ndim(visit) else weights[0]


def exact_weights_at(path: Path, visit: int) -> list[Fraction]:
    """Return the weights as fractions, the constant coordinate last."""
    k = np.array([path.history.updates_until(visit)])
    return path.arithmetic.fractions(path.history.weights_after(k)[0])


def point_of_update(path: Path, k: int) -> int | None:
    """Return the point of the update after k others, or None when it was several."""
    if isinstance(path.history, PointHistory):
        return int(path.history.points_of(np.array([k]))[0])
    block = path.visiting.points_of(int(path.history.visits_of(np.array([k]))[0]))
    return int(block[0]) if path.visiting.block == 1 else None


def score_before(
    path: Path, labels: NDArray[np.int8], k: int, raw: NDArray[Any]
) -> Fraction | None:
    """Return s of the point of update k under raw weights (D,), or None for several."""
    i = point_of_update(path, k)
    return None if i is None else path.arithmetic.agreement(raw, i) * int(labels[i])
