"""What if the classes were further apart, or nearer: an edit that gives γ a wanted value."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import big_integers, decimal_integers
from perceptron_gui.core.data.dataset import Dataset, MovePoints
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.corral import min_norm_point
from perceptron_gui.core.space.hull_gap import hull_gap
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space

_STEPS = 60  # of Newton's method, which needs about ten
_CLOSE = 1e-12
_DIGITS = 4  # of a shift, beside the way between the classes or a margin that is smaller
_MOST_NUDGES = 4
_OF_A_LIFT = "points that are lifted do not move along a line; take the lift away first"
_OF_A_KERNEL = "in a kernel's feature space points do not move along a line; take another rule"
_OF_A_SCALE = "points that are scaled do not keep the margin they are moved to; set Scale to none"
_ONE_CLASS = "there is only one class, so nothing can move apart"
_SAME_MEAN = "both classes have the same mean, so there is no direction to move them in"


@dataclass(frozen=True, eq=False)
class MarginDial:
    """Moves the classes of one data set along the shortest way between them, to and fro.

    Every z = y·x moves by the same vector. So γ is the distance of a point on a straight way
    from a convex set that stands still: from 0, where the classes touch, it grows and is convex.
    Without an offset the way is that of w* itself.
    """

    dataset: Dataset
    rule: Rule

    def __post_init__(self) -> None:
        if self.rule.is_curved:
            raise DataError(_OF_A_KERNEL if self.rule.rule == "kernel" else _OF_A_LIFT)
        if self.rule.scale != "none":
            raise DataError(_OF_A_SCALE)
        if self.rule.offset and len(np.unique(self.dataset.labels)) < 2:
            raise DataError(_ONE_CLASS)

    def edit(self, margin: float) -> MovePoints:
        """Return the edit to a margin; 0 lets the classes touch, overlapping by a hair at most."""
        if not (math.isfinite(margin) and margin >= 0):
            raise DataError(f"a margin is a number from 0 on, not {margin:g}")
        if margin == 0:
            return self._touching()
        return self._moved(self._rounded(self._share(margin), min(self._size, margin)))

    @cached_property
    def _space(self) -> Space:
        return Space.of(self.dataset, self.rule)

    @cached_property
    def _way(self) -> tuple[NDArray[np.float64], float]:
        """The direction (d,) in which z moves, and the share of it at which the classes touch."""
        if self.rule.offset:
            gap = hull_gap(self._space)
            across, touch = (gap.across if gap else None), -0.5
        else:
            verdict = separability(self._space)
            across, touch = (verdict.separator if verdict.separable else None), -1.0
        if across is not None:
            return np.array([float(v) for v in across]), touch
        labels, points = self.dataset.labels, self.dataset.points
        sums = [points[labels == y].mean(axis=0) * y for y in (-1, 1) if (labels == y).any()]
        mean = np.sum(sums, axis=0)
        if np.abs(mean).max() <= _CLOSE * np.abs(points).max():
            raise DataError(_SAME_MEAN)
        return mean, 0.0

    def _margin(self, share: float) -> tuple[float, float]:
        """Return γ after moving this share of the way, and how fast it grows there."""
        way = np.zeros(self._space.dimension)
        way[: self.dataset.dimension] = self._way[0]
        moved = self._space.signed + share * way
        p = min_norm_point(moved)[1]
        margin = float(np.linalg.norm(p))
        if margin <= _CLOSE * np.abs(moved).max():  # what is left of 0 by rounding has no slope
            return 0.0, 0.0
        return margin, float(p @ way) / margin

    def _share(self, wanted: float) -> float:
        """Return how much of the way makes γ as large as wanted, by Newton's method."""
        share = 0.0
        for _ in range(_STEPS):
            margin, slope = self._margin(share)
            if slope <= 0:  # nothing separates the points yet
                share = max(2 * share, 1.0)
            elif abs(margin - wanted) <= _CLOSE * wanted:
                break
            else:
                share += (wanted - margin) / slope
                # Of a convex function Newton never passes the end where the classes touch.
                share = max(share, (1 - _CLOSE) * self._way[1])
        return share

    @cached_property
    def _size(self) -> float:
        """How long the way between the classes is, in its longest coordinate."""
        return float(np.abs(self._way[0]).max())

    def _rounded(self, share: float, size: float) -> list[Fraction]:
        """Return the shift of a share, to some digits of a size."""
        unit = _unit(size)
        return [round(Fraction(v * share) / unit) * unit for v in self._way[0].tolist()]

    def _touching(self) -> MovePoints:
        """Move until nothing separates the points any more.

        A point can slip past a thin hull by what was rounded; then they touch but for that.
        """
        shift = self._rounded(self._way[1], self._size)
        signs = np.sign(self._way[0]).astype(int).tolist()
        for nudge in range(_MOST_NUDGES):
            further = nudge * _unit(self._size)
            edit = self._moved([v - further * s for v, s in zip(shift, signs, strict=True)])
            moved = edit.apply(self.dataset)
            if not separability(Space.of(moved, self.rule)).separable:
                return edit
        return self._moved(shift)

    def _moved(self, shift: list[Fraction]) -> MovePoints:
        """Return the edit that moves every point by y times a shift, decimals kept as decimals."""
        points = self.dataset.points
        integers, decimals = decimal_integers(points) or big_integers(points)
        scale = math.lcm(10**decimals, *(v.denominator for v in shift))
        whole = np.array([int(v * scale) for v in shift], dtype=object)
        labels = self.dataset.labels.astype(object)[:, None]
        moved = integers.astype(object) * (scale // 10**decimals) + labels * whole
        return MovePoints(np.arange(len(points)), (moved / scale).astype(np.float64))


def _unit(size: float) -> Fraction:
    """Return the decimal place to which something of this size is rounded."""
    return Fraction(10) ** (math.floor(math.log10(size)) - _DIGITS)
