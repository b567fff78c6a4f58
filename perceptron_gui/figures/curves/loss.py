"""Losses summed over the points, and how many points are wrong."""

from __future__ import annotations

from perceptron_gui.base.number_text import number, product_latex
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.measures import own_kind, own_loss, penalty
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.extent import from_zero, heights
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.symbols import agreement
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.series.envelope import Measure
from perceptron_gui.figures.series.timeline import CurveStyle, TimedOptions, Timeline, crowd_note

_NAMES = {
    "perceptron": "perceptron loss",
    "hinge": "hinge loss",
    "logistic": "logistic loss",
    "squared": "squared error",
}


LOSS_AND_ERRORS = Measure(measures.loss_and_errors, per_point=True)
OWN_LOSS = Measure(own_loss, per_point=True)


def build(dataset: Dataset, run: Run, cursor: int, options: TimedOptions) -> Figure:
    """Draw the losses up to the cursor on the left axis, the errors on the right one."""
    timeline = Timeline(run, cursor, options, options.against)
    x = timeline.edges(options)
    loss = CurveStyle("loss", Role.LOSS, _name(run, options))
    wrong = CurveStyle("errors", Role.ERRORS, "errors", right=True)
    curves = timeline.curve_marks(LOSS_AND_ERRORS, [loss, wrong])
    if own_kind(run) != "perceptron" or penalty(run):
        own = CurveStyle("own-loss", Role.OWN_LOSS, _own_name(run, options))
        curves += timeline.curve_marks(OWN_LOSS, [own], names_future=False)
    count = from_zero(heights(curves, right=True), least=1.0)
    left = Axis("summed loss", range=options.y_range or from_zero(heights(curves)))
    right = Axis("errors", f"of {len(dataset)}", range=count, whole=True)
    notes = (*crowd_note(curves), *timeline.sampling_note(LOSS_AND_ERRORS))
    marks = (*curves, *timeline.cursor_mark(x))
    return timeline.figure(VIEW.name, x, left, marks, notes, right)


def _name(run: Run, options: TimedOptions) -> str:
    symbol = agreement(options.symbols, run.rule.offset)
    return rf"perceptron loss $\sum \text{{max}}(0, {{-}}{symbol})$"


def _own_name(run: Run, options: TimedOptions) -> str:
    name = _NAMES[own_kind(run)]
    factor = penalty(run)
    if not factor:
        return name
    return rf"{name} ${product_latex('+', number(factor))}\,\|{options.symbols.bare_weights}\|^2$"


_SHOWS = "The perceptron loss, the errors, and the loss that the rule itself descends on."
VIEW = View("loss", _SHOWS, TimedOptions, build)
