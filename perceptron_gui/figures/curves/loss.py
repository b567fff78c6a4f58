"""Losses summed over the points, and how many points are wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.number_text import number, product_latex
from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.measures import own_kind, own_loss, penalty
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import fitting, from_zero, heights
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.series.envelope import Measure
from perceptron_gui.figures.series.timeline import (
    CurveStyle,
    TimedOptions,
    Timeline,
    crowd_note,
    diverged_note,
)

_NAMES = {
    "perceptron": "perceptron loss",
    "hinge": "hinge loss",
    "logistic": "logistic loss",
    "squared": "squared error",
}


LOSS_AND_ERRORS = Measure(measures.loss_and_errors, per_point=True, in_pieces=True)
OWN_LOSS = Measure(own_loss, per_point=True)


@dataclass(frozen=True)
class LossOptions(TimedOptions):
    scale: str = option(
        "linear", Choice(("linear", "log")), "the scale of the losses, if all are above 0"
    )


def build(dataset: Dataset, run: Run, cursor: int, options: LossOptions) -> Figure:
    """Draw the losses up to the cursor on the left axis, the errors on the right one."""
    timeline = Timeline(run, cursor, options, options.against)
    x, answer = timeline.edges(options), RULES[run.rule.rule].answer.lower()
    has_own = own_kind(run) != "perceptron" or bool(penalty(run))
    symbol = options.symbols.agreement(run.rule.offset)
    name = rf"perceptron loss $\sum \text{{max}}(0, {{-}}{symbol})$"
    loss = CurveStyle("loss", Role.SIDE_LOSS if has_own else Role.LOSS, name)
    wrong = CurveStyle("errors", Role.ERRORS, "errors of $w$" if answer else "errors", right=True)
    curves = timeline.curve_marks(LOSS_AND_ERRORS, [loss, wrong])
    main = curves
    if has_own:
        own = CurveStyle("own-loss", Role.OWN_LOSS, _own_name(run, options))
        main = timeline.curve_marks(OWN_LOSS, [own], names_future=False)
        curves = [*curves, *main]
    is_real = dataset.targets is not None
    curves = main if is_real else curves  # what is fitted has no errors and no perceptron loss
    shown = np.concatenate(heights(main))
    are_positive = bool((shown[~np.isnan(shown)] > 0).all())
    reaches_down = options.y_range is not None and options.y_range[0] <= 0
    log = options.scale == "log" and are_positive and not reaches_down
    reach = fitting(heights(main), log=True) if log else from_zero(heights(curves))
    left = Axis("summed loss", range=options.y_range or reach, log=log)
    count = from_zero(heights(curves, right=True), least=1.0)
    right = Axis("errors", f"of {len(dataset)}", range=count, whole=True)
    # Low panels show one note only, and that the run diverged is said elsewhere too.
    wrong_now = f"${run.result.errors(timeline.visit)}$ of ${len(dataset)}$" if answer else ""
    on_answer = f"The {answer} gets {wrong_now} wrong here; the curves are those of $w$ on the way."
    notes = [*([on_answer] if answer else []), *crowd_note(curves), *diverged_note(run, log)]
    notes += timeline.sampling_note(LOSS_AND_ERRORS)
    marks = (*curves, *timeline.cursor_mark(x))
    return timeline.figure(VIEW.name, x, left, marks, notes, None if is_real else right, log=False)


def _own_name(run: Run, options: TimedOptions) -> str:
    name = _NAMES[own_kind(run)]
    factor = penalty(run)
    w = options.symbols.bare_weights
    if factor:
        name = rf"{name} ${product_latex('+', number(factor))}\,\|{w}\|^2$"
    if run.rule.uses_option("l1") and run.rule.l1:
        name = rf"{name} ${product_latex('+', number(float(run.rule.l1)))}\sum |{w}_j|$"
    return name


_SHOWS = "The perceptron loss, the errors, and the loss that the rule itself descends on."
VIEW = View("loss", _SHOWS, LossOptions, build)
