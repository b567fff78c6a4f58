"""The loss at the end against the step, and the step from which on nothing converges."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.number_text import number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Band, Dots, Line, Mark, RuleLine
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, nothing_to_show
from perceptron_gui.figures.series.extremes import Values
from perceptron_gui.figures.series.timeline import from_zero

from .options import SweepOptions, loss_scale_is_log, method_words, notes_on_the_sweep, sweep_of
from .steps import StepsResult

NAME = "step-limit"
_TOP = 30.0
# Powers of ten on both axes, however near to each other the losses are.
_ANY = 0.0


def build(dataset: Dataset, run: Run | None, cursor: int, options: SweepOptions) -> Figure:
    """Build the losses at the end of all runs; the visit does not matter."""
    if run is None:
        return nothing_to_show(NAME, options)
    try:
        return draw_result(sweep_of(run, options, "eta", is_fine=True), options)
    except RuleError as error:
        return nothing_to_show(NAME, options, str(error))


def draw_result(result: StepsResult, options: SweepOptions) -> Figure:
    """Draw the last loss of every η, those that diverged as crosses at the upper edge."""
    if not result.trials:
        return nothing_to_show(NAME, options, "Nothing has been tried yet.")
    trials = sorted(result.trials, key=lambda trial: trial.value)
    etas = np.array([float(trial.value) for trial in trials])
    finals = np.array([trial.final for trial in trials])
    ended = np.array([not trial.diverged for trial in trials])
    start = float(trials[0].losses[0])
    x = options.x_range or _width(etas, result.limit)
    y, log = _height(finals[ended], start, options)
    marks = [*_zone(result.limit, x, y), *_curves(etas, finals, ended, y, log)]
    if start > 0:
        marks.append(RuleLine("start", Role.ZERO, start, False, label="loss at the start"))
    return Figure(
        NAME,
        Axis(r"step $\eta$", range=x, log=x[0] > 0),
        Axis(f"loss after {result.epochs} epochs", range=y, log=log),
        tuple(marks),
        title=options.title,
        notes=tuple(_notes(result, options)),
    )


def _width(etas: Values, limit: float | None) -> Range:
    known = np.append(etas, [] if limit is None else [limit])
    return float(known.min()) / 1.2, float(known.max()) * 1.2


def _height(finals: Values, start: float, options: SweepOptions) -> tuple[Range, bool]:
    known = np.append(finals, [start])
    log = loss_scale_is_log(known, options, _ANY)
    if options.y_range is not None:
        return options.y_range, log
    if not log:
        return from_zero([known]), False
    return (float(known.min()) / 1.5, _TOP * float(known.max())), True


def _zone(limit: float | None, x: Range, y: Range) -> Iterator[Mark]:
    """Yield where nothing converges, and the limit before it."""
    if limit is None or not x[0] < limit < x[1]:
        return
    ends = np.array([limit, x[1]])
    low, high = np.full(2, y[0]), np.full(2, y[1])
    yield Band("beyond", Role.IMPOSSIBLE, ends, low, high, label="no convergence")
    label = rf"$1/\lambda_{{\text{{max}}}} = {number(limit)}$"
    yield RuleLine("limit", Role.LIMIT, limit, label=label)


def _curves(
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


def _notes(result: StepsResult, options: SweepOptions) -> Iterator[str]:
    yield f"{method_words(result)}."
    if result.limit is None:
        yield "Only gradient descent on least squares has a limit that is known beforehand."
    yield from notes_on_the_sweep(result, options)


VIEW = View(
    NAME,
    "The loss at the end against the step, and the step from which on a descent diverges.",
    SweepOptions,
    build,
)
