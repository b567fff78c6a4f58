"""Many runs of the same data: every order or random ones, or random starts, at the speed of C.

Each trial makes the very updates that `Run` makes with `OrderFindings.rule_of(trial)`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError, RuleError
from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.trial_kernels import (
    BUDGET,
    FINDINGS,
    OVERFLOWED,
    STATUS,
    VISITS,
    train_trials,
)
from perceptron_gui.core.paths.path import PointPath
from perceptron_gui.core.rules.methods import METHODS, Setting
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule, not_exact, starting_weights
from perceptron_gui.core.space.arithmetic import Arithmetic, Raw
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space

from .findings import OrderDraws, OrderFindings, StartDraws


@dataclass(frozen=True, eq=False)
class TrialNumbers:
    """Points and step as the kernel reads them; |w| stays below `most` by steps of `growth`."""

    rule: Rule
    arithmetic: Arithmetic
    limits: Raw
    step: Any
    most: int = INT64_ROOM
    growth: int = 1

    @classmethod
    def of(cls, setting: Setting) -> TrialNumbers:
        """Choose the numbers of a setting; an OverflowError where integers do not hold them."""
        arithmetic = setting.arithmetic([setting.rule.eta])
        limits = arithmetic.limits(*setting.mistakes)
        step = arithmetic.raw_step(setting.rule.eta)
        if not arithmetic.largest:  # floats, or only zeros
            return cls(setting.rule, arithmetic, limits, step)
        growth = int(step) * arithmetic.largest
        if growth >= INT64_ROOM:
            raise OverflowError("the step is too large for exact integers")
        most = INT64_ROOM // (setting.space.dimension * arithmetic.largest)
        return cls(setting.rule, arithmetic, limits, step, most, growth)

    def starts(self, drawn: NDArray[np.int64], step: Fraction) -> Raw:
        """Return weights drawn·step (m, D) as they are computed with."""
        if self.arithmetic.is_exact:
            return np.asarray(drawn * self.arithmetic.raw([step])[0])
        # One division of whole numbers: the float nearest to the decimal.
        return drawn * float(step.numerator) / float(step.denominator)

    def train(self, orders: NDArray[np.int32], starts: Raw) -> tuple[NDArray[np.int64], Raw]:
        """Train with orders (m, L) and starts (m, D), one of them shared where it has one row.

        Return what `kernels` finds (m, 4), and the last weights (m, D).
        """
        trials = max(len(orders), len(starts))
        found = np.zeros((trials, FINDINGS), dtype=np.int64)
        finals = np.empty((trials, starts.shape[1]), dtype=starts.dtype)
        with np.errstate(over="ignore", invalid="ignore"):  # as compiled kernels do
            train_trials(
                orders,
                starts,
                self.arithmetic.z,
                self.limits,
                self.step,
                self.arithmetic.is_exact,
                self.most,
                self.growth,
                self.rule.epochs,
                self.rule.max_updates,
                found,
                finals,
            )
        return found, finals


# Work (multiplications) that is done in plain Python before compiling is worth waiting for.
_PLAIN_WORK_LIMIT = 20_000
# A trial that may take more than this is not begun in plain Python.
_MOST_PLAIN_WORK = 1_000_000
# Trials are not cut: a longer one would keep a window waiting that is being closed.
_MOST_VISITS_EACH = 1 << 24
# The last weights of all trials, and what is made of them; measured.
_CELL_BYTES = 64
# Entries of the orders that are handed to the kernel at once.
_PIECE = 1 << 17


class OrderTrials:
    """An experiment: trains `trials` times, each time with another order or another start.

    A data set with no more orders than trials gets all of them, each once. With `most_visits`
    the experiment ends with the trial in which all together have made so many.
    """

    def __init__(
        self,
        dataset: Dataset,
        rule: Rule,
        trials: int = 1000,
        seed: int = 0,
        what: str = "orders",
        *,
        most_visits: int = INT64_ROOM,
        verdict: Separability | None = None,
    ) -> None:
        if not len(dataset):
            raise DataError("there are no points to train on; add at least one")
        self._space = Space.of(dataset, rule)
        self._remarks: list[str] = []
        self._rule = self._repeating(rule, what)
        self._verdict = verdict
        self._start = starting_weights(rule, self._space.dimension)
        self._draws: OrderDraws | StartDraws
        if what == "orders":
            self._draws = OrderDraws(len(dataset), trials, seed)
        else:
            update = math.sqrt(self._space.radius_squared) * float(rule.eta)
            self._draws = StartDraws(self._space.dimension, trials, seed, update)
        cells = self._draws.total * self._space.dimension
        what = f"{self._draws.total} trials in {self._space.dimension} dimensions"
        MEMORY.check(_CELL_BYTES * cells, what, "try fewer")
        self._most_visits = most_visits
        self._work = 0
        self._begin(self._best_numbers())

    def _begin(self, numbers: TrialNumbers) -> None:
        """Begin with the first trial, in these numbers."""
        self._numbers = numbers
        self._found = np.zeros((self._draws.total, FINDINGS), dtype=np.int64)
        kind = np.int64 if numbers.arithmetic.is_exact else np.float64
        self._finals = np.zeros((self._draws.total, self._space.dimension), dtype=kind)
        self.done = 0
        self._visits_left = self._most_visits

    @property
    def total(self) -> int:
        """How many trials there are; where the visits are used up, those that were made."""
        return self._draws.total if self._visits_left > 0 else self.done

    @property
    def is_over(self) -> bool:
        return self.done >= self.total

    def advance(self, count: int) -> None:
        """Make up to this many more trials."""
        stop = min(self.done + count, self._draws.total)
        while self.done < stop and not self.is_over:
            # The compiler takes seconds once, which short trials do not.
            longest = self._rule.epochs * self._visits_per_epoch * self._space.dimension
            is_long = self._work > _PLAIN_WORK_LIMIT or longest > _MOST_PLAIN_WORK
            if compiler.is_loaded() or (is_long and compiler.load()):
                piece = max(1, _PIECE // self._visits_per_epoch)
                self._try_until(min(stop, self.done + piece))
            else:
                self._try_until(self.done + 1)

    def result(self) -> OrderFindings:
        remarks = list(self._remarks)
        if self._has_fewer_epochs and (self._found[: self.done, STATUS] == BUDGET).any():
            remarks.append(f"No trial goes on after {self._rule.epochs} epochs.")
        return OrderFindings(
            self._space,
            self._rule,
            self._draws,
            self._found[: self.done],
            self._finals[: self.done],
            self._numbers.arithmetic,
            tuple(remarks),
            self._verdict,
        )

    def _repeating(self, rule: Rule, what: str) -> Rule:
        """Return the rule with an order that every epoch repeats, stopping as soon as it may."""
        plain = replace(rule, keep_going=False, given=frozenset())
        if what == "orders" or isinstance(rule.order, str):
            plain = replace(plain, order="cyclic")
        if what == "starts" and rule.order != plain.order:
            self._remarks.append(f"Every start takes the points in turn, not {rule.order}.")
        zeros = [Fraction(0)] * self._space.dimension
        path = METHODS[plain.rule].make_path(Setting(self._space, plain, zeros, False))
        if not isinstance(path, PointPath):
            raise RuleError(
                "Orders and starts are tried for rules that add one mistake at a time; "
                f"{RULES[rule.rule].title} moves in another way."
            )
        self._visits_per_epoch = path.visiting.epoch_length
        epochs = max(1, _MOST_VISITS_EACH // self._visits_per_epoch)
        self._has_fewer_epochs = epochs < rule.epochs
        return replace(plain, epochs=min(rule.epochs, epochs))

    def _best_numbers(self) -> TrialNumbers:
        """Return integers where they hold everything, and floats otherwise."""
        if self._rule.arithmetic == "float64":
            return self._float_numbers()
        draws = self._draws
        start = [draws.step] if isinstance(draws, StartDraws) else self._start
        try:
            numbers = TrialNumbers.of(Setting(self._space, self._rule, start, True))
            numbers.arithmetic.raw(start)
        except OverflowError as error:
            self._refuse_floats(f"{error}")
            return self._float_numbers()
        return numbers

    def _float_numbers(self) -> TrialNumbers:
        return TrialNumbers.of(Setting(self._space, self._rule, self._start, False))

    def _refuse_floats(self, reason: str) -> None:
        """Say that trials are computed in float64, unless exactness was asked for."""
        if self._rule.arithmetic == "exact":
            raise not_exact(reason)
        self._remarks.append(f"Computed in float64: {reason}.")

    def _try_until(self, last: int) -> None:
        first = self.done
        found, finals = self._numbers.train(*self._drawn(self._numbers, first, last))
        if (found[:, STATUS] == OVERFLOWED).any():
            self._refuse_floats("the weights of some trials outgrew exact integers")
            self._rule = replace(self._rule, arithmetic="float64")
            self._begin(self._float_numbers())
            return
        visits = np.cumsum(found[:, VISITS])
        made = min(int(np.searchsorted(visits, self._visits_left)) + 1, last - first)
        self._found[first : first + made] = found[:made]
        self._finals[first : first + made] = finals[:made]
        self._visits_left -= int(visits[made - 1])
        self._work += int(visits[made - 1]) * self._space.dimension
        self.done = first + made

    def _drawn(self, numbers: TrialNumbers, first: int, last: int) -> tuple[NDArray[np.int32], Raw]:
        """Return the orders and the starts of trials; what all of them share has one row."""
        draws = self._draws
        if isinstance(draws, OrderDraws):
            return draws.rows(first, last), numbers.arithmetic.raw(self._start)[None]
        listed = self._rule.order
        order = listed if isinstance(listed, tuple) else range(len(self._space))
        starts = numbers.starts(draws.rows(first, last), draws.step)
        return np.array(order, dtype=np.int32)[None], starts
