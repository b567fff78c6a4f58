"""Can a line separate the points? The maximum margin, or a certificate that none exists.

The min-norm point p of conv{z_i} (Wolfe 1976) answers both: p ≠ 0 is the separator w* with
γ = ‖p‖, p = 0 comes with weights λ whose Σλ_i·z_i = 0 (Gordan). Floats find the support, then
the same algorithm goes on in rationals until it is optimal, so the answer is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import compare, dot, solve_integers, whole_numbers
from perceptron_gui.base.values import frozen_value

from .kernel_margin import nearest_shares, opposite_twins
from .kernel_space import KernelSpace
from .space import Space

_EPS = float(np.finfo(np.float64).eps)
# Far more than any data set needed; the exact finish goes on from wherever floats gave up.
_MOST_FLOAT_ROUNDS = 2000
_LEAST_MARGIN = 1e-30  # of kernels so alike that floats find none
_PIECE = 1 << 14  # rows compared exactly between two cancel checks


@frozen_value
class Separability:
    """The verdict with its proof: a separator and its margin, or a certificate."""

    radius_squared: Fraction
    margin_squared: Fraction
    separator: tuple[Fraction, ...]
    support: dict[int, Fraction]  # λ > 0 of the few points that decide, Σλ = 1

    @property
    def separable(self) -> bool:
        """Whether some line has every point strictly on its right side."""
        return self.margin_squared > 0

    @property
    def mistake_bound(self) -> Fraction | None:
        """R²/γ², the most updates from w₀ = 0 with any step (Novikoff)."""
        return self.radius_squared / self.margin_squared if self.separable else None

    def certificate(self, n: int) -> list[Fraction]:
        """Return λ (n,) with Σλ = 1 and Σλ_i·z_i = 0; only for data that are not separable."""
        if self.separable:
            raise ValueError("separable data have no certificate")
        return [self.support.get(i, Fraction(0)) for i in range(n)]


def separability(space: Space, check_cancelled: CancelCheck = never_cancelled) -> Separability:
    """Decide, exactly, whether the points of a space can be separated; that may take minutes."""
    if not len(space):
        raise DataError("there are no points; add at least one")
    if isinstance(space, KernelSpace):
        return _kernel_verdict(space, check_cancelled)
    corral = float_corral(space.signed, check_cancelled)[0]
    p, weights = _ExactSearch(space, check_cancelled).finish(corral)
    return Separability(space.radius_squared, dot(p, p), tuple(p), weights)


def _kernel_verdict(space: KernelSpace, check_cancelled: CancelCheck) -> Separability:
    """Decide where a kernel takes the points; w* = Σ λ_j·y_j·φ(x_j) is given by λ (n,)."""
    if space.kernel.is_rational:
        # The same inner products, and so the same λ, margin and verdict.
        found = separability(space.expanded(), check_cancelled)
        margin_squared, support = found.margin_squared, found.support
    elif (twins := opposite_twins(space)) is not None:
        margin_squared, support = Fraction(0), dict.fromkeys(twins, Fraction(1, 2))
    else:
        shares, margin = nearest_shares(space, check_cancelled)
        held = {int(i): Fraction(float(shares[i])) for i in np.flatnonzero(shares)}
        total = sum(held.values(), Fraction(0))
        support = {i: value / total for i, value in held.items()}
        margin_squared = Fraction(max(margin, _LEAST_MARGIN))
    separator = tuple(support.get(i, Fraction(0)) for i in range(len(space)))
    return Separability(space.radius_squared, margin_squared, separator, support)


def float_corral(
    z: NDArray[np.float64], check_cancelled: CancelCheck = never_cancelled
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the support of the min-norm point of conv{z_i} (n, D), and the point, in floats."""
    reach = max(float(z.max()), -float(z.min()))
    total = np.ones(len(z)) @ z  # far faster than sum(axis=0)
    support = [int((z @ total).argmin())]  # against the mean direction: near the border at once
    weights = [1.0]
    p = z[support[0]]
    best = np.inf
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
        support, weights, p = _shortened(z, [*support, nearest], [*weights, 0.0])
    return support, _least_norm(z[support])


def _shortened(
    z: NDArray[np.float64], support: list[int], weights: list[float]
) -> tuple[list[int], list[float], NDArray[np.float64]]:
    """Move to the point of least norm over conv of the support; drop what weighs nothing there."""
    while True:
        corners = z[support]
        affine = _affine_weights(corners)
        if min(affine) > 0 or len(support) == 1:
            return support, affine, np.dot(affine, corners)
        ratios = [w / (w - a) if a < w else 0.0 for w, a in zip(weights, affine, strict=True)]
        falling = [i for i, a in enumerate(affine) if a <= 0]
        first = min(falling, key=ratios.__getitem__)
        moved = [w + ratios[first] * (a - w) for w, a in zip(weights, affine, strict=True)]
        kept = [i for i, weight in enumerate(moved) if weight > 0 and i != first]
        support, weights = [support[i] for i in kept], [moved[i] for i in kept]


