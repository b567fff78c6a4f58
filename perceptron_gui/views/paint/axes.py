"""Axes with ticks, numbers and labels, the room that they need, and the grid."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QGraphicsSceneWheelEvent

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.axes import Ticks, find_ticks, place
from perceptron_gui.figures.model.figure import Axis

from .ink import Ink, RichText
from .scale import Projection

# The size of numbers, and in font sizes: ticks, room before numbers, before labels, at the edges.
_TICK_FONT = 0.85
_TICK, _PAD, _GAP, EDGE = 0.3, 0.3, 0.2, 0.4
# In font sizes: between numbers side by side, from one to the next, and below each other.
_APART, _SPARSE, _BELOW = 0.8, 2.6, 1.6
_USUAL = "−0.5"
_LINE = 1.0  # pixels
_NUMBER = 500.0  # pixels, more than a number takes
_WHOLE = Qt.TextFlag.TextDontClip
_NUMBERS_AT = {
    "left": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | _WHOLE,
    "right": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | _WHOLE,
    "bottom": Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | _WHOLE,
}


def axes_ticks(seen: Projection, equal: bool, ink: Ink) -> tuple[Ticks, Ticks, Ticks]:
    """Return the ticks of x, y and the axis at the right for the ranges that are seen.

    Where units are equal, steps are equal too.
    """
    letters = ink.font(_TICK_FONT), ink.em
    x = _axis_ticks(seen.x, seen.width, *letters)
    y = _axis_ticks(seen.y, seen.height, *letters, is_upright=True)
    right: Ticks = ()
    if seen.right:
        right = _axis_ticks(seen.right, seen.height, *letters, is_upright=True)
    if equal:
        step = max(_step(x), _step(y))
        x = _axis_ticks(seen.x, seen.width, *letters, step=step) or x
        y = _axis_ticks(seen.y, seen.height, *letters, is_upright=True, step=step) or y
    return x, y, right


@lru_cache(maxsize=64)
def _axis_ticks(
    axis: Axis, length: float, font: QFont, em: float, is_upright: bool = False, step: float = 0.0
) -> Ticks:
    """Return the ticks that fit along an axis, at least a step apart."""
    metrics = QFontMetricsF(font)

    def fits(ticks: Ticks) -> bool:
        if _step(ticks) < step:
            return False
        widths = [metrics.horizontalAdvance(labels.to_plain(tick.label)) for tick in ticks]
        for (one, wide), (other, other_wide) in pairwise(zip(ticks, widths, strict=True)):
            apart = (place(axis, other.at) - place(axis, one.at)) * length
            beside = max((wide + other_wide) / 2 + _APART * em, _SPARSE * em)
            if apart < (_BELOW * em if is_upright else beside):
                return False
        return True

    return find_ticks(axis, fits)


def _step(ticks: Ticks) -> float:
    """Return how far the first ticks are apart, to as many digits as their numbers have."""
    return float(f"{ticks[1].at - ticks[0].at:.9g}") if len(ticks) > 1 else 0.0


class FigureAxis(QGraphicsRectItem):
    """One side of a plot: a line with ticks, numbers and a label; the wheel zooms it alone.

    The room that it needs only grows until another figure, size or theme comes, so that axes do
    not move to and fro from one visit to the next. pyqtgraph's own axis records all that it paints
    first, which takes longer where numbers change often.
    """

    def __init__(self, side: str, box: pg.ViewBox) -> None:
        super().__init__()
        # Its bounds, in C++ as Qt asks for them often; and painted are parts that have changed.
        self.setPen(Qt.PenStyle.NoPen)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._side, self._box = side, box
        self._is_upright = side != "bottom"
        self._label: RichText | None = None
        self._label_at, self._size = QPointF(), QSizeF()

    def begin(self, ink: Ink) -> None:
        """Write in these letters, and need no more room than the line."""
        self._ink = ink
        self._label_for: object = None
        self._show_marked([])
        self.thickness = 1  # pixels
        self.overhang = 0, 0  # pixels that the first and the last number reach beyond the axis

    def show_label(self, title: str, longest: float) -> None:
        """Show a label that is broken into lines."""
        if self._label_for != (title, longest):
            self._label_for = title, longest
            ink = self._ink
            self._label = RichText(title, ink.font(), ink.theme.text, longest, "center")
            self._show_marked([])

    def show_ticks(self, ticks: Ticks, pixels: list[float], length: float) -> None:
        """Show ticks at these pixels along an axis of this length."""
        marked = [(at, labels.to_plain(t.label)) for at, t in zip(pixels, ticks, strict=True)]
        if (marked, length) == (self._marked, self._length):
            return
        self._show_marked(marked, length)
        metrics, em = QFontMetricsF(self._ink.font(_TICK_FONT)), self._ink.em
        widths = [metrics.horizontalAdvance(text) for _, text in marked]
        # Room for a usual number at least: axes should not move when one gets a sign.
        across = max([metrics.horizontalAdvance(_USUAL), *widths])
        needed = (_TICK + _PAD) * em + (across if self._is_upright else metrics.capHeight())
        if self._label is not None and self._label.width > 1:
            needed += _GAP * em + self._label.height
        self.thickness = max(self.thickness, math.ceil(needed))
        if not self._is_upright:
            ends = [(wide / 2, at) for wide, (at, _) in zip(widths, marked, strict=True)]
            before = max((half - at for half, at in ends), default=0.0)
            after = max((half - (length - at) for half, at in ends), default=0.0)
            first, last = self.overhang
            self.overhang = max(first, math.ceil(before)), max(last, math.ceil(after))

    def _show_marked(self, marked: list[tuple[float, str]], length: float = 0.0) -> None:
        self._marked, self._length = marked, length
        self._lines: list[QLineF] | None = None
        self._numbers: list[tuple[QRectF, str]] = []  # the numbers, and where they are

    def place(self, rect: QRectF, page: QRectF) -> None:
        """Put the axis beside the box, its label before its middle and on the page."""
        self._lines, self._size = None, rect.size()
        self.setPos(rect.topLeft())
        # Numbers may reach beyond its ends, as far as there is a page.
        beyond = (0.0, page.height()) if self._is_upright else (page.width(), 0.0)
        around = rect.adjusted(-beyond[0], -beyond[1], *beyond)
        self.setRect(around.translated(-rect.topLeft()))
        if self._label is None:
            return
        wide, high = self._label.width, self._label.height
        if self._is_upright:
            foot = min(max(rect.center().y() + wide / 2, wide), page.height())
            left = 0.0 if self._side == "left" else rect.width() - high
            self._label_at = QPointF(left, foot - rect.top())
        else:
            start = max(0.0, min(rect.center().x() - wide / 2, page.width() - wide))
            self._label_at = QPointF(start - rect.left(), rect.height() - high)

    def paint(self, painter: QPainter, option: Any, widget: object = None) -> None:
        """Paint line, ticks, numbers and label, unless only the box of the marks is painted."""
        if option.exposedRect.isEmpty():
            return
        if self._lines is None:
            self._lines = self._find_lines()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self._ink.theme.muted), _LINE))
        painter.drawLines(self._lines)
        painter.setFont(self._ink.font(_TICK_FONT))
        for rect, text in self._numbers:
            painter.drawText(rect, _NUMBERS_AT[self._side], text)
        if self._label is not None:
            painter.translate(self._label_at)
            painter.rotate(-90.0 if self._is_upright else 0.0)
            self._label.paint(painter, 0.0, 0.0)

    def _find_lines(self) -> list[QLineF]:
        """Return the line and its ticks, and place the numbers."""
        # Lines lie in the middle of the pixels next to the box, on any screen.
        edge, away = (self._size.width() - 0.5, -1.0) if self._side == "left" else (0.5, 1.0)
        length = self._size.height() if self._is_upright else self._size.width()
        tick, pad = round(_TICK * self._ink.em), round(_PAD * self._ink.em)
        lines = [QLineF(self._at(edge, -1.0), self._at(edge, length + 1.0))]
        for at, text in self._marked:
            reach = edge + away * (tick if text else tick / 1.5)
            lines.append(QLineF(self._at(edge, at), self._at(reach, at)))
            if text:
                rect = QRectF(0.0, 0.0, _NUMBER, _NUMBER)
                rect.moveCenter(self._at(edge + away * (tick + pad + _NUMBER / 2), at))
                self._numbers.append((rect, text))
        return lines

    def _at(self, across: float, along: float) -> QPointF:
        return QPointF(across, along) if self._is_upright else QPointF(along, across)

    def wheelEvent(self, event: QGraphicsSceneWheelEvent) -> None:
        self._box.wheelEvent(event, int(self._is_upright))

    def mouseDragEvent(self, event: pg.GraphicsScene.mouseEvents.MouseDragEvent) -> None:
        self._box.mouseDragEvent(event, int(self._is_upright))

    def mouseClickEvent(self, event: pg.GraphicsScene.mouseEvents.MouseClickEvent) -> None:
        self._box.mouseClickEvent(event)


class GridLines(QGraphicsRectItem):
    """Thin lines in the box at the numbers of the axes, below all marks."""

    def __init__(self, box: QGraphicsItem) -> None:
        super().__init__(box)
        self.setZValue(-1.0)
        self.setPen(Qt.PenStyle.NoPen)
        self._lines: list[QLineF] = []

    def show_lines(self, x: list[float], y: list[float], box: QRectF, color: str) -> None:
        self.setRect(box)
        self._color = color
        self._lines = [QLineF(at, 0.0, at, box.height()) for at in map(math.floor, x)]
        self._lines += [QLineF(0.0, at, box.width(), at) for at in map(math.floor, y)]

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        """Draw the lines where pixels are, so that they are sharp."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self._color), _LINE))
        painter.drawLines(self._lines)
