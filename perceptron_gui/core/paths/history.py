"""What a run records: per update its visit and its point, now and then the weights, and cycles.

Writers append and then publish a length; readers see a frozen prefix, so no locks are needed.
What readers derive from it they may store in the cache that all snapshots share.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.limits import MEMORY
from perceptron_gui.core.data.dataset import frozen
from perceptron_gui.core.kernels import point_kernels
from perceptron_gui.core.space.arithmetic import Raw

Positions = NDArray[np.int64]
if TYPE_CHECKING:
    from .path import Path

Value = TypeVar("Value")
_MOST_NUMBERS = 20_000_000  # of all states compared at once, to find a cycle
_SHARE = 3  # of the memory for the record; what is derived from it takes as much again


def grown(array: NDArray[Any], capacity: int) -> NDArray[Any]:
    """Return the array with room for more rows, or for fewer."""
    # Memory that is only reserved costs nothing until it is written.
    larger = np.empty((capacity, *array.shape[1:]), dtype=array.dtype)
    if kept := min(len(array), capacity):
        larger[:kept] = array[:kept]
    return larger


@dataclass(frozen=True)
class Loop:
    """After `first` updates, the next `updates` of them (`visits` visits) repeat forever."""

    start_visit: int
    visits: int
    first: int
    updates: int

    def fold(self, ks: Any) -> Any:
        """Return for every k an equal position within the first round."""
        return np.where(ks < self.first, ks, self.first + (ks - self.first) % self.updates)

    def rounds(self, ks: Any) -> Any:
        """Return for every k how many whole rounds lie between it and that position."""
        return np.maximum(ks - self.first, 0) // self.updates

    def updates_until(self, once: Positions, visit: Any) -> Any:
        """Return the updates up to a visit, from the visits of the first round."""
        rounds = np.maximum(np.asarray(visit) - self.start_visit, 0) // self.visits
        found = once.searchsorted(visit - rounds * self.visits, side="right")
        return found + rounds * self.updates


def with_rounds(
    upto: Callable[[int], NDArray[Any]], count: int, first: int, length: int
) -> NDArray[Any]:
    """Return upto(count) of a sum to which, from `first` on, each `length` adds the same.

    Only the first of these rounds is summed up: a loop may have been gone round a million times.
    """
    rounds, rest = divmod(max(0, count - first), length)
    if rounds == 0:
        return upto(count)
    start, part, whole = (upto(first + more) for more in (0, rest, length))
    return np.asarray(part + rounds * (whole - start))


class ResultCache:
    """Results derived from a run, one per key; any thread may ask.

    Nothing is computed under the lock: threads that ask at once may both compute, and each gets
    a value that is right for its own snapshot.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._stored: dict[Hashable, Any] = {}

    def get_or_compute(self, key: Hashable, version: object, compute: Callable[[], Value]) -> Value:
        """Return the stored value if it is of this version, else compute and store it."""
        with self._lock:
            known = self._stored.get(key)
        if known is not None and known[0] == version:
            found: Value = known[1]
            return found
        value = compute()
        self.put(key, version, value)
        return value

    def put(self, key: Hashable, version: object, value: object) -> None:
        """Store a value that was computed elsewhere, in place of any other version."""
        with self._lock:
            self._stored[key] = version, value


