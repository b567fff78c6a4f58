"""Descents over several η, schedules or batch sizes: their options, runs, and words on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import OptionError, RuleError
from perceptron_gui.base.exact import exact_number, typed_value
from perceptron_gui.base.number_text import number
from perceptron_gui.base.params import Choice, option
from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset, frozen
from perceptron_gui.core.paths.descent import SCHEDULES, largest_step
from perceptron_gui.core.paths.path import CHOICES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.options import LOG_AXES, ROWS
from perceptron_gui.figures.model.view import ViewOptions

from .lab import ListOf, RunsInTurn, Subject

VARIED = {"eta": "eta", "schedule": "schedule", "batch": "batch_size"}
AUTO, LEAST_SQUARES = "auto", "least-squares"
_LOSSES = OPTIONS["loss"].choices
METHODS = (AUTO, *_LOSSES, LEAST_SQUARES)
_MEANINGS = {
    AUTO: "the loss of the rule on the plane if it descends on one, else least squares",
    **_LOSSES,
    LEAST_SQUARES: "gradient descent on ‖Ya − f‖², whose limit 1/λ_max is known (003)",
}
_TITLES = {AUTO: "Automatic", LEAST_SQUARES: "Least squares, all points"}
_TITLES |= {loss: f"{loss.capitalize()} loss" for loss in _LOSSES}
# A run looks at so many points at most, so that large data sets get fewer epochs.
MOST_LOOKS = 10_000_000
_RUNAWAY, _HIGHEST = 1000.0, 1e300
# Shares of the limit below which gradient descent converges; the last two lie beside it.
_OF_LIMIT, _JUST_BELOW, _JUST_ABOVE = (0.1, 0.3, 0.6), 0.99, 1.05
_OF_SCALE = (0.01, 0.1, 1.0, 10.0)
_FINE = 25  # η, evenly spaced on a logarithmic axis
# Beside the loss at the start: less than this is a least loss of 0, which has no digits.
_NOTHING = 1e-12


@dataclass(frozen=True, eq=False)
class StepTrial:
    """One value, its loss (e + 1,) after 0 … e epochs, all of them finite, and how its run ended.

    Runs are not kept: each holds all points once more.
    """

    value: Any  # η as a fraction, the name of a schedule, or a batch size
    rule: Rule
    losses: NDArray[np.float64]
    status: str
    errors: int  # with the last weights
    was_given_up: bool = False  # the weights grew beyond the range of floats
    is_squared: bool = False  # the loss
    is_beyond: bool = False  # η is above the limit: it diverges, if slowly just above it
    least: float | None = None  # the least loss there is, where it is known

    @property
    def name(self) -> str:
        return typed_value(self.value)

    @property
    def diverged(self) -> bool:
        """Tell whether the weights grew without bound.

        A squared error that has grown a thousandfold is on its way: there a step multiplies
        errors by constants, whereas the slopes of the other losses are bounded.
        """
        first = float(self.losses[0])
        grew = first > 0 and self.final > _RUNAWAY * first
        slowly = self.is_beyond and self.status != "converged"
        return self.was_given_up or (grew and self.is_squared) or slowly

    @property
    def is_at_minimum(self) -> bool:
        """Tell whether the last loss is the least there is, to the six digits that are shown."""
        if self.least is None or self.diverged:
            return False
        is_alike = f"{self.final:.6g}" == f"{self.least:.6g}"
        return is_alike or self.final <= self.least + _NOTHING * float(self.losses[0])

    @property
    def final(self) -> float:
        """The last loss that is a number."""
        return float(self.losses[-1])


@dataclass(frozen=True, eq=False)
class StepsResult:
    """What was descended on, what was varied, the runs so far, and the limit of η if known."""

    rule: Rule
    over: str
    trials: tuple[StepTrial, ...]
    limit: float | None  # `step_limit`, for gradient descent on least squares (003)
    epochs: int
    fine: tuple[StepTrial, ...] = ()  # of the η that were typed, or of many to both sides of it


class StepSweep(RunsInTurn[Any, StepTrial]):
    """Trains one run for every value."""

    def __init__(
        self,
        dataset: Dataset,
        rule: Rule,
        over: str,
        values: Sequence[Any],
        epochs: int,
        fine: Sequence[Fraction] = (),
    ) -> None:
        most = max(1, MOST_LOOKS // len(dataset))
        self._rule = replace(rule, epochs=min(epochs, most), keep_going=True)
        super().__init__(tuple(dict.fromkeys((*values, *fine))))
        self._dataset, self._over, self._values, self._fine = dataset, over, values, fine
        self._limit = step_limit(dataset, self._rule)

    @cached_property
    def _least(self) -> float | None:
        """The loss of the closed form, for least squares; of other losses none is known."""
        if self._rule.rule != "least-squares":
            return None
        closed = replace(self._rule, solver="closed", arithmetic="float64")
        solved = Run(self._dataset, closed).finish()
        least = float(measures.own_loss(solved, np.array([len(solved.history)]))[0])
        return least if math.isfinite(least) else None

    def _start(self, setup: Any) -> Run:
        return Run(self._dataset, replace(self._rule, **{VARIED[self._over]: setup}))

    def _trial(self, setup: Any, run: Run) -> StepTrial:
        visits = np.arange(0, run.visits + 1, run.path.visiting.epoch_length)
        with np.errstate(over="ignore", invalid="ignore"):
            losses = measures.own_loss(run, run.updates_at(visits))
        # Even the start may be beyond the range of floats, and is cut then.
        losses[:1] = np.fmin(losses[:1], _HIGHEST)
        bad = np.flatnonzero(~(losses <= _HIGHEST))
        return StepTrial(
            setup,
            run.rule,
            frozen(losses[: bad[0]] if len(bad) else losses),
            run.status,
            0 if run.diverged else int(run.errors_after(np.array([len(run.history)]))[0]),
            run.diverged,
            measures.own_kind(run) == "squared",
            goes_beyond(run),
            self._least,
        )

    def result(self) -> StepsResult:
        trials, fine = (
            tuple(trial for trial in self._trials if trial.value in values)
            for values in (self._values, self._fine)
        )
        return StepsResult(self._rule, self._over, trials, self._limit, self._rule.epochs, fine)


def descent_rule(rule: Rule, method: str = AUTO, over: str = "eta") -> Rule:
    """Return the descent that a method means, on the data as a rule sees them.

    Left to itself it is the rule where that is a descent; else gradient descent on least squares
    for η, and stochastic gradient descent on the logistic loss for what only that uses.
    """
    if method == AUTO and rule.rule == "sgd":
        method = rule.loss
    elif method == AUTO and over == "eta":
        method = LEAST_SQUARES
    elif method == AUTO:
        method = "squared" if rule.rule == "least-squares" else "logistic"
    if method == LEAST_SQUARES and over != "eta":
        raise RuleError(
            "Gradient descent on least squares takes all points at once with one step, "
            "so that only η can be varied."
        )
    plain = replace(rule, order="cyclic") if rule.order in CHOICES else rule
    plain = replace(plain, arithmetic="auto")
    if method == LEAST_SQUARES:
        return replace(plain, rule="least-squares", solver="gd")
    return replace(plain, rule="sgd", loss=method)


def step_limit(dataset: Dataset, rule: Rule) -> float | None:
    """Return 1/λ_max(YᵀY + l2·I), from which on gradient descent on least squares diverges."""
    if rule.rule != "least-squares":
        return None
    limit = largest_step(Space.of(dataset, rule), float(rule.l2))
    return limit if math.isfinite(limit) else None


def goes_beyond(run: Run) -> bool:
    """Tell whether a descent on least squares diverges however long that takes.

    Above 1/λ_max the error along the longest axis of YᵀY grows with every step, by a factor that
    may be close to 1; only a start without any error along it would not show that.
    """
    rule = run.rule
    limit = step_limit(run.dataset, rule)
    if limit is None or rule.solver != "gd" or rule.l1 or rule.eta <= limit:
        return False
    design = run.space.signed * run.dataset.labels[:, None]
    gram = design.T @ design + float(rule.l2) * np.eye(run.space.dimension)
    longest = np.linalg.eigh(gram)[1][:, -1]
    start = np.array([float(v) for v in run.start])
    slope = gram @ start - design.T @ run.dataset.fitted
    return abs(float(slope @ longest)) > 1e-9 * float(np.abs(slope).max())


def usual_values(dataset: Dataset, rule: Rule, over: str) -> tuple[Any, ...]:
    """Return values that suit the data: η on both sides of the limit, where there is one."""
    if over == "schedule":
        return tuple(SCHEDULES)
    if over == "batch":
        return tuple(sorted({round(len(dataset) ** (part / 4)) for part in range(5)}))
    limit = step_limit(dataset, rule)
    if limit is not None:
        below = _in_two_digits(limit * _JUST_BELOW, math.floor)
        above = _in_two_digits(limit * _JUST_ABOVE, math.ceil)
        return _typed([*(_one_two_five(limit * part) for part in _OF_LIMIT), below, above])
    return _typed(_scale(dataset, rule) * part for part in _OF_SCALE)


def _in_two_digits(value: float, to_whole: Callable[[float], int]) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    return to_whole(10 * value / power) / 10 * power


def _one_two_five(value: float) -> float:
    """Return the nearest of 1, 2, 5, 10 … by ratio, as people try steps."""
    power = 10.0 ** math.floor(math.log10(value))
    return power * min((1, 2, 5, 10), key=lambda digit: abs(math.log(value / power / digit)))


def fine_steps(dataset: Dataset, rule: Rule) -> tuple[Fraction, ...]:
    """Return many η to both sides of the limit."""
    limit = step_limit(dataset, rule)
    scale = _scale(dataset, rule) if limit is None else limit
    low, high = (1e-3, 1e2) if limit is None else (1e-2, 4.0)
    return _typed((scale * np.geomspace(low, high, _FINE)).tolist())


def _scale(dataset: Dataset, rule: Rule) -> float:
    """Return the power of ten nearest to 1/R²."""
    square = float(Space.of(dataset, rule).radius_squared)
    return 10.0 ** -round(math.log10(square)) if square > 0 else 1.0


def _typed(values: Iterator[float] | Sequence[float]) -> tuple[Fraction, ...]:
    """Return numbers rounded to three digits, as people type them."""
    return tuple(dict.fromkeys(exact_number(f"{value:.3g}") for value in values))


_VALUES = ListOf(hint="chosen automatically", holds="numbers")


@dataclass(frozen=True)
class StepsOptions(ViewOptions):
    """What is descended on, and what is varied."""

    method: str = option(
        AUTO,
        Choice(_MEANINGS, titles=_TITLES),
        "the loss that is descended on, or least squares; else by the rule",
        title="Descend on",
    )
    values: str = option(
        "",
        _VALUES,
        "the values, such as 0.01,0.1,1; else some that suit the data",
    )
    passes: int = option(100, ROWS, "the epochs of every run", title="Epochs")
    loss_scale: str = option("auto", Choice(("auto", "linear", "log")), "the axis of the loss")
    over: str = option(
        "eta",
        Choice(tuple(VARIED), titles={"eta": "Step η", "batch": "Batch size"}),
        "what is varied from curve to curve",
        title="Vary",
    )

    def __post_init__(self) -> None:
        self.read_values()
        if self.loss_scale == "log" and self.range is not None and self.range[2] <= 0:
            raise OptionError("range", LOG_AXES)

    def read_values(self) -> tuple[Any, ...]:
        """Return the values that were typed; none means some that suit the data."""
        return _VALUES.values(self.values, OPTIONS[VARIED[self.over]])


def make_sweep(subject: Subject, options: StepsOptions) -> StepSweep:
    """Return the sweep over the values; a RuleError says why there is none."""
    dataset, over, typed = subject.dataset, options.over, options.read_values()
    rule = descent_rule(subject.rule, options.method, over)
    values = typed or usual_values(dataset, rule, over)
    fine = (typed or fine_steps(dataset, rule)) if over == "eta" else ()
    return StepSweep(dataset, rule, over, values, options.passes, fine)


def value_words(trial: StepTrial, over: str) -> str:
    """Return what a curve is called: η = 0.1, inverse, or 10 points a step."""
    if over == "schedule":
        return trial.name
    if over == "batch":
        return f"{count(trial.value, 'point')} a step"
    return rf"$\eta = {number(trial.value)}$"


def method_words(result: StepsResult) -> str:
    """Return in words what is descended on and how."""
    rule = result.rule
    if rule.rule == "least-squares":
        return "Gradient descent on the squared error of all points"
    words = [f"Stochastic gradient descent on the {rule.loss} loss"]
    if result.over != "eta":
        words.append(rf"$\eta = {number(rule.eta)}$")
    if result.over != "batch" and rule.batch_size > 1:
        words.append(f"{rule.batch_size} points a step")
    if result.over != "schedule" and rule.schedule != "constant":
        words.append(f"{rule.schedule} schedule")
    return ", ".join(words)


def notes_on_the_sweep(result: StepsResult, options: StepsOptions) -> Iterator[str]:
    """Say what diverged, and what is other than was asked for."""
    if any(trial.diverged for trial in result.trials):
        yield "Diverging runs are stopped early."
    if result.epochs < options.passes:
        yield f"There are many points, so every run has {count(result.epochs, 'epoch')}."
    short = [t for t in result.trials if len(t.losses) <= result.epochs and not t.diverged]
    if short:
        yield "A curve that ends early used up the updates that its run may make."
    if options.loss_scale == "log" and any(trial.losses.min() <= 0 for trial in result.trials):
        yield "A loss of 0 has no place on a logarithmic axis, so this one is linear."
