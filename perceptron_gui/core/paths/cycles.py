"""Cycles: from two equal weights to the exact pre-period, period and certificate."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import frozen
from perceptron_gui.core.kernels import point_kernels

from .history import PointHistory
from .path import Path

_MOST_NUMBERS = 20_000_000


@frozen_value(eq=False)
class Recurrence:
    """The weights after two visits are equal, with updates between: no line separates."""

    start_visit: int
    period_visits: int
    period_updates: int
    counts: NDArray[np.int64]  # how often each point was added between, or its share
    is_cycle: bool  # the order is deterministic, so that it goes on for ever

    @property
    def end_visit(self) -> int:
        """The visit at which the start is reached again."""
        return self.start_visit + self.period_visits

    @property
    def certificate(self) -> tuple[Fraction, ...]:
        """λ ≥ 0 with Σλ = 1 and Σλ_i·z_i = 0 (Gordan)."""
        counts = self.counts.tolist()
        total = sum(counts)
        return tuple(Fraction(count, total) for count in counts)


def find_recurrence(path: Path, visits: int, lap: int) -> Recurrence:
    """Measure a recurrence after so many visits and `lap` steps of the search, and prove it."""
    period = lap * _visits_per_lap(path)
    is_cycle = path.visiting.is_deterministic
    start = _first_return(path, visits, period) if is_cycle else visits - period
    first, last = (int(path.history.updates_until(v)) for v in (start, start + period))
    counts = path.multiplicities(first, last)
    if last == first or any(path.arithmetic.combination(counts).tolist()):
        raise AssertionError("equal weights, but the updates between do not cancel")
    return Recurrence(start, period, last - first, frozen(counts), is_cycle)


def overlooked_lap(path: Path) -> int | None:
    """Return the lap of a recurrence that Brent's search had no time to meet before the budget."""
    searched = path.arithmetic.is_exact and path.mistake_driven
    if not (searched and path.visiting.is_deterministic):
        return None
    per_lap = _visits_per_lap(path)
    laps = path.visits // per_lap
    if laps > point_kernels.MOST_LAPS:
        return None
    ks = path.history.updates_until(np.arange(laps + 1) * per_lap)
    if laps * len(path.arithmetic.z) > _MOST_NUMBERS and path.has_long_states:
        return None
    states = path.states_after(ks)
    # Whatever goes round has been at its last place before, the last time one round ago.
    (same,) = np.nonzero((states[:-1] == states[-1]).all(axis=1))
    return laps - int(same[-1]) if len(same) else None


def _visits_per_lap(path: Path) -> int:
    return 1 if path.visiting.chooses_mistakes else path.visiting.epoch_length


def _first_return(path: Path, visits: int, period: int) -> int:
    """Return the least t with equal weights after t and t + period visits; equal ones stay so."""
    history = path.history
    if isinstance(history, PointHistory):
        k = int(history.updates_until(visits))
        record = history.recorded_visits, history.recorded_points
        return int(point_kernels.first_return(*record, k, visits, period))
    low, high = 0, visits - period
    # Many places at once are found as fast as one, but long states take memory.
    places = 1 if path.has_long_states else 15
    shares = np.arange(1, places + 1)
    while low < high:
        middles = low + (high - low) * shares // (places + 1)
        both = np.concatenate([middles, middles + period])
        states = path.states_after(history.updates_until(both))
        same = (states[:places] == states[places:]).all(axis=1)
        first = int(same.argmax()) if same.any() else places
        if first > 0:
            low = int(middles[first - 1]) + 1
        if first < places:
            high = int(middles[first])
    return low
