"""Cycles: from two equal weights to the exact pre-period, period and certificate."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import frozen

from .history import PointHistory
from .path import Path

_MOST_LAPS = 200_000
_MOST_NUMBERS = 20_000_000
_PIECE = 4096  # updates that are compared at a time
_FACTOR = 6364136223846793005  # whose powers look random (Knuth's MMIX)


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
    if laps > _MOST_LAPS:
        return None
    ks = path.history.updates_until(np.arange(laps + 1) * per_lap)
    if laps * len(path.arithmetic.z) > _MOST_NUMBERS and path.has_long_states:
        return None
    states = path.states_after(ks)
    if not _may_repeat(states):
        return None
    seen: dict[bytes, int] = {}
    for lap, weights in enumerate(states):
        first = seen.setdefault(weights.tobytes(), lap)
        if first < lap:
            return lap - first
    return None


def _may_repeat(states: NDArray[np.int64]) -> bool:
    """Tell whether two rows may be equal: such have equal sums of any multiples."""
    factors = np.cumprod(np.full(states.shape[1], _FACTOR))
    marks = np.sort(states @ factors)  # all may overflow, in the same way for equal rows
    return bool((marks[1:] == marks[:-1]).any())


def _visits_per_lap(path: Path) -> int:
    return 1 if path.visiting.chooses_mistakes else path.visiting.epoch_length


def _first_return(path: Path, visits: int, period: int) -> int:
    """Return the least t with equal weights after t and t + period visits; equal ones stay so."""
    if isinstance(path.history, PointHistory):
        return _last_difference(path.history, visits, period)
    low, high = 0, visits - period
    # Many places at once are found as fast as one, but long states take memory.
    places = 1 if path.has_long_states else 15
    shares = np.arange(1, places + 1)
    while low < high:
        middles = low + (high - low) * shares // (places + 1)
        both = np.concatenate([middles, middles + period])
        states = path.states_after(path.history.updates_until(both))
        same = (states[:places] == states[places:]).all(axis=1)
        first = int(same.argmax()) if same.any() else places
        if first > 0:
            low = int(middles[first - 1]) + 1
        if first < places:
            high = int(middles[first])
    return low


def _last_difference(history: PointHistory, visits: int, period: int) -> int:
    """Return the last visit t with an update that visit t + period has not, or the other way.

    Up to equal weights two updates of the same point a period apart leave equal ones before them,
    and one without the other different ones.
    """
    first, last = (int(history.updates_until(visit)) for visit in (visits - period, visits))
    while first > 0:
        length = min(first, _PIECE)
        here, there = slice(first - length, first), slice(last - length, last)
        same = history.recorded_visits[here] + period == history.recorded_visits[there]
        same &= history.recorded_points[here] == history.recorded_points[there]
        if not same.all():
            back = int(same[::-1].argmin())
            first, last = first - back, last - back
            break
        first, last = first - length, last - length
    one = int(history.recorded_visits[first - 1]) if first else 0
    other = int(history.recorded_visits[last - 1]) - period if last else 0
    return max(0, one, other)
