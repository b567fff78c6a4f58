"""Axes of pyqtgraph with our ticks and labels, the room that they need, and the grid."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextOption
from PySide6.QtWidgets import QGraphicsItem

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.axes import Ticks, find_ticks, place
from perceptron_gui.figures.model.figure import Axis

from .ink import Ink
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


class FigureAxis(pg.AxisItem):  # type: ignore[misc]
    """One side of a plot: a line, and with an axis its ticks, numbers and label.

    The room that it needs only grows until another figure, size or theme comes, so that axes do
    not move to and fro from one visit to the next.
    """

    def __init__(self, side: str, box: pg.ViewBox) -> None:
        super().__init__(side, maxTickLength=0)
        self.setStyle(autoExpandTextSpace=False)
        self.enableAutoSIPrefix(False)
        self.label.document().setDocumentMargin(0)
        self.linkToView(box)
        self._is_upright = side in ("left", "right")
        self._label_for: object = None
        self._bounds = QRectF()
        self._show_marked([])

    def begin(self, ink: Ink) -> None:
        """Write in these letters, and need no more room than the line."""
        self._ink = ink
        self._label_for = None
        self._show_marked([])
        self.thickness = 1  # pixels
        self.overhang = 0, 0  # pixels that the first and the last number reach beyond the axis
        pen = QPen(QColor(ink.theme.muted), _LINE)
        self.setPen(pen)
        self.setTickPen(pen)
        self.setTextPen(pen)
        self.setTickFont(ink.font(_TICK_FONT))

    def show_label(self, title: str | None, longest: float) -> None:
        """Show ticks, numbers and a label that is broken into lines; None leaves the line only."""
        if self._label_for == (title, longest):
            return
        self._label_for = title, longest
        em = 0.0 if title is None else self._ink.em
        self.setStyle(
            tickLength=round(_TICK * em),
            tickTextOffset=round(_PAD * em),
            showValues=title is not None,
        )
        self._show_marked([])
        self.setLabel(labels.to_html(title or ""), color=self._ink.theme.text)
        self.label.setFont(self._ink.font())
        document = self.label.document()
        document.setDefaultTextOption(QTextOption(Qt.AlignmentFlag.AlignHCenter))
        self.label.setTextWidth(longest)
        self.label.setTextWidth(min(document.idealWidth() + 0.5, longest))

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
        if self.labelText:
            needed += _GAP * em + self.label.boundingRect().height()
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
        self.update()

    def place(self, rect: QRectF, page: QRectF) -> None:
        """Put the axis beside the box, its label before its middle and on the page."""
        if self._is_upright:
            self.setWidth(rect.width())
        else:
            self.setHeight(rect.height())
        self.setGeometry(rect)
        # Numbers may reach beyond its ends, as far as there is a page.
        around = rect.adjusted(0.0, -page.height(), 0.0, page.height())
        if not self._is_upright:
            around = rect.adjusted(-page.width(), 0.0, page.width(), 0.0)
        self._bounds = around.translated(-rect.topLeft())
        size = self.label.boundingRect()
        if self._is_upright:
            foot = min(max(rect.center().y() + size.width() / 2, size.width()), page.height())
            left = 0.0 if self.orientation == "left" else rect.width() - size.height()
            self.label.setPos(left, foot - rect.top())
        else:
            start = max(0.0, min(rect.center().x() - size.width() / 2, page.width() - size.width()))
            self.label.setPos(start - rect.left(), rect.height() - size.height())

    def boundingRect(self) -> QRectF:
        return self._bounds  # stored, since Qt asks for it in every frame

    def paint(self, painter: QPainter, option: Any, widget: object) -> None:
        """Paint line, ticks and numbers, unless only the box of the marks is painted anew.

        pyqtgraph would record all of it first, which takes longer where numbers change often.
        """
        if option.exposedRect.isEmpty():
            return
        if self._lines is None:
            self._lines, self._numbers = [], []
            size, side = self.size(), self.orientation
            # Lines lie in the middle of the pixels next to the box, on any screen.
            edge = {"left": size.width() - 0.5, "top": size.height() - 0.5}.get(side, 0.5)
            away = -1.0 if side in ("left", "top") else 1.0
            length = size.height() if self._is_upright else size.width()
            tick = self.style["tickLength"]
            offset = self.style["tickTextOffset"][not self._is_upright]
            self._lines.append(QLineF(self._at(edge, -1.0), self._at(edge, length + 1.0)))
            for at, text in self._marked:
                reach = edge + away * (tick if text else tick / 1.5)
                self._lines.append(QLineF(self._at(edge, at), self._at(reach, at)))
                if text:
                    rect = QRectF(0.0, 0.0, _NUMBER, _NUMBER)
                    rect.moveCenter(self._at(edge + away * (tick + offset + _NUMBER / 2), at))
                    self._numbers.append((rect, text))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self.tickPen())
        painter.drawLines(self._lines)
        if self._numbers:
            painter.setFont(self.style["tickFont"])
            flags = _NUMBERS_AT[self.orientation]
            for rect, text in self._numbers:
                painter.drawText(rect, flags, text)

    def _at(self, across: float, along: float) -> QPointF:
        return QPointF(across, along) if self._is_upright else QPointF(along, across)

    def resizeEvent(self, event: object = None) -> None:
        """Leave the label where it was put."""
        self._lines = None


class GridLines(QGraphicsItem):
    """Thin lines in the box at the numbers of the axes, below all marks."""

    def __init__(self, box: QGraphicsItem) -> None:
        super().__init__(box)
        self.setZValue(-1.0)
        self._lines: list[QLineF] = []
        self._box = QRectF()

    def show_lines(self, x: list[float], y: list[float], box: QRectF, color: str) -> None:
        if box != self._box:
            self.prepareGeometryChange()
        self._box, self._pen = box, QPen(QColor(color), _LINE)
        self._lines = [QLineF(at, 0.0, at, box.height()) for at in map(math.floor, x)]
        self._lines += [QLineF(0.0, at, box.width(), at) for at in map(math.floor, y)]

    def boundingRect(self) -> QRectF:
        return self._box

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw the lines where pixels are, so that they are sharp."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._pen)
        painter.drawLines(self._lines)
