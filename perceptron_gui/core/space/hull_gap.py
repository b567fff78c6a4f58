"""How far the hulls of both classes are apart: their nearest points, made of few of the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import never_cancelled
from perceptron_gui.base.equations import solve_gram
from perceptron_gui.base.exact import dot, floats_over, size_of
from perceptron_gui.core.data.dataset import Dataset

from .corral import min_norm_point
from .separability import separability
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

    Their difference is the point of least norm of {x₊ − x₋}. A few corners of each hull are
    enough; they grow by those that reach farther towards the other one. Among very many
    coordinates that takes too long, and the answer is None as well.
    """
    classes = [np.flatnonzero(space.labels == label) for label in (1, -1)]
    lifted = _plain(space, space.features(space.dataset.points))
    if not all(map(len, classes)) or lifted.shape[1] > MOST_COORDINATES:
        return None
    corners = _float_corners(lifted, classes)
    for _ in range(_MOST_ROUNDS):
        found = _exact_gap(space, sorted(corners))
        if found is None:
            return None
        nearest = {_nearest(space, lifted, part, found, corners) for part in classes}
        if nearest <= corners:
            return found
        corners |= nearest
    return None


def _float_corners(lifted: NDArray[np.float64], classes: list[NDArray[np.int64]]) -> set[int]:
    """Return the corners that hold the nearest points as far as floats can tell."""
    scaled = lifted / (np.abs(lifted).max() or 1.0)  # squares must not overflow
    positive, negative = ([int(part[0])] for part in classes)
    held = {*positive, *negative}
    for _ in range(_MOST_ROUNDS):
        pairs = [(a, b) for a in positive for b in negative]
        support, p = min_norm_point(np.array([scaled[a] - scaled[b] for a, b in pairs]))
        held = {i for number in support for i in pairs[number]}
        scores = scaled @ p
        nearest = [classes[0][scores[classes[0]].argmin()], classes[1][scores[classes[1]].argmax()]]
        gained = p @ p - (scores[nearest[0]] - scores[nearest[1]])
        if gained <= _NEAR * (p @ p) or (nearest[0] in positive and nearest[1] in negative):
            break
        positive = sorted({*positive, int(nearest[0])})
        negative = sorted({*negative, int(nearest[1])})
    return held


def _exact_gap(space: Space, corners: list[int]) -> HullGap | None:
    """Return the nearest points of the hulls of a few corners of each class."""
    rows, unit = _exact_features(space, corners)
    positive = [at for at, i in enumerate(corners) if space.labels[i] > 0]
    negative = [at for at, i in enumerate(corners) if space.labels[i] < 0]
    found = _affine_shares(rows, positive, negative) or _pair_shares(rows, positive, negative)
    if found is None:
        return None
    shares = {corners[at]: share for at, share in found.items()}

    def mean(part: list[int]) -> Vector:
        weights = [shares.get(corners[at], Fraction(0)) for at in part]
        columns = zip(*(rows[at] for at in part), strict=True)
        return tuple(unit * dot(weights, [Fraction(v) for v in column]) for column in columns)

    gap = HullGap(mean(positive), mean(negative), shares)
    return gap if any(gap.across) else None


def _affine_shares(
    rows: list[list[int]], positive: list[int], negative: list[int]
) -> dict[int, Fraction] | None:
    """Return how the nearest points are made if all corners count, which floats mostly see right.

    One system of equations says so, instead of a search among all pairs.
    """
    top, bottom = positive[0], negative[0]
    # These differences span what all of them span.
    pairs = [*((top, b) for b in negative), *((a, bottom) for a in positive[1:])]
    differences = [[u - v for u, v in zip(rows[a], rows[b], strict=True)] for a, b in pairs]
    found = solve_gram(np.array(differences, dtype=object), never_cancelled)
    if found is None or not sum(found[0]):
        return None
    weights = [Fraction(value, sum(found[0])) for value in found[0]]
    shares: dict[int, Fraction] = {}
    for pair, weight in zip(pairs, weights, strict=True):
        for at in pair:
            shares[at] = shares.get(at, Fraction(0)) + weight
    return shares if min(shares.values()) > 0 else None


def _pair_shares(
    rows: list[list[int]], positive: list[int], negative: list[int]
) -> dict[int, Fraction] | None:
    """Return how the nearest points are made, of whichever corners count; None if hulls meet."""
    pairs = [(a, b) for a in positive for b in negative]
    differences = [[u - v for u, v in zip(rows[a], rows[b], strict=True)] for a, b in pairs]
    verdict = separability(Space(Dataset.of(differences, np.ones(len(pairs))), offset=False))
    if not verdict.separable:
        return None
    shares: dict[int, Fraction] = {}
    for number, share in verdict.support.items():
        for at in pairs[number]:
            shares[at] = shares.get(at, Fraction(0)) + share
    return shares


def _nearest(
    space: Space,
    lifted: NDArray[np.float64],
    part: NDArray[np.int64],
    gap: HullGap,
    corners: set[int],
) -> int:
    """Return the point of a class that reaches farthest to the other, if possible a corner."""
    across = gap.across
    towards = -int(space.labels[part[0]])
    direction = towards * floats_over(across, size_of(across))
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