class History:
    """The updates of a run, in order. Subclasses store the weights, each in its own way.

    A proved cycle is recorded once; `repeat` then makes the history as long as needed.
    """

    def __init__(self) -> None:
        self.length = 0  # how many updates readers see
        self.cache = ResultCache()  # all snapshots share it: it is their identity too
        self.recorded_visits = np.empty(0, dtype=np.int64)  # of a loop only its first round
        self.loop: Loop | None = None

    def __len__(self) -> int:
        return self.length

    @property
    def visits(self) -> NDArray[np.int64]:
        """The 1-based visit of every update (k,); of a long loop rather ask `visits_of`."""
        length = self.length  # read first: the array may grow, never shrink below it
        if self.loop is not None:
            return self.visits_of(np.arange(length))
        return self.recorded_visits[:length]

    def visits_of(self, ks: Positions) -> Positions:
        """Return the visits of the updates that come after k others."""
        if self.loop is None:
            return self.recorded_visits[ks]
        once = self.recorded_visits[self.loop.fold(ks)]
        return np.asarray(once + self.loop.rounds(ks) * self.loop.visits)

    def visit_after(self, k: int) -> int:
        """Return the first visit after which k updates were made."""
        return int(self.visits_of(np.array([k - 1]))[0]) if k else 0

    def updates_until(self, visit: Any) -> Any:
        """Return how many updates were made up to and including a visit (scalar or array)."""
        if self.loop is None:
            return self.visits.searchsorted(visit, side="right")
        once = self.recorded_visits[: self.loop.first + self.loop.updates]
        return np.minimum(self.loop.updates_until(once, visit), self.length)

    @property
    def capacity(self) -> int:
        """How many updates fit before the arrays must grow."""
        return len(self.recorded_visits)

    @property
    def update_bytes(self) -> int:
        """How many bytes the record of an update takes."""
        raise NotImplementedError

    @property
    def most_updates(self) -> int:
        """How many updates fit into this record's share of the memory."""
        return max(1, MEMORY.bytes // (_SHARE * self.update_bytes))

    def reserve(self, capacity: int) -> None:
        """Make room for this many updates."""
        self.recorded_visits = grown(self.recorded_visits, capacity)

    def repeat(self, loop: Loop, length: int) -> None:
        """Go on in a loop up to this many updates, without recording them."""
        self.loop = loop
        self.length = length

    def weights_after(self, ks: Positions) -> Raw:
        """Return the raw weights (m, D) after k updates, for every k."""
        return self._recorded_weights(ks if self.loop is None else self.loop.fold(ks))

    def _recorded_weights(self, ks: Positions) -> Raw:
        raise NotImplementedError


class PointHistory(History):
    """One point per update: 12 bytes each, a checkpoint of the weights now and then."""

    def __init__(self, z: Raw, step: Any, start: Raw) -> None:
        super().__init__()
        # Checkpoints cost at most 2 bytes an update, however many coordinates there are.
        self.spacing = max(256, 4 * len(start))
        self._z = z
        self._step = step
        self.recorded_points = np.empty(0, dtype=np.int32)
        self._checkpoints = start[None].copy()

    @property
    def update_bytes(self) -> int:
        return 14

    def points_of(self, ks: Positions) -> NDArray[np.int32]:
        """Return the 0-based points of the updates that come after k others."""
        return np.asarray(self.recorded_points[ks if self.loop is None else self.loop.fold(ks)])

    def reserve(self, capacity: int) -> None:
        self.recorded_points = grown(self.recorded_points, capacity)
        self._checkpoints = grown(self._checkpoints, capacity // self.spacing + 1)
        super().reserve(capacity)

    def buffers(self) -> tuple[Any, ...]:
        """Return what a kernel writes to: visits, points, checkpoints and their spacing."""
        return self.recorded_visits, self.recorded_points, self._checkpoints, self.spacing

    def _recorded_weights(self, ks: Positions) -> Raw:
        out = np.empty((len(ks), self._checkpoints.shape[1]), dtype=self._checkpoints.dtype)
        fixed = (self._checkpoints, self.spacing, self.recorded_points, self._z, self._step)
        ascending = np.argsort(ks, kind="stable")
        point_kernels.replay(*fixed, ks[ascending], out)
        result = np.empty_like(out)
        result[ascending] = out
        return result


class PathHistory(History):
    """Several points per update: all weights are stored."""

    def __init__(self, start: Raw) -> None:
        super().__init__()
        self._path = start[None].copy()

    @property
    def update_bytes(self) -> int:
        return 8 + int(self._path[0].nbytes)

    def reserve(self, capacity: int) -> None:
        self._path = grown(self._path, capacity + 1)
        super().reserve(capacity)

    def buffers(self) -> tuple[Any, ...]:
        """Return what a kernel writes to: visits and the weights, w₀ first."""
        return self.recorded_visits, self._path

    def _recorded_weights(self, ks: Positions) -> Raw:
        return self._path[ks]


@dataclass(frozen=True, eq=False)
class Recurrence:
    """The weights after two visits are equal, with updates between: no line separates."""

    start_visit: int
    period_visits: int
    period_updates: int
    counts: NDArray[np.int64]  # how often each point was added between, or its share

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

    def has_returned(visit: int) -> bool:
        ends = path.history.updates_until(np.array([visit, visit + period]))
        one, other = path.states_after(ends)
        return bool((one == other).all())

    # A random order has no period, but equal weights still give a certificate.
    start = visits - period
    if path.visiting.is_deterministic:  # weights that are equal a period apart stay so from then on
        start = bisect_left(range(start), True, key=has_returned)
    first, last = (int(path.history.updates_until(v)) for v in (start, start + period))
    counts = path.multiplicities(first, last)
    if last == first or any(path.arithmetic.combination(counts).tolist()):
        raise AssertionError("equal weights, but the updates between do not cancel")
    return Recurrence(start, period, last - first, frozen(counts))


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
