"""Losses summed over the points, and how many points are wrong."""

from __future__ import annotations

from perceptron_gui.core import measures
from perceptron_gui.core.chalkboard import beside, number
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.measures import own_kind, own_loss, penalty
from perceptron_gui.core.run import Run

from .envelope import Measure
from .figure import Axis, Figure
from .lecture import weights
from .role import Role
from .series import TimedOptions, Timeline, agreement, crowd_note, from_zero, heights
from .stroke import Stroke
from .view import View, nothing_to_show

_NAMES = {
    "perceptron": "perceptron loss",
    "hinge": "hinge loss",
    "logistic": "logistic loss",
    "squared": "squared error",
}


LOSS_AND_ERRORS = Measure(measures.loss_and_errors, per_point=True)
OWN_LOSS = Measure(own_loss, per_point=True)


def build(dataset: Dataset, run: Run | None, cursor: int, options: TimedOptions) -> Figure:
    """Draw the losses up to the cursor on the left axis, the errors on the right one."""
    if run is None:
        return nothing_to_show(VIEW.name, options)
    timeline = Timeline(run, cursor, options, options.against)
    x = timeline.edges(options)
    loss = Stroke("loss", Role.LOSS, _name(run, options))
    wrong = Stroke("errors", Role.ERRORS, "errors", right=True)
    curves = timeline.drawn(LOSS_AND_ERRORS, [loss, wrong])
    if own_kind(run) != "perceptron" or penalty(run):
        own = Stroke("own-loss", Role.OWN_LOSS, _own_name(run, options))
        curves += timeline.drawn(OWN_LOSS, [own], names_future=False)
    count = from_zero(heights(curves, right=True), least=1.0)
    return Figure(
        VIEW.name,
        timeline.axis(x),
        Axis("summed loss", range=options.y_range or from_zero(heights(curves))),
        (*curves, *timeline.cursor_mark(x)),
        right=Axis("errors", f"of {len(dataset)}", range=count, whole=True),
        title=options.title,
        notes=(*crowd_note(curves), *timeline.sampling_note(LOSS_AND_ERRORS)),
    )


def _name(run: Run, options: TimedOptions) -> str:
    symbol = agreement(options.symbols, run.rule.offset)
    return rf"perceptron loss $\sum \text{{max}}(0, {{-}}{symbol})$"


def _own_name(run: Run, options: TimedOptions) -> str:
    name = _NAMES[own_kind(run)]
    factor = penalty(run)
    if not factor:
        return name
    return rf"{name} ${beside('+', number(factor))}\,\|{weights(options.symbols)}\|^2$"


VIEW = View(
    "loss",
    "The perceptron loss, the errors, and the loss that the rule itself descends on.",
    TimedOptions,
    build,
)
