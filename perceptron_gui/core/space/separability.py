"""Can a line separate the points? The maximum margin, or a certificate that none exists.

The min-norm point p of conv{z_i} (Wolfe 1976) answers both: p ≠ 0 is the separator w* with
γ = ‖p‖, p = 0 comes with weights λ whose Σλ_i·z_i = 0 (Gordan). Floats find the support, then
the same algorithm goes on in rationals until it is optimal, so the answer is exact.

Gaussian kernels separate all points but those that are equal and of both classes: that is a
theorem, and only the margin is rounded. It counts as known where a bound on the rounding proves it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, StepReport, never_cancelled, no_report
from perceptron_gui.base.equations import independent_rows, solve_gram
from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import BigIntegers, Integers, compare, dot
from perceptron_gui.core.data.dataset import opposite_twins

from .corral import affine_weights, float_corral
from .kernel_space import KernelSpace
from .space import Space

LOOKED_FOR = "Computing whether a line separates the points …"
CANCELLED = "Whether a line separates the points is not known: the search was cancelled."
_CHECK_S = 0.02  # between two checks whether a waiting caller has cancelled
_EPS = float(np.finfo(np.float64).eps)
_SOME_MARGIN = Fraction(1e-30)  # stands for one above 0 that floats cannot tell
_PIECE = 1 << 14  # rows compared exactly between two cancel checks
_CLOSE = 1e-6  # relative: how far the γ² of a Gaussian kernel may be from the largest one
_AT_ONCE = 500  # points that are added to those that decide there
_MOST_WORK = 10**10  # the sum of cubes of how many points are looked at together
_SOLVING = "solving {} equations exactly"
_SOLVING_SHARE = 0.5  # of all work, at which the floats are done


@dataclass(frozen=True)
class Separability:
    """The verdict with its proof: a separator and its margin, or a certificate."""

    radius_squared: Fraction
    margin_squared: Fraction
    separator: tuple[Fraction, ...]
    support: dict[int, Fraction]  # λ > 0 of the few points that decide, Σλ = 1
    # Of Gaussian kernels floats may tell only that γ² is above 0.
    margin_is_known: bool = True

    @property
    def separable(self) -> bool:
        """Whether some line has every point strictly on its right side."""
        return self.margin_squared > 0

    @property
    def has_separator(self) -> bool:
        """Whether w* is known: some line separates, and floats tell by how much."""
        return self.separable and self.margin_is_known

    @property
    def mistake_bound(self) -> Fraction | None:
        """R²/γ², the most updates from w₀ = 0 with any step (Novikoff), where γ is known."""
        return self.radius_squared / self.margin_squared if self.has_separator else None

    def certificate(self, n: int) -> list[Fraction]:
        """Return λ (n,) with Σλ = 1 and Σλ_i·z_i = 0; only for data that are not separable."""
        if self.separable:
            raise ValueError("separable data have no certificate")
        return [self.support.get(i, Fraction(0)) for i in range(n)]


def separability(
    space: Space,
    check_cancelled: CancelCheck = never_cancelled,
    report: StepReport = no_report,
) -> Separability:
    """Decide, exactly, whether the points of a space can be separated; that may take minutes."""
    if not len(space):
        raise DataError("there are no points; add at least one")
    if isinstance(space, KernelSpace):
        return _kernel_verdict(space, check_cancelled, report)
    corral = float_corral(
        space.signed,
        check_cancelled,
        lambda what, share: report(what, share * _SOLVING_SHARE),
    )
    solving = _SOLVING.format(len(corral))
    report(solving, _SOLVING_SHARE)
    p, weights = ExactSearch(space, check_cancelled).finish(corral)
    report(solving, 1.0)
    return Separability(space.radius_squared, dot(p, p), tuple(p), weights)


class SignedRows(Protocol):
    """Vectors z (n, D), rounded and as integers with their unit."""

    @property
    def signed(self) -> NDArray[np.float64]: ...

    def exact_rows(self, indices: Integers, /) -> tuple[BigIntegers, Fraction]: ...


class ExactSearch:
    """Wolfe's algorithm in rationals, from a corral found in floats."""

    def __init__(self, space: SignedRows, check_cancelled: CancelCheck) -> None:
        self._space = space
        self._check_cancelled = check_cancelled
        self._rows: tuple[list[int], BigIntegers, Fraction] | None = None

    def finish(self, corral: list[int]) -> tuple[list[Fraction], dict[int, Fraction]]:
        """Return the min-norm point and the weights of its support."""
        support, current = self._start(corral)
        while True:
            rows, unit = self._exact_rows(support)
            self._check_cancelled()
            tops = [int(v) for v in np.array(current.tops, dtype=object) @ rows]
            p = _Rational(tops, current.below, unit)
            violator = self._violator(p, support) if any(p.tops) else None
            if violator is None:
                return p.fractions(), dict(zip(support, current.fractions(), strict=True))
            old = [*current.fractions(), Fraction(0)]
            support, current = self._settle([*support, violator], old)

    def _start(self, corral: list[int]) -> tuple[list[int], _Rational]:
        """Return an affinely independent support, all of whose weights are positive."""
        current = self._affine_weights(corral)
        if current is not None and min(current.tops) > 0:
            return corral, current
        # Rounding has misled the floats.
        rows, _ = self._exact_rows(corral)
        augmented = np.hstack([rows, np.ones((len(rows), 1), dtype=object)])
        support = [corral[i] for i in independent_rows(augmented)]
        return self._settle(support, [Fraction(1, len(support))] * len(support))

    def _settle(self, support: list[int], current: list[Fraction]) -> tuple[list[int], _Rational]:
        """Move to the least norm over conv of the support, dropping points that weigh nothing."""
        while len(support) > 1:
            found = self._affine_weights(support)
            assert found is not None, "Wolfe's corrals are affinely independent"
            if min(found.tops) > 0:
                return support, found
            affine = found.fractions()
            falling = [i for i, a in enumerate(affine) if a <= 0]
            step = min(current[i] / (current[i] - affine[i]) for i in falling if current[i] > 0)
            moved = [c + step * (a - c) for c, a in zip(current, affine, strict=True)]
            kept = [i for i, weight in enumerate(moved) if weight > 0]
            support, current = [support[i] for i in kept], [moved[i] for i in kept]
        return support, _Rational([1], 1)

    def _affine_weights(self, support: list[int]) -> _Rational | None:
        """Return the weights of the least norm in the affine hull, None where it has many."""
        found = solve_gram(self._exact_rows(support)[0], self._check_cancelled)
        if found is None:
            return None
        total = sum(found[0])
        sign = 1 if total > 0 else -1
        return _Rational([sign * value for value in found[0]], sign * total)

    def _exact_rows(self, support: list[int]) -> tuple[BigIntegers, Fraction]:
        """Return z of a support as integers, which may take a while to be read."""
        if self._rows is None or self._rows[0] != support:
            self._rows = support, *self._space.exact_rows(np.array(support))
        return self._rows[1:]

    def _violator(self, p: _Rational, support: list[int]) -> int | None:
        """Return a point with ⟨p, z⟩ < ‖p‖², or None when p is optimal; decided exactly."""
        largest, square = max(map(abs, p.tops)), sum(v * v for v in p.tops)
        direction = np.array([v / largest for v in p.tops])
        target = float(p.unit * Fraction(square, p.below * largest))
        z = self._space.signed
        excess = z @ direction - target
        # No rounding of a row's score can exceed this; |direction| is at most 1 in each coordinate.
        reach = max(float(z.max()), -float(z.min()))
        doubt = (z.shape[1] + 4) * 2 * _EPS * (z.shape[1] * reach + abs(target))
        worst = int(excess.argmin())
        if excess[worst] < -doubt:
            return worst
        unclear = np.setdiff1d(np.flatnonzero(excess <= doubt), support)
        limit = p.unit * Fraction(square, p.below)
        for start in range(0, len(unclear), _PIECE):
            self._check_cancelled()
            piece = unclear[start : start + _PIECE]
            rows, unit = self._space.exact_rows(piece)
            below = np.flatnonzero(compare(rows, p.tops, limit / unit) < 0)
            if len(below):
                return int(piece[below[0]])
        return None


