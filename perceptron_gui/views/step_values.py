"""The values of a sweep as rows of a table, each with what became of its run. No widgets."""

from __future__ import annotations

from perceptron_gui.core.chalkboard import number
from perceptron_gui.figures.figure import Table
from perceptron_gui.figures.steps import NAME
from perceptron_gui.figures.steps_sweep import value_words
from perceptron_gui.labs.steps import StepsResult, StepTrial

_HEADINGS = {"eta": r"step $\eta$", "schedule": "schedule", "batch": "points a step"}


def values_table(result: StepsResult) -> Table:
    """Return a row for every value that was tried."""
    headings = (_HEADINGS[result.over], "epochs", "loss at the start", "at the end", "errors")
    rows = tuple(_row(trial, result.over) for trial in result.trials)
    return Table(NAME, (*headings, "what became of it"), rows, left=(5,))


def replay_name(trial: StepTrial, over: str) -> str:
    """Return what an undo step calls the run of a value."""
    return f"Descend with {trial.name if over == 'schedule' else _plain(trial, over)}"


def _plain(trial: StepTrial, over: str) -> str:
    return f"η = {trial.name}" if over == "eta" else value_words(trial, over)


def _row(trial: StepTrial, over: str) -> tuple[str, ...]:
    run, losses = trial.run, trial.losses
    value = trial.name if over == "schedule" else f"${number(trial.value)}$"
    counts = str(len(losses) - 1), f"${number(float(losses[0]))}$", f"${number(trial.final)}$"
    errors = "–" if trial.diverged else str(run.result.errors(run.visits))
    return (value, *counts, errors, _fate(trial))


def _fate(trial: StepTrial) -> str:
    """Say how a run ended, without a claim that more epochs could refute."""
    if trial.run.diverged:
        epochs = len(trial.losses) - 1
        return f"diverges: given up after {epochs} epoch{'s' if epochs != 1 else ''}"
    if trial.diverged:
        return "diverges"
    if trial.final > trial.losses[0]:
        return "ends higher than it began"
    return "ends lower than it began" if trial.final < trial.losses[0] else "stays as it began"
