"""How weights move, and which point comes when.

A path is advanced in slices and records every update in its history.
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.core.kernels import block_kernels, compiler, point_kernels
from perceptron_gui.core.space.arithmetic import Arithmetic, Raw

from .history import History, Loop, PathHistory, PointHistory, Positions

# Work (multiplications) done as plain Python before it is worth waiting for the compiler.
_PLAIN_WORK_LIMIT = 20_000
_SLICE = 1 << 18  # visits of a compiled kernel, after which Ctrl-C is heard
_FIRST_BYTES = 1 << 20  # of updates that are made room for at first
SEQUENCES = {
    "cyclic": point_kernels.FIXED,
    "shuffled": point_kernels.SHUFFLED,
    "random": point_kernels.RANDOM,
}
CHOICES = {
    "first-mistake": point_kernels.FIRST_MISTAKE,
    "random-mistake": point_kernels.RANDOM_MISTAKE,
    "worst": point_kernels.WORST,
}
_HOW = {**SEQUENCES, **CHOICES}
# The next visit is a function of the weights and the position alone.
DETERMINISTIC = ("cyclic", "first-mistake", "worst")


class Path(ABC):
    """The weights of a run, visit after visit."""

    mistake_driven = True
    has_long_states = False  # as many numbers as there are points
    why_floats = "this rule is not rational"

    @property
    def rounds_as_written(self) -> bool:
        """Whether floats are those of the rule's formula, computed from left to right."""
        return True

    def __init__(
        self, arithmetic: Arithmetic, visiting: Visiting, start: Raw, history: History
    ) -> None:
        self.arithmetic = arithmetic
        self.visiting = visiting
        self.history = history
        self._weights = start.copy()
        self._anchor = start.copy()
        self._order = visiting.sequence.copy()
        self._state = np.zeros(point_kernels.STATE_SIZE, dtype=np.int64)
        self._state[point_kernels.POWER] = 1
        self._published_visits = 0
        # A recurrence proves something only in exact arithmetic.
        self._state[point_kernels.WATCH] = arithmetic.is_exact

    @property
    def visits(self) -> int:
        """How many visits were made, as far as readers may know."""
        return self._published_visits

    def snapshot(self) -> Path:
        """Return the path as it is now. Later updates lie beyond the end of its history."""
        seen = copy.copy(self)
        seen.history = copy.copy(self.history)
        return seen

    def _publish(self) -> None:
        """Let readers see what the kernel did: updates first, since their visits refer to them."""
        self.history.length = int(self._state[point_kernels.UPDATES])
        self._published_visits = int(self._state[point_kernels.VISITS])

    @property
    def updates(self) -> int:
        """How many updates were made."""
        return len(self.history)

    @property
    def lap(self) -> int:
        """The steps of Brent's search between two equal weights (after RECURRED)."""
        return int(self._state[point_kernels.LAP])

    def advance(self, stop: int, most_updates: int) -> int:
        """Go on to visit `stop`; return PAUSED there, FULL at the most updates, or an ending.

        It is FULL with fewer updates where memory allows no longer record.
        """
        most = min(most_updates, self.history.most_updates)
        while True:
            # A full record goes on to the visit that would need one more: where slices end, and
            # with them the loop, must not matter.
            if self.updates == self.history.capacity and self.updates < most:
                # Memory costs when it is written, not when it is reserved: grow in large steps.
                # Where every visit makes an update, it is known at once how many there will be.
                ahead = stop - self.visits
                if self.mistake_driven:
                    ahead = _FIRST_BYTES // self.history.update_bytes
                self.history.reserve(min(max(1, ahead, 8 * self.updates), most))
            # Small runs end before numba is imported: that alone takes half a second.
            limit = _PLAIN_WORK_LIMIT // self._work_per_visit()
            if not compiler.is_loaded() and self.visits < limit:
                until = min(stop, limit)
            else:
                compiler.load()
                until = min(stop, self.visits + _SLICE)
            is_full = self.updates >= most
            room = self.updates if is_full else min(self.history.capacity, most, self._room())
            why = self._run_kernel(until, room)
            self._publish()
            if why == point_kernels.FULL and self.updates < most:
                continue
            if why != point_kernels.PAUSED or self.visits >= stop:
                return why

    def coast(self, stop: int) -> None:
        """Count visits up to `stop` of a path that can no longer change."""
        # Averages and votes still depend on how many visits the last weights survive.
        self._state[point_kernels.VISITS] = max(stop, self.visits)
        self._publish()

    def stop_watching(self) -> None:
        """Look for no further recurrence."""
        self._state[point_kernels.WATCH] = 0

    def truncate(self, visits: int) -> None:
        """Forget everything after a visit; the path ends there."""
        kept = int(self.history.updates_until(visits))
        self._state[point_kernels.VISITS] = visits
        self._state[point_kernels.UPDATES] = kept
        self._published_visits = visits
        self.history.length = kept
        self._weights[:] = self.states_after(np.array([kept]))[0]

    def states_after(self, ks: Positions) -> Raw:
        """Return the state after k updates, for every k: equal states go on equally."""
        return self.history.weights_after(ks)

    def go_round(self, start: int, period: int, stop: int, most_updates: int) -> None:
        """Show readers a proved cycle up to a visit; nothing changes that snapshots share."""
        first, last = (int(self.history.updates_until(v)) for v in (start, start + period))
        loop = Loop(start, period, first, last - first)
        once = self.history.recorded_visits[:last]
        updates = int(loop.updates_until(once, stop))
        if updates > most_updates:  # stop before the visit that would be one update too many
            rounds, rest = divmod(most_updates - first, loop.updates)
            stop = int(once[first + rest]) + rounds * period - 1
        self.history.repeat(loop, min(updates, most_updates))
        self._published_visits = stop

    def _room(self) -> int:
        """Return up to which update no number can overflow."""
        if not self.arithmetic.is_exact:
            return INT64_ROOM
        safe = self.arithmetic.safe_updates(self._weights, self._growth(), INT64_ROOM)
        if safe < 1:
            raise OverflowError("the weights outgrew exact integers")
        return self.updates + safe

    def _growth(self) -> int:
        """Return the most whole z that one update can add to raw weights."""
        return 0

    def _order_and_state(self) -> tuple[Any, ...]:
        """Return what a kernel goes on from: the order of the points, and where it stopped."""
        return self._order, self.visiting.how, self.visiting.seed, self._state, self._anchor

    def _work_per_visit(self) -> int:
        """Return how many multiplications a visit makes."""
        return self.visiting.block * len(self._weights)

    @abstractmethod
    def _run_kernel(self, stop: int, room: int) -> int: ...

    @abstractmethod
    def points_of_updates(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the points whose z entered updates first…last−1 (0-based), with repeats."""

    def multiplicities(self, first: int, last: int) -> NDArray[np.int64]:
        """Return whole numbers c (n,) with Σc_i·z_i proportional to what these updates added."""
        points = self.points_of_updates(first, last)
        return np.bincount(points, minlength=len(self.arithmetic.z)).astype(np.int64, copy=False)


class PointPath(Path):
    """One point per visit; a mistake adds step·z (PLA and its kin)."""

    history: PointHistory

    def __init__(
        self,
        arithmetic: Arithmetic,
        visiting: Visiting,
        start: Sequence[Fraction],
        step: Fraction,
        limits: Raw,
    ) -> None:
        raw = arithmetic.raw(start)
        self.step = arithmetic.raw_step(step)
        super().__init__(arithmetic, visiting, raw, PointHistory(arithmetic.z, self.step, raw))
        self._limits = limits
        self._scratch = np.empty(len(arithmetic.z) if visiting.chooses_mistakes else 0, np.int32)

    def _work_per_visit(self) -> int:
        looks = len(self._limits) if self.visiting.chooses_mistakes else 1
        return looks * super()._work_per_visit()

    def _growth(self) -> int:
        return int(self.step)

    def _run_kernel(self, stop: int, room: int) -> int:
        moving = (self._weights, self.arithmetic.z, self._limits, self.step)
        order, *state = self._order_and_state()
        rest = (*self.history.buffers(), stop, room)
        if self.visiting.chooses_mistakes:
            return int(point_kernels.choose_mistakes(*moving, *state, self._scratch, *rest))
        return int(point_kernels.visit_points(*moving, order, *state, *rest))

    def points_of_updates(self, first: int, last: int) -> NDArray[np.int64]:
        return self.history.points_of(np.arange(first, last)).astype(np.int64)


class BlockPath(Path):
    """Several points per visit; their mistakes are added up (batch, minibatches)."""

    history: PathHistory

    def __init__(
        self,
        arithmetic: Arithmetic,
        visiting: Visiting,
        start: Sequence[Fraction],
        steps: tuple[Fraction, Fraction],
        limits: Raw,
    ) -> None:
        raw = arithmetic.raw(start)
        super().__init__(arithmetic, visiting, raw, PathHistory(raw))
        self._steps = np.array([arithmetic.raw_step(step) for step in steps])
        self._limits = limits

    def _growth(self) -> int:
        return int(self._steps.max()) * self.visiting.block

    def _run_kernel(self, stop: int, room: int) -> int:
        points = self.arithmetic.z, self._limits
        rest = (*self._order_and_state(), *self.history.buffers(), stop, room)
        return int(
            block_kernels.visit_blocks(
                self._weights, *points, self.visiting.block, self._steps, *rest
            )
        )

    def multiplicities(self, first: int, last: int) -> NDArray[np.int64]:
        # Points of a short last block are averaged over fewer and so count for more.
        shares = self._steps // math.gcd(*(int(step) for step in self._steps))
        counts = np.zeros(len(self.arithmetic.z), dtype=np.int64)
        for k in range(first, last):
            visited = self.visiting.points_of(self.history.visit_after(k + 1))
            full = len(visited) == self.visiting.block
            np.add.at(counts, self.points_of_updates(k, k + 1), shares[0 if full else 1])
        return counts

    def points_of_updates(self, first: int, last: int) -> NDArray[np.int64]:
        before = self.history.weights_after(np.arange(first, last))
        found = []
        visits = self.history.visits_of(np.arange(first, last))
        for weights, visit in zip(before, visits, strict=True):
            points = self.visiting.points_of(int(visit))
            wrong = self.arithmetic.agreements(weights[None], points)[0] <= self._limits[points]
            found.append(points[wrong])
        return np.concatenate(found).astype(np.int64) if found else np.empty(0, np.int64)


class Visiting:
    """The visits of a run, in epochs of `epoch_length` visits of `block` points each."""

    def __init__(self, order: str | tuple[int, ...], n: int, seed: int, block: int = 1) -> None:
        is_listed = not isinstance(order, str)
        self.chooses_mistakes = order in CHOICES
        self.is_deterministic = is_listed or order in DETERMINISTIC
        self.how = _HOW[order] if isinstance(order, str) else point_kernels.FIXED
        self.seed = seed
        self.block = block
        self.sequence = np.array(order if is_listed else np.arange(n), dtype=np.int32)
        self.epoch_length = -(-len(self.sequence) // block)  # the last block may be short

    def epoch_of(self, visit: int) -> int:
        """Return the 1-based epoch of a 1-based visit (0 before the first)."""
        return -(-visit // self.epoch_length)

    def order_of(self, epoch: int) -> NDArray[np.int32]:
        """Return the points of a 0-based epoch, for orders fixed in advance."""
        if self.how == point_kernels.FIXED:
            return self.sequence
        return _filled(self.how, len(self.sequence), self.seed, epoch)

    def points_of(self, visit: int) -> NDArray[np.int32]:
        """Return the points that a 1-based visit looks at."""
        epoch, position = divmod(visit - 1, self.epoch_length)
        return self.order_of(epoch)[position * self.block : (position + 1) * self.block]


# Playback and replays ask for the points of the same few epochs again and again.
@lru_cache(maxsize=8)
def _filled(how: int, n: int, seed: int, epoch: int) -> NDArray[np.int32]:
    order = np.arange(n, dtype=np.int32)
    point_kernels.order_of_epoch(order, how, seed, epoch)
    return order
