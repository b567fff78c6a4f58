"""Scores of any points with the right sign: where rounding could turn it, they are exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import exact_number

from .arithmetic import Arithmetic, Raw
from .kernel_space import KernelSpace
from .space import Space

Values = NDArray[np.float64]
# Roundings of a score besides one for each of its D terms; all are doubled to be safe.
_ROUNDINGS, _EPS = 8, 2.0**-52


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


class OtherPoints(Arithmetic):
    """Points that were not trained on, as weights of a run judge them, with the right signs."""

    def __init__(
        self, space: Space, points: Values, labels: NDArray[np.int8], own: Arithmetic
    ) -> None:
        """Take points (m, d), labels (m,) and the numbers of the run."""
        super().__init__(space.features(points) * labels[:, None])
        self._space, self._points, self._labels, self._own = space, points, labels, own

    def agreements(self, raw: Raw, indices: NDArray[Any] | slice = slice(None)) -> Raw:
        """Return ⟨w, z_i⟩ (k, m) of raw weights (k, D) of the run, in floating point."""
        points, labels = self._points[indices], self._labels[indices]
        weights = self._own.floats(raw)
        found = weights @ self.z[indices].T
        if isinstance(self._space, KernelSpace):
            return np.asarray(found)
        doubtful = _doubtful(self._space, points, weights.T, found.T).T
        for k in np.flatnonzero(doubtful.any(axis=1)):
            which = np.flatnonzero(doubtful[k])
            exact = exact_scores(self._space, points[which], self._own.fractions(raw[k]))
            found[k, which] = np.array([float(v) for v in exact]) * labels[which]
        return np.asarray(found)


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
