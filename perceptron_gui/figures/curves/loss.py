"""Losses summed over the points, and how many points are misclassified.

Where a rule returns an average, a vote or a pocket, the bold curves are those of that answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.base.number_text import number, product_latex
from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.measures import own_kind, own_loss, penalty
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import fitting, from_zero, heights, parted
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Steps, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.series.envelope import Measure
from perceptron_gui.figures.series.timeline import (
    CurveStyle,
    TimedOptions,
    Timeline,
    crowd_note,
    diverged_note,
    visits_per_unit,
)

_NAMES = {
    "perceptron": "perceptron loss",
    "hinge": "hinge loss",
    "logistic": "logistic loss",
    "squared": "squared error",
}


# Visits at which the answer is asked for: in all, at least, and times points and updates, which
# take up to 3 ms each where a vote has thousands of updates.
_MOST_ANSWERS, _FEWEST_ANSWERS, _MOST_JUDGED = 200, 8, 100_000
_ERRORS_SHARE = 0.36  # of the height, below the losses
LOSS_AND_ERRORS = Measure(measures.loss_and_errors, per_point=True)
OWN_LOSS = Measure(own_loss, per_point=True)


@dataclass(frozen=True)
class LossOptions(TimedOptions):
    scale: str = option(
        "linear", Choice(("linear", "log")), "the scale of the losses, if all are above 0"
    )


def build(dataset: Dataset, run: Run, cursor: int, options: LossOptions) -> Figure:
    """Draw the losses up to the cursor on the left axis, the errors below on the right one."""
    timeline = Timeline(run, cursor, options, options.against)
    x, answer = timeline.edges(options), RULES[run.rule.rule].answer.lower()
    has_own = own_kind(run) != "perceptron" or bool(penalty(run))
    symbol = options.symbols.agreement(run.rule.offset)
    name = rf"perceptron loss $\sum\,\text{{max}}(0, {{-}}{symbol})$"
    loss = CurveStyle("loss", Role.SIDE_LOSS if has_own else Role.LOSS, name)
    wrong = CurveStyle("errors", Role.ERRORS, "errors", right=True)
    if answer:
        w = options.symbols.bare_weights
        loss = replace(loss, role=Role.SIDE_LOSS, label=f"loss of ${w}$")
        wrong = replace(wrong, role=Role.SIDE_ERRORS, label=f"errors of ${w}$")
    curves = timeline.curve_marks(LOSS_AND_ERRORS, [loss, wrong])
    if answer:
        curves += _answer_marks(timeline, answer)
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
    if not is_real and options.y_range is None:  # else two scales would cross each other
        left, right = parted(left, right, _ERRORS_SHARE)
    # Low panels show one note only, and that the run diverged is said elsewhere too.
    notes = [*crowd_note(curves), *diverged_note(run, log)]
    if answer:
        wrong_now = f"${run.result.errors(timeline.visit)}$ of ${len(dataset)}$ points"
        notes.insert(0, f"The {answer} misclassifies {wrong_now} here.")
    notes += timeline.sampling_note(LOSS_AND_ERRORS)
    marks = (*curves, *timeline.cursor_mark(x))
    return timeline.figure(VIEW.name, x, left, marks, notes, None if is_real else right, log=False)


def _answer_marks(timeline: Timeline, answer: str) -> list[Mark]:
    """Return the loss and the errors of the answer; a vote has no weights and so no loss."""
    run = timeline.run
    last, most = timeline.last_visit, _MOST_JUDGED // (len(run.dataset) + len(run.history))
    most = min(max(most, _FEWEST_ANSWERS), _MOST_ANSWERS)
    # Steps of a power of two: most of the visits were asked for at earlier moments too.
    step = 1 << max(0, (last - timeline.first_visit) // most).bit_length()
    later = range(-(-timeline.first_visit // step) * step, last, step)
    visits = np.unique([timeline.first_visit, *later, timeline.visit, last])
    costs = _costs_of_answer(run, visits.tolist())
    x = visits / visits_per_unit(run, timeline.against)
    if timeline.against == "updates":
        x = np.asarray(run.updates_at(visits), dtype=np.float64)
    loss = CurveStyle("answer-loss", Role.LOSS, f"perceptron loss of the {answer}")
    wrong = CurveStyle("answer-errors", Role.ERRORS, f"errors of the {answer}", right=True)
    past, future = visits <= timeline.visit, visits >= timeline.visit
    kind = Steps if step == 1 and timeline.against != "updates" else Line
    marks: list[Mark] = []
    for style, values in zip((loss, wrong), costs.T, strict=True):
        if np.isnan(values).all():
            continue
        if timeline.shows_future:
            faint = style.future(is_named=False)
            marks.append(faint.curve(kind, x[future], values[future], step > 1))
        marks.append(style.curve(kind, x[past], values[past], step > 1))
        end = np.flatnonzero(past)[-1:]
        marks.append(Dots(f"{style.key}-dots", style.role, x[end], values[end], right=style.right))
    return marks


def _costs_of_answer(run: Run, visits: list[int]) -> Values:
    """Return the perceptron loss and the errors of the answer after visits (m, 2)."""
    known: dict[int, tuple[float, int]] = run.cache.get_or_compute("answer costs", None, dict)
    for visit in visits:
        if visit in known:
            continue
        run.check_cancelled()
        loss = np.nan
        if not isinstance(run.result, Vote):
            weights = np.array([float(value) for value in run.result_at(visit)])
            loss = float(measures.perceptron_loss(run.space.signed @ weights).sum())
        known[visit] = loss, run.result.errors(visit)
    return np.array([known[visit] for visit in visits])


def _own_name(run: Run, options: TimedOptions) -> str:
    name = _NAMES[own_kind(run)]
    factor = float(penalty(run))
    w = options.symbols.bare_weights
    if factor:
        name = rf"{name} ${product_latex('+', number(factor))}\,\|{w}\|^2$"
    if run.rule.uses_option("l1") and run.rule.l1:
        name = rf"{name} ${product_latex('+', number(float(run.rule.l1)))}\sum |{w}_j|$"
    return name


_SHOWS = "The perceptron loss, the errors, and the loss that the rule itself descends on."
VIEW = View("loss", _SHOWS, LossOptions, build)
