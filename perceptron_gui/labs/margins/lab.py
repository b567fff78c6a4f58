"""The laboratory of margins: the distance reached against the margin asked for, and words on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from perceptron_gui.base.number_text import json_number, number
from perceptron_gui.base.text import aligned, written
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Dots, Line, Mark, RuleLine, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import nothing_to_show
from perceptron_gui.labs.common.lab import Lab, LabFigure, note_lines

from .margins import MarginsOptions, MarginsResult, MarginTrial, make_margins

NAME = "margins"
DOTS = "reached"
_HEADROOM = 1.14  # of the axis above the largest margin
_MOST_NAMED = 8
_BLANK = "–"
_HEADINGS = ("margin asked for", "updates", "at most", "γ reached", "of the largest", "ends")


def draw_margins(result: MarginsResult, options: MarginsOptions) -> Figure:
    """Draw γ reached against the margin asked for; that of margin 0 is a line across."""
    trials = sorted((t for t in result.trials if t.margin is not None), key=lambda t: t.value)
    if not trials:
        return nothing_to_show(NAME, options, "Nothing has been tried yet.")
    asked = [trial for trial in trials if trial.value > 0]
    across = (0.5, 2.0)
    if asked:
        low, high = float(asked[0].value), float(asked[-1].value)
        across = (low / 1.6, high * 2.5)
    x = options.x_range or across
    y = options.y_range or (0.0, _HEADROOM * result.largest)
    label = rf"largest $\gamma = {number(round(result.largest, 6))}$"
    marks: list[Mark] = [RuleLine("largest", Role.SEPARATOR, result.largest, False, label)]
    if trials[0].value == 0:
        plain = trials[0].margin or 0.0
        words = rf"margin 0: $\gamma = {number(round(plain, 6))}$"
        marks.append(RuleLine("plain", Role.ZERO, plain, False, words))
    marks += _curves(asked, x)
    return Figure(
        NAME,
        Axis(r"margin asked for", range=x, log=x[0] > 0),
        Axis(r"$\gamma$ reached", range=y),
        tuple(marks),
        title=options.title,
        notes=tuple(_notes(result)),
    )


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
    yield Line("curve", Role.WEIGHTS, values, reached, label=r"$\gamma$ reached")
    yield Dots(DOTS, Role.WEIGHTS, values, reached)
    if len(asked) <= _MOST_NAMED:
        for at, trial in enumerate(asked):
            words = f"{trial.updates} update{'' if trial.updates == 1 else 's'}"
            place = float(values[at]), float(reached[at])
            yield Text(f"updates-{at}", Role.NOTE, *place, f" {words}", "nw", scale=0.85)


def _notes(result: MarginsResult) -> Iterator[str]:
    yield (
        "The perceptron that also learns from points that are right by at most the margin; "
        r"$\gamma$ is the distance of its last line to the nearest point."
    )
    if any(not trial.is_over for trial in result.trials):
        yield "Runs that were stopped had not reached their margin yet."


def margins_table(result: MarginsResult) -> Table:
    """Return a row for every margin that was tried."""
    rows = tuple(_cells(trial, result) for trial in result.trials)
    return Table(NAME, (*_HEADINGS[:3], r"$\gamma$ reached", *_HEADINGS[4:]), rows, left=(5,))


def _cells(trial: MarginTrial, result: MarginsResult) -> tuple[str, ...]:
    reached = trial.margin
    share = _BLANK if reached is None else f"{reached / result.largest:.1%}"
    return (
        trial.name,
        str(trial.updates),
        str(trial.bounds.most_updates),
        _BLANK if reached is None else f"{reached:.6g}",
        share,
        "converges" if trial.is_over else "stopped",
    )


def words(run: Run, options: MarginsOptions, result: MarginsResult) -> Iterator[str]:
    """Yield the largest margin, and a row for every one that was tried."""
    square = written(result.verdict.margin_squared)
    yield f"Largest margin: γ = {written(result.largest)}, γ² = {square}."
    yield ""
    rows = [_HEADINGS, *(_cells(trial, result) for trial in result.trials)]
    yield from aligned(rows, right=range(5))
    yield from note_lines(map(to_plain, _notes(result)))


def report(run: Run, options: MarginsOptions, result: MarginsResult) -> dict[str, Any]:
    """Return every margin with the one reached, and the largest."""
    return {
        "largest_margin": result.largest,
        **json_number("largest_margin_squared", result.verdict.margin_squared),
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
        "guaranteed_margin": None if sure is None else math.sqrt(sure),
    }


def replay_name(trial: MarginTrial) -> str:
    """Return what an undo step calls the run of a margin."""
    return f"Learn with margin {trial.name}"


LAB = Lab(
    NAME,
    "the perceptron with several margins, on the way to the widest one",
    figures=(
        LabFigure(
            NAME,
            "The distance to the nearest point that a perceptron with a margin reaches.",
            MarginsOptions,
            lambda result, run, cursor, options: draw_margins(result, options),
        ),
    ),
    experiment=make_margins,
    depends_on=("values",),
    words=words,
    report=report,
)
