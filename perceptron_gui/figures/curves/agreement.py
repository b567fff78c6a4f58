"""y·s of every point over time: above zero it is correct, and each update lifts its own point."""

from __future__ import annotations

import numpy as np

from perceptron_gui.base.number_text import number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.history import PointHistory
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import fitting, heights
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.label import class_name
from perceptron_gui.figures.model.marks import Dots, Mark, RuleLine, Text, Values
from perceptron_gui.figures.model.role import BAND_ROLES, SERIES_ROLES, Role
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.series.envelope import Measure, Positions
from perceptron_gui.figures.series.timeline import (
    CurveStyle,
    TimedOptions,
    Timeline,
    area_marks,
    visits_per_unit,
)
from perceptron_gui.lectures.notation import point_number

# More marks than this hide the curves; then only the visit that is shown has one.
_MOST_MARKED = 60
_MOST_CURVES = 40
_MOST_NUMBERED = 8
AGREEMENT = Measure(measures.agreement, per_point=True)


def build(dataset: Dataset, run: Run, cursor: int, options: TimedOptions) -> Figure:
    """Draw y·s of every point up to the cursor, or of each class where there is too much of it."""
    timeline = Timeline(run, cursor, options, options.against)
    single = len(dataset) <= _MOST_CURVES and not timeline.is_crowded(AGREEMENT, len(dataset))
    numbered = single and len(dataset) <= _MOST_NUMBERED
    x = timeline.edges(options, room=0.08 if numbered else 0.02)
    curves = _point_marks(timeline, dataset) if single else _class_marks(timeline, dataset)
    levels = [RuleLine("zero", Role.ZERO, 0.0, vertical=False)]
    if margin := run.mistakes[0]:  # below which points make a step
        label = f"margin ${number(margin)}$"
        levels.append(RuleLine("margin", Role.MARGIN, float(margin), vertical=False, label=label))
    visits = _visit_marks(timeline)
    values = [*heights([*curves, *visits]), np.array([level.at for level in levels])]
    y = options.y_range or fitting(values)
    numbers = _numbers(timeline, dataset, x, y) if numbered else []
    if options.y_range is None:  # numbers that were spread apart may need more room
        y = fitting([np.array(y), np.array([text.y for text in numbers])], padding=0.015)
    notes = [] if single else ["Bands: lowest to highest of each class; lines: mean."]
    up = Axis(f"agreement ${options.symbols.agreement(run.rule.offset)}$", range=y)
    marks = (*levels, *curves, *timeline.cursor_mark(x), *visits, *numbers)
    return timeline.figure(VIEW.name, x, up, marks, [*notes, *timeline.sampling_note(AGREEMENT)])


def _point_marks(timeline: Timeline, dataset: Dataset) -> list[Mark]:
    """Return a curve for every point; each class is in the legend once."""
    styles: list[CurveStyle] = []
    for i, label in enumerate(dataset.labels.tolist()):
        role = SERIES_ROLES[label]
        is_first = all(style.role != role for style in styles)
        name = class_name(dataset, label) if is_first else ""
        called = f"point {point_number(i)}"
        styles.append(CurveStyle(f"point-{i}", role, name, name=called))
    marks = timeline.curve_marks(AGREEMENT, styles)
    # The class −1 comes first, whatever the order of the points.
    return sorted(marks, key=lambda mark: mark.role is Role.POSITIVE_SERIES)


def _numbers(timeline: Timeline, dataset: Dataset, x: Range, y: Range) -> list[Text]:
    """Return the number of every point at the end of its curve, none upon another."""
    values = AGREEMENT.at(timeline.run, np.array([timeline.last]))[:, 0]
    places = spread_apart(values, 0.07 * (y[1] - y[0]))
    beside = timeline.end + 0.025 * (x[1] - x[0])
    pairs = enumerate(zip(dataset.labels.tolist(), places.tolist(), strict=True))
    return [
        Text(f"number-{i}", SERIES_ROLES[label], beside, y, str(point_number(i)), "w", scale=0.85)
        for i, (label, y) in pairs
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


def extent_of_classes(run: Run, ks: Positions) -> Values:
    """Return the lowest, mean and highest y·s of each class that has points (m, 3 or 6)."""
    every, labels = measures.agreement(run, ks), run.dataset.labels
    classes = (labels == label for label in (-1, 1) if (labels == label).any())
    # In one piece of memory: the last bits of a mean depend on how numbers are added up.
    parts = [np.ascontiguousarray(every[:, members]) for members in classes]
    columns = [f(axis=1) for part in parts for f in (part.min, part.mean, part.max)]
    return np.stack(columns, axis=1)


CLASSES = Measure(extent_of_classes, per_point=True)


def _class_marks(timeline: Timeline, dataset: Dataset) -> list[Mark]:
    """Return the area of each class from its lowest to its highest y·s, and its mean."""
    labels = [label for label in (-1, 1) if (dataset.labels == label).any()]
    styles = [
        CurveStyle(
            f"class{label:+d}-mean",
            SERIES_ROLES[label],
            class_name(dataset, label),
            area=BAND_ROLES[label],
        )
        for label in labels
    ]

    def areas(styles: list[CurveStyle], later: bool) -> list[Mark]:
        edges, found = timeline.buckets(CLASSES, later)
        return area_marks(styles, edges, found.lowest[::3], found.mean[1::3], found.highest[2::3])

    now = areas(styles, later=False)
    if not (timeline.shows_future and timeline.end > timeline.now):
        return now
    faint = [style.future(is_named=style is styles[0]) for style in styles]
    return [*areas(faint, later=True), *now]


def _visit_marks(timeline: Timeline) -> list[Mark]:
    """Mark each visit at the y·s that its point had before it; steps over several have no mark."""
    run = timeline.run
    if not timeline.visit or run.path.visiting.block > 1:
        return []
    first = 1 if timeline.visit <= _MOST_MARKED else timeline.visit
    visits, visiting = np.arange(first, timeline.visit + 1), run.path.visiting
    before = np.asarray(run.updates_at(visits - 1), dtype=np.int64)
    if visiting.chooses_mistakes and isinstance(run.history, PointHistory):
        points = run.history.points_of(before).astype(np.int64)
    else:
        points = np.array([visiting.points_of(visit)[0] for visit in visits.tolist()], np.int64)
    values = measures.agreement(run, before, points).diagonal()
    if run.path.mistake_driven:  # then the mistakes are what moved the weights
        wrong = np.asarray(run.updates_at(visits) > before)
    else:
        bound, inclusive = run.mistakes
        wrong = (values < float(bound)) | ((values == float(bound)) & inclusive[points])
    is_by_updates = timeline.against == "updates"
    x = before.astype(float) if is_by_updates else visits / visits_per_unit(run, timeline.against)
    right = ~wrong
    if is_by_updates:  # visits without an update all lie at the same place
        right &= visits == timeline.visit
    marks: list[Mark] = []
    for which, role, label in ((right, Role.VISITED, "visited"), (wrong, Role.MISTAKE, "mistake")):
        if which.any():
            marks.append(Dots(label, role, x[which], values[which], label))
    return marks


VIEW = View(
    "agreement",
    "How well each point agrees with its label over time: y·s, above 0 if correct.",
    TimedOptions,
    build,
)
