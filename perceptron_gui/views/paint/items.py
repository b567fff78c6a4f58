"""The marks of a figure as items of pyqtgraph, in the coordinates of a plot.

Curves are pyqtgraph's own. Markers, heads of arrows and words have a size in pixels, whatever the
coordinates: these items paint in the pixels of the view.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import pyqtgraph as pg
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF, QTransform

from perceptron_gui.figures.model.marks import (
    Arrow,
    Band,
    Dots,
    Line,
    Mark,
    Points,
    Region,
    RuleLine,
    Steps,
    Text,
    Values,
)
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style

from .ink import Ink, RichText, brush_of
from .markers import Marker, Stamped, painted_once
from .scale import PlotScale

# How far beyond the range of a figure curves and areas are drawn, in coordinates of the plot.
FAR = 200.0


class MarkItem(Protocol):
    """An item that shows one mark after another."""

    mark: Any

    def show_mark(self, mark: Any, scale: PlotScale, ink: Ink) -> None:
        """Show a mark in the coordinates of a plot."""


class CurveItem(pg.PlotCurveItem):  # type: ignore[misc]
    """A line, or steps."""

    def __init__(self) -> None:
        super().__init__(antialias=True, connect="finite")

    def show_mark(self, mark: Line | Steps, scale: PlotScale, ink: Ink) -> None:
        """Show a curve; what is far away is cut off."""
        self.mark = mark
        x, y = mark.corners if isinstance(mark, Steps) else (mark.x, mark.y)
        x, y = near_part(scale.across(x), scale.up(y, mark.right))
        self.setData(x, y, pen=ink.pen(ink.style(mark.role)))

    def boundingRect(self) -> QRectF:
        """Return all that is seen; to look for the ends of the curve would take longer."""
        rect: QRectF = self.getViewBox().viewRect()
        return rect


def near_part(x: Values, y: Values) -> tuple[Values, Values]:
    """Return a curve without what is not finite or far away, with NaN where it is parted.

    Lines that come from far away are cut where they pass into sight (Liang and Barsky 1984).
    """
    if len(x) > 1 and np.abs(x).max() <= FAR and np.abs(y).max() <= FAR:
        return x, y
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


class RuleItem(pg.InfiniteLine):  # type: ignore[misc]
    """A straight line right across the plot."""

    def show_mark(self, mark: RuleLine, scale: PlotScale, ink: Ink) -> None:
        """Show a line; nowhere if its place is no number."""
        self.mark = mark
        at = float(scale.across(mark.at) if mark.vertical else scale.up(mark.at))
        self.setVisible(abs(at) <= FAR)
        if abs(at) <= FAR:
            self.setAngle(90 if mark.vertical else 0)
            self.setPos(at)
        self.setPen(ink.pen(ink.style(mark.role)))


class OwnItem(pg.GraphicsObject):  # type: ignore[misc]
    """An item that paints itself; those who inherit it say how."""

    def viewed(self) -> QRectF:
        """Return the box of the plot in pixels of the view."""
        rect: QRectF = self.getViewBox().sceneBoundingRect()
        return rect

    def boundingRect(self) -> QRectF:
        """Return all that is seen."""
        rect: QRectF = self.getViewBox().viewRect()
        return rect


_SIDES = (Role.NEGATIVE_SIDE, Role.POSITIVE_SIDE)  # between which there is a line
# Qt takes ten times as long to fill one path of a thousand corners as many of a few.
_LONGEST = 20


class AreaItem(OwnItem):
    """A region, or a band between two curves."""

    def show_mark(self, mark: Region | Band, scale: PlotScale, ink: Ink) -> None:
        """Show an area."""
        self.mark, self._style = mark, ink.style(mark.role)
        self._pen, self._brush = ink.pen(self._style), brush_of(self._style)
        if isinstance(mark, Region):
            rings = [(scale.across(x), scale.up(y)) for x, y in mark.rings]
            self._paths = [rings_path(rings)]
            # Where two areas touch, smooth edges would leave a seam.
            self._is_smooth = mark.role not in _SIDES
        else:
            x, lower, upper = scale.across(mark.x), scale.up(mark.lower), scale.up(mark.upper)
            self._paths = band_paths(x, lower, upper)
            self._is_smooth = len(self._paths) == 1
            self._pen.setStyle(Qt.PenStyle.NoPen)

    def paint(self, painter: QPainter, *_: object) -> None:
        """Fill the area, and draw its outline."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._is_smooth)
        for path in self._paths:
            if self._style.fill:
                painter.fillPath(path, self._brush)
            if self._pen.style() != Qt.PenStyle.NoPen:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.strokePath(path, self._pen)


