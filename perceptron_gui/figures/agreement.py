"""y·s of every point over time: above zero it is right, and each update lifts its own point."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core import measures
from perceptron_gui.core.chalkboard import number
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run

from .agreement_classes import SERIES, class_marks, class_name
from .agreement_visits import visit_marks
from .envelope import Measure
from .extent import fitting
from .extremes import Values
from .figure import Axis, Figure, Range
from .marks import Mark, RuleLine, Text
from .role import Role
from .series import TimedOptions, Timeline, agreement, crowd_note, heights
from .stroke import Stroke
from .view import View, nothing_to_show

_MOST_CURVES = 40
_MOST_NUMBERED = 8

AGREEMENT = Measure(measures.agreement, per_point=True)


def build(dataset: Dataset, run: Run | None, cursor: int, options: TimedOptions) -> Figure:
    """Draw y·s of every point up to the cursor, or of each class where there is too much of it."""
    if run is None:
        return nothing_to_show(VIEW.name, options)
    timeline = Timeline(run, cursor, options, options.against)
    single = len(dataset) <= _MOST_CURVES and not timeline.is_crowded(AGREEMENT, len(dataset))
    numbered = single and len(dataset) <= _MOST_NUMBERED
    x = timeline.edges(options, room=0.08 if numbered else 0.02)
    curves = _point_marks(timeline, dataset) if single else class_marks(timeline, dataset)
    levels = _levels(run)
    visits = visit_marks(timeline)
    values = [*heights([*curves, *visits]), np.array([level.at for level in levels])]
    y = options.y_range or fitting(values)
    numbers = _numbers(timeline, dataset, x, y) if numbered else []
    if options.y_range is None:  # numbers that were spread apart may need more room
        y = fitting([np.array(y), np.array([text.y for text in numbers])], padding=0.015)
    notes = crowd_note(curves)
    if not (single or notes):
        notes = ["The curves are the lowest, the mean and the highest of each class."]
    return Figure(
        VIEW.name,
        timeline.axis(x),
        Axis(f"agreement ${agreement(options.symbols, run.rule.offset)}$", range=y),
        (*levels, *curves, *timeline.cursor_mark(x), *visits, *numbers),
        title=options.title,
        notes=(*notes, *timeline.sampling_note(AGREEMENT)),
    )


def _levels(run: Run) -> list[RuleLine]:
    """Return the line of zero, and that of a margin below which points make a step."""
    zero = RuleLine("zero", Role.ZERO, 0.0, vertical=False)
    level = run.mistakes[0]
    if not level:
        return [zero]
    label = f"margin ${number(level)}$"
    return [zero, RuleLine("margin", Role.MARGIN, float(level), vertical=False, label=label)]


def _point_marks(timeline: Timeline, dataset: Dataset) -> list[Mark]:
    """Return a curve for every point; each class is in the legend once."""
    strokes: list[Stroke] = []
    for i, label in enumerate(dataset.labels.tolist()):
        role = SERIES[label]
        is_first = all(stroke.role != role for stroke in strokes)
        strokes.append(Stroke(f"point-{i}", role, class_name(dataset, label) if is_first else ""))
    marks = timeline.drawn(AGREEMENT, strokes)
    # The class −1 comes first, whatever the order of the points.
    return sorted(marks, key=lambda mark: mark.role is Role.POSITIVE_SERIES)


def _numbers(timeline: Timeline, dataset: Dataset, x: Range, y: Range) -> list[Text]:
    """Return the number of every point at the end of its curve, none upon another."""
    values = AGREEMENT.at(timeline.run, np.array([timeline.last]))[:, 0]
    places = spread_apart(values, 0.07 * (y[1] - y[0]))
    beside = timeline.reach + 0.025 * (x[1] - x[0])
    return [
        Text(f"number-{i}", SERIES[int(label)], beside, float(place), str(i), "w", scale=0.85)
        for i, (label, place) in enumerate(zip(dataset.labels, places, strict=True))
    ]


def spread_apart(values: Values, gap: float) -> Values:
    """Return places (m,) at least a gap apart, in the same order and as near as can be."""
    order = np.argsort(values, kind="stable")
    # Without the gaps that lie below it, a place may not fall below its neighbour: groups that
    # would are pooled at their mean (isotonic regression).
    groups: list[list[float]] = []
    for rank, value in enumerate(values[order].tolist()):
        groups.append([value - rank * gap])
        while len(groups) > 1 and np.mean(groups[-2]) >= np.mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    pooled = [float(np.mean(group)) for group in groups for _ in group]
    places = np.empty(len(values))
    places[order] = np.array(pooled) + gap * np.arange(len(values))
    return places


VIEW = View(
    "agreement",
    "How well every point agrees with its label over time: y times the score, above 0 if right.",
    TimedOptions,
    build,
)
