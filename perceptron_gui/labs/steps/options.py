"""What the step laboratory is asked for, the sweeps made of it, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perceptron_gui.base.errors import WRONG_ENTRY, OptionError, RuleError
from perceptron_gui.base.number_text import number
from perceptron_gui.base.params import Choice, PlainText, option
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.options import LOG_AXES, ROWS
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.figures.series.envelope import Values
from perceptron_gui.labs.common.lab import ExperimentsInTurn, Subject

from .steps import (
    AUTO,
    METHODS,
    StepsResult,
    StepSweep,
    StepTrial,
    descent_rule,
    fine_steps,
    read_values,
    usual_values,
)

# From this ratio of the largest to the least loss on, only a logarithmic axis shows both.
_WIDE = 50.0


@frozen_value
class SweepOptions(ViewOptions):
    """What every sweep listens to."""

    method: str = option(
        AUTO, Choice(METHODS), "the loss that is descended on, or least squares; else by the rule"
    )
    values: str = option(
        "", PlainText(), "the values, such as 0.01,0.1,1; else some that suit the data"
    )
    passes: int = option(100, ROWS, "the epochs of every run")
    loss_scale: str = option("auto", Choice(("auto", "linear", "log")), "the axis of the loss")

    def __post_init__(self) -> None:
        self.read_values()
        if self.loss_scale == "log" and self.range is not None and self.range[2] <= 0:
            raise OptionError("range", LOG_AXES)

    @property
    def varied(self) -> str:
        """What is different from run to run."""
        return "eta"

    def read_values(self) -> tuple[Any, ...]:
        """Return the values that were typed; none means some that suit the data."""
        try:
            return read_values(self.varied, self.values)
        except RuleError as error:
            raise OptionError("values", WRONG_ENTRY, cause=error) from error


@frozen_value
class StepsOptions(SweepOptions):
    """What is varied, besides what every sweep listens to."""

    over: str = option(
        "eta", Choice(("eta", "schedule", "batch")), "what is varied from curve to curve"
    )

    @property
    def varied(self) -> str:
        """What is different from run to run."""
        return self.over


def make_sweep(subject: Subject, options: SweepOptions) -> StepSweep:
    """Return the sweep over the values; a RuleError says why there is none."""
    rule = descent_rule(subject.rule, options.method, options.varied)
    usual = usual_values(subject.dataset, rule, options.varied)
    return _sweep(subject, rule, options, options.read_values() or usual)


def make_fine_sweep(subject: Subject, options: SweepOptions) -> StepSweep:
    """Return a sweep over the η that were typed, or else many to both sides of the limit."""
    rule = descent_rule(subject.rule, options.method)
    values = options.read_values() or fine_steps(subject.dataset, rule)
    return _sweep(subject, rule, options, values)


def make_both_sweeps(subject: Subject, options: SweepOptions) -> ExperimentsInTurn:
    """Return the sweep over the values, and for η another one over many more."""
    sweeps = [make_sweep(subject, options)]
    if options.varied == "eta":
        rule = descent_rule(subject.rule, options.method)
        more = dict.fromkeys((*fine_steps(subject.dataset, rule), *options.read_values()))
        sweeps.append(_sweep(subject, rule, options, tuple(more)))
    return ExperimentsInTurn(*sweeps)


def _sweep(
    subject: Subject, rule: Rule, options: SweepOptions, values: tuple[Any, ...]
) -> StepSweep:
    return StepSweep(subject.dataset, rule, options.varied, values, options.passes)


def loss_scale_is_log(losses: Values, options: SweepOptions, wide: float = _WIDE) -> bool:
    """Tell whether the axis of these losses is logarithmic; 0 has no place on one."""
    if losses.min() <= 0 or options.loss_scale == "linear":
        return False
    if options.range is not None and options.range[2] <= 0:
        return False
    return options.loss_scale == "log" or bool(losses.max() > wide * losses.min())


def value_words(trial: StepTrial, over: str) -> str:
    """Return what a curve is called: η = 0.1, inverse, or 10 points a step."""
    if over == "schedule":
        return trial.name
    if over == "batch":
        return f"{trial.name} point{'s' if trial.value > 1 else ''} a step"
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


def notes_on_the_sweep(result: StepsResult, options: SweepOptions) -> Iterator[str]:
    """Say what diverged, and what is other than was asked for."""
    if any(trial.diverged for trial in result.trials):
        yield "Where the weights grow without bound the run is given up."
    if result.epochs < options.passes:
        yield f"There are many points, so every run has {result.epochs} epochs."
    short = [t for t in result.trials if len(t.losses) <= result.epochs and not t.diverged]
    if short:
        yield "A curve that ends early used up the updates that its run may make."
    if options.loss_scale == "log" and any(trial.losses.min() <= 0 for trial in result.trials):
        yield "A loss of 0 has no place on a logarithmic axis, so this one is linear."
