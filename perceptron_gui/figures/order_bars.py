"""The bars of a histogram of updates, one colour for every way in which trials end."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.values import frozen_value

from .figure import Range
from .marks import Region, Values
from .role import Role

# More bars than this nobody tells apart; then each counts several k.
_MOST_BARS = 40
_BAR = 0.8  # the share of its room that a bar fills
_BARS = {
    "converged": (Role.WEIGHTS, "converged"),
    "cycle": (Role.CONTESTANT_3, "first round of a cycle"),
    "budget": (Role.CONTESTANT_2, "stopped before the end"),
}


@frozen_value(eq=False)
class Bars:
    """Where bars stand: each counts `width` values of k, the first from `first` on."""

    first: int
    width: int
    count: int

    @classmethod
    def of(cls, updates: NDArray[np.int64], most: int = _MOST_BARS) -> Bars:
        """Choose the thinnest round bars that are not too many."""
        low, high = int(updates.min()), int(updates.max())
        widths = (factor * 10**power for power in range(19) for factor in (1, 2, 5))
        width = next(w for w in widths if high // w - low // w < most)
        return cls(low // width * width, width, high // width - low // width + 1)

    @property
    def edges(self) -> Range:
        """Where the first bar begins and the last one ends."""
        return self.first - 0.5, self.first + self.count * self.width - 0.5

    def at(self, x: float) -> range | None:
        """Return the values of k that the bar at a place of the axis counts, if there is one."""
        bar = math.floor((x + 0.5 - self.first) / self.width)
        first = self.first + bar * self.width
        return range(first, first + self.width) if 0 <= bar < self.count else None

    def counts(self, updates: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many trials belong to each bar."""
        return np.bincount((updates - self.first) // self.width, minlength=self.count)

    def region(self, lower: NDArray[np.int64], upper: NDArray[np.int64]) -> tuple[Values, Values]:
        """Return the rings of all bars that are not empty, from lower to upper."""
        x, y = list[float](), list[float]()
        for bar in np.flatnonzero(upper > lower).tolist():
            middle = self.first + bar * self.width + (self.width - 1) / 2
            left, right = middle - _BAR * self.width / 2, middle + _BAR * self.width / 2
            low, high = float(lower[bar]), float(upper[bar])
            gap = [np.nan] if x else []
            x += [*gap, left, right, right, left]
            y += [*gap, low, low, high, high]
        return np.array(x), np.array(y)


def stacked(bars: Bars, counts: dict[str, NDArray[np.int64]]) -> Iterator[Region]:
    """Yield the bars of every ending, each standing on those before it."""
    ground = np.zeros(bars.count, dtype=np.int64)
    for status, each in counts.items():
        if each.any():
            role, label = _BARS[status]
            yield Region(status, role, *bars.region(ground, ground + each), label=label)
        ground = ground + each
