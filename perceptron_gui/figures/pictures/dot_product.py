"""Two vectors, their dot product, the angle between them, and the projection of one on the other.

They are w and the visited point, which is projected on w, unless others are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import Number
from perceptron_gui.base.params import option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import sampled
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, RuleLine
from perceptron_gui.figures.model.options import PlaneVector
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import Path, PlaneBox, arc, plane_figure, right_angle
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.figures.plane.vector_sum import samples
from perceptron_gui.lectures.dot_product import DotProduct
from perceptron_gui.lectures.notation import hoisted, number, vector
from perceptron_gui.lectures.visit import VisitContext

NAME = "projection"
A, B = "a", "b"  # the keys of both arrows, and the names of their options
Place = NDArray[np.float64]  # (2,)

_PADDING = 0.2
_ARC, _LARGEST_ARC = 0.16, 0.45  # its radius in shorter sides, and in shorter arrows at most
_CORNER = 0.025  # the side of the sign of a right angle
_LINE_SAMPLES = 30
_NO_PAIR = (
    "The weights and a visited point are seen as two vectors where points have two coordinates; "
    "give others with the options a and b."
)
_FEW = 2
_ROLES = {A: Role.WEIGHTS, B: Role.VECTOR}
_AXES = ("first coordinate", "second coordinate")
_MOST_WEIGHTS, _MOST_POINTS = 2000, 200  # that still axes are made for


@dataclass(frozen=True)
class ProjectionOptions(ViewOptions):
    """Which vectors are shown."""

    a: tuple[Fraction, Fraction] | None = option(
        None, PlaneVector(), "the first vector, as in 1,1; else the weights", title="Vector a"
    )
    b: tuple[Fraction, Fraction] | None = option(
        None, PlaneVector(), "the second vector, as in -2,1; else the point", title="Vector b"
    )


@dataclass(frozen=True, eq=False)
class VectorPair:
    """Two vectors with their names, exact or as the run has rounded them.

    The first is projected on the second; `keys` tells which of them is w or what stands for it.
    """

    names: tuple[str, str]
    pair: DotProduct
    keys: tuple[str, str] = (A, B)

    @property
    def tips(self) -> tuple[Place, Place]:
        """Where both arrows end."""
        one, other = (
            np.array([float(value) for value in each]) for each in (self.pair.a, self.pair.b)
        )
        return one, other

    @property
    def foot(self) -> Place:
        """The foot of the first one on the line of the second; 0 if that is 0."""
        if not self.pair.squares[1]:
            return np.zeros(2)
        return np.array([float(value) for value in self.pair.foot])


def build(dataset: Dataset, run: Run | None, cursor: int, options: ProjectionOptions) -> Figure:
    """Return both arrows, the projection of the first on the second, and their product."""
    found = _pair(run, cursor, options)
    if found is None:
        return nothing_to_show(NAME, options, _NO_PAIR if run is not None else "")
    if options.range:
        box = PlaneBox(*options.range)
    else:  # around both vectors; one for every visit where the axes are to stand still
        places = np.vstack([np.zeros(2), *found.tips, found.foot])
        if options.horizon is not None and run is not None and found.names != (A, B):
            places = np.vstack([places, _places_of(run)])
        box = PlaneBox.around(places).framed(_PADDING, options.aspect)
    marks = (*_lines(found, box), *_arrows(found), *_names(found, box))
    return plane_figure(NAME, _AXES, box, marks, options.title, _notes(found))


def _pair(run: Run | None, cursor: int, options: ProjectionOptions) -> VectorPair | None:
    """Return the vectors that were given, and of the run those that were not."""
    if options.a is not None and options.b is not None:
        return VectorPair((A, B), DotProduct.of(options.a, options.b))
    if run is None or run.dataset.dimension != _FEW or not run.space.is_plain:
        return None
    # w before the visit and the visited point, or the first one before all visits.
    context = VisitContext(run, min(cursor, run.visits), options.symbols)
    names, i = [context.notation.normal, "x"], context.index or 0
    values: list[Sequence[Number]] = [context.before[:_FEW], context.features(i)[:_FEW]]
    for at, (name, given) in enumerate(((A, options.a), (B, options.b))):
        if given is not None:
            names[at], values[at] = name, given
    return VectorPair((names[1], names[0]), DotProduct.of(values[1], values[0]), (B, A))


def _places_of(run: Run) -> NDArray[np.float64]:
    """Return the points, the weights and the farthest feet of those on these (m, 2)."""
    made = len(run.history)

    def found() -> NDArray[np.float64]:
        ks = sampled(0, made, _MOST_WEIGHTS)
        weights, points = run.weights_after(ks)[:, :_FEW], run.dataset.points[:_MOST_POINTS]
        lengths = np.hypot(*weights.T)
        ways = weights[lengths > 0] / lengths[lengths > 0, None]
        along = ways @ points.T
        feet = [ways * each[:, None] for each in (along.min(axis=1), along.max(axis=1))]
        return np.vstack([points, weights, *feet])

    places: NDArray[np.float64] = run.cache.get_or_compute("places of the vectors", made, found)
    return places


def _lines(found: VectorPair, box: PlaneBox) -> Iterator[Mark]:
    """Yield the axes, the line of the second vector, the way down to it, and the angle."""
    yield RuleLine("axis 1", Role.CURSOR, 0.0, vertical=False)
    yield RuleLine("axis 2", Role.CURSOR, 0.0)
    (a, b), foot = found.tips, found.foot
    if b.any():
        reach = 2 * box.size / float(np.hypot(*b)) * b
        yield Line.between("line of b", Role.CURSOR, -reach, reach)
    if not found.pair.has_angle:
        return
    yield Line("angle", Role.ANGLE, *_arc(found, box))
    yield Line.between("way", Role.DISTANCE, a, foot)
    side, height = _CORNER * min(box.width, box.height), float(np.hypot(*(a - foot)))
    if height >= 2 * side:
        up, along = (a - foot) / height * side, -b / float(np.hypot(*b)) * side
        yield right_angle("right angle", foot, up, along if float(foot @ b) >= 0 else -along)


def _arc(found: VectorPair, box: PlaneBox) -> Path:
    a, b = found.tips
    shortest = min(float(np.hypot(*a)), float(np.hypot(*b)))
    radius = min(_ARC * min(box.width, box.height), _LARGEST_ARC * shortest)
    return arc(np.zeros(2), b, a, radius)


def _arrows(found: VectorPair) -> Iterator[Mark]:
    """Yield the projection below both arrows, and its foot above them."""
    (a, b), foot = found.tips, found.foot
    if found.pair.value:
        name = rf"projection of ${found.names[0]}$ on ${found.names[1]}$"
        yield Line.between("projected", Role.HIGHLIGHT, (0.0, 0.0), foot, name)
    for key, tip in reversed([*zip(found.keys, (a, b), strict=True)]):
        if tip.any():
            yield Arrow(key, _ROLES[key], 0.0, 0.0, *tip.tolist())
    if found.pair.has_angle:
        yield Dots("foot", Role.DISTANCE, foot[:1], foot[1:])


def _names(found: VectorPair, box: PlaneBox) -> Iterator[Mark]:
    (a, b), foot = found.tips, found.foot
    places, zero = TextPlaces(box), np.zeros(2)
    across, up = np.array([box.x1, 0.0]), np.array([0.0, box.y1])
    for start, end in ((zero, a), (zero, b), (a, foot), (zero, foot), (zero, across), (zero, up)):
        places.avoid(samples(start, end, _LINE_SAMPLES))
    vectors = zip(found.names, found.keys, (a, b), (found.pair.a, found.pair.b), strict=True)
    for name, key, tip, exact in sorted(vectors, key=lambda each: each[1]):
        text = f"${hoisted(f'{name} = {vector(_numbers(exact, found.pair))}')}$"
        along = [tuple((share * tip).tolist()) for share in (1.0, 0.8, 0.6)]
        yield places.at_one_of(f"name {key}", _ROLES[key], text, along, 1.0, (0.03, 0.06))
    if found.pair.has_angle:
        x, y = _arc(found, box)
        beyond = [(1.25 * float(x[at]), 1.25 * float(y[at])) for at in (30, 22, 38, 14, 46)]
        angle = found.pair.short_angle
        words = places.at_one_of("angle name", Role.NOTE, angle, beyond, 0.9, (0.0, 0.03))
        yield replace(words, rank=1)


def _notes(found: VectorPair) -> Iterator[str]:
    """Yield the product both ways, the projection and its foot, and what the sign says."""
    (a, b), pair = found.names, found.pair
    one, other = (a, b) if found.keys[0] == A else (b, a)  # w·x, though x is projected
    factors = (pair.a, pair.b) if found.keys[0] == A else (pair.b, pair.a)
    terms = r" + ".join(
        rf"{_factor(x, pair)} \cdot {_factor(y, pair)}" for x, y in zip(*factors, strict=True)
    )
    value = number(_numbers([pair.value], pair)[0])
    dotted = rf"{one} \cdot {other}"
    yield f"${hoisted(rf'{dotted} = {terms} = {value}')}$."
    if not pair.has_angle:
        zero = a if not pair.squares[0] else b
        yield f"${zero}$ is 0 and has no direction, so there is no angle."
        return
    sizes = zip(found.names, pair.lengths_latex, strict=True)
    lengths = ", ".join(rf"$\|{name}\| {size}$" for name, size in sizes)
    yield (
        rf"${dotted} = \|{one}\|\,\|{other}\|\,\cos\,\angle$ with {lengths}, "
        rf"$\cos\,\angle {pair.cosine_latex}$ and the angle {pair.angle_text}."
    )
    projected = pair.ratio(pair.value, pair.squares[1])
    foot = hoisted(f"x = {vector(_numbers(pair.foot, pair))}").removeprefix("x ")
    yield (
        rf"The scalar projection of ${a}$ on ${b}$ is $\|{a}\|\,\cos\,\angle {projected}$; "
        rf"its foot is $({dotted}/\|{b}\|^2)\,{b} {foot}$."
    )
    if pair.value > 0:
        yield "The product is positive: the angle is acute, so the projection points the same way."
    elif pair.value < 0:
        way = "the projection points the other way"
        yield f"The product is negative: the angle is obtuse, so {way}."
    else:
        yield "The product is 0: the vectors are at a right angle."


def _numbers(values: Sequence[Fraction], pair: DotProduct) -> list[Number]:
    return list(values) if pair.is_exact else [float(value) for value in values]


def _factor(value: Fraction, pair: DotProduct) -> str:
    text = number(_numbers([value], pair)[0])
    return f"({text})" if value < 0 or "/" in text else text


_SHOWS = "Two vectors, such as w and a point: dot product, angle and projection."
VIEW = View(NAME, _SHOWS, ProjectionOptions, build, needs_run=False)