@dataclass(frozen=True)
class _Rational:
    """Fractions tops · unit / below with one denominator, which need not be in lowest terms."""

    tops: list[int]
    below: int
    unit: Fraction = Fraction(1)

    def fractions(self) -> list[Fraction]:
        """Return them in lowest terms, which takes a while for long ones."""
        return [self.unit * Fraction(top, self.below) for top in self.tops]


def _kernel_verdict(
    space: KernelSpace, check_cancelled: CancelCheck, report: StepReport
) -> Separability:
    """Decide where a kernel takes the points; w* = Σ λ_j·y_j·φ(x_j) is given by λ (n,)."""
    is_known = True
    if space.kernel.is_rational:
        # The same inner products, and so the same λ, margin and verdict.
        found = separability(space.expanded(), check_cancelled, report)
        margin_squared, support = found.margin_squared, found.support
    elif (twins := opposite_twins(space.dataset)) is not None:
        margin_squared, support = Fraction(0), dict.fromkeys(twins, Fraction(1, 2))
    else:
        shares, margin = _nearest_shares(space, check_cancelled)
        held = {int(i): Fraction(float(shares[i])) for i in np.flatnonzero(shares)}
        total = sum(held.values(), Fraction(0))
        support = {i: value / total for i, value in held.items()}
        is_known = margin > 0
        margin_squared = Fraction(margin) if is_known else _SOME_MARGIN
    separator = tuple(support.get(i, Fraction(0)) for i in range(len(space)))
    return Separability(space.radius_squared, margin_squared, separator, support, is_known)


