"""The geometry of the line in numbers: distances of points from it, and where it meets the axes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.number_text import APPROX, Number
from perceptron_gui.figures.model.marks import Dots, Line, Mark, RuleLine, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.lectures.dot_product import DotProduct
from perceptron_gui.lectures.notation import coordinate, hoisted, number, point_number
from perceptron_gui.theory.convergence import statement as highlights

from .box import Affine, right_angle
from .data_plane import DataPlane
from .text_places import TextPlaces
from .vector_sum import samples

_MOST_MEASURED = 6  # points; more would hide each other
_CORNER = 0.022  # the side of the sign of a right angle, as a share of the shorter side
_NO_LINE = "There is no line, so there is no distance to it."
_CURVED = "Distances are measured to a straight line with weights of its own; here there is none."


def measured_points(plane: DataPlane) -> list[int]:
    """Return the points whose distance is shown: pointed at, else highlighted, else visited."""
    options, size = plane.options, len(plane.run.dataset)
    if options.pointed is not None and options.pointed < size:
        return [options.pointed]
    named = highlights.numbers_of(highlights.POINT, options.highlight)
    found = [i for i in named if i < size] or plane.context.points
    return sorted(set(found))[:_MOST_MEASURED]


def distances(plane: DataPlane) -> Iterator[Mark]:
    """Yield the way from a point straight to the line, its foot, and a right angle there."""
    if (straight := straight_line(plane)) is None:
        return
    shorter = min(plane.box.width, plane.box.height)
    for i in measured_points(plane):
        point = plane.projection.points[i]
        foot = np.array(straight.nearest(*point.tolist()))
        yield Line.between(f"distance {i}", Role.DISTANCE, point, foot)
        yield Dots(f"foot {i}", Role.DISTANCE, foot[:1], foot[1:])
        length = float(np.hypot(*(point - foot)))
        if length > 2 * _CORNER * shorter:
            ahead = (point - foot) / length * _CORNER * shorter
            aside = np.array([-ahead[1], ahead[0]])
            yield right_angle(f"right angle {i}", foot, ahead, aside)


def distance_names(plane: DataPlane, places: TextPlaces) -> Iterator[Text]:
    """Yield the distance beside its way."""
    if (straight := straight_line(plane)) is None:
        return
    for i in measured_points(plane):
        if not (measure := LineMeasure(plane, i)).score:
            continue
        point = plane.projection.points[i]
        foot = np.array(straight.nearest(*point.tolist()))
        along = [tuple((foot + share * (point - foot)).tolist()) for share in (0.5, 0.35, 0.65)]
        mark = (written := measure.distance).find(APPROX)
        text = written[mark:] if mark >= 0 else written.removeprefix("= ")
        places.avoid(samples(point, foot))
        key, away = f"distance name {i}", (0.02, 0.05)
        yield places.at_one_of(key, Role.DISTANCE, f"${text}$", along, 0.9, away)


def straight_line(plane: DataPlane) -> Affine | None:
    """Return the line of what is returned where it is one, and straight."""
    score = plane.score
    return score if isinstance(score, Affine) and score.constant is None else None


class LineMeasure:
    """What one point and the line of the drawn weights make of each other."""

    def __init__(self, plane: DataPlane, i: int) -> None:
        context, typed = plane.context, plane.run.dataset.points[i].tolist()
        self._context, self._i = context, i
        normal, constant = plane.run.space.line_of(plane.weights)
        *weights, level = context.numbers([*normal, constant])
        self.pair = DotProduct.of(weights, context.numbers([exact_number(v) for v in typed]))
        self._value = self.pair.value if self.pair.is_exact else float(self.pair.value)
        self.score: Number = level + self._value

    @property
    def distance(self) -> str:
        """The distance |s|/‖w‖ in LaTeX, its sign first: = 2/\\sqrt{5} \\approx 0.8944."""
        return self.pair.ratio(abs(Fraction(self.score)), self.pair.squares[0])

    def sentence(self) -> str:
        """Return s, the distance, and w·x by lengths and angle."""
        w = self._context.notation.normal
        name = f"Point {point_number(self._i)}"
        distance = rf"|s|/\|{w}\| {self.distance}"
        words = f"{name}: ${hoisted(f's = {number(self.score)}')}$, distance ${distance}$"
        if not self.pair.has_angle:
            return f"{words}."
        one, other = self.pair.lengths_latex
        product = rf"{w} \cdot x = \|{w}\|\,\|x\|\,\cos\,\angle = {number(self._value)}"
        lengths = rf"$\|{w}\| {one}$, $\|x\| {other}$"
        parts = f"{lengths} and the angle {self.pair.angle_text}"
        return f"{words}; ${hoisted(product)}$ with {parts}."


def notes_on_distance(plane: DataPlane) -> Iterator[str]:
    """Yield every distance in exact numbers, or why there is none."""
    if straight_line(plane) is None:
        yield _CURVED if plane.has_line or plane.score is None else _NO_LINE
    elif not (found := measured_points(plane)):
        yield "A distance is shown of the visited point, or of the one under the pointer."
    else:
        for i in found:
            yield LineMeasure(plane, i).sentence()


def intercept_axes(plane: DataPlane) -> Iterator[RuleLine]:
    """Yield both axes, below all else."""
    if _is_flat(plane):
        yield RuleLine("axis 1", Role.ZERO, 0.0, vertical=False)
        if plane.run.dataset.dimension == 2:
            yield RuleLine("axis 2", Role.ZERO, 0.0)


def intercepts(plane: DataPlane) -> Iterator[Dots]:
    """Yield where the line meets the axes."""
    for j, x, y, _ in _shown_intercepts(plane):
        yield Dots(f"intercept {j}", Role.INTERCEPT, np.array([x]), np.array([y]))


def intercept_names(plane: DataPlane, places: TextPlaces) -> Iterator[Text]:
    for j, x, y, text in _shown_intercepts(plane):
        key = f"intercept name {j}"
        yield places.at_one_of(key, Role.NOTE, f"${text}$", [(x, y)], 0.9, (0.035, 0.07))


def _shown_intercepts(plane: DataPlane) -> Iterator[tuple[int, float, float, str]]:
    """Yield the axis, the place and the number of what the box shows; the origin once."""
    for j, value in _intercepts(plane):
        x, y = (float(value), 0.0) if j == 0 else (0.0, float(value))
        if plane.box.holds(x, y):
            yield j, x, y, hoisted(_intercept_latex(plane, j, value)) if value else "0"
        if not value:
            return


def notes_on_intercepts(plane: DataPlane) -> Iterator[str]:
    """Yield where the line meets the axes, and why it does not meet one."""
    if not _is_flat(plane):
        yield "The line meets the axes of two coordinates only where points have no others."
        return
    if straight_line(plane) is None:
        return
    found = dict(_intercepts(plane))
    if not any(found.values()):
        yield "The line goes through the origin, where it meets both axes."
        return
    if found:
        where = " and ".join(
            f"${hoisted(f'{coordinate(j)} = {_intercept_latex(plane, j, value)}')}$"
            for j, value in found.items()
        )
        yield f"The line meets the axes at {where}."
    for j in range(plane.run.dataset.dimension):
        if j not in found:
            yield f"It is parallel to the axis of ${coordinate(j)}$."


def _is_flat(plane: DataPlane) -> bool:
    return plane.run.dataset.dimension <= 2 and plane.run.space.made_by != "lifted"


def _intercepts(plane: DataPlane) -> Iterator[tuple[int, Number]]:
    """Yield −B·b/w_j of every axis that the line is not parallel to."""
    if not _is_flat(plane) or straight_line(plane) is None:
        return
    normal, constant = plane.run.space.line_of(plane.weights)
    *weights, level = plane.context.numbers([*normal, constant])
    for j, weight in enumerate(weights):
        if weight:
            yield j, -level / weight + 0


def _intercept_latex(plane: DataPlane, j: int, value: Number) -> str:
    """Write -w_0/w_1 = 3."""
    notation = plane.options.symbols
    if not plane.run.space.is_plain:  # the weights are those of the scaled points
        return number(value)
    scale = "B" if plane.context.has_scale else ""
    return f"-{scale}{notation.line_offset}/{notation.weight(j)} = {number(value)}"
