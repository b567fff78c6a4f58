"""How far the hulls of both classes are apart: their nearest points, made of few of the points."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import never_cancelled
from perceptron_gui.base.exact import BigIntegers, dot, floats_over, size_of

from .corral import float_corral, min_norm_point
from .separability import ExactSearch
from .space import Space

# Every round adds a corner; far fewer were ever needed.
_MOST_ROUNDS = 500
_EPS = float(np.finfo(np.float64).eps)
_NEAR = 1e-12
MOST_COORDINATES = 64  # among which the exact answer is found within about a second

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class HullGap:
    """The nearest points of two hulls, in the lifted space without the constant coordinate.

    `shares` says how they are made of the points, Σ = 1 in each class.
    """

    positive: Vector
    negative: Vector
    shares: dict[int, Fraction]

    @property
    def across(self) -> Vector:
        """From the one to the other."""
        return tuple(a - b for a, b in zip(self.positive, self.negative, strict=True))

    @property
    def distance_squared(self) -> Fraction:
        """How far they are apart, squared."""
        return dot(self.across, self.across)


def hull_gap(space: Space) -> HullGap | None:
    """Return the nearest points of both hulls; None where they meet or a class is empty.

    Their difference is the point of least norm of {x₊ − x₋} = {z₊ + z₋}. A few corners of each
    hull are enough; they grow by those that reach farther towards the other one. Among very many
    coordinates that takes too long, and the answer is None as well.
    """
    classes = [np.flatnonzero(space.labels == label) for label in (1, -1)]
    signed = space.signed[:, :-1]
    if not all(map(len, classes)) or signed.shape[1] > MOST_COORDINATES:
        return None
    corners = _float_corners(signed, classes)
    for _ in range(_MOST_ROUNDS):
        found = _exact_gap(space, sorted(corners))
        if found is None:
            return None
        nearest = [_nearest(space, signed, part, found.across) for part in classes]
        if sum(reach for _, reach in nearest) == found.distance_squared:
            return found
        corners |= {i for i, _ in nearest}
    return None


def _float_corners(signed: NDArray[np.float64], classes: list[NDArray[np.int64]]) -> set[int]:
    """Return the corners that hold the nearest points as far as floats can tell."""
    scaled = signed / (np.abs(signed).max() or 1.0)  # squares must not overflow
    corners = [[int(part[0])] for part in classes]
    held = {i for part in corners for i in part}
    for _ in range(_MOST_ROUNDS):
        pairs = [(a, b) for a in corners[0] for b in corners[1]]
        support, p = min_norm_point(np.array([scaled[a] + scaled[b] for a, b in pairs]))
        held = {i for number in support for i in pairs[number]}
        scores = scaled @ p
        nearest = [int(part[scores[part].argmin()]) for part in classes]
        gained = p @ p - scores[nearest].sum()
        is_known = nearest[0] in corners[0] and nearest[1] in corners[1]
        if gained <= _NEAR * (p @ p) or is_known:
            break
        corners = [sorted({*part, i}) for part, i in zip(corners, nearest, strict=True)]
    return held


class _Pairs:
    """The differences between corners of both classes; over the largest number in them."""

    def __init__(self, rows: BigIntegers, pairs: list[tuple[int, int]]) -> None:
        self._rows = np.array([rows[a] + rows[b] for a, b in pairs])
        largest = int(np.abs(self._rows).max()) or 1
        self._unit = Fraction(1, largest)
        self.signed = (self._rows / largest).astype(np.float64)

    def exact_rows(self, indices: NDArray[np.int64]) -> tuple[BigIntegers, Fraction]:
        return self._rows[indices], self._unit


def _exact_gap(space: Space, corners: list[int]) -> HullGap | None:
    """Return the nearest points of the hulls of a few corners of each class."""
    rows, unit = space.exact_rows(corners)
    rows, labels = rows[:, :-1], space.labels[corners].tolist()
    positive, negative = ([at for at, y in enumerate(labels) if y == label] for label in (1, -1))
    pairs = [(a, b) for a in positive for b in negative]
    differences = _Pairs(rows, pairs)
    p, support = ExactSearch(differences, never_cancelled).finish(float_corral(differences.signed))
    if not any(p):
        return None
    shares = [Fraction(0)] * len(corners)
    for number, share in support.items():
        for at in pairs[number]:
            shares[at] += share

    def mean(part: list[int]) -> Vector:
        weights = [shares[at] * labels[at] * unit for at in part]
        return tuple(dot(weights, column) for column in rows[part].T.tolist())

    held = {i: share for i, share in zip(corners, shares, strict=True) if share}
    return HullGap(mean(positive), mean(negative), held)


def _nearest(
    space: Space, signed: NDArray[np.float64], part: NDArray[np.int64], across: Vector
) -> tuple[int, Fraction]:
    """Return the point of a class that reaches farthest to the other, and its ⟨z, across⟩."""
    direction = floats_over(across, size_of(across))
    reach = signed[part] @ direction
    # No rounding of a sum of so many products can be larger.
    doubt = 4 * (len(direction) + 4) * _EPS * len(direction) * float(np.abs(signed).max())
    unclear = part[reach <= reach.min() + doubt]
    rows, unit = space.exact_rows(unclear)
    exact = [unit * dot(across, row) for row in rows[:, :-1].tolist()]
    least = min(exact)
    return int(unclear[exact.index(least)]), least
