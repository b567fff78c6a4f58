"""The corral of a hull in floats: the few corners whose affine hull is nearest to the origin.

Wolfe (1976): one corner more at a time, and those that weigh nothing dropped. `separability`
finishes exactly what is found here.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, StepReport, never_cancelled, no_report

_EPS = float(np.finfo(np.float64).eps)
# Far more than any data set needed; the exact finish goes on from wherever floats gave up.
_MOST_FLOAT_ROUNDS = 20_000
_MANY_CORNERS = 40  # from which on an inverse that is kept is faster than solving again
_INACCURATE = 1e-6  # of the equations; the inverse is computed again

_LOOKING = "looking for the points that decide"

Floats = NDArray[np.float64]


def min_norm_point(
    z: NDArray[np.float64], check_cancelled: CancelCheck = never_cancelled
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the support of the min-norm point of conv{z_i} (n, D), and the point, in floats."""
    support = float_corral(z, check_cancelled)
    return support, _least_norm(z[support])


def float_corral(
    z: NDArray[np.float64],
    check_cancelled: CancelCheck = never_cancelled,
    report: StepReport = no_report,
) -> list[int]:
    """Return the support of the min-norm point of conv{z_i} (n, D), found in floats."""
    reach = max(float(z.max()), -float(z.min()))
    total = np.ones(len(z)) @ z  # far faster than sum(axis=0)
    support = [int((z @ total).argmin())]  # against the mean direction: near the border at once
    weights = [1.0]
    p = z[support[0]]
    best = np.inf
    large: _LargeCorral | None = None
    for _ in range(_MOST_FLOAT_ROUNDS):
        check_cancelled()
        scores = z @ p
        nearest = int(scores.argmin())
        square = float(p @ p)
        slack = 8 * _EPS * (math.sqrt(square * len(p)) * reach + square)
        # Every round shortens p; when rounding stops that, floats are done.
        if square >= best or float(scores[nearest]) >= square - slack or nearest in support:
            break
        best = square
        report(_LOOKING, len(support) / (z.shape[1] + 2))
        if len(support) < _MANY_CORNERS:
            large = None
            support, weights, p = _shortened(z, [*support, nearest], [*weights, 0.0])
        else:
            large = large or _LargeCorral(z, support, weights)
            p = large.shortened_towards(nearest)
            support, weights = large.support, large.weights.tolist()
    return support


def _shortened(
    z: NDArray[np.float64], support: list[int], weights: list[float]
) -> tuple[list[int], list[float], NDArray[np.float64]]:
    """Move to the point of least norm over conv of the support; drop what weighs nothing there."""
    while True:
        corners = z[support]
        affine = affine_weights(corners @ corners.T)
        if min(affine) > 0 or len(support) == 1:
            return support, affine, np.dot(affine, corners)
        ratios = [w / (w - a) if a < w else 0.0 for w, a in zip(weights, affine, strict=True)]
        falling = [i for i, a in enumerate(affine) if a <= 0]
        first = min(falling, key=ratios.__getitem__)
        moved = [w + ratios[first] * (a - w) for w, a in zip(weights, affine, strict=True)]
        kept = [i for i, weight in enumerate(moved) if weight > 0 and i != first]
        support, weights = [support[i] for i in kept], [moved[i] for i in kept]


def affine_weights(gram: NDArray[np.float64]) -> list[float]:
    """Return the weights of the point of least norm in the affine hull of corners.

    They are known by their inner products G (m, m).
    """
    # (G + c·11ᵀ)·u = 1 has the wanted weights as u/Σu for any c > 0, and is regular for
    # independent corners; a c of the size of G keeps the digits.
    matrix = gram + (float(gram[0, 0]) or 1.0)
    try:
        found: list[float] = np.linalg.solve(matrix, np.ones(len(gram))).tolist()
        total = math.fsum(found)
    except np.linalg.LinAlgError:
        total = 0.0
    if total == 0 or not math.isfinite(total):
        return [0.0] * (len(gram) - 1) + [-1.0]  # the newest corner adds nothing: drop it
    return [value / total for value in found]


