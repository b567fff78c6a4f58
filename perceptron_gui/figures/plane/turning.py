"""The line on its way from one visit to the next, for screens only: no figure of a visit has it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Line, Mark, Points, Region, Text, Values

from .box import Affine, PlaneBox
from .data_plane import WEIGHTS
from .line import NOW, PROBABILITY, WEIGHTS_NAME
from .text_places import anchor_beyond

_POINTS, _LINE, _SIDES = "points", "line", ("positive side", "negative side")
_STILL = 1e-9  # an angle, or a share of the box, that nobody sees


@dataclass(frozen=True)
class Pose:
    """How a line lies: the angle of its normal, to the side of +1, and its offset along that.

    The offset is counted from the middle of the box: about there a line turns.
    """

    angle: float
    offset: float


@dataclass(frozen=True, eq=False)
class Turn:
    """Two figures of the same part of the plane, each with a straight line."""

    before: Figure
    after: Figure
    box: PlaneBox
    poses: tuple[Pose, Pose]

    def marks(self, share: float) -> list[Mark]:
        """Return what to show instead after a share of the way."""
        start, end = self.poses
        way = math.remainder(end.angle - start.angle, math.tau)
        angle = start.angle + share * way
        offset = start.offset + share * (end.offset - start.offset)
        turned = self._turned(angle, offset, share)
        return turned if share else [*turned, *self._points_before()]

    def _points_before(self) -> Iterator[Points]:
        """Yield the points filled as before: their fills change when the line has arrived."""
        before, after = self.before.mark(_POINTS), self.after.mark(_POINTS)
        assert isinstance(before, Points) and isinstance(after, Points)
        if np.array_equal(before.index, after.index):  # of a crowd others may be seen
            for mark in _those(self.after, (_POINTS, "visited points")):
                assert isinstance(mark, Points)
                known = before.predicted[np.searchsorted(before.index, mark.index)]
                yield replace(mark, predicted=known)

    def _turned(self, angle: float, offset: float, share: float) -> list[Mark]:
        normal = np.array([math.cos(angle), math.sin(angle)])
        a, b = normal.tolist()
        score = Affine(a, b, -float(normal @ self.box.middle) - offset)
        found: list[Mark] = []
        for mark in _those(self.after, (_LINE, *_SIDES)):
            if isinstance(mark, Line):
                x, y = score.line(self.box)
                found.append(replace(mark, x=x, y=y))
            elif isinstance(mark, Region):
                side = score if mark.key == _SIDES[0] else -score
                x, y = side.side(self.box)
                found.append(replace(mark, x=x, y=y))
        return found + self._arrow(normal, score, share)

    def _arrow(self, normal: Values, score: Affine, share: float) -> list[Mark]:
        """Return the arrow on the line, as long and as far along it as is on the way."""
        ends = [_ends(figure) for figure in (self.before, self.after)]
        if ends[0] is None or ends[1] is None or self.after.has(NOW):
            return []
        (foot0, tip0), (foot1, tip1) = ends[0], ends[1]
        x, y = (foot0 + share * (foot1 - foot0)).tolist()
        foot = np.array(score.nearest(x, y))
        lengths = np.hypot(*(tip0 - foot0)), np.hypot(*(tip1 - foot1))
        tip = foot + (lengths[0] + share * (lengths[1] - lengths[0])) * normal
        return [
            moved
            for mark in _those(self.after, (WEIGHTS, WEIGHTS_NAME))
            if (moved := with_ends(mark, np.stack([foot, tip]))) is not mark
        ]


def turn_between(before: Figure, after: Figure) -> Turn | None:
    """Return how the line turns from a figure to the next; None where nothing is to be seen."""
    ranges = before.x.range, before.y.range
    if before.name != after.name or ranges != (after.x.range, after.y.range) or None in ranges:
        return None
    assert after.x.range is not None and after.y.range is not None
    box = PlaneBox(*after.x.range, *after.y.range)
    if any(figure.has(_LINE) and not _is_straight(figure) for figure in (before, after)):
        return None
    if any(mark.key.startswith(PROBABILITY) for mark in after.marks):  # its shades do not turn
        return None
    start, end = pose_of(before, box), pose_of(after, box)
    if start is None or end is None:
        return None
    turned = abs(math.remainder(end.angle - start.angle, math.tau))
    moved = abs(end.offset - start.offset) / box.size
    if max(turned, moved) < _STILL:
        return None
    return Turn(before, after, box, (start, end))


def pose_of(figure: Figure, box: PlaneBox) -> Pose | None:
    """Return how the straight line of a figure lies; None where there is none."""
    if not _is_straight(figure):
        return None
    line = figure.mark(_LINE)
    assert isinstance(line, Line)
    start, end = np.column_stack([line.x, line.y])
    along = (end - start) / np.hypot(*(end - start))
    normal = np.array([-along[1], along[0]])
    ends_of_arrow, toward = _ends(figure), None
    side = figure.mark(_SIDES[0]) if figure.has(_SIDES[0]) else None
    if isinstance(side, Region):  # a place where +1 is predicted
        toward = np.array([np.nanmean(side.x), np.nanmean(side.y)])
    elif ends_of_arrow is not None:
        toward = ends_of_arrow[1]
    if toward is not None and float(normal @ (toward - start)) < 0:
        normal = -normal
    return Pose(math.atan2(normal[1], normal[0]), float(normal @ (start - np.array(box.middle))))


def with_arrow(figure: Figure, ends: Values) -> Figure:
    """Return a figure with the arrow of the weights from foot to tip (2, 2), and its name there."""
    return replace(figure, marks=tuple(with_ends(mark, ends) for mark in figure.marks))


def with_ends(mark: Mark, ends: Values) -> Mark:
    """Return the arrow of the weights, or its name, for another foot and tip (2, 2)."""
    (x0, y0), (x1, y1) = ends.tolist()
    if isinstance(mark, Arrow) and mark.key == WEIGHTS:
        return replace(mark, x0=x0, y0=y0, x1=x1, y1=y1)
    if isinstance(mark, Text) and mark.key == WEIGHTS_NAME:
        return replace(mark, x=x1, y=y1, anchor=anchor_beyond(x1 - x0, y1 - y0))
    return mark


def _those(figure: Figure, keys: tuple[str, ...]) -> list[Mark]:
    return [mark for mark in figure.marks if mark.key in keys]


def _is_straight(figure: Figure) -> bool:
    line = figure.mark(_LINE) if figure.has(_LINE) else None
    return isinstance(line, Line) and len(line.x) == 2


def _ends(figure: Figure) -> tuple[Values, Values] | None:
    """Return foot and tip of the arrow, each (2,)."""
    arrow = figure.mark(WEIGHTS) if figure.has(WEIGHTS) else None
    if not isinstance(arrow, Arrow):
        return None
    return np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1])
