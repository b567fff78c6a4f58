"""Gradient descent on a loss, in float64: sgd, and the solvers of least squares (003)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import FLOAT_INTEGERS, INT64_ROOM, whole_numbers
from perceptron_gui.core.kernels import block_kernels, point_kernels
from perceptron_gui.core.space.arithmetic import Arithmetic
from perceptron_gui.core.space.space import Space

from .history import PathHistory
from .least_squares import Solution
from .path import Path, Visiting

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


@dataclass(frozen=True)
class GradientSteps:
    """The loss, its penalties and the length of the steps of a descent."""

    loss: str
    mean: bool  # of the losses of a visit, not their sum
    eta: Fraction
    schedule: str
    l2: Fraction
    l1: Fraction


class DescentPath(Path):
    """Steps against the gradient, averaged (sgd) or summed (least squares) over a block."""

    mistake_driven = False

    def __init__(
        self,
        space: Space,
        visiting: Visiting,
        start: Sequence[Fraction],
        descent: GradientSteps,
        ties: NDArray[np.bool_],
    ) -> None:
        arithmetic = Arithmetic.floating(space)
        raw = arithmetic.raw(start)
        super().__init__(arithmetic, visiting, raw, PathHistory(raw))
        self._anchor = np.zeros(1)
        self._loss = LOSSES[descent.loss]
        targets, goals = space.dataset.targets, np.ones(len(space))
        if self._loss == block_kernels.SQUARED and targets is not None:
            goals = np.abs(targets)  # y·target
        self._points = space.signed, ties, goals
        self._options = (
            self._loss,
            descent.mean and visiting.block > 1,
            visiting.block,
            float(descent.eta),
            SCHEDULES[descent.schedule],
            float(descent.l2),
            float(descent.l1),
            space.dimension - space.offset,
        )

    @property
    def rounds_as_written(self) -> bool:
        # The logistic function is rounded by every library in its own way.
        return self._loss != block_kernels.LOGISTIC

    def _run_kernel(self, stop: int, room: int) -> int:
        assert isinstance(self.history, PathHistory)
        rest = (*self._order_and_state(), *self.history.buffers(), stop, room)
        return int(block_kernels.descend(self._weights, *self._points, *self._options, *rest))

    def points_of_updates(self, first: int, last: int) -> NDArray[np.int64]:
        visits = self.history.visits_of(np.arange(first, last))
        return np.concatenate([self.visiting.points_of(int(v)) for v in visits]).astype(np.int64)


class SolvePath(Path):
    """Newton's steps w + η·(a − w) to the least-squares solution a; η = 1 is the closed form."""

    mistake_driven = False
    rounds_as_written = False
    why_floats = "its solution does not fit exact integers"

    def __init__(
        self,
        space: Space,
        visiting: Visiting,
        start: Sequence[Fraction],
        solution: Solution,
        eta: Fraction,
        once: bool,
        allow_exact: bool,
    ) -> None:
        self.solution = solution
        exact = solution.exact if allow_exact and eta == 1 else None
        if exact is not None and _fit_floats(exact):
            arithmetic = Arithmetic.exact(space, [], [*start, *exact])
            self._target = arithmetic.raw(exact)
        else:
            arithmetic = Arithmetic.floating(space)
            self._target = solution.rounded
        raw = arithmetic.raw(start)
        super().__init__(arithmetic, visiting, raw, PathHistory(raw))
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
            # Each step leaves the share 1 − η of the error; below 2⁻⁵⁰ only rounding is left.
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


def _fit_floats(values: Sequence[Fraction]) -> bool:
    tops, common = whole_numbers(values)
    return max(common, *map(abs, tops)) < FLOAT_INTEGERS


def largest_step(space: Space, l2: float) -> float:
    """Return the η below which gradient descent on ‖Ya − f‖² + l2·‖a‖² converges: 1/λ_max."""
    # The Hessian is 2(YᵀY + l2·I), and descent converges below 2 over its largest eigenvalue.
    space.check_square()
    gram = space.signed.T @ space.signed  # the labels cancel: yᵢ² = 1
    largest = float(np.linalg.eigvalsh(gram)[-1]) + l2
    return 1 / largest if largest > 0 else math.inf
