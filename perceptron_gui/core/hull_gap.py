"""How far the hulls of both classes are apart: their nearest points, made of few of the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .dataset import Dataset
from .exact import FLOAT_INTEGERS
from .rational import dot
from .separability import separability
from .space import Space

# Every round adds a corner; far fewer were ever needed.
_MOST_ROUNDS = 500
_EPS = float(np.finfo(np.float64).eps)

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class HullGap:
    """The nearest points of two hulls, in the lifted space without the constant coordinate.

    `shares` says how they are made of the points, Σ = 1 in each class. Where the numbers are
    too long for floats they are rounded first, and `is_exact` is False.
    """

    positive: Vector
    negative: Vector
    shares: dict[int, Fraction]
    is_exact: bool

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

    Their difference is the point of least norm of {x₊ − x₋}. A few corners of each hull are
    enough; they grow by those that reach farther towards the other one.
    """
    classes = {label: np.flatnonzero(space.labels == label) for label in (1, -1)}
    if not all(map(len, classes.values())):
        return None
    lifted = _plain(space, space.features(space.dataset.points))
    corners = {int(part[0]) for part in classes.values()}
    for _ in range(_MOST_ROUNDS):
        found = _gap_between(space, sorted(corners))
        if found is None:
            return None
        nearest = {_nearest(space, lifted, part, found, corners) for part in classes.values()}
        if nearest <= corners:
            return found
        corners |= nearest
    return None


def _gap_between(space: Space, corners: list[int]) -> HullGap | None:
    """Return the nearest points of the hulls of a few corners of each class."""
    rows, unit = _exact_features(space, corners)
    positive = [at for at, i in enumerate(corners) if space.labels[i] > 0]
    negative = [at for at, i in enumerate(corners) if space.labels[i] < 0]
    pairs = [(a, b) for a in positive for b in negative]
    differences = [[u - v for u, v in zip(rows[a], rows[b], strict=True)] for a, b in pairs]
    is_exact = all(abs(value) < FLOAT_INTEGERS for row in differences for value in row)
    plane = Dataset.of(differences if is_exact else _rounded(differences), np.ones(len(pairs)))
    verdict = separability(Space(plane, offset=False))
    if not verdict.separable:
        return None
    shares: dict[int, Fraction] = {}
    for number, share in verdict.support.items():
        for at in pairs[number]:
            shares[corners[at]] = shares.get(corners[at], Fraction(0)) + share

    def mean(part: list[int]) -> Vector:
        weights = [shares.get(corners[at], Fraction(0)) for at in part]
        columns = zip(*(rows[at] for at in part), strict=True)
        return tuple(unit * dot(weights, [Fraction(v) for v in column]) for column in columns)

    return HullGap(mean(positive), mean(negative), shares, is_exact)


def _rounded(rows: list[list[int]]) -> NDArray[np.float64]:
    """Return rows as shares of their largest number, which keeps the shape of their hull."""
    largest = max(abs(value) for row in rows for value in row)
    shares = np.array([[float(Fraction(value, largest)) for value in row] for row in rows])
    return np.where(np.abs(shares) < _EPS**2, 0.0, shares)


def _nearest(
    space: Space,
    lifted: NDArray[np.float64],
    part: NDArray[np.int64],
    gap: HullGap,
    corners: set[int],
) -> int:
    """Return the point of a class that reaches farthest to the other, if possible a corner."""
    across = gap.across
    size = max(map(abs, across))
    towards = -int(space.labels[part[0]])
    direction = towards * np.array([float(v / size) for v in across])
    reach = lifted[part] @ direction
    # No rounding of a sum of so many products can be larger.
    doubt = 4 * (len(direction) + 4) * _EPS * len(direction) * float(np.abs(lifted).max())
    unclear = part[reach >= reach.max() - doubt].tolist()
    if len(unclear) == 1:
        return int(unclear[0])
    rows, _ = _exact_features(space, unclear)
    exact = [towards * dot(across, [Fraction(v) for v in row]) for row in rows]
    farthest = [i for i, value in zip(unclear, exact, strict=True) if value == max(exact)]
    return int(next((i for i in farthest if i in corners), farthest[0]))


def _exact_features(space: Space, indices: Sequence[int]) -> tuple[list[list[int]], Fraction]:
    """Return lifted points as integers, the constant coordinate left out, and their unit."""
    rows, unit = space.exact_rows(np.array(indices))
    labels = space.labels[np.array(indices)].tolist()
    plain = _plain(space, rows).tolist()
    return [[label * int(v) for v in row] for row, label in zip(plain, labels, strict=True)], unit


def _plain(space: Space, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return rows[:, :-1] if space.offset else rows
