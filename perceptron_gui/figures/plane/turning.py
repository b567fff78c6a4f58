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

_LINE, _SIDES = "line", ("positive side", "negative side")
_STILL = 1e-9  # an angle, or a share of the box, that nobody sees


@dataclass(frozen=True, eq=False)
class Turn:
    """Two figures of the same part of the plane, each with a straight line.

    A line lies at the angle of its normal, to the side of +1, and at an offset along that from
    the middle of the box: about there it turns.
    """

    before: Figure
    after: Figure
    box: PlaneBox
    start: tuple[float, float]
    way: tuple[float, float]

    def marks(self, share: float) -> list[Mark]:
        """Return what to show instead after a share of the way."""
        angle, offset = (a + share * b for a, b in zip(self.start, self.way, strict=True))
        normal = np.array([math.cos(angle), math.sin(angle)])
        middle = float(normal @ self.box.middle)
        score = Affine(math.cos(angle), math.sin(angle), -middle - offset)
        sides = {_LINE: score.line, _SIDES[0]: score.side, _SIDES[1]: (-score).side}
        arrow, found = self._arrow(normal, score, share), list[Mark]()
        for mark in self.after.marks:
            if isinstance(mark, Line | Region) and mark.key in sides:
                x, y = sides[mark.key](self.box)
                found.append(replace(mark, x=x, y=y))
            elif arrow is not None and mark.key in (WEIGHTS, WEIGHTS_NAME):
                found.append(with_ends(mark, arrow))
            elif not share and isinstance(mark, Points):
                found += self._filled_before(mark)
        return found

    def _filled_before(self, mark: Points) -> Iterator[Points]:
        """Yield points filled as before: their fills change when the line has arrived."""
        before, after = self.before.mark("points"), self.after.mark("points")
        assert isinstance(before, Points) and isinstance(after, Points)
        if np.array_equal(before.index, after.index):  # of a crowd others may be seen
            known = before.predicted[np.searchsorted(before.index, mark.index)]
            yield replace(mark, predicted=known)

    def _arrow(self, normal: Values, score: Affine, share: float) -> Values | None:
        """Return foot and tip of the arrow, as long and as far along the line as on the way."""
        one, other = _ends(self.before), _ends(self.after)
        if one is None or other is None or self.after.has(NOW):
            return None
        near = one[0] + share * (other[0] - one[0])
        foot = np.array(score.nearest(*near.tolist()))
        first, last = (float(np.hypot(*(tip - start))) for start, tip in (one, other))
        return np.stack([foot, foot + (first + share * (last - first)) * normal])


def turn_between(before: Figure, after: Figure) -> Turn | None:
    """Return how the line turns from a figure to the next; None where nothing is to be seen."""
    ranges = before.x.range, before.y.range
    if before.name != after.name or ranges != (after.x.range, after.y.range) or None in ranges:
        return None
    assert after.x.range is not None and after.y.range is not None
    if any(mark.key.startswith(PROBABILITY) for mark in after.marks):  # its shades do not turn
        return None
    box = PlaneBox(*after.x.range, *after.y.range)
    start, end = pose_of(before, box), pose_of(after, box)
    if start is None or end is None:
        return None
    way = math.remainder(end[0] - start[0], math.tau), end[1] - start[1]
    if max(abs(way[0]), abs(way[1]) / box.size) < _STILL:
        return None
    return Turn(before, after, box, start, way)


def pose_of(figure: Figure, box: PlaneBox) -> tuple[float, float] | None:
    """Return angle and offset of the straight line of a figure; None where there is none."""
    line = figure.mark(_LINE) if figure.has(_LINE) else None
    if not isinstance(line, Line) or len(line.x) != 2:
        return None
    start, end = np.column_stack([line.x, line.y])
    along = (end - start) / np.hypot(*(end - start))
    normal = np.array([-along[1], along[0]])
    arrow, toward = _ends(figure), None
    side = figure.mark(_SIDES[0]) if figure.has(_SIDES[0]) else None
    if isinstance(side, Region):  # a place where +1 is predicted
        toward = np.array([np.nanmean(side.x), np.nanmean(side.y)])
    elif arrow is not None:
        toward = arrow[1]
    if toward is not None and float(normal @ (toward - start)) < 0:
        normal = -normal
    return math.atan2(normal[1], normal[0]), float(normal @ (start - np.array(box.middle)))


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


def _ends(figure: Figure) -> Values | None:
    """Return foot and tip (2, 2) of the arrow."""
    arrow = figure.mark(WEIGHTS) if figure.has(WEIGHTS) else None
    if not isinstance(arrow, Arrow):
        return None
    return np.array([[arrow.x0, arrow.y0], [arrow.x1, arrow.y1]])