def _affine_weights(corners: NDArray[np.float64]) -> list[float]:
    """Return the weights of the point of least norm in the affine hull of corners (m, D)."""
    # (G + c·11ᵀ)·u = 1 has the wanted weights as u/Σu for any c > 0, and is regular for
    # independent corners; a c of the size of G keeps the digits.
    gram = corners @ corners.T
    gram += float(gram[0, 0]) or 1.0
    try:
        found: list[float] = np.linalg.solve(gram, np.ones(len(gram))).tolist()
        total = math.fsum(found)
    except np.linalg.LinAlgError:
        total = 0.0
    if total == 0 or not math.isfinite(total):
        return [0.0] * (len(corners) - 1) + [-1.0]  # the newest corner adds nothing: drop it
    return [value / total for value in found]


def _least_norm(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the point of least norm in the affine hull of corners, to the last digits."""
    p = corners[0]
    if len(corners) > 1:
        q, _ = np.linalg.qr((corners[1:] - corners[0]).T)
        for _ in range(2):  # the first projection loses digits when γ ≪ R
            p = p - q @ (q.T @ p)
    return np.asarray(p)


@frozen_value(eq=False)
class _ExactSearch:
    """Wolfe's algorithm in rationals, from a corral found in floats."""

    space: Space
    check_cancelled: CancelCheck

    def finish(self, corral: list[int]) -> tuple[list[Fraction], dict[int, Fraction]]:
        """Return the min-norm point and the weights of its support."""
        support, current = corral, self._affine_weights(corral)
        if current is None or min(current) <= 0:  # rounding misled the floats
            support, current = self._start_over(corral)
        while True:
            p = self._combination(support, current)
            violator = self._violator(p, support) if any(p) else None
            if violator is None:
                return p, dict(zip(support, current, strict=True))
            support, current = self._settle([*support, violator], [*current, Fraction(0)])

    def _start_over(self, corral: list[int]) -> tuple[list[int], list[Fraction]]:
        """Keep what is affinely independent of a corral, and settle from its middle."""
        support: list[int] = []
        for i in corral:
            if self._affine_weights([*support, i]) is not None:
                support.append(i)
        return self._settle(support, [Fraction(1, len(support))] * len(support))

    def _settle(
        self, support: list[int], current: list[Fraction]
    ) -> tuple[list[int], list[Fraction]]:
        """Move to the least norm over conv of the support, dropping points that weigh nothing."""
        while len(support) > 1:
            affine = self._affine_weights(support)
            assert affine is not None, "Wolfe's corrals are affinely independent"
            if min(affine) > 0:
                return support, affine
            falling = [i for i, a in enumerate(affine) if a <= 0]
            step = min(current[i] / (current[i] - affine[i]) for i in falling if current[i] > 0)
            moved = [c + step * (a - c) for c, a in zip(current, affine, strict=True)]
            kept = [i for i, weight in enumerate(moved) if weight > 0]
            support, current = [support[i] for i in kept], [moved[i] for i in kept]
        return support, [Fraction(1)]

    def _affine_weights(self, support: Sequence[int]) -> list[Fraction] | None:
        """Return the weights of the least norm in the affine hull, None where it has many."""
        rows, _ = self.space.exact_rows(np.array(support))
        gram = []
        for row in rows:
            self.check_cancelled()
            gram.append([int(v) + 1 for v in rows @ row] + [1])
        found = solve_integers(gram, self.check_cancelled)
        if found is None:
            return None
        total = sum(found[0])
        return [Fraction(value, total) for value in found[0]]

    def _combination(self, support: list[int], weights: list[Fraction]) -> list[Fraction]:
        rows, unit = self.space.exact_rows(np.array(support))
        tops, below = whole_numbers(weights)
        return [unit * Fraction(int(v), below) for v in np.array(tops, dtype=object) @ rows]

    def _violator(self, p: list[Fraction], support: list[int]) -> int | None:
        """Return a point with ⟨p, z⟩ < ‖p‖², or None when p is optimal; decided exactly."""
        square = dot(p, p)
        scale = max(abs(v) for v in p)
        direction = np.array([float(v / scale) for v in p])
        target = float(square / scale)
        z = self.space.signed
        excess = z @ direction - target
        # No rounding of a row's score can exceed this; |direction| is at most 1 in each coordinate.
        reach = max(float(z.max()), -float(z.min()))
        doubt = (len(p) + 4) * 2 * _EPS * (len(p) * reach + abs(target))
        worst = int(excess.argmin())
        if excess[worst] < -doubt:
            return worst
        unclear = np.setdiff1d(np.flatnonzero(excess <= doubt), support)
        return self._first_below(unclear, p, square)

    def _first_below(
        self, indices: NDArray[np.int64], p: list[Fraction], square: Fraction
    ) -> int | None:
        """Return the first of some points with ⟨p, z⟩ < ‖p‖², compared in integers."""
        vector, whole = whole_numbers(p)
        for start in range(0, len(indices), _PIECE):
            self.check_cancelled()
            piece = indices[start : start + _PIECE]
            rows, unit = self.space.exact_rows(piece)
            below = np.flatnonzero(compare(rows, vector, square * whole / unit) < 0)
            if len(below):
                return int(piece[below[0]])
        return None
