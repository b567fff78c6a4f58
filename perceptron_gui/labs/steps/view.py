"""The laboratory of steps: the loss over the epochs for several η, schedules or batch sizes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.number_text import number
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Dots, Line, Mark
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.model.view import View, nothing_to_show, option
from perceptron_gui.figures.series.extremes import Values
from perceptron_gui.figures.series.timeline import from_zero

from .options import (
    SweepOptions,
    loss_scale_is_log,
    method_words,
    notes_on_the_sweep,
    sweep_of,
    value_words,
)
from .steps import StepsResult, StepTrial

NAME = "steps"
# A curve that diverges leaves the figure here, in multiples of the highest loss at the start.
_TOP = 30.0
# With fewer, a curve of many epochs could be one that is only sampled.
_DOTTED = 12


@frozen_value
class StepsOptions(SweepOptions):
    """What is varied, besides what every sweep listens to."""

    over: str = option(
        "eta", "choice", "what is varied from curve to curve", ("eta", "schedule", "batch")
    )


def build(dataset: Dataset, run: Run | None, cursor: int, options: StepsOptions) -> Figure:
    """Build the curves of all values; the visit does not matter."""
    if run is None:
        return nothing_to_show(NAME, options)
    try:
        result = sweep_of(run, options, options.over)
    except RuleError as error:
        return nothing_to_show(NAME, options, str(error))
    return draw_result(result, options)


def draw_result(result: StepsResult, options: StepsOptions) -> Figure:
    """Draw a curve for every value; one that diverges ends where it leaves the figure."""
    if not result.trials:
        return nothing_to_show(NAME, options, "Nothing has been tried yet.")
    trials = result.trials[: len(CONTESTANTS)]
    y, log = _height(trials, options)
    marks = [mark for n, trial in enumerate(trials) for mark in _curve(n, trial, result.over, y[1])]
    return Figure(
        NAME,
        Axis("epochs", range=options.x_range or (0.0, float(max(1, result.epochs))), whole=True),
        Axis("summed loss", range=options.y_range or y, log=log),
        tuple(marks),
        title=options.title,
        notes=tuple(_notes(result, options)),
    )


def _height(trials: tuple[StepTrial, ...], options: StepsOptions) -> tuple[Range, bool]:
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


def _notes(result: StepsResult, options: StepsOptions) -> Iterator[str]:
    yield f"{method_words(result)}."
    if result.limit is not None:
        matrix = r"Y^\top Y + l_2 I" if result.rule.l2 else r"Y^\top Y"
        yield (
            rf"It converges for $\eta$ below $1/\lambda_{{\text{{max}}}}({matrix}) = "
            rf"{number(result.limit)}$ only."
        )
    yield from notes_on_the_sweep(result, options)
    if len(result.trials) > len(CONTESTANTS):
        yield f"Curves of the first {len(CONTESTANTS)} values are drawn."


VIEW = View(
    NAME,
    "The loss of a descent over its epochs, for several steps, schedules or batch sizes.",
    StepsOptions,
    build,
)
