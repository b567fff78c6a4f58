"""Gradient descent on a loss, in float64: sgd, and the solvers of least squares (003)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import FLOAT_INTEGERS, INT64_ROOM, LARGEST, whole_numbers
from perceptron_gui.core.kernels import block_kernels, point_kernels
from perceptron_gui.core.kernels.descent_kernels import (
    SMOOTH,
    descend_plane_kernel,
    first_anchor,
    table_of,
    usual_slopes,
)
from perceptron_gui.core.space.arithmetic import Arithmetic
from perceptron_gui.core.space.space import Space

from .history import DescentHistory, PathHistory
from .least_squares import least_squares_solution
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
        l1: Fraction = Fraction(0),
        loss: str,
        mean: bool,
        schedule: str,
        ties: NDArray[np.bool_],
    ) -> None:
        arithmetic = Arithmetic.floating(space)
        raw = arithmetic.raw(start)
        super().__init__(arithmetic, visiting, raw, DescentHistory(raw))
        self._space, self._ties = space, ties
        rates = float(eta), SCHEDULES[schedule], float(l2)
        penalty = float(l1), space.dimension - space.offset
        self._loss = LOSSES[loss]
        self._rates = rates
        self._block_options = (self._loss, mean, visiting.block, *rates, *penalty)
        # Blocks of one point in the plane have a loop of their own.
        one_by_one = visiting.block == 1 and not l1
        self._in_plane = None
        if one_by_one:
            has_goals = space.dataset.targets is not None
            self._in_plane = descend_plane_kernel(len(raw), self._loss, *rates[1:], has_goals)
        if self._in_plane is not None:
            self._anchor = first_anchor(raw)

    @cached_property
    def _goals(self) -> NDArray[np.float64] | None:
        """What the scores of z = y·x̃ are to be (n,) where it is not +1: y·target."""
        targets = self._space.dataset.targets
        return None if targets is None else np.abs(targets)

    @cached_property
    def _data(self) -> tuple[NDArray[np.float64], ...]:
        """z (n, D), the goals of their scores and what ties are (n,), as most loops read them."""
        goals = np.ones(len(self._space)) if self._goals is None else self._goals
        return self._space.signed, goals, self._ties.astype(np.float64)

    @cached_property
    def _rows(self) -> NDArray[np.float64]:
        """The same side by side, so that a point is in one place: what is not read is left out."""
        z = self._space.signed
        last = {block_kernels.PERCEPTRON: self._ties, block_kernels.SQUARED: self._goals}
        column = last.get(self._loss)
        return z if column is None else np.column_stack([z, column])

    @cached_property
    def _usual_slopes(self) -> tuple[float, float]:
        """Between which slopes a step of the plane's loop needs no second look."""
        space, bias = self._space, float(self._space.bias_scale)
        shortest, longest = bias, LARGEST + bias
        if not (space.offset and space.is_plain):  # else the data's limits tell enough
            largest = np.abs(space.signed).max(axis=1)
            shortest, longest = float(largest.min()), float(largest.max())
        return usual_slopes(self._rates[0], shortest, longest)

    @property
    def rounds_as_written(self) -> bool:
        if self._loss == block_kernels.LOGISTIC:  # which libraries round in ways of their own
            return False
        return self._in_plane is None or self._loss not in SMOOTH

    def _work_per_visit(self) -> int:
        return self.visiting.block * len(self._weights)

    def _run_kernel(self, stop: int, room: int) -> int:
        assert isinstance(self.history, DescentHistory)
        rest = (*self._order_and_state(), *self.history.buffers(), stop, room)
        if self._in_plane is not None:
            rows = self._rows, table_of(self._loss), *self._usual_slopes
            return int(self._in_plane(self._weights, *rows, *self._rates, *rest))
        return int(block_kernels.descend(self._weights, *self._data, *self._block_options, *rest))

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
        eta: Fraction,
        l2: Fraction,
        l1: Fraction,
        once: bool,
        allow_exact: bool,
    ) -> None:
        self.solution = least_squares_solution(space, l2, l1)
        exact = self.solution.exact
        if exact is not None and allow_exact and eta == 1 and _fits_floats(exact):
            arithmetic = Arithmetic.exact(space, [], [*start, *exact])
            target = arithmetic.raw(exact)
        else:
            arithmetic = Arithmetic.floating(space)
            target = self.solution.rounded
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


def _fits_floats(values: Sequence[Fraction]) -> bool:
    """Return whether whole numbers that floats hold, too, are enough in a common unit."""
    tops, common = whole_numbers(values)
    return max(common, *map(abs, tops)) < FLOAT_INTEGERS


def largest_step(space: Space, l2: float) -> float:
    """Return the η below which gradient descent on ‖Ya − f‖² + l2·‖a‖² converges: 1/λ_max."""
    space.check_square()
    gram = space.signed.T @ space.signed  # the labels cancel: yᵢ² = 1
    largest = float(np.linalg.eigvalsh(gram)[-1]) + l2
    return 1 / largest if largest > 0 else math.inf
