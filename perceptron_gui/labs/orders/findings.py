"""What many trials tried and found: draws, updates, endings, extremes, different solutions.

Any trial can be looked up later without those before it, so none has to be kept.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.data.dataset import frozen
from perceptron_gui.core.kernels.trial_kernels import (
    PERIOD,
    STATUS,
    UPDATES,
    VISITS,
    shuffle_orders,
)
from perceptron_gui.core.rules.rule import Rule, starting_weights
from perceptron_gui.core.runs.bounds import Bounds, find_bounds
from perceptron_gui.core.runs.measures import direction_of
from perceptron_gui.core.space.arithmetic import Arithmetic, Raw
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.figure import Range

# Every weight of a start is one of so many steps on both sides of 0.
_STEPS = 100
# Starts come in blocks, each with a generator of its own.
_BLOCK = 1024


class OrderDraws:
    """Orders of n points: all of them where there are no more than asked for.

    A random one is that of an epoch of `--order shuffled` with this seed: order 0 of epoch 1.
    """

    def __init__(self, n: int, asked: int, seed: int) -> None:
        self.n = n
        self.seed = seed
        # Nobody asks for as many trials as 20 points have orders.
        self.is_all = n <= 20 and math.factorial(n) <= asked
        self.total = math.factorial(n) if self.is_all else asked

    def rows(self, first: int, last: int) -> NDArray[np.int32]:
        """Return orders first…last−1 (m, n)."""
        if self.is_all:
            return self._permutations[first:last]
        orders = np.empty((last - first, self.n), dtype=np.int32)
        shuffle_orders(orders, self.seed, first)
        return orders

    @cached_property
    def _permutations(self) -> NDArray[np.int32]:
        listed = itertools.permutations(range(self.n))
        return np.array(list(listed), dtype=np.int32).reshape(self.total, self.n)


class StartDraws:
    """Random w₀: every weight is equally likely to be any multiple of `step` within `reach`."""

    is_all = False

    def __init__(self, dimension: int, asked: int, seed: int, update: float) -> None:
        """Draw starts that matter beside a large update, whose size is `update` = ηR."""
        self.dimension = dimension
        self.seed = seed
        self.total = asked
        self.reach = Fraction(10) ** (round(math.log10(update)) if update > 0 else 0)
        self.step = self.reach / _STEPS  # a power of ten: short decimals keep runs exact

    def rows(self, first: int, last: int) -> NDArray[np.int64]:
        """Return how many steps the weights of starts first…last−1 are away from 0 (m, D)."""
        blocks = range(first // _BLOCK, -(-last // _BLOCK))
        generators = (np.random.Generator(np.random.PCG64([self.seed, each])) for each in blocks)
        size = _BLOCK, self.dimension
        drawn = [each.integers(-_STEPS, _STEPS, size, endpoint=True) for each in generators]
        begin = blocks.start * _BLOCK
        return np.concatenate(drawn)[first - begin : last - begin]

    def start(self, trial: int) -> list[Fraction]:
        return [whole * self.step for whole in self.rows(trial, trial + 1)[0].tolist()]


def different_rows(rows: Raw) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each different row (m, D) stands first, in ascending order, and how often.

    numpy's `unique` takes five times as long for 100,000 rows (measured).
    """
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    is_new = np.ones(len(rows), dtype=np.bool_)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    begins = np.flatnonzero(is_new)
    return order[begins], np.diff(begins, append=len(rows))


Counts = NDArray[np.int64]
STATUSES = ("converged", "cycle", "budget")
# Floats of the same line differ by rounding; beyond so many digits they count as the same.
_DIGITS = 12
_HIGHEST = 10**300
# Where there would be more bars, each counts several k.
_MOST_BARS = 40


@dataclass(frozen=True, eq=False)
class Different:
    """Different last weights, the most frequent first: a trial that found each, and how many."""

    trials: Counts
    counts: Counts

    def __len__(self) -> int:
        return len(self.trials)


def _as_float(value: float | Fraction) -> float:
    """Return a number as a float; bounds beyond the range of floats are cut."""
    return float(min(value, _HIGHEST))


