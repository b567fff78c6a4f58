"""The error that a run descends on, as a function of its weights: value, slope, curvature, minimum.

E(w) = Σ ℓ(y·s) + p·‖w‖² + q·Σ|w_j|, offset included in the first penalty and left out of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.equations import solve
from perceptron_gui.base.exact import dot, exact_number
from perceptron_gui.core.paths.least_squares import (
    NormalEquations,
    Solution,
    least_squares_solution,
    normal_equations,
)

from .measures import LOSSES, penalty
from .run import Run

Values = NDArray[np.float64]
Numbers = Sequence[Fraction] | Sequence[float]

_PIECE = 1 << 20  # scores computed at a time
_FEW = 1000  # points whose scores are computed in fractions
_MOST_STEPS = 100  # of Newton's method; more only walk towards a minimum that is not there
_MOST_PULLS = 200_000  # of single points, 2 µs each
_GAP = 1e-12  # of the error, between it and what it cannot fall below
_STILL = 1e-9  # of the weights: a step of this size has arrived
_FLAT = 1e-12  # of the largest curvature: what floats do not tell from none


@dataclass(frozen=True, eq=False)
class Slopes:
    """E at some weights with ∇E, H and H⁻¹∇E, as fractions or floats; None where there is none."""

    value: Fraction | float
    gradient: Numbers | None = None
    hessian: Sequence[Numbers] | None = None
    newton: Numbers | None = None


@dataclass(frozen=True, eq=False)
class WeightError:
    """The error of one kind on the points of a run, with the penalties of its rule."""

    run: Run
    kind: str

    @property
    def l2(self) -> Fraction:
        """The factor of ‖w‖²."""
        return penalty(self.run)

    @property
    def l1(self) -> Fraction:
        """The factor of Σ|w_j|, which goes with the squared error alone."""
        has_it = self.kind == "squared" and self.run.rule.uses_option("l1")
        return self.run.rule.l1 if has_it else Fraction(0)

    @cached_property
    def _goals(self) -> Values:
        """y·f of every point (n,): 1 where labels are fitted."""
        return np.abs(self.run.dataset.fitted)

    @cached_property
    def _equations(self) -> NormalEquations | None:
        return normal_equations(self.run.space, self.l2)

    @property
    def _penalised(self) -> int:
        return self.run.space.dimension - self.run.space.offset

    def over(self, axes: tuple[int, int], held: Values) -> Callable[[Values], Values]:
        """Return E of two weights (m, 2); the others are as in `held` (D,)."""
        z, pair = self.run.space.signed, list(axes)
        rest = held.copy()
        rest[pair] = 0.0
        fixed = float(self.l2) * float(rest @ rest)
        fixed += float(self.l1) * float(np.abs(rest[: self._penalised]).sum())
        shown = np.array([float(self.l1) if j < self._penalised else 0.0 for j in pair])
        design, offsets = z[:, pair], z @ rest
        gram = design.T @ design  # of a square the sums over the points are made once
        linear, constant = design.T @ (offsets - self._goals), offsets - self._goals

        def losses(at: Values) -> Values:
            if self.kind == "squared":
                squares: Values = ((at @ gram + 2 * linear) * at).sum(axis=1)
                return squares + constant @ constant
            piece = max(1, _PIECE // max(1, len(z)))
            parts = (at[start : start + piece] for start in range(0, len(at), piece))
            some = (LOSSES[self.kind](part @ design.T + offsets).sum(axis=1) for part in parts)
            return np.concatenate(list(some))

        def error(at: Values) -> Values:
            ridge = float(self.l2) * np.square(at).sum(axis=1) + fixed
            return np.asarray(losses(at) + ridge + np.abs(at) @ shown)

        return error

    @cached_property
    def minimum(self) -> Solution | None:
        """Where E is least, if that is at one place only and is found."""
        space = self.run.space
        if self.kind == "squared":
            found = least_squares_solution(space, self.l2, self.l1)
            return found if found.is_unique else None
        if self.kind == "logistic":
            weights = self._newton()
            return None if weights is None else Solution(weights, None, True)
        if self.kind == "hinge" and self.l2:
            weights = self._ascended()
            return None if weights is None else Solution(weights, None, True)
        if self.kind == "perceptron" and self.l2:  # both summands are 0 at 0, and only there
            return Solution(np.zeros(space.dimension), [Fraction(0)] * space.dimension, True)
        return None

    @property
    def is_curved(self) -> bool:
        """Tell whether the error of a point is curved; others have straight pieces."""
        return self.kind in ("squared", "logistic")

    def _newton(self) -> Values | None:
        """Return where the logistic error is least; None where it falls forever or is level."""
        weights = np.zeros(self.run.space.dimension)
        for _ in range(_MOST_STEPS):
            value, gradient, hessian = self._logistic(weights)
            curvatures = np.linalg.eigvalsh(hessian)
            if not curvatures[0] > _FLAT * curvatures[-1]:
                return None
            step = np.linalg.solve(hessian, gradient)
            if np.abs(step).max() <= _STILL * (1 + np.abs(weights).max()):
                return weights
            while self._logistic(weights - step)[0] > value:
                step = step / 2
            weights = weights - step
        return None

    def _ascended(self) -> Values | None:
        """Return where the hinge error and its ridge are least, by ascent on the dual problem.

        Of w = Σ λ·z/(2·l2) with 0 ≤ λ ≤ 1, Σ λ − l2·‖w‖² is never more than the least E.
        """
        z, twice = self.run.space.signed, 2 * float(self.l2)
        squares = np.square(z).sum(axis=1)
        shares, weights = np.zeros(len(z)), np.zeros(z.shape[1])
        points = np.flatnonzero(squares).tolist()
        shares[squares == 0] = 1.0
        for _ in range(_MOST_PULLS // max(1, len(points))):
            for i in points:
                share = shares[i] + (1 - z[i] @ weights) * twice / squares[i]
                share = min(max(share, 0.0), 1.0)
                weights = weights + (share - shares[i]) / twice * z[i]
                shares[i] = share
            norm = float(self.l2) * float(weights @ weights)
            least, found = shares.sum() - norm, LOSSES["hinge"](z @ weights).sum() + norm
            if found - least <= _GAP * found:
                return weights
        return None

    def _logistic(self, weights: Values) -> tuple[float, Values, Values]:
        """Return E, ∇E and H."""
        z, ridge = self.run.space.signed, float(self.l2)
        m = z @ weights
        chances = np.exp(-np.logaddexp(0.0, m))  # of the other class
        value = float(np.logaddexp(0.0, -m).sum() + ridge * (weights @ weights))
        gradient = -z.T @ chances + 2 * ridge * weights
        hessian = (z.T * (chances * (1 - chances))) @ z + 2 * ridge * np.eye(len(weights))
        return value, gradient, hessian

    def slopes(self, weights: Sequence[Fraction]) -> Slopes | None:
        """Return E and its derivatives at some weights; None where they take too long."""
        if self.kind == "squared":
            return self._squared_slopes(weights)
        if self.kind == "logistic":
            value, gradient, hessian = self._logistic(np.array(weights, dtype=np.float64))
            newton = None
            if np.linalg.matrix_rank(hessian) == len(hessian):
                newton = np.linalg.solve(hessian, gradient).tolist()
            return Slopes(value, gradient.tolist(), hessian.tolist(), newton)
        return self._piecewise_slopes(weights) if len(self.run.dataset) <= _FEW else None

    def _squared_slopes(self, weights: Sequence[Fraction]) -> Slopes | None:
        equations = self._equations
        if equations is None:
            return None
        products = [dot(row, weights) for row in equations.matrix]
        targets = [exact_number(f) for f in self.run.dataset.fitted.tolist()]
        value = dot(products, weights) - 2 * dot(equations.right, weights) + dot(targets, targets)
        value += self.l1 * sum(map(abs, weights[: self._penalised]))
        gradient = [2 * (a - b) for a, b in zip(products, equations.right, strict=True)]
        if self.l1 and not all(weights[: self._penalised]):
            return Slopes(value)  # at the kink of |w_j|
        for j in range(self._penalised):
            gradient[j] += self.l1 * (1 if weights[j] > 0 else -1)
        hessian = [[2 * value for value in row] for row in equations.matrix]
        return Slopes(value, gradient, hessian, solve(hessian, gradient))

    def _piecewise_slopes(self, weights: Sequence[Fraction]) -> Slopes:
        """Return E and ∇E of straight pieces; on a kink there is no gradient."""
        rows, unit = self.run.space.exact_rows(np.arange(len(self.run.dataset)))
        kink = Fraction(1 if self.kind == "hinge" else 0)
        short = [kink - dot(row, weights) * unit for row in rows.tolist()]
        value = sum((each for each in short if each > 0), self.l2 * dot(weights, weights))
        if not all(short):
            return Slopes(value)
        gradient = [2 * self.l2 * w for w in weights]
        for row, each in zip(rows.tolist(), short, strict=True):
            if each > 0:
                gradient = [g - unit * z for g, z in zip(gradient, row, strict=True)]
        return Slopes(value, gradient)