def _nearest_shares(
    space: KernelSpace, check_cancelled: CancelCheck
) -> tuple[NDArray[np.float64], float]:
    """Return λ (n,) of the point of the hull nearest to the origin, and γ² from below.

    γ² is 0 where floats cannot tell it. Few points decide, so the search adds the deepest of the
    others until none lies deeper than the nearest point of the hull.
    """
    n, d = len(space), space.dataset.dimension
    reach = float(np.abs(space.dataset.points).max()) / float(space.kernel.width)
    chosen = np.unique(np.linspace(0, n - 1, min(n, _AT_ONCE)).astype(np.int64))
    left, shares = _MOST_WORK, np.zeros(n)
    while True:
        check_cancelled()
        left -= len(chosen) ** 3
        shares[chosen] = _shares_of(space, chosen, shares[chosen], check_cancelled)
        held = np.flatnonzero(shares)
        scores = space.scores(space.dataset.points, shares) * space.labels
        # γ lies between the least score over ‖w‖, and ‖w‖.
        # A bound on the error of a score, a mean of kernels with the held points: the rounding of
        # the coordinates as typed, of their differences over σ, of the squares of these, of the
        # exponential and of every sum.
        rounding = _EPS * (math.sqrt(d) * reach + d + len(held) + 8)
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
    space: KernelSpace,
    chosen: NDArray[np.int64],
    known: NDArray[np.float64],
    check_cancelled: CancelCheck,
) -> NDArray[np.float64]:
    """Return λ of the point nearest to the origin in the hull of some points.

    The search goes on from the `known` λ among fewer of them, which are 0 at first.
    """
    points, labels = space.dataset.points[chosen], space.labels[chosen]
    gram = space.kernel.values(points, points) * labels * labels[:, None]
    squares, axes = np.linalg.eigh(gram)
    held = np.flatnonzero(known)
    start = (held.tolist(), known[held].tolist()) if len(held) else None
    corners = axes * np.sqrt(np.maximum(squares, 0.0))
    corral = float_corral(corners, check_cancelled, start=start)
    weights = np.maximum(affine_weights(gram[np.ix_(corral, corral)]), 0.0)
    if not weights.any():  # floats cannot tell these corners apart: take their mean
        weights = np.ones(len(corral))
    shares = np.zeros(len(chosen))
    shares[corral] = weights / weights.sum()
    return shares


class VerdictPending(Exception):
    """The verdict is not known yet and the reader does not wait; the message says why."""


class VerdictSearch:
    """Finds the verdict for all snapshots of a run. Any thread may ask: one of them computes."""

    def __init__(self, space: Space) -> None:
        self.found: Separability | None = None
        self.is_cancelled = False  # by the user, who may start it again
        self._space = space
        self._lock = Lock()

    @property
    def missing(self) -> str:
        """Why there is no verdict yet."""
        return CANCELLED if self.is_cancelled else LOOKED_FOR

    def find(
        self, check_cancelled: CancelCheck = never_cancelled, report: StepReport = no_report
    ) -> Separability:
        """Return the verdict; a second caller waits for the search that is already running."""
        while not self._lock.acquire(timeout=_CHECK_S):
            check_cancelled()
        try:
            if self.found is None:
                self.found = separability(self._space, check_cancelled, report)
            return self.found
        finally:
            self._lock.release()