def _least_norm(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the point of least norm in the affine hull of corners, to the last digits."""
    p = corners[0]
    if len(corners) > 1:
        q, _ = np.linalg.qr((corners[1:] - corners[0]).T)
        for _ in range(2):  # the first projection loses digits when γ ≪ R
            p = p - q @ (q.T @ p)
    return np.asarray(p)


class _LargeCorral:
    """A corral of many corners, which keeps the inverse of G + c·11ᵀ while they come and go."""

    def __init__(self, z: Floats, support: list[int], weights: list[float]) -> None:
        self._z = z
        self.support, self.weights = list(support), np.array(weights)
        room = max(min(z.shape[0], z.shape[1] + 1), len(support)) + 1
        self._corners = np.empty((room, z.shape[1]))
        self._matrix, self._inverse = np.empty((room, room)), np.empty((room, room))
        corners = self._corners[: len(support)]
        corners[:] = z[support]
        gram = corners @ corners.T
        self._constant = float(gram[0, 0]) or 1.0
        self._matrix[: len(support), : len(support)] = gram + self._constant
        self._invert()

    def shortened_towards(self, nearest: int) -> Floats:
        """Return the point of least norm over conv of the corners and one more."""
        if self._add(nearest):
            while (affine := self._affine()).min() <= 0 and len(self.support) > 1:
                weights = self.weights
                falling = np.flatnonzero(affine <= 0)
                gaps = weights[falling] - affine[falling]
                ratios = np.divide(weights[falling], gaps, out=np.zeros(len(gaps)), where=gaps > 0)
                moved = weights + ratios.min() * (affine - weights)
                moved[falling[ratios.argmin()]] = 0
                self.weights = moved
                for i in np.flatnonzero(moved <= 0)[::-1].tolist():
                    self._drop(i)
            self.weights = affine
        return np.asarray(self.weights @ self._corners[: len(self.support)])

    def _add(self, i: int) -> bool:
        """Add a corner of no weight, unless it adds nothing to the affine hull."""
        size = len(self.support)
        inverse, corner = self._inverse[:size, :size], self._z[i]
        products = self._corners[:size] @ corner + self._constant
        own = float(corner @ corner) + self._constant
        across = inverse @ products
        rest = own - float(products @ across)
        if size + 1 == len(self._corners) or rest <= size * _EPS * own:
            return False
        inverse += across[:, None] * (across / rest)
        for kept, row, corner_value in (
            (self._matrix, products, own),
            (self._inverse, -across / rest, 1 / rest),
        ):
            kept[size, :size] = kept[:size, size] = row
            kept[size, size] = corner_value
        self._corners[size] = corner
        self.support.append(i)
        self.weights = np.append(self.weights, 0.0)
        return True

    def _drop(self, i: int) -> None:
        size = len(self.support)
        inverse = self._inverse[:size, :size]
        column = inverse[:, i].copy()
        inverse -= column[:, None] * (column / column[i])
        for kept in (self._matrix, self._inverse):
            kept[i : size - 1, :size] = kept[i + 1 : size, :size]
            kept[: size - 1, i : size - 1] = kept[: size - 1, i + 1 : size]
        self._corners[i : size - 1] = self._corners[i + 1 : size]
        del self.support[i]
        self.weights = np.delete(self.weights, i)

    def _affine(self) -> Floats:
        """Return the weights of the point of least norm in the affine hull."""
        size = len(self.support)
        matrix, ones = self._matrix[:size, :size], np.ones(size)
        for is_fresh in (False, True):
            inverse = self._inverse[:size, :size]
            found = inverse @ ones
            rest = ones - matrix @ found
            if is_fresh or float(np.abs(rest).max()) < _INACCURATE:
                break
            self._invert()
        found += inverse @ rest
        total = math.fsum(found.tolist())
        return found / total if total else found

    def _invert(self) -> None:
        size = len(self.support)
        matrix = self._matrix[:size, :size]
        try:
            self._inverse[:size, :size] = np.linalg.inv(matrix)
        except np.linalg.LinAlgError:  # rounding made corners dependent that are hardly not
            self._inverse[:size, :size] = np.linalg.pinv(matrix)
