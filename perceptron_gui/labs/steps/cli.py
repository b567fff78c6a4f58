"""The laboratory of steps: where descents over several η, schedules or batch sizes end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from perceptron_gui.base.number_text import json_number
from perceptron_gui.base.text import aligned, count, written
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.common.experiment import Runner
from perceptron_gui.labs.common.lab import Lab, notes, told

from .options import SWEEP, method_words, notes_on_the_sweep, steps_of
from .steps import StepsResult, StepTrial
from .view import StepsOptions

_VALUE = {"eta": "η", "schedule": "schedule", "batch": "points a step"}
_COLUMNS = ("loss at the start", "loss at the end", "epochs", "errors", "ends")
_BLANK = "–"


def carry_out(run: Run, options: StepsOptions, runner: Runner) -> StepsResult:
    """Descend with every value."""
    sweep = steps_of(run, options, options.over)
    result: StepsResult = runner.run(sweep, "descending")
    run.cache.put(SWEEP, options.experiment(options.over), result)
    return result


def words(run: Run, options: StepsOptions, result: StepsResult) -> Iterator[str]:
    """Yield what is descended on, its limit, and a row for every value."""
    (method,) = told([method_words(result)])
    yield f"{method}: {count(result.epochs, 'epoch')} each."
    if result.limit is not None:
        matrix = "YᵀY + l2·I" if result.rule.l2 else "YᵀY"
        yield f"It converges for η below 1/λ_max({matrix}) = {written(result.limit)} only."
    rows = [(_VALUE[result.over], *_COLUMNS), *map(_row, result.trials)]
    yield ""
    yield from aligned(rows, right=(1, 2, 3, 4))
    yield from notes(notes_on_the_sweep(result, options))


def _row(trial: StepTrial) -> tuple[str, ...]:
    return (
        trial.name,
        written(float(trial.losses[0])),
        written(trial.final),
        str(len(trial.losses) - 1),
        _BLANK if trial.diverged else str(trial.run.outcome.errors),
        _ending(trial),
    )


def _ending(trial: StepTrial) -> str:
    if trial.diverged:
        return "diverges"
    return "converged" if trial.run.status == "converged" else "stopped"


def report(run: Run, options: StepsOptions, result: StepsResult) -> dict[str, Any]:
    """Return what was descended on and the loss after every epoch, for every value."""
    rule = result.rule
    return {
        "method": rule.rule if rule.rule == "least-squares" else rule.loss,
        "over": result.over,
        "epochs": result.epochs,
        "limit": result.limit,
        "trials": [_trial(each) for each in result.trials],
    }


def _trial(trial: StepTrial) -> dict[str, Any]:
    value = trial.value
    return {
        **(json_number("value", value) if isinstance(value, Fraction) else {"value": value}),
        "status": trial.run.status,
        "diverged": trial.diverged,
        "errors": None if trial.diverged else trial.run.outcome.errors,
        "losses": trial.losses.tolist(),
    }


LABORATORY = Lab(
    "steps",
    "a descent with several steps, schedules or batch sizes",
    "steps",
    carry_out,
    words,
    report,
)
