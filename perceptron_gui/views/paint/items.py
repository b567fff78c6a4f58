"""Markers, arrows and words of a figure as items of its plot, and the item of every mark.

These have a size in pixels, whatever the coordinates: they are painted in the pixels of the view.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from perceptron_gui.figures.model.marks import (
    Arrow,
    Band,
    Dots,
    Line,
    Points,
    Region,
    RuleLine,
    Steps,
    Text,
)
from perceptron_gui.figures.model.theme import Style

from .curves import FAR, AreaItem, CurveItem, OwnItem, RuleItem
from .ink import Ink, Marker, RichText, Stamped, brush_of, painted_once
from .scale import Projection, plane_scale

_CROWD = 300  # markers that are painted once and then shown as a picture
_EDGE = 1e-6  # pixels


class MarkersItem(OwnItem):
    """Points of both classes, or dots of one role."""

    _placed: list[Stamped]
    _picture: QPixmap | None

    def prepare(self, mark: Points | Dots, scale: Projection, ink: Ink) -> None:
        """Show markers, one kind after another."""
        self._placed_for: object = None
        self._scale, self._is_plane = ink.scale, scale.equal
        # Each is a style and which of all places have it.
        self._groups: list[tuple[Style, slice | NDArray[np.intp]]] = []
        if isinstance(mark, Dots):
            self._x, self._y = scale.across(mark.x), scale.up(mark.y, mark.right)
            self._groups.append((ink.style(mark.role), slice(None)))
            return
        self._x, self._y = scale.across(mark.x), scale.up(mark.y)
        for outline, fill, chosen in mark.groups():
            if chosen.any():
                style = replace(ink.style(outline), fill=ink.style(fill).fill)
                self._groups.append((style.scaled(mark.size), np.flatnonzero(chosen)))

    def paint(self, painter: QPainter, *_: object) -> None:
        box, transform = self.viewed(), painter.transform()
        ratio = painter.device().devicePixelRatioF()
        place = transform.m11(), transform.m22(), transform.dx(), transform.dy(), box, ratio
        if place != self._placed_for:
            self._placed_for = place
            # The markers whose places lie in the box, edges included, in its pixels.
            scale = plane_scale(self._scale, box.height()) if self._is_plane else self._scale
            across = transform.m11() * self._x + transform.dx() - box.left()
            down = transform.m22() * self._y + transform.dy() - box.top()
            inside = (across >= -_EDGE) & (across <= box.width() + _EDGE)
            inside &= (down >= -_EDGE) & (down <= box.height() + _EDGE)
            is_whole, self._placed = bool(inside.all()), []
            for style, chosen in self._groups:
                x, y = across[chosen], down[chosen]
                if not is_whole:
                    x, y = x[inside[chosen]], y[inside[chosen]]
                if len(x):
                    self._placed.append(Stamped(Marker(style, scale), x, y, ratio))
            is_crowd = len(self._x) >= _CROWD
            self._picture = painted_once(self._placed, box.size(), ratio) if is_crowd else None
        painter.resetTransform()
        painter.translate(box.topLeft())
        if self._picture is not None:
            painter.drawPixmap(QPointF(0.0, 0.0), self._picture)
            return
        for stamped in self._placed:
            stamped.paint(painter)


class ArrowItem(OwnItem):
    """An arrow whose head has a size in pixels."""

    def prepare(self, mark: Arrow, scale: Projection, ink: Ink) -> None:
        self._ink = ink
        x, y = scale.across([mark.x0, mark.x1]), scale.up([mark.y0, mark.y1])
        self._ends = np.clip(np.column_stack([x, y]), -FAR, FAR)

    def paint(self, painter: QPainter, *_: object) -> None:
        if np.isfinite(self._ends).all():
            start, tip = (painter.transform().map(QPointF(*end)) for end in self._ends.tolist())
            painter.resetTransform()
            draw_arrow(painter, start, tip, self._ink.style(self.mark.role), self._ink)


# The head: its length in points and line widths, and half its width over that.
_HEAD, _HEAD_PER_WIDTH, _SLENDER = 3.5, 2.2, 0.38


def draw_arrow(painter: QPainter, start: QPointF, tip: QPointF, style: Style, ink: Ink) -> None:
    """Draw an arrow between two pixels, unless they coincide."""
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

    def __init__(self) -> None:
        super().__init__()
        self._text_for: object = None

    def prepare(self, mark: Text, scale: Projection, ink: Ink) -> None:
        self._ink = ink
        self._at = float(scale.across(mark.x)), float(scale.up(mark.y))
        self._letter = _length(scale, mark.letter)

    def paint(self, painter: QPainter, *_: object) -> None:
        box, place = self.viewed(), QPointF()
        if np.isfinite(self._at).all():
            place = painter.transform().map(QPointF(*self._at)) - box.topLeft()
        words = self._broken_for(box.width(), self._letter * abs(painter.transform().m22()))
        area = self._area(words, place, box.width(), box.height())
        if area.isNull():
            return
        painter.resetTransform()
        painter.translate(box.topLeft())
        words.paint(painter, area.left(), area.top())

    def covered(self, seen: Projection) -> QRectF:
        """Return what the words cover in a box that shows this, in its pixels; null for nothing."""
        place = QPointF(float(seen.across(self.mark.x)), float(seen.down(self.mark.y)))
        words = self._broken_for(seen.width, _length(seen, self.mark.letter))
        return self._area(words, place, seen.width, seen.height)

    def _area(self, text: RichText, place: QPointF, width: float, height: float) -> QRectF:
        """Return what words beside a place cover in a box of this size, in pixels."""
        mark = self.mark
        if mark.in_axes:
            place = QPointF(mark.x * width, (1.0 - mark.y) * height)
        box = QRectF(0.0, 0.0, width, height).adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE)
        if not (mark.in_axes or (np.isfinite(self._at).all() and box.contains(place))):
            return QRectF()
        gap = _GAP * self._ink.em
        left = place.x() + _aside(mark.anchor, "w", "e", text.width, gap)
        top = place.y() + _aside(mark.anchor, "n", "s", text.height, gap)
        left, top = min(left, width - text.width), min(top, height - text.height)
        return QRectF(max(0.0, left), max(0.0, top), text.width, text.height)

    def _broken_for(self, width: float, letter: float) -> RichText:
        """Return the words in lines that fit a width; `letter` is in pixels, where it is fixed."""
        mark, ink = self.mark, self._ink
        align = _ALIGN.get(mark.anchor[-1], "center")
        font = ink.font(letter / ink.em if mark.letter else mark.scale)
        color = ink.style(mark.role).color
        written = mark.text, font, color, width, align
        if self._text_for != written:  # words that only move are kept
            self._text, self._text_for = RichText(*written), written
        return self._text


def _length(scale: Projection, letter: float) -> float:
    """Return how long letters of this size in units of y are on a scale."""
    return float(scale.up(letter) - scale.up(0.0)) if letter else 0.0


def _aside(anchor: str, before: str, after: str, length: float, gap: float) -> float:
    """Return how far from its place a text begins, whose anchor names one of two sides or none."""
    if before in anchor:
        return gap
    return -gap - length if after in anchor else -length / 2


ITEMS: dict[type, type[OwnItem]] = {
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
