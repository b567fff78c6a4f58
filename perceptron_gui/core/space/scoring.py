"""Scores of any points with the right sign: where rounding could turn it, they are exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import exact_number

from .kernel_space import KernelSpace
from .space import Space

Values = NDArray[np.float64]
# Roundings of a score besides one for each of its D terms; all are doubled to be safe.
_ROUNDINGS, _EPS = 8, 2.0**-52
_CELLS = 1 << 20  # scores computed at a time


def scores_of(space: Space, points: Values, weights: Sequence[Fraction]) -> Values:
    """Return ⟨w, x̃⟩ (m,) of points (m, d) under exact weights (D,).

    A coordinate means the shortest decimal that reads back as the float, as it does in training.
    Kernels are computed in floating point.
    """
    floats = np.array([float(v) for v in weights])
    if isinstance(space, KernelSpace):
        return space.scores(points, floats)
    found = space.scores(points, floats)
    doubtful = np.flatnonzero(_doubtful(space, points, floats[:, None], found[:, None])[:, 0])
    found[doubtful] = [float(v) for v in exact_scores(space, points[doubtful], weights)]
    return found


def votes_of(
    space: Space,
    points: Values,
    voters: Values,
    counts: NDArray[np.int64],
    sign_on_line: int,
    exact_voter: Callable[[int], Sequence[Fraction]],
) -> NDArray[np.int64]:
    """Return Σ_k c_k·sign⟨w_k, x̃⟩ (m,) of points (m, d) under voters w_k (k, D).

    `exact_voter` returns a row of the voters exactly.
    """
    features, votes = space.features(points), np.zeros(len(points), dtype=np.int64)
    size = max(1, _CELLS // max(1, len(points)))
    for start in range(0, len(voters), size):
        part = voters[start : start + size].T
        scores = features @ part
        signs = np.sign(scores).astype(np.int64)
        doubtful = _doubtful(space, points, part, scores)
        for k in np.flatnonzero(doubtful.any(axis=0)):
            rows = np.flatnonzero(doubtful[:, k])
            exact = exact_scores(space, points[rows], exact_voter(start + int(k)))
            signs[rows, k] = [(score > 0) - (score < 0) for score in exact]
        signs[signs == 0] = sign_on_line
        votes += signs @ counts[start : start + size]
    return votes


def exact_scores(space: Space, points: Values, weights: Sequence[Fraction]) -> list[Fraction]:
    """Return the scores of points (m, d) as fractions."""
    normal, constant = space.line_of(weights)
    rows = np.array([[exact_number(v) for v in row] for row in points.tolist()], dtype=object)
    if not len(rows):
        return []
    return [Fraction(v) + constant for v in space.with_products(rows) @ np.array(normal)]


def _doubtful(space: Space, points: Values, weights: Values, scores: Values) -> NDArray[np.bool_]:
    """Return which scores (m, k) under weights (D, k) rounding may have turned."""
    reach = space.largest_terms(points) @ np.abs(weights)
    errors = reach * (2 * (_ROUNDINGS + len(weights)) * _EPS)
    return np.asarray((reach > 0) & (np.abs(scores) <= errors))
