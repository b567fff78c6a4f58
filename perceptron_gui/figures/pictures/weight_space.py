"""The plane of the weights: a point allows one side of a line; training walks to where all do."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import number
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model import symbols
from perceptron_gui.figures.model.emphasis import highlight_option
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Region
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import (
    Affine,
    PlaneBox,
    Polygon,
    area,
    common_part,
    plane_figure,
    ring,
)
from perceptron_gui.figures.plane.cycle import shown_cycle
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.convergence.statement import CYCLE, STATE, numbers_of
from perceptron_gui.theory.inseparable.certificate_lines import why_not_separable

from .weight_plane import WeightPlane

NAME = "weight-space"

_PADDING = 0.15
_MOST_LINES = 60
# A solution farther away than this many times what was walked would hide the walk.
_FARTHEST = 4.0
# Areas below this share of the view are only rounding.
_LEAST_AREA = 1e-12


@frozen_value
class WeightOptions(ViewOptions):
    """Options of the plane of the weights."""

    highlight: tuple[str, ...] = highlight_option()


def build(dataset: Dataset, run: Run | None, cursor: int, options: WeightOptions) -> Figure:
    """Return the lines of the points, what they all allow, and the walk of the weights."""
    if run is None:
        return nothing_to_show(NAME, options)
    plane = WeightPlane.of(run, cursor)
    if plane is None:
        return nothing_to_show(NAME, options, _why_none(run))
    path = plane.path(cursor, options.detail)
    box = PlaneBox(*options.range) if options.range else _box(plane, path, options.aspect)
    cone = _cone(plane, box)
    context = VisitContext(run, cursor, options.symbols)
    marks = (
        *_allowed(plane, box, cone),
        *_visited(context, plane, box),
        *_highlighted(context, options),
        *_walk(context, path),
    )
    labels, notes = _axis_labels(context, plane), _notes(context, plane, cone)
    return plane_figure(NAME, labels, box, marks, options.title, notes)


def _why_none(run: Run) -> str:
    count = run.space.dimension
    if count == 1:
        return "There is one weight only; its plane would be a line."
    return f"There are {count} weights; a plane shows two, or two beside an offset."


def _box(plane: WeightPlane, path: NDArray[np.float64], aspect: float) -> PlaneBox:
    """Return a box with the walk, the origin, and something of what all points allow."""
    box = PlaneBox.around(np.vstack([path, np.zeros((1, 2))]))
    if not box.size:  # nothing was walked yet: a step would be as long as this
        step = float(plane.run.rule.eta) * math.sqrt(plane.run.space.radius_squared) or 1.0
        box = PlaneBox(-step, step, -step, step)
    if (solution := plane.solution) is not None:
        x, y = (solution[:2] * (box.size / 2 if plane.is_cone else 1.0)).tolist()
        wider = box.with_point(x, y)
        box = wider if wider.size <= _FARTHEST * box.size else box
    return box.framed(_PADDING, aspect)


def _cone(plane: WeightPlane, box: PlaneBox) -> Polygon | None:
    """Return the part of the box that every point allows, or None where there is none."""
    if plane.solution is None:
        return None
    cone = common_part(box.corners, *plane.sides)
    if len(cone) < 3 or area(cone) <= _LEAST_AREA * box.width * box.height:
        return None
    return cone


def _axis_labels(context: VisitContext, plane: WeightPlane) -> tuple[str, str]:
    notation = context.notation
    across = f"${symbols.weight(notation, 0)}$"
    if plane.run.dataset.dimension == 1:
        return across, f"${symbols.offset(notation)}$"
    up = f"${symbols.weight(notation, 1)}$"
    where = f" at ${_height(context)}$" if plane.height is not None else ""
    return across + where, up + where


def _height(context: VisitContext) -> str:
    return f"{symbols.offset(context.notation)} = {number(context.after[-1])}"


def _allowed(plane: WeightPlane, box: PlaneBox, cone: Polygon | None) -> Iterator[Mark]:
    if cone is not None:
        yield Region("cone", Role.CONE, *ring(cone), label="right for all points")
    label = "one point on the decision line"
    if len(plane.run.dataset) > _MOST_LINES:
        return
    for i in range(len(plane.run.dataset)):
        x, y = Affine(*plane.line_of(i)).line(box)
        if len(x):
            yield Line(f"constraint {i}", Role.CONSTRAINT, x, y, label=label)
            label = ""


def _visited(context: VisitContext, plane: WeightPlane, box: PlaneBox) -> Iterator[Line]:
    """Yield the line of the visited point, across which a mistake pushes the weights."""
    if (i := context.index) is None:
        return
    wrong = context.is_wrong(i, context.agreements(i)[0])
    x, y = Affine(*plane.line_of(i)).line(box)
    if len(x):
        role, verdict = (Role.MISTAKE, "mistake") if wrong else (Role.VISITED, "right")
        yield Line("visited", role, x, y, label=f"visited point ({verdict})")


def _highlighted(context: VisitContext, options: WeightOptions) -> Iterator[Dots]:
    """Yield discs below the highlighted weights of a cycle."""
    is_highlighted, named = CYCLE in options.highlight, numbers_of(STATE, options.highlight)
    if not is_highlighted and not named:
        return
    if (cycle := shown_cycle(context.run, context.visit, options)) is None:
        return
    highlight = [
        s.weights for i, s in enumerate(cycle.facts.states) if is_highlighted or i in named
    ]
    if highlight:
        x, y = np.array([[float(v) for v in weights[:2]] for weights in highlight]).T
        yield Dots("highlight states", Role.HIGHLIGHT, x, y)


def _walk(context: VisitContext, path: NDArray[np.float64]) -> Iterator[Mark]:
    w = f"${symbols.weights(context.notation)}$"
    if len(path) > 1:
        yield Line("path", Role.WEIGHTS, path[:, 0], path[:, 1], label=f"path of {w}")
        yield Arrow("step", Role.WEIGHTS, *path[-2].tolist(), *path[-1].tolist())
    yield Dots("start", Role.START, path[:1, 0], path[:1, 1], label="start")
    yield Dots("now", Role.WEIGHTS, path[-1:, 0], path[-1:, 1], label=f"{w} now")


def _notes(context: VisitContext, plane: WeightPlane, cone: Polygon | None) -> Iterator[str]:
    run = plane.run
    if plane.height is not None:
        offset = symbols.offset(context.notation)
        yield f"A slice at ${_height(context)}$; the path is seen along the axis of ${offset}$."
    if not run.verdict.separable:
        yield f"No weights are right for all points. {why_not_separable(run)}"
    elif plane.solution is None:
        yield "No weights of this slice are right for all points; other slices hold some."
    elif cone is None:
        yield "The weights that are right for all points lie outside this view."
    if len(run.dataset) > _MOST_LINES:
        yield f"The lines of {len(run.dataset)} points are left out."


VIEW = View(
    NAME,
    "The plane of the weights: what each point allows, and how training walks there.",
    WeightOptions,
    build,
)
