"""The experiment of steps: where descents over several η, schedules or batch sizes end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import Words as Wordings
from perceptron_gui.base.number_text import json_number, number
from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import from_zero
from perceptron_gui.figures.model.figure import Axis, Figure, Range, Sheet, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Band, Dots, Line, Mark, RuleLine, Values
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.model.view import nothing_to_show
from perceptron_gui.theory.run_text.words import Words

from .lab import Lab, LabFigure, OnPage, Replay, side_by_side
from .steps import (
    StepsOptions,
    StepsResult,
    StepTrial,
    make_sweep,
    method_words,
    notes_on_the_sweep,
    value_words,
)

CURVES, LIMIT = "steps", "step-limit"
# A curve that diverges leaves the figure here, in multiples of the highest loss at the start.
_TOP = 30.0
# With fewer, a curve of many epochs could be one that is only sampled.
_DOTTED = 12
# From this ratio of the largest to the least loss on, only a logarithmic axis shows both; beside
# powers of ten on the other axis, however near to each other they are.
_WIDE, _ANY = 50.0, 0.0
_STANDING = (
    "These runs begin where the gradient is 0: no step moves them, and so none is too long here."
)


def draw_curves(result: StepsResult, options: StepsOptions) -> Figure:
    """Draw a curve for every value; one that diverges ends where it leaves the figure."""
    if not result.trials:
        return nothing_to_show(CURVES, options, "Nothing has been tried yet.")
    trials = result.trials[: len(CONTESTANTS)]
    top = _TOP * max(float(trial.losses[0]) for trial in trials)
    tamed = [np.minimum(trial.losses, top) if trial.diverged else trial.losses for trial in trials]
    y, log = _height(tamed, options, _WIDE, (1.3, 1.3))
    marks = [mark for n, trial in enumerate(trials) for mark in _curve(n, trial, result.over, y[1])]
    notes = list(_curves_notes(result, options))
    if len(trials) < len(result.trials):
        notes.append(f"Curves of the first {len(trials)} values are drawn.")
    return Figure(
        CURVES,
        Axis("epochs", range=options.x_range or (0.0, float(max(1, result.epochs))), whole=True),
        Axis("summed loss", range=options.y_range or y, log=log),
        tuple(marks),
        title=options.title,
        notes=tuple(notes),
        headline=_headline(result),
    )


def _headline(result: StepsResult) -> Words:
    """Say from which step on nothing converges, or else which value led to the lowest loss."""
    if result.limit is not None:
        below = to_plain(rf"only for η below ${number(result.limit)}$")
        return Words(f"Gradient descent converges {below}.", f"Converges {below}")
    best = min(result.trials, key=lambda trial: math.inf if trial.diverged else trial.final)
    if best.diverged:
        return Words("Every run diverges: try smaller steps.", "Every run diverges", "diverged")
    least = f"{best.final:.3g}"
    alike = sum(f"{trial.final:.3g}" == least for trial in result.trials)
    value = to_plain(value_words(best, result.over))
    if result.over == "schedule":
        value = f"the {value} schedule"
    who = f"{value} has" if alike == 1 else f"{alike} of {len(result.trials)} runs have"
    loss = f"{who} the lowest loss, {to_plain(f'${number(float(least))}$')}"
    if alike == len(result.trials) > 1:
        loss = f"all runs have the loss {to_plain(f'${number(float(least))}$')}"
    return Words(f"After {count(len(best.losses) - 1, 'epoch')}, {loss}.", loss)


def _height(
    losses: Sequence[Values], options: StepsOptions, wide: float, room: tuple[float, float]
) -> tuple[Range, bool]:
    """Return a range of losses, and whether it is logarithmic, with so much room at its ends.

    It is so from this ratio of the largest to the least loss on, if that is left open.
    """
    flat = np.concatenate(losses)
    low, high = float(flat.min()), float(flat.max())
    is_wanted = options.loss_scale == "log" or (options.loss_scale == "auto" and high > wide * low)
    reaches_down = options.range is not None and options.range[2] <= 0
    if not is_wanted or reaches_down or low <= 0:  # 0 has no place on a logarithmic axis
        return from_zero([flat]), False
    return (low / room[0], room[1] * high), True


def _curve(number_: int, trial: StepTrial, over: str, top: float) -> Iterator[Mark]:
    role, label = CONTESTANTS[number_], value_words(trial, over)
    losses: Values = trial.losses
    if trial.diverged:
        beyond = np.flatnonzero(losses > top)
        losses = np.minimum(losses[: beyond[0] + 1] if len(beyond) else losses, top)
        label = f"{label}, diverges"
    epochs = np.arange(len(losses), dtype=np.float64)
    yield Line(f"curve-{number_}", role, epochs, losses, label)
    ended = Role.MISTAKE if trial.diverged else role
    yield Dots(f"end-{number_}", ended, epochs[-1:], losses[-1:])
    if len(losses) <= _DOTTED:
        yield Dots(f"epochs-{number_}", role, epochs, losses)


def _curves_notes(result: StepsResult, options: StepsOptions) -> Iterator[str]:
    yield f"{method_words(result)}."
    if result.limit is not None:
        matrix = r"Y^\top Y + l_2 I" if result.rule.l2 else r"Y^\top Y"
        yield (
            rf"It converges for $\eta$ below $1/\lambda_{{\text{{max}}}}({matrix}) = "
            rf"{number(result.limit)}$ only."
        )
    yield from notes_on_the_sweep(result, options)


def draw_limit(result: StepsResult, options: StepsOptions) -> Figure:
    """Draw the last loss of every η, those that diverged as crosses at the upper edge."""
    if not result.fine:
        is_eta = result.over == "eta"
        why = "Nothing has been tried yet." if is_eta else "Only for η there is a limit: vary η."
        return nothing_to_show(LIMIT, options, why)
    result = replace(result, trials=result.fine)
    trials = sorted(result.trials, key=lambda trial: trial.value)
    etas = np.array([float(trial.value) for trial in trials])
    finals = np.array([trial.final for trial in trials])
    ended = np.array([not trial.diverged for trial in trials])
    start = float(trials[0].losses[0])
    known = np.append(etas, [] if result.limit is None else [result.limit])
    x = options.x_range or (float(known.min()) / 1.2, float(known.max()) * 1.2)
    y, log = _height([finals[ended], np.array([start])], options, _ANY, (1.5, _TOP))
    y = options.y_range or y
    marks = [*_zone(result.limit, x, y), *_limit_curves(etas, finals, ended, y, log)]
    if start > 0:
        marks.append(RuleLine("start", Role.ZERO, start, False, label="loss at the start"))
    why = "Only gradient descent on least squares has a limit that is known beforehand."
    unlimited = (why,) if result.limit is None else ()
    notes = notes_on_the_sweep(result, options)
    return Figure(
        LIMIT,
        Axis(r"step $\eta$", range=x, log=x[0] > 0),
        Axis(f"loss after {result.epochs} epochs", range=y, log=log),
        tuple(marks),
        title=options.title,
        notes=(f"{method_words(result)}.", *unlimited, *notes),
    )


def _zone(limit: float | None, x: Range, y: Range) -> Iterator[Mark]:
    """Yield where nothing converges, and the limit before it."""
    if limit is None or not x[0] < limit < x[1]:
        return
    ends = np.array([limit, x[1]])
    low, high = np.full(2, y[0]), np.full(2, y[1])
    yield Band("beyond", Role.IMPOSSIBLE, ends, low, high, label="no convergence")
    label = rf"$1/\lambda_{{\text{{max}}}} = {number(limit)}$"
    yield RuleLine("limit", Role.LIMIT, limit, label=label)


def _limit_curves(
    etas: Values, finals: Values, ended: NDArray[np.bool_], y: Range, log: bool
) -> Iterator[Mark]:
    if ended.any():
        yield Line("final", Role.LOSS, etas[ended], finals[ended], label="loss at the end")
        yield Dots("ends", Role.LOSS, etas[ended], finals[ended])
    if not ended.all():
        # A little below the edge, so that crosses are seen whole.
        top = y[0] ** 0.06 * y[1] ** 0.94 if log else 0.06 * y[0] + 0.94 * y[1]
        away = etas[~ended]
        yield Dots("diverged", Role.MISTAKE, away, np.full(len(away), top), label="diverged")


def steps_sheet(curves: StepsResult, options: StepsOptions) -> Sheet:
    """Draw the curves of a sweep, and beside them where those of many steps end."""
    figures = [draw_curves(curves, options)]
    if curves.fine:
        figures.append(draw_limit(curves, options))
    # The width of the page has more room for words than that of a figure.
    notes = list(dict.fromkeys(note for figure in figures for note in figure.notes))
    stand_still = all((each.losses == each.losses[0]).all() for each in curves.trials)
    if curves.trials and curves.limit is not None and stand_still:
        notes.append(_STANDING)
    return side_by_side(figures, options.aspect, notes)


_USUAL = "Chosen automatically"
_SUGGESTED = {
    "eta": {"Powers of ten": "0.001,0.01,0.1,1", "Around 1": "0.25,0.5,1,2,4"},
    "schedule": {"Constant and 1/√t": "constant,inverse-sqrt"},
    "batch": {"Powers of two": "1,2,4,8,16", "One point or ten": "1,10"},
}


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


def values_table(result: StepsResult, options: StepsOptions, _words: Wordings) -> Table:
    """Return a row for every value that was tried."""
    headings = (_HEADINGS[result.over], "epochs", "loss at the start", "at the end", "errors")
    rows = tuple(_cells(trial, result.over) for trial in result.trials)
    left = (0, 5) if result.over == "schedule" else (5,)  # words; numbers stand on the right
    notes, said = tuple(_curves_notes(result, options)), _headline(result) if rows else None
    return Table(CURVES, (*headings, "outcome"), rows, left, notes=notes, headline=said)


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
            "The loss over the epochs of a descent, for several steps, schedules or batch sizes.",
            StepsOptions,
            lambda result, run, cursor, options: draw_curves(result, options),
        ),
        LabFigure(
            LIMIT,
            "The final loss against the step size, and the step size from which descent diverges.",
            StepsOptions,
            lambda result, run, cursor, options: draw_limit(result, options),
        ),
    ),
    experiment=make_sweep,
    depends_on=("method", "values", "passes", "over"),
    tells_run=False,
    table=values_table,
    report=report,
    doing="descending with every value",
    page=OnPage(
        hint="The same descent with several values of one option. Click a curve, or double-click "
        "a row, to follow its run on the plane.",
        draw=lambda result, run, cursor, options: steps_sheet(result, options),
        lists_runs=True,
        replay=_replay,
        offered=("over", "method", "passes", "values"),
        clears={"over": "values"},
        suggest=lambda _count, chosen: {"values": {_USUAL: "", **_SUGGESTED[chosen["over"]]}},
    ),
)