def rings_path(rings: list[tuple[Values, Values]]) -> QPainterPath:
    """Return one path of all rings (m,), (m,); a ring inside an odd number of others is a hole."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for x, y in rings:
        if np.isfinite(x).all() and np.isfinite(y).all():
            path.addPolygon(arrayToQPolygonF(np.clip(x, -FAR, FAR), np.clip(y, -FAR, FAR)))
            path.closeSubpath()
    return path


def band_paths(x: Values, lower: Values, upper: Values) -> list[QPainterPath]:
    """Return the area between two curves (m,) in pieces side by side, without those of NaN."""
    good = np.isfinite(x) & ~np.isnan(lower) & ~np.isnan(upper)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(int)))
    paths = []
    for start, stop in edges.reshape(-1, 2):
        cuts = [*range(start, stop - 1, _LONGEST), stop - 1]
        for first, last in pairwise(cuts):
            part = slice(first, last + 1)
            around = np.concatenate([x[part], x[part][::-1]])
            # Beyond the plot is far enough for what has no end.
            sides = np.clip(np.concatenate([lower[part], upper[part][::-1]]), -FAR, FAR)
            paths.append(rings_path([(around, sides)]))
    return paths


_CLASSES = {-1: Role.NEGATIVE, 0: Role.UNDECIDED, 1: Role.POSITIVE}
_CROWD = 300  # markers that are painted once and then shown as a picture
_EDGE = 1e-6  # pixels


class MarkersItem(OwnItem):
    """Points of both classes, or dots of one role."""

    _placed: list[Stamped]
    _picture: QPixmap | None

    def show_mark(self, mark: Points | Dots, scale: PlotScale, ink: Ink) -> None:
        """Show markers, one kind after another."""
        self.mark = mark
        self._placed_for: object = None
        if isinstance(mark, Dots):
            marker = Marker(ink.style(mark.role), ink.scale)
            self._groups = [(marker, scale.across(mark.x), scale.up(mark.y, mark.right))]
            return
        x, y = scale.across(mark.x), scale.up(mark.y)
        self._groups = []
        for truth in (-1, 1):
            for predicted in (-1, 0, 1):
                chosen = (mark.truth == truth) & (mark.predicted == predicted)
                fill = ink.style(_CLASSES[predicted]).fill
                marker = Marker(replace(ink.style(_CLASSES[truth]), fill=fill), ink.scale)
                self._groups.append((marker, x[chosen], y[chosen]))

    def paint(self, painter: QPainter, *_: object) -> None:
        """Paint the markers in sight; a crowd of them only once."""
        box, transform = self.viewed(), painter.transform()
        ratio = painter.device().devicePixelRatioF()
        place = transform.m11(), transform.m22(), transform.dx(), transform.dy(), box, ratio
        if place != self._placed_for:
            self._placed_for = place
            self._placed = self._in_box(transform, box, ratio)
            is_crowd = sum(len(x) for _, x, _ in self._groups) >= _CROWD
            self._picture = painted_once(self._placed, box.size(), ratio) if is_crowd else None
        painter.resetTransform()
        painter.translate(box.topLeft())
        if self._picture is not None:
            painter.drawPixmap(QPointF(0.0, 0.0), self._picture)
            return
        for stamped in self._placed:
            stamped.paint(painter)

    def _in_box(self, transform: QTransform, box: QRectF, ratio: float) -> list[Stamped]:
        """Return the markers whose places lie in the box, edges included, in its pixels."""
        found = []
        for marker, x, y in self._groups:
            across = transform.m11() * x + transform.dx() - box.left()
            down = transform.m22() * y + transform.dy() - box.top()
            inside = (across >= -_EDGE) & (across <= box.width() + _EDGE)
            inside &= (down >= -_EDGE) & (down <= box.height() + _EDGE)
            if inside.any():
                found.append(Stamped(marker, across[inside], down[inside], ratio))
        return found


class ArrowItem(OwnItem):
    """An arrow whose head has a size in pixels."""

    def show_mark(self, mark: Arrow, scale: PlotScale, ink: Ink) -> None:
        """Show an arrow."""
        self.mark, self._ink = mark, ink
        x, y = scale.across([mark.x0, mark.x1]), scale.up([mark.y0, mark.y1])
        self._ends = np.clip(np.column_stack([x, y]), -FAR, FAR)

    def paint(self, painter: QPainter, *_: object) -> None:
        """Paint the line and the head."""
        if np.isfinite(self._ends).all():
            start, tip = (painter.transform().map(QPointF(*end)) for end in self._ends.tolist())
            painter.resetTransform()
            draw_arrow(painter, start, tip, self._ink.style(self.mark.role), self._ink)


# The head: its length in points and line widths, and half its width over that.
_HEAD, _HEAD_PER_WIDTH, _SLENDER = 3.5, 2.2, 0.38


def draw_arrow(painter: QPainter, start: QPointF, tip: QPointF, style: Style, ink: Ink) -> None:
    """Draw an arrow between two pixels; without a length there is none."""
    length = QLineF(start, tip).length()
    if not length > 0:
        return
    head = min((_HEAD + _HEAD_PER_WIDTH * style.width) * ink.scale, length)
    back = (start - tip) * (head / length)
    aside = QPointF(-back.y(), back.x()) * _SLENDER
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(ink.pen(style))
    # The line ends inside the head, which would not be pointed otherwise.
    painter.drawLine(QLineF(start, tip + back * 0.7))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush_of(replace(style, fill=style.color, opacity=1.0)))
    painter.drawPolygon(QPolygonF([tip, tip + back + aside, tip + back * 0.8, tip + back - aside]))


_GAP = 0.4  # between a text and its place, in font sizes
_ALIGN = {"w": "left", "e": "right"}


class TextItem(OwnItem):
    """Words at a place, moved into the box where they would reach out of it."""

    def show_mark(self, mark: Text, scale: PlotScale, ink: Ink) -> None:
        """Show a text."""
        self.mark, self._ink = mark, ink
        self._at = float(scale.across(mark.x)), float(scale.up(mark.y))
        self._text: RichText | None = None
        self._text_for = 0.0

    def paint(self, painter: QPainter, *_: object) -> None:
        """Write the words, if their place is in sight."""
        box, mark = self.viewed(), self.mark
        if mark.in_axes:
            x, y = mark.x * box.width(), (1.0 - mark.y) * box.height()
        elif np.isfinite(self._at).all():
            place = painter.transform().map(QPointF(*self._at)) - box.topLeft()
            x, y = place.x(), place.y()
            if not box.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE).contains(place + box.topLeft()):
                return
        else:
            return
        text, gap = self._broken_for(box.width()), _GAP * self._ink.em
        left = x + _aside(mark.anchor, "w", "e", text.width, gap)
        top = y + _aside(mark.anchor, "n", "s", text.height, gap)
        painter.resetTransform()
        painter.translate(box.topLeft())
        left, top = (
            _within(left, box.width() - text.width),
            _within(top, box.height() - text.height),
        )
        text.paint(painter, left, top)

    def _broken_for(self, width: float) -> RichText:
        if self._text is None or self._text_for != width:
            mark, ink = self.mark, self._ink
            align = _ALIGN.get(mark.anchor[-1], "center")
            color, font = ink.style(mark.role).color, ink.font(mark.scale)
            self._text, self._text_for = RichText(mark.text, font, color, width, align), width
        return self._text


def _aside(anchor: str, before: str, after: str, length: float, gap: float) -> float:
    """Return how far from its place a text begins, whose anchor names one of two sides or none."""
    if before in anchor:
        return gap
    return -gap - length if after in anchor else -length / 2


def _within(at: float, last: float) -> float:
    return max(0.0, min(at, last))


_ITEMS: dict[type, type] = {
    Line: CurveItem,
    Steps: CurveItem,
    RuleLine: RuleItem,
    Region: AreaItem,
    Band: AreaItem,
    Points: MarkersItem,
    Dots: MarkersItem,
    Arrow: ArrowItem,
    Text: TextItem,
}


class ShownMark:
    """A mark with the item that shows it, which is told only what is new."""

    def __init__(self, mark: Mark, scale: PlotScale, ink: Ink) -> None:
        self.item: Any = _ITEMS[type(mark)]()
        self._alike = mark  # equal to the mark; once more it need not be looked at point by point
        self._seen_in = scale, ink
        self.item.show_mark(mark, scale, ink)

    @property
    def mark(self) -> Mark:
        """The mark."""
        mark: Mark = self.item.mark
        return mark

    def can_show(self, mark: Mark) -> bool:
        """Tell whether a mark of this kind can be shown by the same item."""
        return type(self.item) is _ITEMS[type(mark)]

    def show_mark(self, mark: Mark, scale: PlotScale, ink: Ink) -> bool:
        """Show a mark, and tell whether that is anything new to be painted."""
        is_same = mark is self._alike or mark == self.mark
        self._alike = mark
        if is_same and (scale, ink) == self._seen_in:
            return False
        self._seen_in = scale, ink
        self.item.show_mark(mark, scale, ink)
        return True
