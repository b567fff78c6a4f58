"""Gradient descent on a loss, in float64: sgd, and the solvers of least squares (003)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import FLOAT_INTEGERS, INT64_ROOM, solve
from perceptron_gui.core.kernels import block_kernels, point_kernels
from perceptron_gui.core.space.arithmetic import Arithmetic
from perceptron_gui.core.space.space import Space

from .history import PathHistory
from .path import Path
from .visiting import Visiting

LOSSES = {
    "perceptron": block_kernels.PERCEPTRON,
    "hinge": block_kernels.HINGE,
    "logistic": block_kernels.LOGISTIC,
    "squared": block_kernels.SQUARED,
}
SCHEDULES = {
    "constant": block_kernels.CONSTANT,
    "inverse": block_kernels.INVERSE,
    "inverse-sqrt": block_kernels.INVERSE_SQRT,
}


class DescentPath(Path):
    """Steps against the gradient, averaged (sgd) or summed (least squares) over a block."""

    mistake_driven = False

    def __init__(
        self,
        space: Space,
        visiting: Visiting,
        start: Sequence[Fraction],
        eta: Fraction,
        l2: Fraction,
        *,
        loss: str,
        mean: bool,
        schedule: str,
        ties: NDArray[np.bool_],
    ) -> None:
        arithmetic = Arithmetic.floating(space)
        raw = arithmetic.raw(start)
        super().__init__(arithmetic, visiting, raw, PathHistory(raw))
        labels = space.labels.astype(np.float64)
        data = space.signed * labels[:, None], labels, ties.astype(np.float64)
        steps = LOSSES[loss], mean, visiting.block, float(eta), SCHEDULES[schedule], float(l2)
        self._fixed = (*data, *steps)

    def _work_per_visit(self) -> int:
        return self.visiting.block * len(self._weights)

    def _run_kernel(self, stop: int, room: int) -> int:
        assert isinstance(self.history, PathHistory)
        rest = (*self._order_and_state(), *self.history.buffers(), stop, room)
        return int(block_kernels.descend(self._weights, *self._fixed, *rest))

    def points_of_updates(self, first: int, last: int) -> NDArray[np.int64]:
        visits = self.history.visits_of(np.arange(first, last))
        return np.concatenate([self.visiting.points_of(int(v)) for v in visits]).astype(np.int64)


class SolvePath(Path):
    """Newton's steps w + η·(a − w) to the least-squares solution a; η = 1 is the closed form."""

    mistake_driven = False
    why_floats = "its solution does not fit exact integers"

    def __init__(
        self,
        space: Space,
        visiting: Visiting,
        start: Sequence[Fraction],
        eta: Fraction,
        l2: Fraction,
        once: bool,
        allow_exact: bool,
    ) -> None:
        self.is_unique = True
        solution = _exact_solution(space, l2)
        if solution is None or not allow_exact or eta != 1:
            target, self.is_unique = _float_solution(space, float(l2))
            if solution is not None:
                target = np.array([float(value) for value in solution])
            arithmetic = Arithmetic.floating(space)
        else:
            arithmetic = Arithmetic.exact(space, [], [*start, *solution])
            target = arithmetic.raw(solution)
        raw = arithmetic.raw(start)
        super().__init__(arithmetic, visiting, raw, PathHistory(raw))
        self._target = target
        self._eta = float(eta)
        self._once = once

    def _work_per_visit(self) -> int:
        return 1

    def _room(self) -> int:
        return INT64_ROOM

    def _run_kernel(self, stop: int, room: int) -> int:
        assert isinstance(self.history, PathHistory)
        visits, path = self.history.buffers()
        for visit in range(self.visits + 1, stop + 1):
            k = int(self._state[point_kernels.UPDATES])
            if k == room:
                return point_kernels.FULL
            self._state[point_kernels.VISITS] = visit
            before = self._weights.copy()
            if self._eta == 1:
                self._weights[:] = self._target
            else:
                self._weights += self._eta * (self._target - self._weights)
            if not np.abs(self._weights).max() < point_kernels.TOO_LARGE:
                return point_kernels.DIVERGED
            change = np.abs(self._weights - before).max()
            least = 0.0 if self.arithmetic.is_exact else np.abs(self._weights).max() * 2.0**-50
            if change <= least:
                return point_kernels.CLEAN
            path[k + 1] = self._weights
            visits[k] = visit
            self._state[point_kernels.UPDATES] += 1
            if self._once:
                return point_kernels.CLEAN
        return point_kernels.PAUSED

    def points_of_updates(self, first: int, last: int) -> NDArray[np.int64]:
        return np.tile(np.arange(len(self.arithmetic.z)), last - first)


def _exact_solution(space: Space, l2: Fraction) -> list[Fraction] | None:
    """Return a = (YᵀY + l2·I)⁻¹Yᵀf in rationals, or None when that does not fit or not exist."""
    z = space.integers
    if z is None:
        return None
    largest = int(np.abs(z).max(initial=0))
    if len(z) * largest * largest >= 2**62:
        return None
    unit = space.unit
    gram = [[int(v) * unit * unit for v in row] for row in z.T @ z]
    for j in range(len(gram)):
        gram[j][j] += l2
    # Yᵀf = Σ y_i·x̃_i = Σ z_i: the labels are the targets.
    right = [int(v) * unit for v in z.sum(axis=0)]
    solution = solve(gram, right)
    if solution is None:
        return None
    common = math.lcm(*(v.denominator for v in solution))
    fits = all(abs(v * common) < FLOAT_INTEGERS for v in solution)
    return solution if fits and common < FLOAT_INTEGERS else None


def _float_solution(space: Space, l2: float) -> tuple[NDArray[np.float64], bool]:
    """Return the least-squares solution of smallest norm, and whether it is the only one."""
    labels = space.labels.astype(np.float64)
    design = space.signed * labels[:, None]
    if l2 > 0:
        design = np.vstack([design, np.sqrt(l2) * np.eye(space.dimension)])
        labels = np.concatenate([labels, np.zeros(space.dimension)])
    solution, _, rank, _ = np.linalg.lstsq(design, labels, rcond=None)
    return np.asarray(solution, dtype=np.float64), bool(rank == space.dimension)


def largest_step(space: Space, l2: float) -> float:
    """Return the η below which gradient descent on ‖Ya − f‖² + l2·‖a‖² converges: 1/λ_max."""
    gram = space.signed.T @ space.signed  # the labels cancel: yᵢ² = 1
    largest = float(np.linalg.eigvalsh(gram)[-1]) + l2
    return 1 / largest if largest > 0 else math.inf
