"""The least-squares solution (003): normal equations in fractions, ridge, and the ℓ₁ penalty.

a minimises ‖Ya − f‖² + l2·‖a‖² + l1·Σ|a_j|, where the last sum leaves the offset out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import FLOAT_INTEGERS, decimal_integers, solve
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.space.space import Space

Values = NDArray[np.float64]
Matrix = list[list[Fraction]]

_MOST_SWEEPS = 10_000  # of coordinate descent
_FRACTION_BYTES = 130  # of a number of the equations
_STILL = 1e-15  # of the largest weight
_MOST_PATTERNS = 200  # of signs, that are tried
_ZERO = 1e-9  # of the largest weight: what is smaller may be 0


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


def exact_solution(space: Space, l2: Fraction, l1: Fraction) -> list[Fraction] | None:
    """Return the solution in rationals, or None when that does not fit, or is not the only one."""
    equations = normal_equations(space, l2)
    if equations is None:
        return None
    solution = equations.solution
    if l1 and solution is not None:
        guess = float_solution(space, float(l2), float(l1))[0]
        solution = _sparse(equations, l1, guess, space.dimension - space.offset)
    if solution is None:
        return None
    common = math.lcm(*(v.denominator for v in solution))
    fits = all(abs(v * common) < FLOAT_INTEGERS for v in solution)
    return solution if fits and common < FLOAT_INTEGERS else None


def _sparse(
    equations: NormalEquations, l1: Fraction, guess: Values, penalised: int
) -> list[Fraction] | None:
    """Return the solution with the ℓ₁ penalty for the signs of a guess, proved, or None.

    Where a weight is 0 nothing is asked of its equation but that the slope lies in the kink:
    |2(Ma − r)_j| ≤ l1; elsewhere 2(Ma − r)_j + l1·sign(a_j) = 0.
    """
    size = float(np.abs(guess).max(initial=0))
    signs = [int(np.sign(v)) if abs(v) > _ZERO * size else 0 for v in guess.tolist()]
    signs = [sign if j < penalised else 2 for j, sign in enumerate(signs)]  # 2: not penalised
    active = [j for j, sign in enumerate(signs) if sign]
    pull = [l1 * signs[j] / 2 if j < penalised else Fraction(0) for j in active]
    matrix, right = equations.matrix, equations.right
    rows = [[matrix[i][j] for j in active] for i in active]
    wanted = [right[i] - p for i, p in zip(active, pull, strict=True)]
    found = solve(rows, wanted) if active else []
    if found is None:
        return None
    solution = [Fraction(0)] * len(right)
    for j, value in zip(active, found, strict=True):
        solution[j] = value
    return solution if _is_least(equations, l1, solution, penalised) else None


def _is_least(
    equations: NormalEquations, l1: Fraction, solution: Sequence[Fraction], penalised: int
) -> bool:
    """Return whether 0 is a subgradient there, so that nothing is smaller."""
    for j, value in enumerate(solution):
        products = zip(equations.matrix[j], solution, strict=True)
        slope = 2 * (sum((a * b for a, b in products), Fraction(0)) - equations.right[j])
        pull = l1 if j < penalised else Fraction(0)
        if value:
            slope, pull = slope + (pull if value > 0 else -pull), Fraction(0)
        if abs(slope) > pull:
            return False
    return True


def float_solution(space: Space, l2: float, l1: float) -> tuple[Values, bool]:
    """Return the least-squares solution of smallest norm, and whether it is the only one."""
    if l1 > 0 or l2 > 0:
        space.check_square()
    targets = space.dataset.fitted
    design = space.signed * space.labels.astype(np.float64)[:, None]
    if l2 > 0:
        design = np.vstack([design, np.sqrt(l2) * np.eye(space.dimension)])
        targets = np.concatenate([targets, np.zeros(space.dimension)])
    solution, _, rank, _ = np.linalg.lstsq(design, targets, rcond=None)
    found = np.asarray(solution, dtype=np.float64)
    if l1 > 0:
        found = _descended(design, targets, l1, found, space.dimension - space.offset)
    return found, bool(rank == space.dimension)


def _descended(design: Values, targets: Values, l1: float, start: Values, penalised: int) -> Values:
    """Return the least ‖Ya − f‖² + l1·Σ|a| by coordinate descent: one weight after another."""
    gram, right = design.T @ design, design.T @ targets
    found = start.copy()
    for _ in range(_MOST_SWEEPS):
        moved = 0.0
        for j in range(len(found)):
            if gram[j, j] == 0:
                best = 0.0
            else:
                rest = float(right[j] - gram[j] @ found + gram[j, j] * found[j])
                limit = l1 / 2 if j < penalised else 0.0
                best = math.copysign(max(abs(rest) - limit, 0.0), rest) / float(gram[j, j])
            moved = max(moved, abs(best - float(found[j])))
            found[j] = best
        if moved <= _STILL * float(np.abs(found).max(initial=0)):
            return found
    return _searched(gram, right, np.where(np.arange(len(right)) < penalised, l1 / 2, 0.0), found)


def _searched(gram: Values, right: Values, pulls: Values, start: Values) -> Values:
    """Return the least a·Ga − 2a·r + 2Σ pull·|a| from a start that descent goes on from slowly.

    Each pattern of signs has a least place; the way there ends where a sign changes, if that is
    lower, and in the end no weight that is 0 wants to move (Lee, Battle, Raina and Ng 2006).
    """

    def height(a: Values) -> float:
        return float(a @ (gram @ a - 2 * right) + 2 * pulls @ np.abs(a))

    found, signs = start, np.sign(start)
    for _ in range(_MOST_PATTERNS):
        active = (pulls == 0) | (signs != 0)
        wanted = right[active] - (pulls * signs)[active]
        goal = np.zeros(len(right))
        goal[active] = np.linalg.lstsq(gram[np.ix_(active, active)], wanted, rcond=None)[0]
        turns = (pulls > 0) & (found * goal < 0)
        places = [goal]
        for j in np.flatnonzero(turns):
            places.append(found + found[j] / (found[j] - goal[j]) * (goal - found))
            places[-1][j] = 0.0
        found = min(places, key=height)
        signs = np.sign(found)
        if found is goal:
            slopes = gram @ found - right
            excess = np.where(signs == 0, np.abs(slopes) - pulls, -np.inf)
            most = int(excess.argmax())
            if not excess[most] > _ZERO * float(np.abs(right).max()):
                break
            signs[most] = -np.sign(slopes[most])
    return found
