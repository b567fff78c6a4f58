"""Curves, straight lines and areas of a figure as items of its plot.

They are drawn in the coordinates of a plot, with pens that are as wide whatever these are.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from pyqtgraph.functions import arrayToQPath, arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsRectItem

from perceptron_gui.figures.model.marks import (
    Band,
    Line,
    Mark,
    Region,
    RuleLine,
    Steps,
    Values,
)
from perceptron_gui.figures.model.role import Role

from .ink import Ink, brush_of, cosmetic_pen
from .scale import Projection

# How far beyond the range of a figure curves and areas are drawn, in coordinates of the plot.
FAR = 200.0


class OwnItem(QGraphicsRectItem):
    """Base class of custom items; subclasses implement `prepare` and `paint`.

    A rectangle as large as anything is drawn: Qt asks for the bounds often, and so in C++ only.
    """

    def __init__(self) -> None:
        super().__init__(-FAR, -FAR, 2.0 * FAR, 2.0 * FAR)
        self.setPen(Qt.PenStyle.NoPen)

        self.mark: Any = None
        self._seen_in: object = None

    def show_mark(self, mark: Mark, scale: Projection, ink: Ink) -> bool:
        """Show a mark, and tell whether that is anything new to be painted."""
        is_same = mark is self.mark or mark == self.mark
        self.mark = mark  # an equal one need not be looked at point by point once more
        if is_same and (scale, ink) == self._seen_in:
            return False
        self._seen_in = scale, ink
        self.prepare(mark, scale, ink)
        return True

    def show_instead(self, mark: Mark, scale: Projection, ink: Ink) -> None:
        """Show another mark until the mark itself is shown again."""
        self.mark, self._seen_in = mark, None
        self.prepare(mark, scale, ink)

    def prepare(self, mark: Any, scale: Projection, ink: Ink) -> None:
        """Get ready to paint a mark."""
        raise NotImplementedError

    def viewed(self) -> QRectF:
        """Return the box of the plot in pixels of the view."""
        return self.parentItem().parentItem().sceneBoundingRect()


class CurveItem(OwnItem):
    """A line, or steps; pyqtgraph's own item announces and looks up far more than it draws."""

    def prepare(self, mark: Line | Steps, scale: Projection, ink: Ink) -> None:
        """Show a curve; what is far away is cut off."""
        x, y = mark.corners if isinstance(mark, Steps) else (mark.x, mark.y)
        x, y = scale.across(x), scale.up(y, mark.right)
        if len(x) > 1 and np.abs(x).max() <= FAR and np.abs(y).max() <= FAR:
            self._path = QPainterPath()
            self._path.addPolygon(arrayToQPolygonF(x, y))
        else:
            self._path = arrayToQPath(*near_part(x, y), connect="finite")
        self._style, self._scale = ink.style(mark.role), ink.scale

    def paint(self, painter: QPainter, *_: object) -> None:
        ratio = painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(cosmetic_pen(self._style, self._scale, ratio))
        painter.drawPath(self._path)


def near_part(x: Values, y: Values) -> tuple[Values, Values]:
    """Return a curve without what is not finite or far away, with NaN where it is parted.

    Lines that come from far away are cut where they pass into sight (Liang and Barsky 1984).
    """
    finite = np.isfinite(x) & np.isfinite(y)
    if not finite.all():
        x, y = np.where(finite, x, np.nan), np.where(finite, y, np.nan)
    if finite.sum() < 2:
        return np.empty(0), np.empty(0)
    ends = np.column_stack([x[:-1], y[:-1], x[1:], y[1:]])
    ends = ends[np.isfinite(ends).all(axis=1)].reshape(-1, 2, 2)
    if not len(ends) or (np.abs(ends) <= FAR).all():
        return x, y
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        one, other = (-FAR - start) / way, (FAR - start) / way
        first = np.clip(np.fmin(one, other).max(axis=1), 0.0, None)
        last = np.clip(np.fmax(one, other).min(axis=1), None, 1.0)
        seen = first < last
        start, way, first, last = start[seen], way[seen], first[seen, None], last[seen, None]
        one, other = start + first * way, start + last * way
    parted = np.stack([one, other, np.full_like(one, np.nan)], axis=1).reshape(-1, 2)
    return parted[:, 0], parted[:, 1]


