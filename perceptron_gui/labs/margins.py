"""The perceptron with several margins: its runs, how near each comes to γ, and words on them.

A point that is correct by at most the margin m counts as a mistake too. From w₀ = 0 such a run
ends after at most (R² + 2m/η)/γ² updates, with a margin of more than γ·m/(ηR² + 2m). These
margins are those of the space of the rule; where the constant coordinate is part of it, the
distance of the line to the nearest point is another number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.base.errors import UNUSABLE, OptionError, RuleError
from perceptron_gui.base.errors import Words as Wordings
from perceptron_gui.base.exact import dot, typed_value
from perceptron_gui.base.number_text import json_number, number
from perceptron_gui.base.params import option
from perceptron_gui.base.text import count, written
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.bounds import Bounds, find_bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.core.space.widest import distance_squared, margin_squared, widest_line
from perceptron_gui.figures.model.figure import Axis, Figure, Table
from perceptron_gui.figures.model.marks import Dots, Line, Mark, RuleLine, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions, nothing_to_show
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.run_text.words import Words, counted

from .lab import (
    Lab,
    LabFigure,
    ListOf,
    OnPage,
    Replay,
    RunsInTurn,
    Subject,
    perceptron_instead,
)

USUAL = "0,1,10,100"
# A run that has not ended after so many visits is stopped, unless its rule allows for more.
MOST_VISITS = 3_000_000


_VALUES = ListOf(entry=OPTIONS["margin"], holds="numbers")


@dataclass(frozen=True)
class MarginsOptions(ViewOptions):
    """The margins that are tried."""

    values: str = option(USUAL, _VALUES, "the margins, such as 0,1,10,100", title="Margins")

    def __post_init__(self) -> None:
        self.read_values()

    def read_values(self) -> tuple[Fraction, ...]:
        """Return the margins that were typed, each once."""
        values = _VALUES.values(self.values)
        if not values:
            raise OptionError("values", UNUSABLE, why="give at least one margin")
        return values


@dataclass(frozen=True, eq=False)
class MarginTrial:
    """A margin that was asked for, its run, and both margins of the line it ended with."""

    value: Fraction
    run: Run
    margin_squared: Fraction | None  # None where it does not separate the points
    distance: float | None  # of the line to the nearest point
    bounds: Bounds

    @property
    def name(self) -> str:
        return typed_value(self.value)

    @property
    def margin(self) -> float | None:
        """The margin reached, with the constant coordinate."""
        return None if self.margin_squared is None else math.sqrt(self.margin_squared)

    @property
    def updates(self) -> int:
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
    largest_distance: float | None  # of the line with the largest margin to the nearest point
    widest_squared: Fraction | None  # the largest distance of any line, squared, where it is known
    trials: tuple[MarginTrial, ...]

    @property
    def largest(self) -> float:
        """γ, the largest margin of these points in the rule's space."""
        return math.sqrt(self.verdict.margin_squared)

    @property
    def widest(self) -> float | None:
        """The distance of the widest line, which is the target of the distances."""
        return _root(self.widest_squared)

    @property
    def has_two_margins(self) -> bool:
        """Whether the constant coordinate makes the margin another number than the distance."""
        return self.rule.offset


