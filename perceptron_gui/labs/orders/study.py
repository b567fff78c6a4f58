"""What the order laboratory tries: many orders or starts, and then whoever picks every mistake.

All weights that k updates of an adversary can lead to form a layer. On separable data ⟨w, w*⟩
grows with every update, so no weights come back and the layers end; the last one is the longest
run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import OptionError, Problem, RuleError
from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.base.params import VISIT, Choice, Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.methods import Setting
from perceptron_gui.core.rules.rule import Rule, starting_weights
from perceptron_gui.core.runs.bounds import find_bounds
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.options import ROWS
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.lab import SHARES, Experiment, Subject

from .findings import STATUSES, Bars, OrderFindings, different_rows
from .trials import OrderTrials, TrialNumbers

# Weights to look at, counted once for every k that leads to them.
MOST_STATES = 1_000_000
# A layer leads to at most so many times as many mistakes.
_WIDEST = 8
_NUMBER_BYTES = 48  # of a number of weights, with its copies while equal ones are looked for
_SHARE = 2  # of the memory, for them


@dataclass(frozen=True)
class Mistakes:
    """A sequence of mistakes that ends with none left, and the rule that makes a run of it."""

    points: tuple[int, ...]
    rule: Rule

    def __len__(self) -> int:
        return len(self.points)


@dataclass(frozen=True)
class AdversaryResult:
    """The longest and the shortest sequence of mistakes, or why they are not known."""

    longest: Mistakes | None
    shortest: Mistakes | None
    states: int  # how many weights were looked at, once for every k
    why_unknown: str = ""


@dataclass(frozen=True, eq=False)
class _Layer:
    """One way to come to each of the weights after k updates."""

    parents: NDArray[np.int64]  # rows of the layer before
    points: NDArray[np.int64]  # the mistake that led here


class Adversary:
    """An experiment that goes from all weights after k updates to those after k + 1."""

    def __init__(
        self,
        dataset: Dataset,
        rule: Rule,
        most_states: int = MOST_STATES,
        verdict: Separability | None = None,
    ) -> None:
        space = Space.of(dataset, rule)
        start = starting_weights(rule, space.dimension)
        bounds = find_bounds(rule, verdict or separability(space), start)
        if isinstance(bounds, str):
            raise RuleError(bounds)
        self._rule = rule
        self._most_states = most_states
        self.total = max(1, bounds.most_updates)
        self._numbers = _integers(Setting(space, rule, start, True), self.total)
        nowhere = np.zeros(1, dtype=np.int64)
        self._weights = self._numbers.arithmetic.raw(start)[None]  # of the last layer (s, D)
        self._layers = [_Layer(nowhere, nowhere)]
        self._states = 1
        self._shortest: tuple[int, int] | None = None  # the layer and the row where it ends
        self._is_solved, self._why_too_many = False, ""

    @property
    def done(self) -> int:
        """How many updates were followed, of the `total` that the theorem allows."""
        return self.total if self.is_over else len(self._layers) - 1

    @property
    def is_over(self) -> bool:
        """Tell whether all sequences were followed to their end, or are too many."""
        return self._is_solved or bool(self._why_too_many)

    def advance(self, count: int) -> None:
        """Follow every sequence for one more update, which is work enough whatever the count."""
        if self.is_over:
            return
        weights, z, k = self._weights, self._numbers.arithmetic.z, len(self._layers) - 1
        if self._states > self._most_states or len(weights) * len(z) > _WIDEST * self._most_states:
            self._why_too_many = (
                "There are too many sequences of mistakes to follow all of them: "
                f"{self._states} weights were met by update {k}."
            )
            return
        wrong = weights @ z.T <= self._numbers.limits
        solved = np.flatnonzero(~wrong.any(axis=1))
        if len(solved) and self._shortest is None:
            self._shortest = k, int(solved[0])
        parents, points = np.nonzero(wrong)
        if not len(parents):
            self._is_solved = True
            return
        if _NUMBER_BYTES * len(parents) * z.shape[1] > MEMORY.bytes // _SHARE:
            self._why_too_many = (
                f"More sequences of mistakes go on after update {k} than fit into the memory "
                "that may be used; --max-memory allows more."
            )
            return
        reached = weights[parents]
        reached += self._numbers.step * z[points]
        first, _ = different_rows(reached)
        self._weights = reached[first]
        self._layers.append(_Layer(parents[first], points[first]))
        self._states += len(first)

    def result(self) -> AdversaryResult:
        shortest = None if self._shortest is None else self._mistakes(*self._shortest)
        k = len(self._layers) - 1
        if self._is_solved:
            return AdversaryResult(self._mistakes(k, 0), shortest, self._states)
        why = f"Not all sequences of mistakes were followed beyond update {k}."
        return AdversaryResult(None, shortest, self._states, self._why_too_many or why)

    def _mistakes(self, layer: int, row: int) -> Mistakes:
        """Return the mistakes on the way to weights, found from their end."""
        points: list[int] = []
        for each in reversed(self._layers[1 : layer + 1]):
            points.append(int(each.points[row]))
            row = int(each.parents[row])
        points.reverse()
        rest = sorted({*range(len(self._numbers.limits))}.difference(points))
        rule = replace(
            self._rule,
            order=(*points, *rest),
            epochs=max(2, self._rule.epochs),  # the second one has no mistakes
            max_updates=max(self._rule.max_updates, len(points)),
            keep_going=False,
            given=frozenset(),
        )
        return Mistakes(tuple(points), rule)


def _integers(setting: Setting, most_updates: int) -> TrialNumbers:
    """Return exact numbers that hold all weights after so many updates."""
    try:
        numbers = TrialNumbers.of(setting)
        start = numbers.arithmetic.raw(setting.start)
        reach = max(map(abs, start.tolist())) + most_updates * numbers.growth
    except OverflowError:
        reach, numbers = 1, None
    if numbers is None or reach > numbers.most:
        raise RuleError("The numbers are too long to follow every sequence of mistakes exactly.")
    return numbers


_MOST_ROWS = 20  # of the table
# A figure waits for so many multiplications of all trials together, well below a second, and for
# an adversary that follows so many weights.
_MOST_WORK, _MOST_STATES = 40_000_000, 100_000


@dataclass(frozen=True)
class TrialOptions(ViewOptions):
    """What is tried, and how often."""

    what: str = option(
        "orders",
        Choice(
            {
                "orders": "the same points in another order, which every epoch repeats",
                "starts": "the same points in the same order, from other first weights",
            }
        ),
        "what is tried: orders of the points, or random starts",
        title="Try",
    )
    trials: int = option(
        1000,
        ROWS,
        "how many orders or starts; all orders where there are no more",
        title="How many",
    )
    trial_seed: int = option(0, VISIT, "the seed of random orders and starts", title="Seed")


@dataclass(frozen=True)
class OrderOptions(TrialOptions):
    """What may be marked beside the trials."""

    adversary: bool = option(
        False,
        Flag(),
        "the longest and the shortest run there can be from this start",
        title="Longest and shortest",
        effect="An adversary chooses which mistake comes next, for a few points that a line "
        "separates.",
    )


@dataclass(frozen=True)
class Row:
    """The trials that made some numbers of updates, or a run of the adversary."""

    ks: range
    counts: tuple[int, ...]  # of trials by `STATUSES`; none for the adversary
    rule: Rule  # that makes one of these runs
    which: str = ""  # longest or shortest


@dataclass(frozen=True, eq=False)
class Study:
    """What is known so far; without an adversary, or before its turn, there are no extremes."""

    rule: Rule  # the one at hand
    found: OrderFindings
    extremes: AdversaryResult | None = None

    def row(self, ks: range) -> Row | None:
        """Return the trials that made so many updates, if there are any."""
        found = self.found
        here = np.flatnonzero((found.updates >= ks.start) & (found.updates < ks.stop))
        if not len(here):
            return None
        counts = tuple(int(found.ended(status)[here].sum()) for status in STATUSES)
        fewest = int(here[found.updates[here].argmin()])
        trial = found.worst if found.worst in here else fewest  # so that both can be had again
        return Row(ks, counts, found.rule_of(trial, self.rule))

    @cached_property
    def trials(self) -> tuple[Row, ...]:
        """The rows of the table: bars that count something, and the runs of the adversary."""
        if not len(self.found):
            return ()
        rows = map(self.row, Bars.of(self.found.updates, _MOST_ROWS).ranges)
        found = self.extremes
        known = {"shortest": found.shortest, "longest": found.longest} if found else {}
        possible = [
            Row(range(len(mistakes), len(mistakes) + 1), (), mistakes.rule, which)
            for which, mistakes in known.items()
            if mistakes is not None
        ]
        return (*filter(None, rows), *possible)


class OrderStudy:
    """Trials, and then an adversary where one is asked for and possible."""

    def __init__(
        self,
        subject: Subject,
        options: TrialOptions,
        most_visits: int = INT64_ROOM,
        most_states: int = MOST_STATES,
    ) -> None:
        self._refusal: AdversaryResult | None = None
        dataset, rule, verdict = subject.dataset, subject.rule, subject.verdict
        self._rule = rule
        asked = options.trials, options.trial_seed, options.what
        trials = OrderTrials(dataset, rule, *asked, most_visits=most_visits, verdict=verdict)
        parts: list[Experiment] = [trials]
        if getattr(options, "adversary", False) and options.what == "orders":
            try:
                parts.append(Adversary(dataset, rule, most_states, verdict))
            except RuleError as error:
                self._refusal = AdversaryResult(None, None, 0, str(error))
        self._parts = parts

    @property
    def done(self) -> int:
        """How much is done; trials and adversary count alike."""
        return sum(SHARES * part.done // part.total for part in self._parts)

    @property
    def total(self) -> int:
        return SHARES * len(self._parts)

    @property
    def is_over(self) -> bool:
        return all(part.is_over for part in self._parts)

    def advance(self, count: int) -> None:
        """Go on with the first part that is not over."""
        part = next((each for each in self._parts if not each.is_over), None)
        if part is not None:
            part.advance(count)

    def result(self) -> Study:
        """Return what is known so far; what takes long to find in it is found here."""
        found: OrderFindings = self._parts[0].result()
        _ = found.solutions, found.lines, found.limits
        extremes = self._refusal
        if len(self._parts) > 1 and self._parts[0].is_over:
            extremes = self._parts[1].result()
        return Study(self._rule, found, extremes)


_ONE_START = Problem(
    "{flag}: it has one start, and --starts tries many; leave one out",
    "an adversary has one start, and here many are tried",
)


def make_study(subject: Subject, options: OrderOptions) -> OrderStudy:
    """Return the study that the options ask for."""
    if options.adversary and options.what == "starts":
        raise OptionError("adversary", _ONE_START)
    return OrderStudy(subject, options)


def make_quick_study(subject: Subject, options: TrialOptions) -> OrderStudy:
    """Return a study that a figure can wait for; an adversary of other starts is left out."""
    most_visits = _MOST_WORK // Space.of(subject.dataset, subject.rule).dimension
    return OrderStudy(subject, options, most_visits, _MOST_STATES)
