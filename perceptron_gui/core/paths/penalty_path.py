"""The least-squares solution over a penalty: a curve of ridge, and straight pieces of ℓ₁."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.equations import solve
from perceptron_gui.core.space.space import Space

from .least_squares import NormalEquations, least_squares_solution, normal_equations

Values = NDArray[np.float64]

_SAMPLES = 161
_REACH = 1e-2, 1e2  # of the least and of the largest eigenvalue of YᵀY
_FLATTEST = 1e-6  # of the largest one
_MOST_HALVINGS = 40


@dataclass(frozen=True, eq=False)
class PenaltyPath:
    """Weights (m, D) at growing penalties (m,); exact ones are the corners of a broken line."""

    penalties: Sequence[Fraction | float]
    weights: Sequence[Sequence[Fraction | float]]

    def zero_from(self, j: int) -> Fraction | float | None:
        """Return the penalty from which on a weight is 0."""
        last = max((i for i, row in enumerate(self.weights) if row[j]), default=-1) + 1
        return self.penalties[last] if last < len(self.penalties) else None


def ridge_path(space: Space) -> PenaltyPath:
    """Return (YᵀY + γI)⁻¹Yᵀf for many γ."""
    space.check_square()
    values, axes = np.linalg.eigh(space.signed.T @ space.signed)
    right = axes.T @ (space.signed.T @ np.abs(space.dataset.fitted))
    largest = float(values[-1]) or 1.0
    least = max(float(values[0]), _FLATTEST * largest)
    penalties = np.geomspace(_REACH[0] * least, _REACH[1] * largest, _SAMPLES)
    weights = (right / (np.maximum(values, 0.0) + penalties[:, None])) @ axes.T
    return PenaltyPath(penalties.tolist(), weights.tolist())


class _Place(NamedTuple):
    """A penalty with its solution, and u and v of each weight u − penalty·v nearby."""

    penalty: Fraction
    weights: list[Fraction]
    pieces: list[tuple[Fraction, Fraction]]

    def at(self, penalty: Fraction) -> list[Fraction]:
        return [u - penalty * v for u, v in self.pieces]

    def meeting(self, other: _Place) -> Fraction | None:
        """Return the penalty at which the first weight that differs is the same in both pieces."""
        for (u, v), (a, b) in zip(self.pieces, other.pieces, strict=True):
            if v != b:
                return (u - a) / (v - b)
        return None


def lasso_path(space: Space, l2: Fraction) -> PenaltyPath | None:
    """Return the corners over the ℓ₁ penalty, from none to where all weights are 0.

    None where they are not exact.
    """
    equations = normal_equations(space, l2)
    if equations is None:
        return None
    lasso = _Lasso(space, equations, l2)
    try:
        first, end = lasso.place(Fraction(0)), lasso.place(lasso.largest)
        found = [first, *lasso.between(first, end, _MOST_HALVINGS), end]
    except ArithmeticError:
        return None
    return PenaltyPath([each.penalty for each in found], [each.weights for each in found])


@dataclass(frozen=True, eq=False)
class _Lasso:
    """Exact solutions at single ℓ₁ penalties; an ArithmeticError says that there is none."""

    space: Space
    equations: NormalEquations
    l2: Fraction

    @property
    def largest(self) -> Fraction:
        """The penalty from which on all weights but the offset are 0."""
        matrix, right = self.equations.matrix, self.equations.right
        if not self.space.offset:
            return 2 * max(map(abs, right))
        level = right[-1] / matrix[-1][-1]
        slopes = (r - row[-1] * level for r, row in zip(right, matrix, strict=True))
        return 2 * max(map(abs, slopes))

    def place(self, penalty: Fraction) -> _Place:
        weights = least_squares_solution(self.space, self.l2, penalty).exact
        if weights is None:
            raise ArithmeticError("this solution is not exact, or not the only one")
        matrix, right = self.equations.matrix, self.equations.right
        free = len(weights) - 1 if self.space.offset else None
        moving = [j for j in range(len(weights)) if weights[j] or j == free]
        inner = [[matrix[i][j] for j in moving] for i in moving]
        signs = [Fraction(0 if j == free else 1 if weights[j] > 0 else -1) for j in moving]
        constant = solve(inner, [right[j] for j in moving])
        slope = solve(inner, [sign / 2 for sign in signs])
        if constant is None or slope is None:
            raise ArithmeticError("other weights are as good")
        places = zip(moving, constant, slope, strict=True)
        pieces = {j: (u, v) for j, u, v in places}
        all_pieces = [pieces.get(j, (Fraction(0), Fraction(0))) for j in range(len(weights))]
        return _Place(penalty, weights, all_pieces)

    def between(self, low: _Place, high: _Place, halvings: int) -> Iterator[_Place]:
        """Yield the corners between two places: where their pieces meet, if that is a solution."""
        # The penalties with one pattern of signs are an interval.
        if low.at(high.penalty) == high.weights or high.at(low.penalty) == low.weights:
            return
        meeting = low.meeting(high)
        if meeting is not None and low.penalty < meeting < high.penalty:
            corner = self.place(meeting)
            if corner.weights == low.at(meeting) == high.at(meeting):
                yield corner
                return
        if not halvings:
            raise ArithmeticError("two corners are too near to each other")
        middle = self.place((low.penalty + high.penalty) / 2)
        yield from self.between(low, middle, halvings - 1)
        yield middle
        yield from self.between(middle, high, halvings - 1)
