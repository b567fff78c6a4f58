"""What the views of the step laboratory share: what is descended on, for which values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.number_text import number
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.options import OptionError
from perceptron_gui.figures.model.view import ViewOptions, option
from perceptron_gui.figures.series.extremes import Values

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
        AUTO, "choice", "the loss that is descended on, or least squares; else by the rule", METHODS
    )
    values: str = option("", "text", "the values, such as 0.01,0.1,1; else some that suit the data")
    passes: int = option(100, "rows", "the epochs of every run")
    loss_scale: str = option("auto", "choice", "the axis of the loss", ("auto", "linear", "log"))

    def __post_init__(self) -> None:
        self.read_values(getattr(self, "over", "eta"))
        if self.loss_scale == "log" and self.range is not None and self.range[2] <= 0:
            raise OptionError("--range: logarithmic axes only hold numbers above 0")

    def read_values(self, over: str) -> tuple[Any, ...]:
        """Return the values that were typed; none means some that suit the data."""
        try:
            return read_values(over, self.values)
        except RuleError as error:
            raise OptionError(f"--values: {error}") from error

    def experiment(self, over: str) -> tuple[object, ...]:
        """Return what a sweep depends on, besides the data and the rule."""
        return self.method, self.values, self.passes, over


SWEEP, FINE_SWEEP = "sweep", "fine sweep"


def sweep_of(run: Run, options: SweepOptions, over: str, is_fine: bool = False) -> StepsResult:
    """Return the finished sweep; a RuleError says why there is none."""
    return run.cache.get_or_compute(
        FINE_SWEEP if is_fine else SWEEP,
        options.experiment(over),
        lambda: steps_of(run, options, over, is_fine).finish(),
    )


def steps_of(run: Run, options: SweepOptions, over: str, is_fine: bool = False) -> StepSweep:
    """Return the experiment that the options ask for, ready to go."""
    rule = descent_rule(run.rule, options.method, over)
    usual = fine_steps(run.dataset, rule) if is_fine else usual_values(run.dataset, rule, over)
    values = options.read_values(over) or usual
    return StepSweep(run.dataset, rule, over, values, options.passes)


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
