"""Geometry of the plane: the box that a figure shows, lines cut to it, polygons and hulls."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.figure import Axis, Figure, Reserve
from perceptron_gui.figures.model.marks import Line, Mark, Values
from perceptron_gui.figures.model.role import Role

# Corners (m, 2) in order around a convex shape.
Polygon = NDArray[np.float64]
# x and y of a curve, of several with NaN between them, or of rings.
Path = tuple[Values, Values]

NOWHERE: Path = (np.empty(0), np.empty(0))
# Spreads below this share of the coordinates are only rounding.
_LEAST_SPREAD = 1e-9
# Beyond so many points, those that are surely inside their hull are left out first.
_MANY = 64
_ARC_STEPS = 60


@dataclass(frozen=True)
class PlaneBox:
    """What a figure shows of the plane."""

    x0: float
    x1: float
    y0: float
    y1: float

    @classmethod
    def around(cls, points: NDArray[np.float64]) -> PlaneBox:
        """Return the smallest box that holds points (n, 2)."""
        columns = np.ascontiguousarray(points.T)  # far faster than row by row
        (x0, y0), (x1, y1) = columns.min(axis=1).tolist(), columns.max(axis=1).tolist()
        return cls(x0, x1, y0, y1)

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def size(self) -> float:
        return max(self.width, self.height)

    @property
    def middle(self) -> tuple[float, float]:
        return self.x0 / 2 + self.x1 / 2, self.y0 / 2 + self.y1 / 2

    @property
    def corners(self) -> Polygon:
        """The four corners, counterclockwise from the lower left."""
        x0, x1, y0, y1 = self.x0, self.x1, self.y0, self.y1
        return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies inside or on the edge."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def with_point(self, x: float, y: float) -> PlaneBox:
        return PlaneBox(min(self.x0, x), max(self.x1, x), min(self.y0, y), max(self.y1, y))

    def with_near(self, places: Iterable[tuple[float, float]], most: float) -> PlaneBox:
        """Return a box that holds some places too, but none that makes it larger than that."""
        box = self
        for x, y in places:
            larger = box.with_point(x, y)
            box = larger if larger.size <= most else box
        return box

    def framed(self, padding: float, aspect: float) -> PlaneBox:
        """Return it with room on every side, and widened to this width over height."""
        reach = max(abs(self.x0), abs(self.x1), abs(self.y0), abs(self.y1))
        size = self.size if self.size > _LEAST_SPREAD * reach else reach or 1.0
        width, height = self.width + 2 * padding * size, self.height + 2 * padding * size
        width, height = max(width, height * aspect), max(height, width / aspect)
        x, y = self.middle
        return PlaneBox(x - width / 2, x + width / 2, y - height / 2, y + height / 2)


class Division(NamedTuple):
    """What a score makes of a box: its line, and the rings around both sides."""

    line: Path
    positive: Path
    negative: Path


@dataclass(frozen=True)
class Affine:
    """s(x, y) = a·x + b·y + c, a score that is 0 on a straight line."""

    a: float
    b: float
    c: float

    def __neg__(self) -> Affine:
        return Affine(-self.a, -self.b, -self.c)

    @property
    def constant(self) -> float | None:
        """The score where it is the same everywhere, so that there is no line."""
        return self.c if self.a == 0 and self.b == 0 else None

    def above(self, level: float) -> Affine:
        return Affine(self.a, self.b, self.c - level)

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the place of the line s = 0 that is nearest to a place; there has to be a line."""
        share = (self.a * x + self.b * y + self.c) / (self.a**2 + self.b**2)
        return x - share * self.a, y - share * self.b

    def line(self, box: PlaneBox) -> Path:
        """Return the two ends of the line s = 0 in a box; nothing where it misses the box."""
        if self.constant is not None:
            return NOWHERE
        if abs(self.b) < abs(self.a):
            y, x = Affine(self.b, self.a, self.c).line(PlaneBox(box.y0, box.y1, box.x0, box.x1))
            return x, y
        ys = [-(self.a / self.b) * x - self.c / self.b for x in (box.x0, box.x1)]
        if max(ys) < box.y0 or min(ys) > box.y1:
            return NOWHERE
        ends = [self._end(x, y, box) for x, y in zip((box.x0, box.x1), ys, strict=True)]
        if ends[0] == ends[1]:  # it only touches a corner
            return NOWHERE
        return np.array([x for x, _ in ends]), np.array([y for _, y in ends])

    def _end(self, x: float, y: float, box: PlaneBox) -> tuple[float, float]:
        """Return an end at a side, or at the bottom or top where the line leaves before it."""
        if box.y0 <= y <= box.y1:
            return x, y
        y = min(max(y, box.y0), box.y1)
        return min(max(-(self.b * y + self.c) / self.a, box.x0), box.x1), y

    def side(self, box: PlaneBox) -> Path:
        """Return the ring around the part of a box where s > 0."""
        return ring(cut(box.corners, self))

    def divide(self, box: PlaneBox) -> Division:
        return Division(self.line(box), self.side(box), (-self).side(box))

    def beyond(self, box: PlaneBox, level: float, side: int) -> Path:
        """Return the rings around s ≥ level, or s ≤ level for the side −1."""
        above = self.above(level)
        return (above if side > 0 else -above).side(box)

    def band(self, box: PlaneBox, reach: float) -> Path:
        """Return the ring around the part of a box where |s| < reach."""
        return ring(cut(cut(box.corners, self.above(-reach)), -self.above(reach)))


