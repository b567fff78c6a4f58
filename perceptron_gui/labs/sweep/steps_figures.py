"""The figures of the step laboratory: losses over the epochs, and against the step at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import number
from perceptron_gui.figures.model.extent import from_zero
from perceptron_gui.figures.model.figure import Axis, Figure, Panel, Range, Sheet
from perceptron_gui.figures.model.marks import Band, Dots, Line, Mark, RuleLine
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.model.view import nothing_to_show
from perceptron_gui.figures.series.extremes import Values

from .steps import (
    StepsOptions,
    StepsResult,
    StepTrial,
    SweepOptions,
    loss_scale_is_log,
    method_words,
    notes_on_the_sweep,
    value_words,
)

CURVES, LIMIT = "steps", "step-limit"
# A curve that diverges leaves the figure here, in multiples of the highest loss at the start.
_TOP = 30.0
# With fewer, a curve of many epochs could be one that is only sampled.
_DOTTED = 12
# Powers of ten on both axes, however near to each other the losses are.
_ANY = 0.0
# From this width over height on, the figures stand beside each other.
_WIDE = 1.2
_STANDING = (
    "These runs begin where the gradient is 0: no step moves them, and so none is too long here."
)


def draw_curves(result: StepsResult, options: StepsOptions) -> Figure:
    """Draw a curve for every value; one that diverges ends where it leaves the figure."""
    if not result.trials:
        return nothing_to_show(CURVES, options, "Nothing has been tried yet.")
    trials = result.trials[: len(CONTESTANTS)]
    y, log = _curves_height(trials, options)
    marks = [mark for n, trial in enumerate(trials) for mark in _curve(n, trial, result.over, y[1])]
    return Figure(
        CURVES,
        Axis("epochs", range=options.x_range or (0.0, float(max(1, result.epochs))), whole=True),
        Axis("summed loss", range=options.y_range or y, log=log),
        tuple(marks),
        title=options.title,
        notes=tuple(_curves_notes(result, options)),
    )


def _curves_height(trials: tuple[StepTrial, ...], options: StepsOptions) -> tuple[Range, bool]:
    """Return the range of the losses, and whether it is logarithmic."""
    top = _TOP * max(float(trial.losses[0]) for trial in trials)
    tamed = [np.minimum(trial.losses, top) if trial.diverged else trial.losses for trial in trials]
    flat = np.concatenate(tamed)
    if not loss_scale_is_log(flat, options):
        return from_zero(tamed), False
    return (float(flat.min()) / 1.3, 1.3 * float(flat.max())), True


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
    yield from notes_on_the_sweep(result, options, "every curve has")
    if len(result.trials) > len(CONTESTANTS):
        yield f"Curves of the first {len(CONTESTANTS)} values are drawn."


def draw_limit(result: StepsResult, options: SweepOptions) -> Figure:
    """Draw the last loss of every η, those that diverged as crosses at the upper edge."""
    if not result.trials:
        return nothing_to_show(LIMIT, options, "Nothing has been tried yet.")
    trials = sorted(result.trials, key=lambda trial: trial.value)
    etas = np.array([float(trial.value) for trial in trials])
    finals = np.array([trial.final for trial in trials])
    ended = np.array([not trial.diverged for trial in trials])
    start = float(trials[0].losses[0])
    known = np.append(etas, [] if result.limit is None else [result.limit])
    x = options.x_range or (float(known.min()) / 1.2, float(known.max()) * 1.2)
    y, log = _limit_height(finals[ended], start, options)
    marks = [*_zone(result.limit, x, y), *_limit_curves(etas, finals, ended, y, log)]
    if start > 0:
        marks.append(RuleLine("start", Role.ZERO, start, False, label="loss at the start"))
    return Figure(
        LIMIT,
        Axis(r"step $\eta$", range=x, log=x[0] > 0),
        Axis(f"loss after {result.epochs} epochs", range=y, log=log),
        tuple(marks),
        title=options.title,
        notes=tuple(_limit_notes(result, options)),
    )


def _limit_height(finals: Values, start: float, options: SweepOptions) -> tuple[Range, bool]:
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


def _limit_notes(result: StepsResult, options: SweepOptions) -> Iterator[str]:
    yield f"{method_words(result)}."
    if result.limit is None:
        yield "Only gradient descent on least squares has a limit that is known beforehand."
    yield from notes_on_the_sweep(result, options, "the plot against η shows runs of")


def steps_sheet(results: tuple[StepsResult, ...], options: StepsOptions) -> Sheet:
    """Draw the curves of a sweep, and beside them the second one, of many steps, if there is."""
    curves = results[0]
    figures = [draw_curves(curves, options)]
    if len(results) > 1 and results[1].trials:
        figures.append(draw_limit(results[1], options))
    is_wide = options.aspect >= _WIDE
    panels = tuple(
        Panel(replace(figure, notes=()), *((0, at) if is_wide else (at, 0)))
        for at, figure in enumerate(figures)
    )
    count = len(figures)
    rows, widths = (1, (1.0,) * count) if is_wide else (count, (1.0,))
    # The width of the page has more room for words than that of a figure.
    notes = dict.fromkeys(note for figure in figures for note in figure.notes)
    standing = (_STANDING,) if _stand_still(curves) else ()
    return Sheet(CURVES, panels, rows, widths, notes=(*notes, *standing))


def _stand_still(result: StepsResult) -> bool:
    """Tell whether all of several runs with a limit began where they would end."""
    is_limited = bool(result.trials) and result.limit is not None
    return is_limited and all((each.losses == each.losses[0]).all() for each in result.trials)
