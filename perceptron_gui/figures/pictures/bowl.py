"""The error over two weights as contours, its minimum, and the walk of the run down into it.

These are all weights there are, or a slice: the others are held at the minimum, or as they are now.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import APPROX, Numbers, matrix, vector
from perceptron_gui.base.number_text import number as rounded_number
from perceptron_gui.base.params import Choice, Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.descent import largest_step
from perceptron_gui.core.paths.least_squares import Solution
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.core.runs.error import WeightError
from perceptron_gui.core.runs.measures import own_kind
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import sampled
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Values
from perceptron_gui.figures.model.options import WeightAxes
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import NO_VECTOR, View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import Path, PlaneBox, joined, plane_figure
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.figures.plane.vector_sum import samples
from perceptron_gui.lectures.notation import hoisted, is_readable, number
from perceptron_gui.lectures.visit import VisitContext

from .weight_space import walk

NAME = "bowl"
OWN, LEAST, NOW = "own", "minimum", "now"
_PADDING = 0.2
# A walk farther away than so many times the way to the minimum would hide the bowl: it is shown
# only while it is nearer than the second of these.
_FARTHEST, _DIVERGING = 8.0, 3.0
_GONE = 30.0  # sizes of the view: what lies farther away is not drawn
_RINGS, _MOST_RINGS = 11, 33
_LEAST_DEPTH, _HIGHEST = 1e-9, 1e300
_SPOTS = 60  # of a contour that are tried for its number
_GAP = 0.009, 0.03  # half of what a letter takes of the width, and a number of the height
_GRID = 121  # places along each side at which the error is computed
_MOST_POINTS = 3000  # that are worth the time of contours
_FEW_WEIGHTS = 3  # whose derivatives are written out
_WAY_SAMPLES = 12  # places of a step that texts keep away from
_MOST_AVOIDED = 60  # steps
_LETTERS = 0.72  # of the numbers on the contours
_DIGITS = 5  # of a rounded number
_NOTHING = 1e-12  # what a descent leaves over for ever
_EDGE = 0.06  # of the view, in which no number stands


@dataclass(frozen=True)
class BowlOptions(ViewOptions):
    error: str = option(
        OWN,
        Choice({OWN: "what the rule descends on", **OPTIONS["loss"].choices}),
        "the error whose contours are drawn",
    )
    axes: tuple[int, int] | str = option(
        "", WeightAxes(), "the two weights that are shown, as in 1,3; an offset is the last one"
    )
    held: str = option(
        LEAST,
        Choice({LEAST: "at the minimum, where there is one", NOW: "as they are at this visit"}),
        "where the other weights are held",
        title="Other weights",
    )
    derivatives: bool = option(
        True, Flag(), "E, its gradient and Hessian at this visit, for up to three weights"
    )


def build(dataset: Dataset, run: Run, cursor: int, options: BowlOptions) -> Figure:
    """Return the contours, the walk, and the minimum."""
    bowl = Bowl.of(run, cursor, options)
    if isinstance(bowl, str):
        return nothing_to_show(NAME, options, bowl)
    context, box = bowl.context, bowl.box
    path = bowl.path(int(run.updates_at(context.visit)))
    near = np.abs(path - box.middle).max(axis=1) <= _GONE * box.size
    seen = path[: len(path) if near.all() else max(1, int(near.argmin()))]
    places = TextPlaces(box)
    for start, end in islice(pairwise(seen), _MOST_AVOIDED):
        places.avoid(samples(start, end, _WAY_SAMPLES))
    marks: list[Mark] = [*bowl.contours(places), *walk(context, seen, Role.WALK, dotted=True)]
    if bowl.least is not None:
        x, y = bowl.pair(bowl.least.rounded).T
        marks.append(Dots("minimum", Role.LEAST, x, y, label="minimum"))
    notes = tuple(_notes(bowl, box.holds(*path[-1].tolist())))
    labels = [f"${bowl.symbol(j)}$" for j in bowl.axes]
    return plane_figure(NAME, labels, box, marks, options.title, notes)


@dataclass(frozen=True, eq=False)
class Bowl:
    """The error of a run over two of its weights, as seen at a visit."""

    error: WeightError
    context: VisitContext
    axes: tuple[int, int]
    options: BowlOptions

    @classmethod
    def of(cls, run: Run, cursor: int, options: BowlOptions) -> Bowl | str:
        """Return the bowl, or a sentence that says why there is none."""
        kind = own_kind(run) if options.error == OWN else options.error
        count = run.space.dimension
        if run.rule.rule == "kernel":
            return NO_VECTOR
        if run.dataset.targets is not None and kind != "squared":
            return "Real targets are fitted, so only the squared error is defined."
        if count < 2:
            return "There is one weight only; contours need two."
        if count > 3 and not options.axes:
            last = f"; {count} is the offset" if run.space.offset else ""
            return f"There are {count} weights. Choose two as the axes, such as 1,2{last}."
        axes = options.axes if isinstance(options.axes, tuple) else (1, 2)
        if max(axes) > count:
            return f"There are only {count} weights, so the axes cannot be {axes[0]},{axes[1]}."
        if kind != "squared" and len(run.dataset) > _MOST_POINTS:
            return f"Contours of this error are drawn for up to {_MOST_POINTS} points."
        context = VisitContext(run, min(cursor, run.visits), options.symbols)
        return cls(WeightError(run, kind), context, (axes[0] - 1, axes[1] - 1), options)

    @property
    def run(self) -> Run:
        return self.error.run

    def pair(self, weights: Values) -> Values:
        """Return the two weights that are shown (1, 2)."""
        return weights[None, list(self.axes)]

    def symbol(self, j: int) -> str:
        is_offset = self.run.rule.offset and j == self.run.space.dimension - 1
        return self.context.notation.line_offset if is_offset else self.context.notation.weight(j)

    @cached_property
    def minimum(self) -> Solution | None:
        """Where the error is least among all weights, if that is one place."""
        key = ("minimum of the error", self.error.kind)
        found = self.run.cache.get_or_compute(key, None, lambda: (self.error.minimum,))
        return found[0]

    @property
    def is_slice(self) -> bool:
        return self.run.space.dimension > 2

    @property
    def is_held_at_minimum(self) -> bool:
        return self.minimum is not None and self.options.held == LEAST

    @property
    def least(self) -> Solution | None:
        """The minimum, where it lies in the plane that is shown."""
        return self.minimum if self.is_held_at_minimum or not self.is_slice else None

    @cached_property
    def held(self) -> Numbers:
        """All weights (D,), of which those that are not shown stay as they are here."""
        if self.minimum is not None and self.options.held == LEAST:
            return _numbers_of(self.minimum)
        return self.run.exact_weights_at(self.context.visit)

    def path(self, updates: int) -> NDArray[np.float64]:
        """Return the two weights after no update and after some more, at most so many (m, 2)."""
        ks = sampled(0, updates, self.options.detail)
        return self.run.weights_after(ks)[:, list(self.axes)]

    @cached_property
    def box(self) -> PlaneBox:
        """What is shown; the visit does not change it, unless it holds the other weights."""
        if self.options.range is not None:
            return PlaneBox(*self.options.range)
        path = self.path(len(self.run.history))
        box = PlaneBox.around(path[:1])
        if self.minimum is not None:
            box = box.with_point(*self.pair(self.minimum.rounded)[0].tolist())
        elif len(path) > 1:
            box = box.with_point(*path[1].tolist())
        if not box.size:
            box = PlaneBox(box.x0 - 1, box.x1 + 1, box.y0 - 1, box.y1 + 1)
        whole = box.with_point(*path.min(axis=0).tolist()).with_point(*path.max(axis=0).tolist())
        if self.minimum is None or whole.size <= _FARTHEST * box.size:
            return whole.framed(_PADDING, self.options.aspect)
        near = box.with_near(path.tolist(), _DIVERGING * box.size)
        return near.framed(_PADDING, self.options.aspect)

    @cached_property
    def lines(self) -> list[tuple[float, Path]]:
        """The contours of round errors."""
        version = self.box, self.held
        key = ("contours", self.error.kind, self.axes)
        return self.run.cache.get_or_compute(key, version, self._find_lines)

    def _find_lines(self) -> list[tuple[float, Path]]:
        from contourpy import contour_generator  # only contours need it

        error, box = self.error.over(self.axes, np.array(self.held, dtype=np.float64)), self.box
        x, y = np.linspace(box.x0, box.x1, _GRID), np.linspace(box.y0, box.y1, _GRID)
        across, up = np.meshgrid(x, y)
        with np.errstate(over="ignore", invalid="ignore"):
            grid = error(np.column_stack([across.ravel(), up.ravel()])).reshape(across.shape)
        # Of a wide strip the ends are so high that the bowl itself would have no contours.
        half = min(box.width, box.height) / 2
        middle = np.maximum(np.abs(across - box.middle[0]), np.abs(up - box.middle[1])) <= half
        low, high = float(grid.min()), float(grid[middle].max(initial=-np.inf))
        if self.least is not None:
            low = min(low, float(error(self.pair(self.least.rounded))[0]))
        levels = _levels(low, high, float(grid.max()), self.error.is_curved)
        if not levels:
            return []
        traced: Any = contour_generator(x, y, grid, name="serial", line_type="Separate")
        return [(level, joined(piece.T for piece in traced.lines(level))) for level in levels]

    def contours(self, places: TextPlaces) -> Iterator[Mark]:
        """Yield the contours, each with its error in a gap where there is room for a number."""
        box, label = self.box, "the same error $E$"
        across, up = _EDGE * box.width, _EDGE * box.height
        for place, (level, (x, y)) in enumerate(self.lines):
            inside = np.abs(x - box.middle[0]) < box.width / 2 - across
            inside &= np.abs(y - box.middle[1]) < box.height / 2 - up
            spots = np.flatnonzero(inside)[:: max(1, int(inside.sum()) // _SPOTS)]
            if len(spots) and level == float(f"{level:.6g}"):  # as many digits as are written
                at = list(zip(x[spots].tolist(), y[spots].tolist(), strict=True))
                key, text = f"level {place}", f"${rounded_number(level)}$"
                name = places.at_one_of(key, Role.NOTE, text, at, _LETTERS, (0.0,), ((0, 0),))
                wide = _GAP[0] * box.width * (len(text) - 1)
                gap = np.hypot((x - name.x) / wide, (y - name.y) / (_GAP[1] * box.height)) < 1
                x, y = np.where(gap, np.nan, x), np.where(gap, np.nan, y)
                yield name
            if len(x):
                yield Line(f"contour {place}", Role.CONTOUR, x, y, label=label)
                label = ""


def _levels(low: float, high: float, most: float, is_curved: bool) -> list[float]:
    """Return errors up to the most; rings of a round bowl, or of a straight cone, are even then."""
    # Floats do not tell rings of less than this apart, nor hold those of more.
    if not (_LEAST_DEPTH * max(1e-290, abs(low)) < high - low and most < _HIGHEST):
        return []
    power = 2 if is_curved else 1
    levels = [low + (high - low) * (place / _RINGS) ** power for place in range(_MOST_RINGS)]
    found = dict[float, None]()
    for before, level in pairwise(levels):
        digits = -math.floor(math.log10((level - before) / 2))
        found[round(level, digits)] = None
    return [level for level in found if low < level < most]


def _notes(bowl: Bowl, is_seen: bool) -> Iterator[str]:
    is_small = bowl.run.space.dimension <= _FEW_WEIGHTS
    if bowl.minimum is None:
        yield _no_minimum(bowl.error)
    elif is_small:
        yield _minimum_words(bowl, bowl.minimum)
    if bowl.is_slice:
        yield _slice_words(bowl)
    if bowl.error.kind == own_kind(bowl.run):
        yield from _on_steps(bowl.run)
    if not is_seen:
        yield "The present weights lie outside this view."
    if bowl.options.derivatives and is_small:
        yield from _derivatives(bowl)


def _minimum_words(bowl: Bowl, minimum: Solution) -> str:
    weights = _numbers_of(minimum)
    where = hoisted(f"{bowl.context.notation.path} = {_vector(bowl, weights)}")
    slopes = bowl.error.slopes([Fraction(w) for w in weights])
    if slopes is None:
        return f"The minimum is at ${where}$."
    value = slopes.value if minimum.exact else float(slopes.value)
    return f"The minimum is ${hoisted(f'E = {_text(value)}')}$ at ${where}$."


def _numbers_of(minimum: Solution) -> Numbers:
    return minimum.exact or minimum.rounded.tolist()


def _no_minimum(error: WeightError) -> str:
    if error.kind == "perceptron":
        return "Weights of 0 have no error whatever the points, so that minimum says nothing."
    if error.kind == "hinge" and not error.l2:
        return "The hinge error has flat pieces: its minimum may be an area, so none is marked."
    if error.kind == "logistic":
        return "There is no single minimum: in some direction the error falls forever, or is level."
    return "No single minimum is proved: other weights may be as good, along a valley."


def _slice_words(bowl: Bowl) -> str:
    where = "as at the minimum" if bowl.is_held_at_minimum else "as now"
    rest = [j for j in range(bowl.run.space.dimension) if j not in bowl.axes]
    if len(rest) > 1:
        return f"A slice: the other weights are {where}."
    symbol = bowl.symbol(rest[0])
    formula = hoisted(f"{symbol} = {_text(bowl.held[rest[0]])}")
    return f"A slice at ${formula}$, {where}; the path is seen along the axis of ${symbol}$."


def _on_steps(run: Run) -> Iterator[str]:
    """Say how far a step may go, and what one does that goes farther."""
    rule, eta = run.rule, rf"$\eta = {number(run.rule.eta)}$"
    if run.path.visiting.block < len(run.dataset):
        if not run.path.mistake_driven:
            yield "A step descends on the error of the points it looks at, so the sum may grow."
        return
    if rule.rule != "least-squares" or rule.solver == "closed":
        return
    if rule.solver == "newton":
        left = f"${number(1 - rule.eta)}$ of the way to the minimum"
        yield rf"Newton's steps with {eta} leave {left}; they converge for $0 < \eta < 2$."
        return
    limit = largest_step(run.space, float(rule.l2))
    most = f"{APPROX}{rounded_number(limit)}"
    yield rf"Gradient descent converges for $\eta$ below $2/\lambda_{{\text{{max}}}}(H) {most}$."
    times = 1 - 2 * float(rule.eta) / limit
    if not rule.l1:
        yield (
            f"With {eta} each step multiplies the distance from the minimum along the steepest "
            f"axis by ${APPROX}{rounded_number(times)}${', so it grows' if times < -1 else ''}."
        )


def _derivatives(bowl: Bowl) -> Iterator[str]:
    """Write E, ∇E, H and H⁻¹∇E at the present weights."""
    slopes = bowl.error.slopes(bowl.run.exact_weights_at(bowl.context.visit))
    if slopes is None:
        return
    formulas = [f"E = {_text(slopes.value)}"]
    if slopes.gradient is None:
        formulas.append(r"\text{no }\nabla E\text{, on a kink}")
    else:
        formulas.append(rf"\nabla E = {_vector(bowl, slopes.gradient)}")
    if slopes.hessian is not None:
        rows: list[Numbers] = [bowl.context.in_order(row) for row in slopes.hessian]
        # Between its rows there may be a new line.
        written = matrix(bowl.context.in_order(rows), _text).replace("; ", ";$ $")
        formulas.append(f"H = {written}")
    if slopes.newton is not None:
        formulas.append(rf"H^{{-1}}\nabla E = {_vector(bowl, slopes.newton)}")
    yield f"At this visit {', '.join(f'${hoisted(each)}$' for each in formulas)}."


def _text(value: Fraction | float) -> str:
    """Write an exact number, and \\approx before any other or one that only rounding left over."""
    rounded = float(f"{float(value):.{_DIGITS}g}")
    is_left_over = 0 < abs(rounded) <= _NOTHING
    if isinstance(value, Fraction) and not is_left_over and is_readable(value):
        return number(value)
    return APPROX + rounded_number(0.0 if is_left_over else rounded)


def _vector(bowl: Bowl, values: Numbers) -> str:
    return vector(bowl.context.in_order(values), _text)


_SHOWS = "The error over two weights as contours, the walk of the weights on it, and the minimum."
VIEW = View(NAME, _SHOWS, BowlOptions, build)