class RuleItem(OwnItem):
    """A straight line right across the plot."""

    def prepare(self, mark: RuleLine, scale: Projection, ink: Ink) -> None:
        """Show a line; nowhere if its place is no number."""
        self._ink = ink
        at = float(scale.across(mark.at) if mark.vertical else scale.up(mark.at))
        self.setVisible(abs(at) <= FAR)
        self._at = QPointF(at, at)

    def paint(self, painter: QPainter, *_: object) -> None:
        box, place = self.viewed(), painter.transform().map(self._at)
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._ink.pen(self._ink.style(self.mark.role)))
        if self.mark.vertical:
            painter.drawLine(QLineF(place.x(), box.bottom(), place.x(), box.top()))
        else:
            painter.drawLine(QLineF(box.left(), place.y(), box.right(), place.y()))


_SIDES = (Role.NEGATIVE_SIDE, Role.POSITIVE_SIDE)  # between which there is a line
# Qt takes ten times as long to fill one path of a thousand corners as many of a few.
_LONGEST = 50
_MOST_SMOOTH = 43  # elements of the path around a band with smooth edges


class AreaItem(OwnItem):
    """A region, or a band between two curves."""

    def prepare(self, mark: Region | Band, scale: Projection, ink: Ink) -> None:
        self._style, self._scale = ink.style(mark.role), ink.scale
        self._has_outline = isinstance(mark, Region) and self._style.width > 0
        if isinstance(mark, Region):
            rings = [(scale.across(x), scale.up(y)) for x, y in mark.rings]
            self._paths = [rings_path(rings)]
            # Where two areas touch, smooth edges would leave a seam.
            self.is_smooth = mark.role not in _SIDES
        else:
            lower, upper = (scale.up(side, mark.right) for side in (mark.lower, mark.upper))
            self._paths = band_paths(scale.across(mark.x), lower, upper)
            elements = [path.elementCount() for path in self._paths]
            self.is_smooth = len(elements) == 1 and elements[0] <= _MOST_SMOOTH

    def paint(self, painter: QPainter, *_: object) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.is_smooth)
        for path in self._paths:
            if self._style.fill:
                painter.fillPath(path, brush_of(self._style))
            if self._has_outline:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                ratio = painter.device().devicePixelRatioF()
                painter.strokePath(path, cosmetic_pen(self._style, self._scale, ratio))


def rings_path(rings: list[tuple[Values, Values]]) -> QPainterPath:
    """Return one path of all rings (m,), (m,); a ring inside an odd number of others is a hole."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for x, y in rings:
        if np.isfinite(x).all() and np.isfinite(y).all():
            _add_ring(path, np.clip(x, -FAR, FAR), np.clip(y, -FAR, FAR))
    return path


def _add_ring(path: QPainterPath, x: Values, y: Values) -> None:
    path.addPolygon(arrayToQPolygonF(x, y))
    path.closeSubpath()


def band_paths(x: Values, lower: Values, upper: Values) -> list[QPainterPath]:
    """Return the area between two curves (m,) in pieces side by side, without those of NaN."""
    good = np.isfinite(x) & ~np.isnan(lower) & ~np.isnan(upper)
    runs = [[0, len(x)]]
    if not good.all():
        edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(int)))
        runs = edges.reshape(-1, 2).tolist()
    # Beyond the plot is far enough for what has no end.
    x, lower, upper = (np.clip(values, -FAR, FAR) for values in (x, lower, upper))
    paths = []
    for start, stop in runs:
        cuts = [*range(start, stop - 1, _LONGEST), stop - 1]
        for first, last in pairwise(cuts):
            part = slice(first, last + 1)
            around = np.concatenate([x[part], x[part][::-1]])
            paths.append(QPainterPath())
            _add_ring(paths[-1], around, np.concatenate([lower[part], upper[part][::-1]]))
    return paths
