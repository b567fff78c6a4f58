"""Where a timeline has its ticks: updates, epochs and the period of a cycle. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.runs.run import Run

_CLOSEST_EPOCHS = 7  # pixels
_SHORTEST = 0.4


@dataclass(frozen=True)
class TimeScale:
    """Puts visits 0 … `visits` onto pixels 0 … `width`."""

    visits: int
    width: int

    def pixel(self, visit: int) -> float:
        """Return where a visit lies; a run without visits begins and ends at 0."""
        return self.width * (visit / self.visits) if self.visits else 0.0

    def visit(self, pixel: float) -> int:
        """Return the visit nearest to a pixel."""
        if self.width <= 0:
            return 0
        return min(max(round(self.visits * (pixel / self.width)), 0), self.visits)

    @property
    def last_visits(self) -> NDArray[np.int64]:
        """The last visit nearest to each pixel (width + 2,), beginning with the one left of 0."""
        edges = np.floor((np.arange(-1, self.width + 1) + 0.5) * (self.visits / self.width))
        return np.asarray(np.clip(edges, 0, self.visits), dtype=np.int64)


def update_ticks(run: Run, scale: TimeScale) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pixels (m,) with updates, and how high their ticks are (m,), at most 1.

    Where visits share a pixel its tick says by its height how many of them were updates.
    """
    if not scale.visits or scale.width <= 0:
        return np.empty(0, dtype=np.int64), np.empty(0)
    last = scale.last_visits
    updates = np.diff(run.updates_at(last))
    pixels = np.flatnonzero(updates)
    shares = updates[pixels] / np.maximum(np.diff(last)[pixels], 1)
    heights = _SHORTEST + (1 - _SHORTEST) * shares / shares.max(initial=0.0)
    return pixels, heights


def epoch_ticks(run: Run, scale: TimeScale) -> NDArray[np.int64]:
    """Return the pixels at which epochs end, of many only every second, fifth, tenth …"""
    if not scale.visits or scale.width <= 0:
        return np.empty(0, dtype=np.int64)
    length = run.path.visiting.epoch_length
    fewest = _CLOSEST_EPOCHS * scale.visits / (length * scale.width)
    apart = length * _round_number(fewest)
    ends = np.arange(1, scale.visits // apart + 1) * float(apart)
    return np.asarray(np.rint(ends * (scale.width / scale.visits)), dtype=np.int64)


def period(run: Run) -> tuple[int, int] | None:
    """Return the visits between which the weights first return, where that proves a cycle."""
    found = run.cycle
    return (found.start_visit, found.end_visit) if found is not None else None


def timeline_place(run: Run, visit: int) -> int:
    """Return where on a timeline a visit lies: later rounds than those computed repeat the last."""
    found, last = run.cycle, run.computed_visits
    if found is None or visit <= last:
        return visit
    return last - found.period_visits + (visit - last - 1) % found.period_visits + 1


def _round_number(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 … that is not below."""
    power = 1
    while power * 5 < least:
        power *= 10
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)
