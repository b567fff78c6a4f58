"""What separates points where a Gaussian kernel takes them, and by how much, in floats.

Gaussian kernels separate all points but those that are equal and of both classes: that is a
theorem, and only the margin is rounded. It counts as known where a bound on the rounding proves it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck

from .corral import affine_weights, float_corral
from .kernel_space import KernelSpace

_EPS = float(np.finfo(np.float64).eps)
_CLOSE = 1e-6  # relative: how far γ² may be from the largest one
_AT_ONCE = 500  # points that are added to those that decide
_MOST_WORK = 10**10  # the sum of cubes of how many points are looked at together


def opposite_twins(space: KernelSpace) -> tuple[int, int] | None:
    """Return two equal points of both classes, if there are any."""
    first: dict[tuple[float, ...], int] = {}
    for i, row in enumerate((space.dataset.points + 0.0).tolist()):
        j = first.setdefault(tuple(row), i)
        if space.labels[j] != space.labels[i]:
            return j, i
    return None


def nearest_shares(
    space: KernelSpace, check_cancelled: CancelCheck
) -> tuple[NDArray[np.float64], float]:
    """Return λ (n,) of the point of the hull nearest to the origin, and γ² from below.

    γ² is 0 where floats cannot tell it. Few points decide, so the search adds the deepest of the
    others until none lies deeper than the nearest point of the hull.
    """
    n = len(space)
    chosen = np.unique(np.linspace(0, n - 1, min(n, _AT_ONCE)).astype(np.int64))
    left = _MOST_WORK
    while True:
        check_cancelled()
        left -= len(chosen) ** 3
        shares = np.zeros(n)
        shares[chosen] = _shares_of(space, chosen, check_cancelled)
        held = np.flatnonzero(shares)
        scores = space.scores(space.dataset.points, shares) * space.labels
        # γ lies between the least score over ‖w‖, and ‖w‖.
        rounding = _rounding(space, len(held))
        most = float(shares @ scores) + rounding
        least = max(float(scores.min()) - rounding, 0.0)
        margin = least * (least / most)
        if margin > 0 and most <= (1 + _CLOSE) * margin:
            return shares, margin
        deeper = np.setdiff1d(np.flatnonzero(scores < most), chosen)
        # ‖w‖ only falls from here on, and the rounding stays.
        if rounding > _CLOSE * most or not len(deeper) or left < 0:
            return shares, 0.0
        chosen = np.union1d(held, deeper[scores[deeper].argsort()[:_AT_ONCE]])


def _shares_of(
    space: KernelSpace, chosen: NDArray[np.int64], check_cancelled: CancelCheck
) -> NDArray[np.float64]:
    """Return λ of the point nearest to the origin in the hull of some points."""
    points, labels = space.dataset.points[chosen], space.labels[chosen]
    gram = space.kernel.values(points, points) * labels * labels[:, None]
    squares, axes = np.linalg.eigh(gram)
    corral = float_corral(axes * np.sqrt(np.maximum(squares, 0.0)), check_cancelled)
    weights = np.maximum(affine_weights(gram[np.ix_(corral, corral)]), 0.0)
    if not weights.any():  # floats cannot tell these corners apart: take their mean
        weights = np.ones(len(corral))
    shares = np.zeros(len(chosen))
    shares[corral] = weights / weights.sum()
    return shares


def _rounding(space: KernelSpace, held: int) -> float:
    """Return a bound on the error of a score, a mean of kernels with `held` points.

    It covers the rounding of the coordinates as typed, of their differences over σ, of the
    squares of these, of the exponential and of every sum.
    """
    points, d = space.dataset.points, space.dataset.dimension
    reach = float(np.abs(points).max()) / float(space.kernel.width)
    return _EPS * (math.sqrt(d) * reach + d + held + 8)
