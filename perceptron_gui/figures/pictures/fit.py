"""Least squares on points with one coordinate: the line through their targets, and residuals.

It is what the boundary shows where targets are real numbers, or where residuals are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perceptron_gui.base.number_text import number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.measures import squared_error
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Reserve
from perceptron_gui.figures.model.label import class_labels, coordinate_label, equation
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Points, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.figures.plane.points import crowd_size
from perceptron_gui.figures.plane.projection import feature_symbols
from perceptron_gui.lectures.visit import VisitContext

_PADDING = 0.15
_SAMPLES = 181  # of a lifted curve
_MOST_TERMS = 6
_SOMEWHERE = np.zeros(1)


def notes_on_residuals(run: Run, visit: int, options: BoundaryOptions) -> Iterator[str]:
    """Yield what is said where residuals have no place in the plane."""
    is_real = run.dataset.targets is not None
    if is_real:
        yield "The targets are real numbers: the line is where the fit is 0."
    if options.residuals and run.rule.rule != "least-squares":
        yield "Residuals are those of least squares, which this rule is not."
    elif is_real or options.residuals:
        few = "" if not options.residuals else " (they are drawn for points with one coordinate)"
        yield f"{_error(run, visit)}, the sum of the squared residuals{few}."


def fit_figure(
    name: str, dataset: Dataset, run: Run | None, cursor: int, options: BoundaryOptions
) -> Figure:
    """Return points at (x, f), the fitted line after a visit, and the residuals if asked for."""
    x, f = dataset.points[:, 0], dataset.fitted
    left, right, bottom, top = options.range or (*_padded(x), *_padded(_with_fit(f, run)))
    labels, names = dataset.labels, class_labels(dataset)
    if dataset.targets is not None:  # which have no classes to be told apart
        labels, names = np.ones(len(x), dtype=np.int8), ("", "data")
    shown, size = np.arange(len(x)), crowd_size(len(x))
    points = Points("points", x, f, labels, labels, shown, names, size=size)
    marks: list[Mark] = [points]
    notes: tuple[str, ...] = ()
    reserve = None
    if run is not None:
        visit = min(cursor, run.visits)
        is_curved = run.space.made_by == "lifted"
        inputs = np.linspace(left, right, _SAMPLES if is_curved else 2)
        context = VisitContext(run, visit, options.symbols)
        # The legend names no earlier line that is out of sight.
        lines = [
            line
            for line in _lines(context, inputs, options)
            if line.key != "ghost" or (line.y.min() <= top and line.y.max() >= bottom)
        ]
        visited = list[Mark]()
        if (i := context.index) is not None and len(dataset) > 1:
            visited = [Dots("visited", Role.VISITED, x[[i]], f[[i]], label="this point")]
        marks, notes = [*lines, points, *visited], tuple(_notes(context))
        # Other visits may have a line before them in their legend.
        ghost = Line("ghost", Role.GHOST, _SOMEWHERE, _SOMEWHERE, label="before this visit")
        kept = [mark for mark in lines if mark.key != "ghost"]
        reserve = Reserve((ghost, *kept, points, *visited))
    across = Axis(coordinate_label(dataset, 0), range=(left, right))
    up = Axis("target $f$", range=(bottom, top))
    return Figure(name, across, up, tuple(marks), title=options.title, notes=notes, reserve=reserve)


def _with_fit(targets: Values, run: Run | None) -> Values:
    """Return the targets, and where the last fit is at the points unless that is far away."""
    if run is None or run.diverged:
        return targets
    at = run.space.features(run.dataset.points) @ run.weights_at(run.visits)
    low, high = float(targets.min()), float(targets.max())
    room = high - low
    return np.append(targets, at[(at >= low - room) & (at <= high + room)])


def _padded(values: Values) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    room = _PADDING * (high - low) or abs(high) or 1.0
    return low - room, high + room


def _lines(context: VisitContext, inputs: Values, options: BoundaryOptions) -> Iterator[Line]:
    """Yield the residuals, the line before the visit, and the line, over some inputs (m,)."""
    run = context.run

    def heights(visit: int, x: Values) -> Values:
        return np.asarray(run.space.features(x[:, None]) @ run.weights_at(visit))

    x, f = run.dataset.points[:, 0], run.dataset.fitted
    if options.residuals or run.dataset.targets is not None:
        at, gap = heights(context.visit, x), np.full(len(x), np.nan)
        ways = np.column_stack([x, x, gap]).ravel(), np.column_stack([f, at, gap]).ravel()
        yield Line("residuals", Role.DISTANCE, *ways, label="residuals")
    if context.is_update:
        before = heights(context.visit - 1, inputs)
        yield Line("ghost", Role.GHOST, inputs, before, label="before this visit")
    yield Line("line", Role.BOUNDARY, inputs, heights(context.visit, inputs), label="fit")


def _notes(context: VisitContext) -> Iterator[str]:
    run, visit = context.run, context.visit
    if run.diverged:
        yield "The weights have grown without bound."
        return
    line, level = run.space.line_of(run.exact_weights_at(visit))
    *values, constant = context.numbers([*line, level])
    terms = list(zip(values, feature_symbols(run), strict=True))
    fit = f"Fit: $f = {equation(terms, constant).removesuffix(' = 0')}$. "
    yield f"{fit if len(terms) <= _MOST_TERMS else ''}{_error(run, visit)}."


def _error(run: Run, visit: int) -> str:
    error = squared_error(run, visit)
    shown = number(error if run.arithmetic == "exact" else float(error))
    return rf"The squared error is $E = {shown}$"
