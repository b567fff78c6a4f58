"""The least-squares solution (003): normal equations in fractions, ridge, and the ℓ₁ penalty.

a minimises ‖Ya − f‖² + l2·‖a‖² + l1·Σ|a_j|, where the last sum leaves the offset out.

With an ℓ₁ penalty the least a·Ga − 2a·r + 2Σ p_j·|a_j| is found by patterns of signs, in floats or
exactly in fractions. Every pattern has a least place. The way there ends where a sign would change,
and goes on without that weight; in the end no weight that is 0 wants to move (Lee, Battle, Raina
and Ng 2006). Each step leads lower, so no pattern comes twice. The columns of weights that are not
0 are independent: where another depends on them, it takes the place of one of them, and the fit
stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.equations import solve
from perceptron_gui.base.exact import decimal_integers
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.core.space.space import Space

Values = NDArray[np.float64]
Numbers = NDArray[Any]  # floats, or fractions as objects
Matrix = list[list[Fraction]]

_FRACTION_BYTES = 130  # of a number of the equations
_DOUBT = 1e-10  # of the largest: what floats do not tell from 0


@dataclass(frozen=True, eq=False)
class NormalEquations:
    """YᵀY + l2·I and Yᵀf, exact."""

    matrix: Matrix
    right: list[Fraction]

    @property
    def solution(self) -> list[Fraction] | None:
        """a of matrix·a = right, or None where there are many."""
        return solve(self.matrix, self.right)


def normal_equations(space: Space, l2: Fraction) -> NormalEquations | None:
    """Return the equations in fractions, or None where integers or memory do not hold them."""
    found = decimal_integers(space.dataset.fitted)
    if space.scaled is None or found is None:
        return None
    z, unit = space.scaled
    signed = found[0] * space.labels
    of_targets = Fraction(1, 10 ** found[1])
    largest = max(int(np.abs(z).max(initial=0)), int(np.abs(signed).max(initial=0)))
    is_too_wide = _FRACTION_BYTES * space.dimension**2 > MEMORY.bytes
    # Below 2⁶² no sum over all points wraps in int64.
    if is_too_wide or len(z) * largest * largest >= 2**62:
        return None
    matrix = [[int(v) * unit * unit for v in row] for row in z.T @ z]
    for j in range(len(matrix)):
        matrix[j][j] += l2
    # Yᵀf = Σ f_i·x̃_i = Σ (y_i·f_i)·z_i.
    return NormalEquations(matrix, [int(v) * unit * of_targets for v in z.T @ signed])


def _solved_exactly(matrix: Numbers, right: Numbers) -> Numbers:
    """Return x with matrix · x = right in fractions; a LinAlgError where it is singular."""
    found = solve(matrix.tolist(), right.tolist())
    if found is None:
        raise np.linalg.LinAlgError("singular, or not solved")
    return np.array(found, dtype=object)


@dataclass(frozen=True, eq=False)
class _Lasso:
    """G (D, D), r (D,) and p (D,), which is 0 where a weight is free; `doubt` is 0 in fractions."""

    gram: Numbers
    right: Numbers
    pulls: Numbers
    solved: Callable[[Numbers, Numbers], Numbers]
    doubt: float

    def least(self, start: Numbers) -> tuple[Numbers, bool]:
        """Return where it is least, going on from a start, and whether that was reached."""
        slack = self.doubt * np.abs(self.right).max()
        found = start
        for _ in range(100 + 5 * len(start)):
            found = self._settled(found)
            slopes = self.gram @ found - self.right
            excess = np.where(self._moving(found), -1, np.abs(slopes) - self.pulls)
            j = int(excess.argmax())
            if excess[j] <= slack:
                return found, True
            found = self._entered(found, j, -1 if slopes[j] > 0 else 1, excess[j])
        return found, False

    def is_only(self, least: Numbers) -> bool:
        """Return whether this minimum is proved unique, by the columns at the edge."""
        slopes = self.gram @ least - self.right
        edge = self._moving(least) | (np.abs(slopes) >= self.pulls)
        try:
            self.solved(self.gram[np.ix_(edge, edge)], self.right[edge])
        except np.linalg.LinAlgError:
            return False
        return True

    def _moving(self, found: Numbers) -> NDArray[np.bool_]:
        return np.asarray((self.pulls == 0) | (found != 0))

    def _settled(self, found: Numbers) -> Numbers:
        """Return the least place for the signs of these weights, or for fewer of them."""
        while True:
            moving = self._moving(found)
            goal = np.zeros_like(found)
            wanted = self.right[moving] - self.pulls[moving] * np.sign(found[moving])
            goal[moving] = self.solved(self.gram[np.ix_(moving, moving)], wanted)
            moved = self._moved(found, goal - found, 1)
            if (self._moving(moved) == moving).all():
                return goal
            found = moved

    def _entered(self, found: Numbers, j: int, sign: int, excess: Any) -> Numbers:
        """Let a weight that is 0 grow as far as that leads down, and the others along with it."""
        moving = self._moving(found)
        others = self.solved(self.gram[np.ix_(moving, moving)], self.gram[moving, j])
        rest = self.gram[j, j] - self.gram[j, moving] @ others  # 0 where it depends on the others
        direction = np.zeros_like(found)
        direction[moving] = -sign * others
        direction[j] = sign
        is_dependent = rest <= self.doubt * self.gram[j, j]
        return self._moved(found, direction, None if is_dependent else excess / rest)

    def _moved(self, found: Numbers, direction: Numbers, longest: Any) -> Numbers:
        """Go in a direction, but not further than to where a weight becomes 0."""
        falling = np.flatnonzero((self.pulls > 0) & (found * direction < 0))
        reaches = -found[falling] / direction[falling]
        if longest is None and not len(falling):  # rounding hides where this leads
            return found
        reach = min([*reaches, *([] if longest is None else [longest])])
        moved = found + reach * direction
        moved[falling[reaches <= reach]] = 0
        return np.asarray(moved)


@dataclass(frozen=True, eq=False)
class Solution:
    """The weights (D,) that fit best: rounded, and as fractions where they are proved."""

    rounded: Values
    exact: list[Fraction] | None
    is_unique: bool  # proved; with an ℓ₁ penalty False does not mean that there are others


def least_squares_solution(space: Space, l2: Fraction, l1: Fraction) -> Solution:
    """Return the solution; without an ℓ₁ penalty the smallest one, where there are many."""
    equations = normal_equations(space, l2)
    if l1:
        return _sparse_solution(space, equations, l2, l1)
    exact = None if equations is None else equations.solution
    if exact is not None:
        return Solution(np.array(exact, dtype=np.float64), exact, True)
    design, targets = _in_floats(space, float(l2))
    solution, _, rank, _ = np.linalg.lstsq(design, targets, rcond=None)
    return Solution(np.asarray(solution), None, bool(rank == space.dimension))


def _in_floats(space: Space, l2: float) -> tuple[Values, Values]:
    """Return Y and f, with a ridge as D more rows."""
    targets = space.dataset.fitted
    design = space.signed * space.labels.astype(np.float64)[:, None]
    if l2 > 0:
        space.check_square()
        design = np.vstack([design, np.sqrt(l2) * np.eye(space.dimension)])
        targets = np.concatenate([targets, np.zeros(space.dimension)])
    return design, targets


def _sparse_solution(
    space: Space, equations: NormalEquations | None, l2: Fraction, l1: Fraction
) -> Solution:
    """Return the solution with an ℓ₁ penalty: found in floats, then finished in fractions."""
    space.check_square()
    design, targets = _in_floats(space, float(l2))
    pulls = [l1 / 2] * (space.dimension - space.offset) + [Fraction(0)] * space.offset
    equation = design.T @ design, design.T @ targets, np.array(pulls, dtype=np.float64)
    origin = np.zeros(space.dimension)
    # Where many places fit the equations, the nearest one is taken.
    near = _Lasso(
        *equation, lambda matrix, right: np.linalg.lstsq(matrix, right, rcond=None)[0], _DOUBT
    ).least(origin)[0]
    if equations is None:
        return Solution(near, None, False)
    matrix, right = (np.array(v, dtype=object) for v in (equations.matrix, equations.right))
    lasso = _Lasso(matrix, right, np.array(pulls, dtype=object), _solved_exactly, 0.0)
    for start in (near, origin):
        try:
            found, is_least = lasso.least(np.array([Fraction(v) for v in start.tolist()]))
        except np.linalg.LinAlgError:  # rounding has let columns in that are dependent
            continue
        if is_least:
            return Solution(found.astype(np.float64), found.tolist(), lasso.is_only(found))
    return Solution(near, None, False)  # else it takes too long
