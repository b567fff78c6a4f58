"""What the rows of scripts/bench.py compare with where scikit-learn has no such rule.

Loops as one would write them by hand, compiled by numba or in numpy. They compute one result and
record nothing. Points (n, D) have their constant coordinate last.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

Array = Any
Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled(loop: Loop) -> Loop:
    """Compile a loop as numba does unless it is told otherwise."""
    made: Loop = numba.njit(loop)
    return made


@compiled
def _is_mistake(weights: Array, x: Array, y: Array, i: int) -> bool:
    score = 0.0
    for j in range(len(weights)):
        score += weights[j] * x[i, j]
    return bool(y[i] * score <= 0)


@compiled
def _step(weights: Array, x: Array, y: Array, i: int) -> None:
    for j in range(len(weights)):
        weights[j] += y[i] * x[i, j]


@compiled
def voted(x: Array, y: Array, passes: int) -> Array:
    """The votes (n,) of all weights of the perceptron, for as many visits as each survived."""
    n, d = x.shape
    weights, votes, survived = np.zeros(d), np.zeros(n), 0
    for _ in range(passes):
        for i in range(n):
            if _is_mistake(weights, x, y, i):
                votes += survived * np.sign(x @ weights)
                _step(weights, x, y, i)
                survived = 0
            survived += 1
    return votes + survived * np.sign(x @ weights)


@compiled
def pocket(x: Array, y: Array, passes: int) -> Array:
    """The weights (D,) of the perceptron with the fewest errors on all points."""
    n, d = x.shape
    weights, best, fewest = np.zeros(d), np.zeros(d), n
    for _ in range(passes):
        for i in range(n):
            if _is_mistake(weights, x, y, i):
                _step(weights, x, y, i)
                errors = 0
                for other in range(n):
                    errors += _is_mistake(weights, x, y, other)
                if errors < fewest:
                    fewest = errors
                    best[:] = weights
    return best


def batch(x: Array, y: Array, passes: int) -> Array:
    """The weights (D,) after so many steps, each the sum of all mistakes, in numpy."""
    z, weights = y[:, None] * x, np.zeros(x.shape[1])
    for _ in range(passes):
        weights += (z @ weights <= 0) @ z
    return weights


def closed(x: Array, y: Array, passes: int) -> Array:
    """The weights (D,) of least squares, by numpy."""
    return np.linalg.lstsq(x, y)[0]


def _descent(slope: Callable[[float, float], float]) -> Callable[..., Array]:
    @compiled
    def descend(x: Array, y: Array, passes: int, eta: float) -> Array:
        n, d = x.shape
        weights = np.zeros(d)
        for _ in range(passes):
            for i in range(n):
                score = 0.0
                for j in range(d):
                    score += weights[j] * x[i, j]
                step = eta * slope(score, y[i])
                for j in range(d):
                    weights[j] -= step * x[i, j]
        return weights

    return descend


@compiled
def _logistic_slope(score: float, label: float) -> float:
    return -label / (1 + math.exp(label * score))


@compiled
def _squared_slope(score: float, label: float) -> float:
    return 2 * (score - label)


DESCENTS = {"logistic": _descent(_logistic_slope), "squared": _descent(_squared_slope)}