def cut(polygon: Polygon, side: Affine) -> Polygon:
    """Return the part of a convex polygon where s ≥ 0; no corners where there is none."""
    if not len(polygon):
        return polygon
    # A few corners take numpy far longer than Python.
    around = [(x, y, side.a * x + side.b * y + side.c) for x, y in polygon.tolist()]
    if all(score >= 0 for _, _, score in around):
        return polygon
    corners: list[tuple[float, float]] = []
    for (x, y, score), (x1, y1, score1) in zip(around, [*around[1:], around[0]], strict=True):
        if score >= 0:
            corners.append((x, y))
        if (score >= 0) != (score1 >= 0):
            share = score / (score - score1)
            corners.append((x + share * (x1 - x), y + share * (y1 - y)))
    return np.array(corners).reshape(-1, 2)


def common_part(polygon: Polygon, normals: Polygon, constants: Values) -> Polygon:
    """Return the part of a convex polygon where ⟨normal, p⟩ + constant ≥ 0 for all (n,).

    Whatever is violated most is cut off first, so that few of many half-planes are ever cut.
    """
    for _ in range(len(normals)):
        lowest = (polygon @ normals.T + constants).min(axis=0)
        worst = int(lowest.argmin())
        if lowest[worst] >= 0:
            break
        a, b = normals[worst].tolist()
        smaller = cut(polygon, Affine(a, b, float(constants[worst])))
        if not len(smaller) or np.array_equal(smaller, polygon):
            return smaller
        polygon = smaller
    return polygon


def area(polygon: Polygon) -> float:
    """Return the area within corners (m, 2) that go counterclockwise."""
    x, y = ring(polygon - polygon[:1])
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def ring(polygon: Polygon) -> Path:
    """Return the x and y of corners (m, 2)."""
    return polygon[:, 0], polygon[:, 1]


def hull(points: Polygon) -> Polygon:
    """Return the corners (m, 2) of the hull of points (n, 2), counterclockwise; two of a line."""
    outer = _without_inner(points) if len(points) > _MANY else points
    distinct = np.unique(outer, axis=0)  # sorted by x, then by y
    if len(distinct) < 3:
        return distinct
    lower, upper = _chain(distinct), _chain(distinct[::-1])
    return np.array(lower[:-1] + upper[:-1])


def closed(polygon: Polygon) -> Path:
    """Return the line around corners, or between two of them."""
    x, y = ring(polygon)
    return (np.append(x, x[:1]), np.append(y, y[:1])) if len(polygon) > 2 else (x, y)


def joined(paths: Iterable[Path]) -> Path:
    """Return several paths as one with breaks; empty ones are left out."""
    seen = [path for path in paths if len(path[0])]
    if not seen:
        return NOWHERE
    x, y = (np.concatenate([np.append(path[axis], np.nan) for path in seen]) for axis in (0, 1))
    return x[:-1], y[:-1]


def _chain(points: Polygon) -> list[list[float]]:
    """Return the corners of one half of the hull (Andrew's monotone chain)."""
    chain: list[list[float]] = []
    for x, y in points.tolist():
        while len(chain) > 1:
            (x0, y0), (x1, y1) = chain[-2:]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0:  # it turns left
                break
            chain.pop()
        chain.append([x, y])
    return chain


def _without_inner(points: Polygon) -> Polygon:
    """Return points that are not strictly inside the hull of the extremes in sixteen directions."""
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    x, y = np.ascontiguousarray(points.T)  # far faster than row by row
    ways = zip(np.cos(angles).tolist(), np.sin(angles).tolist(), strict=True)
    extremes = [int((across * x + up * y).argmax()) for across, up in ways]
    corners = hull(points[np.unique(extremes)])
    if len(corners) < 3:
        return points
    inside = np.ones(len(x), dtype=bool)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        inside &= (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0
    return points[~inside]


def arc(centre: Values, start: Values, end: Values, radius: float) -> Path:
    """Return the arc around a place (2,) from one direction (2,) to another, the short way."""
    first = math.atan2(start[1], start[0])
    way = math.remainder(math.atan2(end[1], end[0]) - first, math.tau)
    turn = np.linspace(first, first + way, _ARC_STEPS)
    return centre[0] + radius * np.cos(turn), centre[1] + radius * np.sin(turn)


def right_angle(key: str, foot: Values, one: Values, other: Values) -> Line:
    """Return the sign of a right angle at a place (2,), with these two sides (2,)."""
    x, y = np.stack([foot + one, foot + one + other, foot + other]).T
    return Line(key, Role.ANGLE, x, y)


def plane_figure(
    name: str,
    labels: Sequence[str],
    box: PlaneBox,
    marks: Iterable[Mark] = (),
    title: str = "",
    notes: Iterable[str] = (),
    reserve: Reserve | None = None,
    bare: bool = False,
) -> Figure:
    """Return a figure of what a box shows of the plane; a unit is as long on both axes."""
    across = Axis(labels[0], range=(box.x0, box.x1))
    up = Axis(labels[1], range=(box.y0, box.y1))
    return Figure(
        name,
        across,
        up,
        tuple(marks),
        title=title,
        notes=tuple(notes),
        equal=True,
        bare=bare,
        reserve=reserve,
    )
