"""The laboratory of steps: where descents over several η, schedules or batch sizes end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from perceptron_gui.base.number_text import json_number, number
from perceptron_gui.base.text import count, written
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.labs.common.lab import (
    Lab,
    LabFigure,
    Replay,
    SweepSpec,
    note_lines,
    table_lines,
)

from .steps import (
    StepsOptions,
    StepsResult,
    StepTrial,
    SweepOptions,
    make_fine_sweep,
    make_finer_sweep,
    make_sweep,
    method_words,
    notes_on_the_sweep,
    value_words,
)
from .steps_figures import CURVES, LIMIT, draw_curves, draw_limit, steps_sheet

_USUAL = "Chosen automatically"
_SUGGESTED = {
    "eta": {"Powers of ten": "0.001,0.01,0.1,1", "Around 1": "0.25,0.5,1,2,4"},
    "schedule": {"Constant and 1/√t": "constant,inverse-sqrt"},
    "batch": {"Powers of two": "1,2,4,8,16", "One point or ten": "1,10"},
}


def words(run: Run, options: StepsOptions, result: StepsResult) -> Iterator[str]:
    """Yield what is descended on, its limit, and a row for every value."""
    yield f"{to_plain(method_words(result))}: {count(result.epochs, 'epoch')} each."
    if result.limit is not None:
        matrix = "YᵀY + l2·I" if result.rule.l2 else "YᵀY"
        yield f"It converges for η below 1/λ_max({matrix}) = {written(result.limit)} only."
    yield from table_lines(values_table(result))
    yield from note_lines(notes_on_the_sweep(result, options))


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
        "status": trial.status,
        "diverged": trial.diverged,
        "at_minimum": trial.is_at_minimum,
        "errors": None if trial.diverged else trial.errors,
        "losses": trial.losses.tolist(),
    }


_HEADINGS = {"eta": r"step $\eta$", "schedule": "schedule", "batch": "points a step"}


def values_table(result: StepsResult) -> Table:
    """Return a row for every value that was tried."""
    headings = (_HEADINGS[result.over], "epochs", "loss at the start", "at the end", "errors")
    rows = tuple(_cells(trial, result.over) for trial in result.trials)
    left = (0, 5) if result.over == "schedule" else (5,)  # words; numbers stand on the right
    return Table(CURVES, (*headings, "outcome"), rows, left)


def _replay(_dataset: Dataset, result: StepsResult, trial: StepTrial) -> Replay:
    is_eta = result.over == "eta"
    value = f"η = {trial.name}" if is_eta else value_words(trial, result.over)
    return Replay(trial.rule, f"Descend with {value}")


def _cells(trial: StepTrial, over: str) -> tuple[str, ...]:
    losses = trial.losses
    value = trial.name if over == "schedule" else f"${number(trial.value)}$"
    counts = str(len(losses) - 1), f"${number(float(losses[0]))}$", f"${number(trial.final)}$"
    errors = "–" if trial.diverged else str(trial.errors)
    return (value, *counts, errors, _fate(trial))


def _fate(trial: StepTrial) -> str:
    """Say how a run ended, without a claim that more epochs could refute."""
    if trial.was_given_up:
        epochs = len(trial.losses) - 1
        return f"diverges: stopped after {epochs} epoch{'s' if epochs != 1 else ''}"
    if trial.diverged:
        return "diverges"
    if trial.is_at_minimum:
        return "at the minimum"
    if trial.status == "converged":
        return "converged"
    if trial.final >= trial.losses[0]:
        return "loss increased" if trial.final > trial.losses[0] else "loss unchanged"
    return "loss decreased"


LAB = Lab(
    "steps",
    "a descent with several steps, schedules or batch sizes",
    figures=(
        LabFigure(
            CURVES,
            "The loss of a descent over its epochs, for several steps, schedules or batch sizes.",
            StepsOptions,
            lambda result, run, cursor, options: draw_curves(result, options),
        ),
        LabFigure(
            LIMIT,
            "The loss at the end against the step, and the step from which on a descent diverges.",
            SweepOptions,
            lambda result, run, cursor, options: draw_limit(result, options),
            experiment=make_fine_sweep,
            own=("values",),  # it is shown for η that suit the data
        ),
    ),
    experiment=make_sweep,
    depends_on=("method", "values", "passes", "over"),
    offered=("over", "method", "passes", "values"),
    clears={"over": "values"},
    suggest=lambda _count, chosen: {"values": {_USUAL: "", **_SUGGESTED[chosen["over"]]}},
    tells_run=False,
    words=words,
    report=report,
    doing="descending with every value",
    sweep=SweepSpec(
        hint="The same descent with several values of one option. Click a curve, or double-click "
        "a row, to follow its run on the plane.",
        draw=steps_sheet,
        replay=_replay,
        table=values_table,
        beside=make_finer_sweep,
    ),
)
