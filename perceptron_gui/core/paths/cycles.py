"""Cycles: from two equal weights to the exact pre-period, period and certificate."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.data.dataset import frozen
from perceptron_gui.core.kernels import point_kernels

from .path import Path

_MOST_NUMBERS = 20_000_000  # of all states compared at once


@dataclass(frozen=True, eq=False)
class Recurrence:
    """The weights after two visits are equal, with updates between: no line separates."""

    start_visit: int
    period_visits: int
    period_updates: int
    counts: NDArray[np.int64]  # how often each point was added between, or its share
    is_cycle: bool  # the order is deterministic, so it repeats forever

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

    def has_returned(visit: int) -> bool:
        ends = path.history.updates_until(np.array([visit, visit + period]))
        one, other = path.states_after(ends)
        return bool((one == other).all())

    # A random order has no period, but equal weights still give a certificate.
    start = visits - period
    if is_cycle:  # weights that are equal a period apart stay so from then on
        start = bisect_left(range(start), True, key=has_returned)
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
    numbers = laps * len(path.arithmetic.z) if path.has_long_states else 0
    if laps > point_kernels.MOST_LAPS or numbers > _MOST_NUMBERS:
        return None
    states = path.states_after(path.history.updates_until(np.arange(laps + 1) * per_lap))
    # Whatever goes round has been at its last place before, the last time one round ago.
    (same,) = np.nonzero((states[:-1] == states[-1]).all(axis=1))
    return laps - int(same[-1]) if len(same) else None


def _visits_per_lap(path: Path) -> int:
    return 1 if path.visiting.chooses_mistakes else path.visiting.epoch_length