class Margins(RunsInTurn[Fraction, MarginTrial]):
    """Trains the perceptron once for every margin."""

    def __init__(self, subject: Subject, options: MarginsOptions) -> None:
        dataset, rule = subject.dataset, subject.rule
        if rule.rule == "kernel":
            why = "margins are tried with the perceptron, not with kernels"
            raise RuleError(f"{why}; take pla", f"{why}; choose {RULES['pla'].title}")
        self._verdict = subject.verdict
        if not self._verdict.separable:
            why = "no line separates these points, so that no margin can be reached"
            raise RuleError(why)
        super().__init__(options.read_values())
        epochs = max(rule.epochs, MOST_VISITS // len(dataset))
        self._rule = replace(rule, rule="pla", keep_going=False, epochs=epochs)
        self._dataset = dataset
        self._space = Space.of(dataset, self._rule)
        self._widest = widest_line(self._space, self._verdict)

    def _start(self, setup: Fraction) -> Run:
        return Run(self._dataset, replace(self._rule, margin=setup))

    def _trial(self, setup: Fraction, run: Run) -> MarginTrial:
        bounds = find_bounds(run.rule, self._verdict, run.exact_weights_at(0))
        assert isinstance(bounds, Bounds), "the perceptron has bounds on separable points"
        weights = run.exact_weights_at(run.visits)
        reached = margin_squared(run.space, weights, dot(weights, weights))
        nearest = distance_squared(run.space, weights, reached)
        return MarginTrial(setup, run.snapshot(), reached, _root(nearest), bounds)

    def result(self) -> MarginsResult:
        best, square = self._verdict.separator, self._verdict.margin_squared
        farthest = _root(distance_squared(self._space, best, square))
        widest = None if self._widest is None else self._widest.distance_squared
        return MarginsResult(self._rule, self._verdict, farthest, widest, tuple(self._trials))


def _root(square: Fraction | None) -> float | None:
    return None if square is None else math.sqrt(square)


NAME = "margins"
_HEADROOM = 1.14  # of the axis above the largest margin
_MOST_NAMED = 8
_BLANK = "–"
_GAMMA = r"$\gamma$ reached"
_DISTANCE = "distance"
_BOTH = r"$\gamma$ and distance reached"
_ROUNDING = 1e-9
_SUGGESTED = {
    "Powers of ten": USUAL,
    "Fine steps": "0,0.1,0.2,0.5,1,2,5,10,20,50,100",
    "Up to 1000": "0,1,10,100,1000",
}
_FEW_DIGITS = 4  # of a distance beside γ in a figure


def draw_margins(result: MarginsResult, options: MarginsOptions) -> Figure:
    """Draw γ and the distance reached against the margin asked for; γ of margin 0 lies across."""
    trials = sorted((t for t in result.trials if t.margin is not None), key=lambda t: t.value)
    if not trials:
        return nothing_to_show(NAME, options, "Nothing has been tried yet.")
    asked = [trial for trial in trials if trial.value > 0]
    across = (float(asked[0].value) / 1.6, float(asked[-1].value) * 2.5) if asked else (0.5, 2.0)
    x = options.x_range or across
    known = [(float(t.value), t.distance) for t in asked if t.distance is not None]
    if not result.has_two_margins:  # then the distance is γ
        known = []
    highest = max([result.largest, result.widest or 0.0, *(distance for _, distance in known)])
    y = options.y_range or (0.0, _HEADROOM * highest)
    label = f"largest {_both(result, result.largest, result.largest_distance)}"
    marks: list[Mark] = [RuleLine("largest", Role.SEPARATOR, result.largest, False, label)]
    if trials[0].value == 0:
        plain = trials[0].margin or 0.0
        words = f"margin 0: {_both(result, plain, trials[0].distance)}"
        marks.append(RuleLine("plain", Role.ZERO, plain, False, words))
    if result.has_two_margins and result.widest is not None:
        words = f"widest line: {_DISTANCE} ${_short(result.widest)}$"
        marks.append(RuleLine("widest", Role.WIDEST, result.widest, False, words))
    marks += _curves(asked, x)
    if known:
        values, reached = np.array(known).T  # the distance is a length, as γ is one
        marks.append(Line("distance", Role.DISTANCE, values, reached, f"{_DISTANCE} reached"))
        marks.append(Dots("distances", Role.DISTANCE, values, reached))
    return Figure(
        NAME,
        Axis(r"margin asked for", range=x, log=x[0] > 0),
        Axis(_BOTH if result.has_two_margins else _GAMMA, range=y),
        tuple(marks),
        title=options.title,
        notes=tuple(_notes(result, options)),
        headline=_headline(result, trials),
    )


def _headline(result: MarginsResult, trials: Sequence[MarginTrial]) -> Words:
    """Say how near the widest margin the best run came."""
    best = max(trials, key=lambda trial: trial.margin or 0.0)
    share = f"{_share(best, result)} of the largest margin"
    made = counted(best.updates, "update")
    return Words(f"Asking for a margin of {best.name} reaches {share}, in {made}.", share, "end")


def _both(result: MarginsResult, gamma: float, distance: float | None) -> str:
    """Write γ, and where that is another number the distance of the line to the nearest point."""
    words = rf"$\gamma = {number(round(gamma, 6))}$"
    if distance is None or not result.has_two_margins:
        return words
    return f"{words}, {_DISTANCE} ${_short(distance)}$"


def _short(distance: float) -> str:
    return number(float(f"{distance:.{_FEW_DIGITS}g}"))


def _curves(asked: list[MarginTrial], x: tuple[float, float]) -> Iterator[Mark]:
    if not asked:
        return
    values = np.array([float(trial.value) for trial in asked])
    reached = np.array([trial.margin for trial in asked], dtype=np.float64)
    if asked[0].guaranteed_squared is not None and x[0] > 0:
        bounds = asked[0].bounds
        margins = np.geomspace(*x, 100)
        gamma, eta = math.sqrt(bounds.margin_squared), float(bounds.eta)
        sure = gamma * margins / (eta * float(bounds.radius_squared) + 2 * margins)
        label = r"guaranteed: $\gamma m/(\eta R^2 + 2m)$"
        yield Line("guaranteed", Role.LOWER_BOUND, margins, sure, label=label)
    yield Line("curve", Role.WEIGHTS, values, reached, label=_GAMMA)
    yield Dots("reached", Role.WEIGHTS, values, reached)
    if len(asked) <= _MOST_NAMED:
        for at, trial in enumerate(asked):
            words = count(trial.updates, "update")
            place = float(values[at]), float(reached[at])
            yield Text(f"updates-{at}", Role.NOTE, *place, f" {words}", "nw", scale=0.85)


def _notes(result: MarginsResult, options: MarginsOptions) -> Iterator[str]:
    yield "The perceptron that also updates on correct points within the margin."
    yield from _meanings(result, options.symbols)
    if (result.widest or 0.0) > (1 + _ROUNDING) * (result.largest_distance or math.inf):
        yield r"The line with the largest $\gamma$ is not the widest one."
    if any(not trial.is_over for trial in result.trials):
        yield "Stopped runs had not reached their margin yet."


def _meanings(result: MarginsResult, notation: Notation) -> Iterator[str]:
    """Yield what γ is, and beside it the distance of the line to the nearest point."""
    normal, offset = notation.normal, notation.line_offset
    agreement = notation.agreement(result.has_two_margins)
    if result.has_two_margins:
        least = rf"${agreement}/\|({normal}, {offset})\|$"
        yield rf"$\gamma$ is the margin with the constant coordinate: the least {least}."
    name = "The distance is that" if result.has_two_margins else r"$\gamma$ is the distance"
    least = rf"${agreement}/\|{normal}\|$"
    yield f"{name} of the last line to the nearest point: the least {least}."
    if result.rule.scale != "none" or result.rule.is_curved:
        yield "Both lines and points are taken after scale and lift, as the rule sees them."


def margins_table(result: MarginsResult, options: MarginsOptions, _words: Wordings) -> Table:
    """Return a row for every margin that was tried."""
    known = [f"γ = {written(result.largest)}", f"γ² = {written(result.verdict.margin_squared)}"]
    if result.has_two_margins:
        known.append(f"{_DISTANCE} {_written(result.largest_distance)}")
    targets = [f"Largest margin: {', '.join(known)}."]
    if result.has_two_margins and (square := result.widest_squared) is not None:
        distance = f"{_DISTANCE} {_written(result.widest)}"
        targets.append(f"Widest line: {distance} (squared: {written(square)}).")
    notes = (*targets, *_notes(result, options))
    further = (_DISTANCE,) if result.has_two_margins else ()
    headings = "margin asked for", "updates", "at most", _GAMMA, "of the largest", *further, "ends"
    rows = tuple(_cells(trial, result) for trial in result.trials)
    return Table(NAME, headings, rows, left=(len(headings) - 1,), notes=notes)


def _cells(trial: MarginTrial, result: MarginsResult) -> tuple[str, ...]:
    reached = trial.margin
    further = (_written(trial.distance),) if result.has_two_margins else ()
    return (
        trial.name,
        str(trial.updates),
        str(trial.bounds.most_updates),
        _written(reached),
        _share(trial, result),
        *further,
        "converges" if trial.is_over else "stopped",
    )


def _share(trial: MarginTrial, result: MarginsResult) -> str:
    return _BLANK if trial.margin is None else f"{trial.margin / result.largest:.1%}"


def _written(value: float | None) -> str:
    return _BLANK if value is None else f"{value:.6g}"


def _offers(dataset: Dataset, rule: Rule) -> dict[str, Replay]:
    """Offer the perceptron, or points that a line separates."""
    name = "Show AND"
    other = {name: Replay(Rule(), name, make(LIBRARY["and"]))}
    return perceptron_instead(dataset, rule) if rule.rule == "kernel" else other


def report(run: Run, options: MarginsOptions, result: MarginsResult) -> dict[str, Any]:
    """Return every margin with the one reached, and the largest."""
    return {
        "largest_margin": result.largest,
        **json_number("largest_margin_squared", result.verdict.margin_squared),
        "largest_margin_distance": result.largest_distance,
        "widest_distance": result.widest,
        **json_number("widest_distance_squared", result.widest_squared),
        "trials": [_trial(each) for each in result.trials],
    }


def _trial(trial: MarginTrial) -> dict[str, Any]:
    sure = trial.guaranteed_squared
    return {
        **json_number("value", trial.value),
        "status": trial.run.status,
        "updates": trial.updates,
        "most_updates": trial.bounds.most_updates,
        "margin": trial.margin,
        **json_number("margin_squared", trial.margin_squared),
        "distance": trial.distance,
        "guaranteed_margin": None if sure is None else math.sqrt(sure),
    }


LAB = Lab(
    NAME,
    "the perceptron with several margins, on the way to the widest one",
    figures=(
        LabFigure(
            NAME,
            "The margin γ that a perceptron with a margin reaches, and the distance of its line.",
            MarginsOptions,
            lambda result, run, cursor, options: draw_margins(result, options),
        ),
    ),
    experiment=Margins,
    depends_on=("values",),
    table=margins_table,
    report=report,
    doing="training with every margin",
    page=OnPage(
        hint="The perceptron with several margins: the more is asked for, the nearer γ comes to "
        "the largest. Click a dot, or double-click a row, to follow its run on the plane.",
        lists_runs=True,
        replay=lambda _dataset, _result, trial: Replay(
            trial.run.rule, f"Learn with margin {trial.name}"
        ),
        suggest=lambda _count, _chosen: {"values": _SUGGESTED},
        offers=_offers,
    ),
)
