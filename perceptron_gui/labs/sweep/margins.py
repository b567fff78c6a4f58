"""The perceptron with several margins: its options, its runs, and how near each comes to γ.

A point that is right by at most the margin m counts as a mistake too. From w₀ = 0 such a run ends
after at most (R² + 2m/η)/γ² updates, with a margin of more than γ·m/(ηR² + 2m). These margins are
those of the rule's space; where the constant coordinate is part of it, the distance of the line
to the nearest point is another number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from perceptron_gui.base.errors import UNUSABLE, OptionError, RuleError
from perceptron_gui.base.exact import dot, typed_value
from perceptron_gui.base.params import PlainText, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.bounds import Bounds, find_bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.common.answer import distance_squared, margin_squared
from perceptron_gui.labs.common.lab import Subject

from .sweep import RunsInTurn, read_list

USUAL = "0,1,10,100"
MOST_VALUES = 40
# A run that has not ended after so many visits is stopped, unless its rule allows for more.
MOST_VISITS = 3_000_000
_INSEPARABLE = "no line separates these points, so that no margin can be reached"


@dataclass(frozen=True)
class MarginsOptions(ViewOptions):
    """The margins that are tried."""

    values: str = option(
        USUAL, PlainText(holds="numbers"), "the margins, such as 0,1,10,100", title="Margins"
    )

    def __post_init__(self) -> None:
        self.read_values()

    def read_values(self) -> tuple[Fraction, ...]:
        """Return the margins that were typed, each once."""
        values = read_list("values", OPTIONS["margin"], self.values, MOST_VALUES)
        if not values:
            raise OptionError("values", UNUSABLE, why="give at least one margin")
        return values


@dataclass(frozen=True, eq=False)
class MarginTrial:
    """A margin that was asked for, its run, and both margins of the line it ended with."""

    value: Fraction
    run: Run
    margin_squared: Fraction | None  # None where it does not separate the points
    distance_squared: Fraction | None  # of the line to the nearest point
    bounds: Bounds

    @property
    def name(self) -> str:
        """The margin as it is typed."""
        return typed_value(self.value)

    @property
    def margin(self) -> float | None:
        """The margin reached, with the constant coordinate."""
        return None if self.margin_squared is None else math.sqrt(self.margin_squared)

    @property
    def distance(self) -> float | None:
        """The distance of the line to the nearest point."""
        return None if self.distance_squared is None else math.sqrt(self.distance_squared)

    @property
    def updates(self) -> int:
        """How many updates the run made."""
        return len(self.run.history)

    @property
    def is_over(self) -> bool:
        """Whether the run ended by itself."""
        return self.run.status == "converged"

    @property
    def guaranteed_squared(self) -> Fraction | None:
        """The square of γ·m/(ηR² + 2m), which a run from 0 exceeds; None from another start."""
        found = self.bounds
        if found.start_norm_squared:
            return None
        share = found.eta * self.value / found.growth
        return share**2 * found.margin_squared


@dataclass(frozen=True, eq=False)
class MarginsResult:
    """The rule that was trained, the largest margin there is, and the runs so far."""

    rule: Rule
    verdict: Separability
    largest_distance_squared: Fraction | None  # of the line with the largest margin
    trials: tuple[MarginTrial, ...]

    @property
    def largest(self) -> float:
        """γ, the largest margin of these points in the rule's space."""
        return math.sqrt(self.verdict.margin_squared)

    @property
    def largest_distance(self) -> float | None:
        """How far the nearest point is from the line with the largest margin."""
        square = self.largest_distance_squared
        return None if square is None else math.sqrt(square)

    @property
    def has_two_margins(self) -> bool:
        """Whether the constant coordinate makes the margin another number than the distance."""
        return self.rule.offset


class Margins(RunsInTurn[Fraction, MarginTrial]):
    """Trains the perceptron once for every margin."""

    def __init__(
        self, dataset: Dataset, rule: Rule, verdict: Separability, values: Sequence[Fraction]
    ) -> None:
        if rule.rule == "kernel":
            why = "margins are tried with the perceptron, not with kernels"
            raise RuleError(f"{why}; take pla", f"{why}; choose {RULES['pla'].title}")
        if not verdict.separable:
            raise RuleError(_INSEPARABLE)
        super().__init__(values, MOST_VISITS)
        self._dataset, self._verdict = dataset, verdict
        epochs = max(rule.epochs, MOST_VISITS // len(dataset))
        self._rule = replace(rule, rule="pla", keep_going=False, epochs=epochs)
        space, square = Space.of(dataset, self._rule), verdict.margin_squared
        self._largest_distance = distance_squared(space, verdict.separator, square)

    def _start(self, setup: Fraction) -> Run:
        return Run(self._dataset, replace(self._rule, margin=setup))

    def _trial(self, setup: Fraction, run: Run) -> MarginTrial:
        bounds = find_bounds(run.rule, self._verdict, run.exact_weights_at(0))
        assert isinstance(bounds, Bounds), "the perceptron has bounds on separable points"
        weights = run.exact_weights_at(run.visits)
        reached = margin_squared(run.space, weights, dot(weights, weights))
        distance = distance_squared(run.space, weights, reached)
        return MarginTrial(setup, run.snapshot(), reached, distance, bounds)

    def result(self) -> MarginsResult:
        """Return what is known so far."""
        trials = tuple(self._trials)
        return MarginsResult(self._rule, self._verdict, self._largest_distance, trials)


def make_margins(subject: Subject, options: MarginsOptions) -> Margins:
    """Return the experiment; a RuleError says why there is none."""
    values = options.read_values()
    return Margins(subject.dataset, subject.rule, subject.verdict, values)
