"""The tally of mistakes: how often every point was one so far, and the weights as their sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.params import Flag, option
from perceptron_gui.base.text import count, few
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import predictions
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import (
    LeaveOneOut,
    MistakeTally,
    leave_one_out,
    same_without,
    tally_at,
)
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Text
from perceptron_gui.figures.model.options import hides_classes, kept_back_option
from perceptron_gui.figures.model.role import SERIES_ROLES, Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.points import labelled
from perceptron_gui.lectures.notation import point_number
from perceptron_gui.lectures.tally import tally_latex
from perceptron_gui.lectures.visit import VisitContext

_MOST_NUMBERS = 40  # of points whose count is written at it
_ALL_SHOWN = 400  # of more points only those are shown that were mistaken


@dataclass(frozen=True)
class TallyOptions(ViewOptions):
    leave_one_out: bool = option(
        False, Flag(), "how many points a run gets wrong that never saw them, one at a time"
    )
    kept_back: tuple[str, ...] = kept_back_option()


def build(dataset: Dataset, run: Run, cursor: int, options: TallyOptions) -> Figure:
    """Draw how often every point was mistaken up to the cursor."""
    visit = min(cursor, run.visits)
    tally, last = tally_at(run, visit), tally_at(run, run.visits)
    if isinstance(tally, str) or isinstance(last, str):
        return nothing_to_show(VIEW.name, options, tally if isinstance(tally, str) else str(last))
    # Of many points those are drawn that are mistaken in the end, or the most frequent of them.
    shown, hidden = np.arange(len(dataset)), 0
    if len(dataset) > _ALL_SHOWN:
        often = np.argsort(-last.counts, kind="stable")
        shown = np.sort(often[: min(len(last.mistaken), options.detail)])
        hidden = len(last.mistaken) - len(shown)
    n, most = len(dataset), max(1, int(last.counts.max()))
    edge = 0.5 + 0.02 * n
    word = "mistakes" if run.mistakes[0] == 0 else "updates"
    return Figure(
        VIEW.name,
        Axis("point", range=options.x_range or (1 - edge, n + edge), whole=True),
        Axis(
            rf"{word} ${options.symbols.count}$ so far",
            range=options.y_range or (-0.06 * most, 1.14 * most),
            whole=True,
        ),
        tuple(_marks(dataset, run, visit, tally, shown, hides_classes(options.kept_back))),
        title=options.title,
        notes=tuple(_notes(run, visit, tally, hidden, options)),
    )


def _marks(
    dataset: Dataset,
    run: Run,
    visit: int,
    tally: MistakeTally,
    shown: NDArray[np.int64],
    is_plain: bool,
) -> Iterator[Mark]:
    """Yield a stem with the marker of its point on top, its count, and a ring at this visit."""
    counts = tally.counts.astype(np.float64)
    at = np.column_stack([np.arange(len(dataset)) + 1.0, counts])
    for label, role in reversed(SERIES_ROLES.items()):
        of_class = shown[(dataset.labels[shown] == label) & (tally.counts[shown] > 0)]
        if len(of_class):
            x, y = np.repeat(at[of_class, 0], 3), np.zeros(3 * len(of_class))
            x[2::3], y[1::3], y[2::3] = np.nan, counts[of_class], np.nan
            yield Line(f"stems {label:+d}", role, x[:-1], y[:-1])
    yield Line("zero", Role.ZERO, np.array([0.5, len(dataset) + 0.5]), np.zeros(2))
    if len(shown):
        # The points as on the plane, filled by what the weights on the way predict.
        weights = run.history.weights_after(np.array([run.updates_at(visit)]))
        predicted = predictions(run, run.path.arithmetic.agreements(weights)[0])
        predicted = np.zeros_like(predicted) if is_plain else predicted
        yield labelled("points", dataset, at, predicted, shown)
    context = VisitContext(run, visit, ViewOptions().symbols)
    counted = run.path.points_of_updates(context.updates_before, context.updates_after)
    if context.is_update and len(counted):
        x, y = at[np.unique(counted)].T
        yield Dots("visited", Role.MISTAKE, x, y, label="mistake at this visit")
    if len(dataset) <= _MOST_NUMBERS:
        lift = 0.045 * max(1.0, float(tally.counts.max()))
        for i in shown[tally.counts[shown] > 0].tolist():
            yield Text(
                f"count {i}", Role.NOTE, float(i + 1), counts[i] + lift, str(tally.counts[i]), "s"
            )


def _notes(
    run: Run, visit: int, tally: MistakeTally, hidden: int, options: TallyOptions
) -> Iterator[str]:
    yield sum_note(run, visit, tally, options)
    mistaken, n = len(tally.mistaken), len(run.dataset)
    total = count(int(tally.counts.sum()), "mistake" if run.mistakes[0] == 0 else "update")
    yield f"{total} on {mistaken} of {count(n, 'point')} so far."
    if visit == run.visits and 0 < mistaken < n and same_without(run):
        yield "Without the points that never were a mistake, every update would be the same."
    if options.leave_one_out:
        found = leave_one_out(run)
        yield found if isinstance(found, str) else left_out_note(found)
    if n > _ALL_SHOWN:
        least = f", and of those {hidden} with the fewest are left out" if hidden else ""
        yield f"Only points that are mistaken at some visit are drawn{least}."


def sum_note(run: Run, visit: int, tally: MistakeTally, options: ViewOptions) -> str:
    """Say the weights as a sum, which the average, the vote or the pocket is made from."""
    answer = RULES[run.rule.rule].answer.lower()
    on_the_way = f" on the way to the {answer}" if answer else ""
    return f"${tally_latex(run, visit, tally, options.symbols)}${on_the_way}."


def left_out_note(found: LeaveOneOut) -> str:
    """Say what leaving one out gives, and why that cannot be more where it cannot."""
    wrong = len(found.errors)
    which = few([point_number(i) for i in found.errors])
    named = f" ({'point' if wrong == 1 else 'points'} {which})" if wrong else ""
    ever = f"{count(len(found.mistaken), 'point')} ever mistaken"
    bound = f", which is at most the {ever}" if found.is_bounded else ""
    return f"Leaving one out: {wrong} of {count(found.points, 'point')} wrong{named}{bound}."


_SHOWS = "How often each point was a mistake so far, and the weights as the sum of those mistakes."
VIEW = View("tally", _SHOWS, TallyOptions, build)