@dataclass(frozen=True, eq=False)
class OrderFindings:
    """What `OrderTrials` found; trials are numbered from 0 in the order they were drawn."""

    space: Space
    rule: Rule  # what all trials share
    draws: OrderDraws | StartDraws
    found: NDArray[np.int64]  # (m, 4), the columns of `kernels`
    raw: Raw  # the last weights (m, D) in the unit of `arithmetic`
    arithmetic: Arithmetic
    remarks: tuple[str, ...] = ()
    known_verdict: Separability | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", frozen(self.found))
        object.__setattr__(self, "raw", frozen(self.raw))

    def __len__(self) -> int:
        return len(self.found)

    @property
    def what(self) -> str:
        """`orders` or `starts`."""
        return "orders" if isinstance(self.draws, OrderDraws) else "starts"

    @property
    def is_all(self) -> bool:
        """Tell whether every order that there is was tried."""
        return self.draws.is_all and len(self) == self.draws.total

    @property
    def updates(self) -> Counts:
        """The updates k (m,); of a trial that cycles those until its first round is closed."""
        return self.found[:, UPDATES]

    @property
    def visits(self) -> Counts:
        """The visits (m,), likewise."""
        return self.found[:, VISITS]

    @property
    def statuses(self) -> NDArray[np.str_]:
        """How each trial ended (m,): converged, cycle or budget."""
        return np.array(STATUSES)[self.found[:, STATUS]]

    def ended(self, status: str) -> NDArray[np.bool_]:
        """Tell of every trial (m,) whether it ended in this way."""
        return np.asarray(self.found[:, STATUS] == STATUSES.index(status))

    def count(self, status: str) -> int:
        """Return how many trials ended in this way."""
        return int(self.ended(status).sum())

    @property
    def periods(self) -> Counts:
        """The visits of a round (m,); 0 where there is no cycle."""
        return self.found[:, PERIOD]

    @cached_property
    def counted(self) -> Counts:
        """The trials that extremes and means are about: those that converged, or else all."""
        converged = np.flatnonzero(self.ended("converged"))
        return frozen(converged if len(converged) else np.arange(len(self)))

    @cached_property
    def best(self) -> int:
        """The first trial with the fewest updates."""
        return int(self.counted[self.updates[self.counted].argmin()])

    @cached_property
    def worst(self) -> int:
        """The first trial with the most updates."""
        return int(self.counted[self.updates[self.counted].argmax()])

    @property
    def mean(self) -> float:
        return float(self.updates[self.counted].mean())

    @property
    def median(self) -> float:
        return float(np.median(self.updates[self.counted]))

    def order_of(self, trial: int) -> tuple[int, ...]:
        """Return the points in the order in which every epoch of a trial visits them."""
        if isinstance(self.draws, OrderDraws):
            return tuple(self.draws.rows(trial, trial + 1)[0].tolist())
        order = self.rule.order
        return order if isinstance(order, tuple) else tuple(range(len(self.space)))

    def start_of(self, trial: int) -> list[Fraction]:
        if isinstance(self.draws, StartDraws):
            return self.draws.start(trial)
        return starting_weights(self.rule, self.space.dimension)

    def rule_of(self, trial: int, rule: Rule | None = None) -> Rule:
        """Return the rule, or another one, such that a `Run` makes the updates of a trial."""
        same = replace(rule or self.rule, arithmetic=self.rule.arithmetic)
        if isinstance(self.draws, OrderDraws):
            return replace(same, order=self.order_of(trial))
        return replace(same, init=tuple(self.start_of(trial)), order=self.rule.order)

    def weights_of(self, trial: int) -> list[Fraction]:
        """Return the last weights of a trial, the constant coordinate last."""
        return self.arithmetic.fractions(self.raw[trial])

    @cached_property
    def verdict(self) -> Separability:
        return self.known_verdict or separability(self.space)

    def bounds_of(self, trial: int) -> Bounds | str:
        """Return the bounds of a trial, or the sentence that says why there are none."""
        return find_bounds(self.rule, self.verdict, self.start_of(trial))

    @cached_property
    def limits(self) -> NDArray[np.float64] | None:
        """The k (m,), not rounded, that no trial can exceed, or None without a theorem."""
        common = self.bounds_of(0) if len(self) else ""
        if isinstance(common, str):
            return None
        if not isinstance(self.draws, StartDraws):
            return frozen(np.full(len(self), _as_float(common.limit)))
        # Measured in ηR, starts and margins of any size have squares that are floats.
        unit = math.sqrt((self.draws.step / common.eta) ** 2 / common.radius_squared)
        starts = self.draws.rows(0, len(self)) * unit
        along = starts @ direction_of(self.verdict.separator)
        across = np.sqrt(np.maximum(np.square(starts).sum(axis=1) - along**2, 0))
        ratio = math.sqrt(_as_float(common.radius_squared / common.margin_squared))
        from_nought = _as_float(common.growth / (common.eta**2 * common.margin_squared))
        half = from_nought / 2 - along * ratio
        return frozen(half + np.hypot(half, across * ratio))

    @cached_property
    def most_updates(self) -> int | None:
        """The most updates that the theorem allows any of these trials, or None without one."""
        if self.limits is None:
            return None
        found = self.bounds_of(int(self.limits.argmax()))
        assert isinstance(found, Bounds)
        return found.most_updates

    @property
    def why_no_bound(self) -> str:
        """The sentence that says why there is no bound; empty where there is one."""
        found = self.bounds_of(0) if len(self) else ""
        return found if isinstance(found, str) else ""

    @cached_property
    def solutions(self) -> Different:
        """The different last weights of trials that converged."""
        return self._different(self.raw)

    @cached_property
    def lines(self) -> Different:
        """The different boundaries: last weights up to a positive factor."""
        rows = self.raw
        if rows.dtype.kind == "f":
            sizes = np.abs(rows).max(axis=1, initial=0, keepdims=True)
            return self._different(np.round(rows / np.where(sizes, sizes, 1), _DIGITS))
        return self._different(rows // np.maximum(np.gcd.reduce(rows, axis=1), 1)[:, None])

    def _different(self, rows: Raw) -> Different:
        converged = np.flatnonzero(self.ended("converged"))
        first, counts = different_rows(rows[converged])
        frequent = np.lexsort([first, -counts])
        return Different(frozen(converged[first][frequent]), frozen(counts[frequent]))


@dataclass(frozen=True, eq=False)
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

    @property
    def ranges(self) -> list[range]:
        """The values of k that each bar counts."""
        firsts = range(self.first, self.first + self.count * self.width, self.width)
        return [range(first, first + self.width) for first in firsts]

    def counts(self, updates: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many trials belong to each bar."""
        return np.bincount((updates - self.first) // self.width, minlength=self.count)
