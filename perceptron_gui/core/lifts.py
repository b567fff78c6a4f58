"""Feature lifts: products of coordinates appended to a point, so that a line becomes a curve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import RuleError
from .values import frozen_value

Pairs = list[tuple[int, int]]


@frozen_value
class Lift:
    """Which products x_i·x_j follow the coordinates themselves."""

    meaning: str
    pairs: Callable[[int], Pairs]


def _products(d: int) -> Pairs:
    return [(i, j) for i in range(d) for j in range(i + 1, d)]


def _quadratic(d: int) -> Pairs:
    return [(i, j) for i in range(d) for j in range(i, d)]


LIFTS: dict[str, Lift] = {
    "none": Lift("the points as they are", lambda d: []),
    "product": Lift("appends x₁·x₂ (every product of two coordinates)", _products),
    "quadratic": Lift("appends x₁², x₁·x₂, x₂² (all products)", _quadratic),
}


def lift_pairs(name: str, dimension: int) -> Pairs:
    """Return the products a lift appends to points of this dimension."""
    if name == "product" and dimension < 2:
        raise RuleError("--lift product needs points with at least two coordinates")
    return LIFTS[name].pairs(dimension)


def append_products(points: NDArray[Any], pairs: Pairs, unit: int = 1) -> NDArray[Any]:
    """Return (n, d + len(pairs)) columns; coordinates are multiplied by `unit`, products are not.

    With integer points in units of 1/unit, everything comes out in units of 1/unit².
    """
    if not pairs:
        return points
    products = [points[:, i] * points[:, j] for i, j in pairs]
    return np.column_stack([points * unit, *products])


def feature_names(name: str, names: tuple[str, ...]) -> list[str]:
    """Return what the coordinates of the lifted space are called."""
    products = [
        f"{names[i]}²" if i == j else f"{names[i]}·{names[j]}"
        for i, j in lift_pairs(name, len(names))
    ]
    return [*names, *products]
