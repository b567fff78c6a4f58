"""The plane of two weights: a point allows one side of a line; training walks to where all do.

These are all weights there are, or a slice at the current weight of the constant coordinate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import OptionError, Problem
from perceptron_gui.base.exact import floats_over, size_of
from perceptron_gui.base.number_text import number
from perceptron_gui.base.params import Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.axes import sampled
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Region, Values
from perceptron_gui.figures.model.options import highlight_option
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import NO_VECTOR, View, ViewOptions, nothing_to_show
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
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.figures.plane.vector_sum import NO_UPDATE, VectorSum, samples
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.convergence.statement import CYCLE, STATE, numbers_of
from perceptron_gui.theory.inseparable.certificate_lines import why_not_separable

from .shading import ERRORS, LOSS, MOST_POINTS, WeightCosts

NAME = "weight-space"
_ONE_SHADING = Problem(
    "--show loss,errors: shades mean one of them; choose",
    "shades mean the loss or the errors; choose one of them",
)

_FITTED = (
    "Real targets are fitted, so no weights are right or wrong. The view bowl shows their error."
)
_PADDING = 0.15
_MOST_LINES = 60
_LINE_SAMPLES = 30  # places of a line that texts keep away from
# A solution farther away than this many times what was walked would hide the walk.
_FARTHEST = 4.0
# Areas below this share of the view are only rounding.
_LEAST_AREA = 1e-12


@dataclass(frozen=True)
class WeightOptions(ViewOptions):
    update: bool = option(
        False, Flag(), "the update as a sum of arrows: the old weights, the step, the new ones"
    )
    loss: bool = option(
        False, Flag(), "the perceptron loss of all weights as shades: its facets",
        title="Loss as shades",
    )  # fmt: skip
    errors: bool = option(
        False, Flag(), "how many points all weights get wrong, as plateaus",
        title="Errors as shades",
    )  # fmt: skip
    highlight: tuple[str, ...] = highlight_option()

    def __post_init__(self) -> None:
        if self.loss and self.errors:
            raise OptionError("errors", _ONE_SHADING)

    @property
    def shaded(self) -> str:
        """What the shades mean; nothing without any."""
        return LOSS if self.loss else ERRORS if self.errors else ""


def build(dataset: Dataset, run: Run, cursor: int, options: WeightOptions) -> Figure:
    """Return the lines of the points, what they all allow, and the walk of the weights."""
    if dataset.targets is not None:
        return nothing_to_show(NAME, options, _FITTED)
    plane = WeightPlane.of(run, cursor)
    if plane is None:
        count = run.space.dimension
        why = f"There are {count} weights; a plane shows two, or two beside an offset."
        if count == 1:
            why = "There is one weight only; its plane would be a line."
        return nothing_to_show(NAME, options, NO_VECTOR if run.rule.rule == "kernel" else why)
    ks = sampled(0, int(run.updates_at(cursor)), options.detail)
    path = run.weights_after(ks)[:, :2]
    box = PlaneBox(*options.range) if options.range else _box(plane, path, options.aspect)
    cone = None if plane.solution is None else common_part(box.corners, *plane.sides)
    if cone is not None and (len(cone) < 3 or area(cone) <= _LEAST_AREA * box.width * box.height):
        cone = None
    context = VisitContext(run, cursor, options.symbols)
    is_shaded = bool(options.shaded) and len(dataset) <= MOST_POINTS
    marks = (
        *(plane.costs(box).marks(options.shaded) if is_shaded else ()),
        *_allowed(plane, box, cone),
        *_visited(context, plane, box),
        *_highlighted(context, options),
        *walk(context, path, Role.WEIGHTS),
    )
    marks = (*marks, *_update(context, box, marks, options))
    across, up = f"${context.notation.weight(0)}$", f"${context.notation.line_offset}$"
    if run.dataset.dimension > 1:
        up = f"${context.notation.weight(1)}$"
        where = f" at ${_height(context)}$" if plane.height is not None else ""
        across, up = across + where, up + where
    notes = tuple(_notes(context, plane, cone, options.shaded))
    if options.update:
        total = VectorSum(context, np.zeros(2)).note() if context.is_update else NO_UPDATE
        notes = (total, *notes)
    return plane_figure(NAME, (across, up), box, marks, options.title, notes)


def _box(plane: WeightPlane, path: NDArray[np.float64], aspect: float) -> PlaneBox:
    """Return a box with the walk, the origin, and something of what all points allow."""
    box = PlaneBox.around(np.vstack([path, np.zeros((1, 2))]))
    if not box.size:  # nothing was walked yet: a step would be as long as this
        step = float(plane.run.rule.eta) * math.sqrt(plane.run.space.radius_squared) or 1.0
        box = PlaneBox(-step, step, -step, step)
    if (solution := plane.solution) is not None:
        # Without a height all multiples of a solution are solutions too.
        x, y = (solution[:2] * (1.0 if plane.height else box.size / 2)).tolist()
        wider = box.with_point(x, y)
        box = wider if wider.size <= _FARTHEST * box.size else box
    return box.framed(_PADDING, aspect)


def _height(context: VisitContext) -> str:
    return f"{context.notation.line_offset} = {number(context.after[-1])}"


def _allowed(plane: WeightPlane, box: PlaneBox, cone: Polygon | None) -> Iterator[Mark]:
    """Yield the part of the box that every point allows, if there is one, and their lines."""
    if cone is not None:
        yield Region("cone", Role.CONE, *ring(cone), label="correct for all points")
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
        role, verdict = (Role.MISTAKE, "mistake") if wrong else (Role.VISITED, "correct")
        yield Line("visited", role, x, y, label=f"visited point ({verdict})")


def _highlighted(context: VisitContext, options: WeightOptions) -> Iterator[Dots]:
    """Yield discs below the highlighted weights of a cycle."""
    is_highlighted, named = CYCLE in options.highlight, numbers_of(STATE, options.highlight)
    if not is_highlighted and not named:
        return
    if (cycle := shown_cycle(context.run, context.visit, options)) is None:
        return
    states = [s for i, s in enumerate(cycle.facts.states) if is_highlighted or i in named]
    if states:
        x, y = np.array([[float(v) for v in state.weights[:2]] for state in states]).T
        yield Dots("highlight states", Role.HIGHLIGHT, x, y)


def walk(
    context: VisitContext, path: NDArray[np.float64], role: Role, dotted: bool = False
) -> Iterator[Mark]:
    """Yield the way of two weights (m, 2) and both of its ends; `dotted` marks every step."""
    w, (x, y) = f"${context.notation.path}$", path.T
    if len(path) > 1:
        yield Line("path", role, x, y, label=f"path of {w}")
        yield Arrow("step", role, *path[-2].tolist(), *path[-1].tolist())
        if dotted:
            yield Dots("steps", role, x[1:-1], y[1:-1])
    yield Dots("start", Role.START, x[:1], y[:1], label="start")
    yield Dots("now", Role.WEIGHTS, x[-1:], y[-1:], label=f"{w} now")


def _update(
    context: VisitContext, box: PlaneBox, drawn: Sequence[Mark], options: WeightOptions
) -> Iterator[Mark]:
    """Yield the last step as a sum of arrows from the origin, with names and angles."""
    if not options.update or not context.is_update:
        return
    total, places = VectorSum(context, np.zeros(2)), TextPlaces(box)
    for mark in drawn:
        if isinstance(mark, Line) and len(mark.x) == 2:
            start, end = np.column_stack([mark.x, mark.y])
            places.avoid(samples(start, end, _LINE_SAMPLES))
    yield from total.arrows(box)
    yield from total.names(box, places)


def _notes(
    context: VisitContext, plane: WeightPlane, cone: Polygon | None, shaded: str
) -> Iterator[str]:
    run = plane.run
    if plane.height is not None:
        offset = context.notation.line_offset
        yield f"A slice at ${_height(context)}$; the path is seen along the axis of ${offset}$."
    if not run.verdict.separable:
        yield why_not_separable(run)
    elif plane.solution is None:
        yield "No weights in this slice classify all points correctly; other slices have some."
    elif cone is None:
        yield "The weights that classify all points correctly lie outside this view."
    if len(run.dataset) > _MOST_LINES:
        yield f"The lines of {len(run.dataset)} points are left out."
    if shaded and len(run.dataset) > MOST_POINTS:
        yield f"Only up to {MOST_POINTS} points are worth a shading."
    elif shaded == ERRORS:
        yield "The count is level between two lines: no slope says where fewer are wrong."
    elif shaded:
        summand = context.notation.summand
        yield rf"Between two lines the loss falls evenly, along $\sum {summand}$ of what is wrong."
        if plane.height is None:
            yield f"It is 0 at ${context.notation.path} = 0$ too, whatever the points."
        if (kind := own_kind(run)) != "perceptron":
            yield f"The rule itself descends on the {kind} loss."


@dataclass(frozen=True, eq=False)
class WeightPlane:
    """Where y·(⟨w, x⟩ + B·v) is positive for each point; `height` is v, None without one."""

    run: Run
    height: Fraction | None

    @classmethod
    def of(cls, run: Run, cursor: int) -> WeightPlane | None:
        """Return the plane of a run's weights after a visit, or None where two do not suffice."""
        if run.rule.rule == "kernel":
            return None
        if run.space.dimension == 2:
            return cls(run, None)
        if run.space.dimension == 3 and run.rule.offset and run.dataset.dimension == 2:
            return cls(run, run.exact_weights_at(cursor)[-1])
        return None

    @cached_property
    def sides(self) -> tuple[Polygon, Values]:
        """The unit normals (m, 2) and constants (m,) of what points beside the origin allow."""
        z = self.run.space.signed
        length = np.hypot(z[:, 0], z[:, 1])
        there = np.flatnonzero(length)
        constants = z[there, 2] / length[there] * float(self.height) if self.height else 0.0
        return z[there, :2] / length[there, None], constants + np.zeros(len(there))

    def line_of(self, i: int) -> tuple[float, float, float]:
        """Return a, b and c of the weights for which point i is on the line."""
        a, b, *rest = self.run.space.signed[i].tolist()
        length = float(np.hypot(a, b)) or 1.0
        constant = rest[0] * float(self.height or 0) if rest else 0.0
        return a / length, b / length, constant / length

    def costs(self, box: PlaneBox) -> WeightCosts:
        rows = np.zeros((len(self.run.dataset), 3))
        rows[:, :2] = self.run.space.signed[:, :2]
        if self.height:
            rows[:, 2] = self.run.space.signed[:, 2] * float(self.height)
        return WeightCosts(rows, self.run.mistakes[1], box)

    @cached_property
    def solution(self) -> NDArray[np.float64] | None:
        """Weights (2,) in this plane that are right for every point, or None when none are."""
        verdict = self.run.verdict
        if not verdict.separable:
            return None
        if self.height is None:
            return _unit(verdict.separator)
        if verdict.separator[-1] * self.height <= 0:  # not one of this height, nor stretched to it
            verdict = separability(self._at_this_height(), self.run.check_cancelled)
            if not verdict.separable:
                return None
        if not self.height:
            return _unit(verdict.separator)
        # The solutions form a cone, so the separator may be stretched until it has this height.
        stretch = self.height / verdict.separator[-1]
        return np.array([float(value * stretch) for value in verdict.separator[:2]])

    def _at_this_height(self) -> Space:
        """Return a space in which only weights of this height, or stretched to it, separate."""
        dataset, scale = self.run.dataset, self.run.rule.bias_scale
        if not self.run.space.is_plain:
            seen = self.run.space.features(dataset.points)[:, :2]
            dataset = dataset.with_points(seen, dataset.labels)
        if not self.height:
            return Space(dataset, offset=False)
        # A point at the origin asks for nothing but the sign of the offset.
        points = np.vstack([dataset.points, np.zeros((1, 2))])
        labels = np.append(dataset.labels, 1 if self.height > 0 else -1)
        return Space(dataset.with_points(points, labels), bias_scale=scale)


def _unit(separator: tuple[Fraction, ...]) -> NDArray[np.float64]:
    values = floats_over(separator, size_of(separator))
    return np.asarray(values / np.linalg.norm(values))


_SHOWS = "The plane of the weights: what each point allows, and how training walks there."
VIEW = View(NAME, _SHOWS, WeightOptions, build)
