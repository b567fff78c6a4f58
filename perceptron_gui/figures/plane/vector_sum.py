"""An update as a sum of arrows from one tail, w + ηyx, and the angle that closes with it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import Number, added, product_latex
from perceptron_gui.figures.model.marks import Arrow, Line, Mark, Text, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.lectures.dot_product import DotProduct
from perceptron_gui.lectures.notation import hoisted, number, vector
from perceptron_gui.lectures.visit import VisitContext

from .box import Affine, PlaneBox, arc
from .data_plane import DataPlane, planar_reach
from .text_places import TextPlaces

Place = NDArray[np.float64]  # (2,)

# Arrows are as long as the vectors if those of the run are within these shares of the shorter side
# of the box; on a line that has no origin they may be longer than that, or else shorter.
_SHORTEST, _LONGEST = 0.12, 1.0
_SHORTEST_ON_LINE, _LONGEST_ON_LINE = 0.3, 0.6
_TIMES = (1, 2, 3, 4, 5, 6, 8)  # and ten times that
_TAILS, _GRID = 29, 9  # places of a line that are tried, and along each side of the box
_EDGE = 0.12  # of the box, in which their names have room
_APART = 0.3  # what it costs to be apart from the line, in sizes of the box
# Radii of the arcs of both angles, as shares of the shorter of their arrows and of the box.
_ARCS, _LARGEST_ARCS = (0.5, 0.34), (0.17, 0.115)
_FLAT = 1.0  # an angle below so many degrees has no arc
_SAMPLES = 25  # of an arrow, which texts keep away from
# How far from its arrow a name may be, near ones first, in shares of the shorter side; and how
# many times as far out as the arc the size of an angle may be.
_NAMES_AWAY, _ANGLES_OUT = (0.03, 0.06, 0.1, 0.15), (1.0, 1.35, 1.75, 2.3)
_MOST_HIDDEN, _HIDING = 200, 9  # points that arrows keep away from, and places on each of these
_RING = 0.04  # how far they do, as a share of the box
_WITHOUT = (
    "The update is drawn as arrows where the weights are those of one or two coordinates as typed."
)
NO_UPDATE = "This visit changed no weights, so there is no sum of arrows."


@dataclass(frozen=True, eq=False)
class VectorSum:
    """The first two weights before and after an update, and where their arrows begin."""

    context: VisitContext
    tail: Place
    scale: float = 1.0
    shown: int = 2  # how many weights the arrows show

    @property
    def before(self) -> tuple[Number, ...]:
        return self.context.before[: self.shown]

    @property
    def after(self) -> tuple[Number, ...]:
        return self.context.after[: self.shown]

    @property
    def step(self) -> tuple[Number, ...]:
        """What the update has added."""
        return tuple(new - old for new, old in zip(self.after, self.before, strict=True))

    @property
    def angles(self) -> tuple[DotProduct, DotProduct]:
        """The old weights and the new ones, each with the step."""
        return DotProduct.of(self.before, self.step), DotProduct.of(self.after, self.step)

    @property
    def tips(self) -> tuple[Place, Place, Place]:
        """Where the old weights, the step from the same tail, and the new weights end."""
        vectors = np.zeros((3, 2))
        for row, values in zip(vectors, (self.before, self.step, self.after), strict=True):
            row[: len(values)] = [float(value) for value in values]
        old, step, new = self.tail + self.scale * vectors
        return old, step, new

    def arrows(self, box: PlaneBox) -> Iterator[Mark]:
        """Yield the arrows, the step once more from the tail, and arcs of both angles."""
        old, step, new = self.tips
        if any(self.before):
            yield Line.between("sum side", Role.CURSOR, self.tail, step)
            for key, _, x, y in self._arc_paths(box):
                yield Line(key, Role.ANGLE, x, y)
            yield _arrow("sum before", Role.GHOST, self.tail, old)
        if any(self.step):
            yield _arrow("sum step", Role.STEP, old, new)
        if any(self.after):
            yield _arrow("sum after", Role.WEIGHTS, self.tail, new)

    def _arc_paths(self, box: PlaneBox) -> Iterator[tuple[str, str, Values, Values]]:
        """Yield arcs with their angles: from the step to the old weights, and to the new ones."""
        old, step, new = (tip - self.tail for tip in self.tips)
        shorter = min(box.width, box.height)
        lengths = [float(np.hypot(*each)) for each in (old, step, new) if each.any()]
        if not lengths:  # of vectors that are longer than any arrow
            return
        for key, arm, pair, share, most in zip(
            ("angle before", "angle after"), (old, new), self.angles, _ARCS, _LARGEST_ARCS,
            strict=True,
        ):  # fmt: skip
            if not pair.has_angle or pair.degrees < _FLAT:
                continue
            radius = min(share * min(lengths), most * shorter)
            yield key, pair.short_angle, *arc(self.tail, step, arm, radius)

    def names(self, box: PlaneBox, places: TextPlaces) -> Iterator[Text]:
        """Yield what the arrows and the angles are called, beside them."""
        old, step, new = self.tips
        taken: list[tuple[float, float]] = []
        for start, end in ((self.tail, old), (old, new), (self.tail, new), (self.tail, step)):
            taken += samples(start, end)
        for _, _, x, y in self._arc_paths(box):
            taken += list(zip(x[::6].tolist(), y[::6].tolist(), strict=True))
        places.avoid(taken)
        w, change = self.context.notation.normal, step_name(self.context)
        named = [("sum step name", Role.STEP, change, old, new)] if any(self.step) else []
        if any(self.before):
            named.append(("sum before name", Role.GHOST, f"${w}$", self.tail, old))
        if any(self.after):
            total = f"new ${w}$"
            named.append(("sum after name", Role.WEIGHTS, total, self.tail, new))
        for key, role, text, start, end in named:
            along = [tuple((start + share * (end - start)).tolist()) for share in (0.6, 0.8, 1.0)]
            yield places.at_one_of(key, role, text, along, 1.0, _NAMES_AWAY)
        for key, angle, x, y in self._arc_paths(box):
            # Beyond the arc, and beyond the arc around it.
            farther = 1.2 if key == "angle before" else 1.2 * _ARCS[0] / _ARCS[1]
            on_arc = np.column_stack([x, y])[[30, 22, 38, 14, 46, 4, 56]]
            beyond = [self.tail + out * farther * (on_arc - self.tail) for out in _ANGLES_OUT]
            spots = [(across, up) for across, up in np.vstack(beyond).tolist()]
            yield places.at_one_of(f"{key} name", Role.NOTE, angle, spots, 0.8, (0.0,))

    def note(self) -> str:
        """Say the sum in numbers, and from where to where the angle closed."""
        context, w = self.context, self.context.notation.normal
        change = step_name(context).strip("$")
        change = change if "$" in step_name(context) else r"\text{step}"
        sums = [
            added(w, (False, change)),
            f"{vector(self.before)} + {vector(self.step)}",
            vector(self.after),
        ]
        words = f"Update: ${hoisted(' = '.join(sums))}$"
        if context.run.rule.offset and len(context.after) > len(self.after):
            old, new = context.before[-1], context.after[-1]
            size = number(old - new if new < old else new - old)
            total = f"{added(number(old), (new < old, size))} = {number(new)}"
            words += f", and ${hoisted(f'{context.notation.line_offset} = {total}')}$"
        return f"{words}; {self._angle_words(w, change)}"

    def _angle_words(self, w: str, change: str) -> str:
        before, after = self.angles
        if not any(self.step):  # the point is the origin
            return f"${change}$ is 0, so ${w}$ stays as it is."
        if not before.has_angle:
            return f"${w}$ was 0, so it becomes ${change}$ itself."
        if not after.has_angle:
            return f"${w}$ becomes 0."
        between = f"the angle between ${w}$ and ${change}$"
        if before.angle_text == after.angle_text:
            return f"{between} stays {before.angle_text}."
        return f"{between} closed from {before.angle_text} to {after.angle_text}."


def step_name(context: VisitContext) -> str:
    """Return what an update adds, in the symbols of the lecture; in words where it has none."""
    notation, symbols = context.notation, context.symbols
    if not context.run.path.mistake_driven:
        return "step"
    rate = "" if context.eta == 1 and not notation.always_shows_step else notation.step
    rate = f"2{rate}" if notation.step != r"\eta" else rate
    if context.index is None:
        total = rf"\sum {notation.summand}"
        return f"${product_latex(rate, total)}$"
    label = "" if notation.sign_switched else symbols.label
    return f"${product_latex(rate, label, symbols.point)}$"


def update_sum(plane: DataPlane) -> VectorSum | None:
    """Return the sum of the visited update where the plane shows one."""
    if not plane.shows_update:
        return None
    shown, scale = min(2, plane.run.dataset.dimension), _scale(plane)
    if not plane.run.rule.offset:
        return VectorSum(plane.context, np.zeros(2), scale, shown)
    # Its tail is on the line of the new weights, near the middle of the box. Where the line has no
    # room for the arrows and their names, in a corner, they are apart from it.
    box, score = plane.box, plane.projection.score(plane.now)
    total = VectorSum(plane.context, np.array(box.middle), scale, shown)
    across, up = np.linspace(box.x0, box.x1, _GRID), np.linspace(box.y0, box.y1, _GRID)
    tails = np.column_stack([each.ravel() for each in np.meshgrid(across, up)])
    price = np.full(len(tails), _APART)
    line = score.line(box) if isinstance(score, Affine) and score.constant is None else ((), ())
    if len(line[0]):
        start, end = np.column_stack(line)
        on_line = start + np.linspace(0.08, 0.92, _TAILS)[:, None] * (end - start)
        tails, price = np.vstack([on_line, tails]), np.append(np.zeros(_TAILS), price)
    # Where it is whole, hides no point, and is in the middle.
    away = np.hypot(*(tails - box.middle).T) / box.size
    price += 10 * _outside(box, total, tails) + _hidden(plane, total, tails) + away
    return replace(total, tail=tails[int(price.argmin())])


def _hidden(plane: DataPlane, total: VectorSum, tails: Values) -> Values:
    """Return which share of the arrows lies on points, from each of some tails (m, 2)."""
    old, _, new = total.tips
    ways = ((total.tail, old), (old, new), (total.tail, new))
    on_arrows = np.array([place for way in ways for place in samples(*way, _HIDING)]) - total.tail
    places = tails[:, None, None, :] + on_arrows[:, None, :]
    apart = np.hypot(*np.moveaxis(places - plane.projection.points[:_MOST_HIDDEN], -1, 0))
    return np.asarray((apart.min(axis=2) < _RING * plane.box.size).mean(axis=1))


def _outside(box: PlaneBox, total: VectorSum, tails: Values) -> Values:
    """Return how far tails (m, 2) and tips lie beyond a box with an edge, in sizes of the box."""
    edge = _EDGE * min(box.width, box.height)
    ends = np.array([total.tail, *total.tips]) - total.tail + tails[:, None, :]
    low = np.array([box.x0, box.y0]) + edge - ends
    high = ends - np.array([box.x1, box.y1]) + edge
    return np.asarray((np.maximum(low, 0) + np.maximum(high, 0)).sum(axis=(1, 2)) / box.size)


def _scale(plane: DataPlane) -> float:
    """Return how many times as long as the vectors the arrows of this run are."""
    reach = planar_reach(plane.run)
    longest = math.hypot(max(abs(reach.x0), abs(reach.x1)), max(abs(reach.y0), abs(reach.y1)))
    shorter = min(plane.box.width, plane.box.height)
    least, most = _SHORTEST, _LONGEST
    if plane.run.rule.offset:
        least, most = _SHORTEST_ON_LINE, _LONGEST_ON_LINE
    share = longest / shorter
    if not share or least <= share <= most:
        return 1.0
    return _round_times(most / share) if share < least else 1 / _round_times(share / most, up=True)


def _round_times(factor: float, up: bool = False) -> float:
    """Return the nearest round number that is not larger than a factor from 1, or not smaller."""
    power = 10.0 ** math.floor(math.log10(factor))
    tried = [times * power for times in (*_TIMES, 10)]
    if up:
        return float(min(each for each in tried if each >= factor * (1 - 1e-9)))
    return float(max(each for each in tried if each <= factor * (1 + 1e-9)))


def update_arrows(plane: DataPlane) -> Iterator[Mark]:
    if (found := update_sum(plane)) is not None:
        yield from found.arrows(plane.box)


def update_names(plane: DataPlane, places: TextPlaces) -> Iterator[Text]:
    """Yield what its arrows are called, above all points."""
    if (found := update_sum(plane)) is not None:
        yield from found.names(plane.box, places)


def notes_on_update(plane: DataPlane) -> Iterator[str]:
    """Yield the sum in numbers, or why there is none."""
    if not plane.can_show_update:
        yield _WITHOUT
    elif not plane.context.is_update:
        yield NO_UPDATE
    elif (found := update_sum(plane)) is not None:
        scale = found.scale
        times = f"{scale:g} times as long" if scale > 1 else f"1/{1 / scale:g} as long"
        is_drawn = scale != 1 and any((*found.before, *found.step))
        scaled = f" Arrows are drawn {times} as the vectors." if is_drawn else ""
        yield found.note() + scaled


def samples(start: Place, end: Place, count: int = _SAMPLES) -> list[tuple[float, float]]:
    """Return places on the way from one place to another."""
    shares = np.linspace(0.0, 1.0, count)[:, None]
    return [(x, y) for x, y in (start + shares * (end - start)).tolist()]


def _arrow(key: str, role: Role, start: Place, end: Place) -> Arrow:
    return Arrow(key, role, *start.tolist(), *end.tolist())
