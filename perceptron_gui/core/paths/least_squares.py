"""The least-squares solution (003): normal equations in fractions, ridge, and the ℓ₁ penalty.

a minimises ‖Ya − f‖² + l2·‖a‖² + l1·Σ|a_j|, where the last sum leaves the offset out.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import decimal_integers, solve
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.space.space import Space

from .lasso import Lasso, Numbers, solved_exactly, solved_in_floats

Values = NDArray[np.float64]
Matrix = list[list[Fraction]]

_FRACTION_BYTES = 130  # of a number of the equations
_DOUBT = 1e-10  # of the largest: what floats do not tell from 0


@frozen_value(eq=False)
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
    z = space.integers
    found = decimal_integers(space.dataset.fitted)
    if z is None or found is None:
        return None
    signed, unit = found[0] * space.labels, space.unit
    of_targets = Fraction(1, 10 ** found[1])
    largest = max(int(np.abs(z).max(initial=0)), int(np.abs(signed).max(initial=0)))
    is_too_wide = _FRACTION_BYTES * space.dimension**2 > MEMORY.bytes
    if is_too_wide or len(z) * largest * largest >= 2**62:
        return None
    matrix = [[int(v) * unit * unit for v in row] for row in z.T @ z]
    for j in range(len(matrix)):
        matrix[j][j] += l2
    # Yᵀf = Σ f_i·x̃_i = Σ (y_i·f_i)·z_i.
    return NormalEquations(matrix, [int(v) * unit * of_targets for v in z.T @ signed])


@frozen_value(eq=False)
class Solution:
    """The weights (D,) that fit best: rounded, and as fractions where they are proved."""

    rounded: Values
    exact: list[Fraction] | None
    is_unique: bool  # for sure; with an ℓ₁ penalty others may be as good, but need not


def least_squares_solution(space: Space, l2: Fraction, l1: Fraction) -> Solution:
    """Return the solution; without an ℓ₁ penalty the smallest one, where there are many."""
    equations = normal_equations(space, l2)
    if l1:
        return _sparse_solution(space, equations, l2, l1)
    exact = None if equations is None else equations.solution
    if exact is not None:
        return Solution(_rounded(exact), exact, True)
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
    near = Lasso(*equation, solved_in_floats, _DOUBT).least(np.zeros(space.dimension))[0]
    if equations is None:
        return Solution(near, None, False)
    matrix, right = (np.array(v, dtype=object) for v in (equations.matrix, equations.right))
    lasso = Lasso(matrix, right, np.array(pulls, dtype=object), solved_exactly, 0.0)
    found = _finished(lasso, near)
    if found is None:
        return Solution(near, None, False)
    return Solution(_rounded(found), found.tolist(), lasso.is_only(found))


def _finished(lasso: Lasso, near: Values) -> Numbers | None:
    """Return where it is least, from near there or else from 0; None where that takes too long."""
    for start in (near, np.zeros(len(near))):
        try:
            found, is_least = lasso.least(np.array([Fraction(v) for v in start.tolist()]))
        except np.linalg.LinAlgError:  # rounding has let columns in that are dependent
            continue
        if is_least:
            return found
    return None


def _rounded(exact: list[Fraction] | Numbers) -> Values:
    return np.array([float(value) for value in exact])
