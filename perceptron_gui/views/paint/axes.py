"""The item that surrounds the marks of a figure: grid, frame, ticks, numbers and labels."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style
from perceptron_gui.figures.model.ticks import Tick, Ticks

from .ink import Ink
from .projection import Projection
from .room import GAP, PAD, TICK, TICK_FONT, AxesLabels, AxesTicks, Margins
from .shapes import Strokes
from .strokes import Pieces
from .text import RichText

_THIN = 0.75
_MINOR = 0.6  # how long ticks without a number are


@frozen_value
class Label:
    """Words whose first line begins at a place, or that read upwards from it."""

    text: RichText
    at: QPointF
    upright: bool

    def paint(self, painter: QPainter) -> None:
        """Write the words."""
        painter.save()
        painter.translate(self.at)
        if self.upright:
            painter.rotate(-90)
        self.text.paint(painter, 0.0, 0.0)
        painter.restore()


@frozen_value
class AxesPen:
    """Draws around a box on a page of the screen."""

    page: QRectF
    box: QRectF
    seen: Projection
    ticks: AxesTicks
    margins: Margins
    ink: Ink

    def grid(self) -> Strokes:
        """Return thin lines at the numbers; all marks come above."""
        box = self.box
        across = self._across([tick for tick in self.ticks.x if tick.label])
        down = self._down([tick for tick in self.ticks.y if tick.label])
        lines = [_upright(across, box.top(), box.bottom()), _level(down, box.left(), box.right())]
        return Strokes(self.ink.pen(self._thin(self.ink.theme.grid)), np.vstack(lines))

    def frame(self, closed: bool) -> Strokes:
        """Return the lower and the left side, the right one with an axis, or all; and ticks."""
        # Just outside the box, whose marks would cover half of it.
        left, right = self.box.left() - 0.5, self.box.right() + 0.5
        top, bottom = self.box.top() - 0.5, self.box.bottom() + 0.5
        sides = [(left, top, left, bottom), (left, bottom, right, bottom)]
        if closed or self.seen.right:
            sides.append((right, bottom, right, top))
        if closed:
            sides.append((right, top, left, top))
        lines = [
            np.array(sides),
            _upright(self._across(self.ticks.x), bottom, bottom + self._lengths(self.ticks.x)),
            _level(self._down(self.ticks.y), left, left - self._lengths(self.ticks.y)),
            _level(
                self._down(self.ticks.right, True), right, right + self._lengths(self.ticks.right)
            ),
        ]
        return Strokes(self.ink.pen(self._thin(self.ink.theme.muted)), np.vstack(lines))

    def numbers(self) -> list[tuple[QPointF, str]]:
        """Return what stands at the ticks, and where its baseline begins."""
        metrics = QFontMetricsF(self.ink.font(TICK_FONT))
        out, rise = (TICK + PAD) * self.ink.em, metrics.capHeight()
        found = []
        for tick, x in zip(self.ticks.x, self._across(self.ticks.x), strict=True):
            words = to_plain(tick.label)
            left = x - metrics.horizontalAdvance(words) / 2
            found.append((QPointF(left, self.box.bottom() + out + rise), words))
        for tick, y in zip(self.ticks.y, self._down(self.ticks.y), strict=True):
            words = to_plain(tick.label)
            left = self.box.left() - out - metrics.horizontalAdvance(words)
            found.append((QPointF(left, y + rise / 2), words))
        for tick, y in zip(self.ticks.right, self._down(self.ticks.right, True), strict=True):
            found.append((QPointF(self.box.right() + out, y + rise / 2), to_plain(tick.label)))
        return [(at, words) for at, words in found if words]

    def labels(self, labels: AxesLabels) -> list[Label]:
        """Return what the axes show, beside their middle and on the page."""
        box, margins, gap = self.box, self.margins, GAP * self.ink.em
        below = box.bottom() + margins.bottom_ticks + gap
        start = box.center().x() - labels.x.width / 2
        start = max(0.0, min(start, self.page.width() - labels.x.width))
        left = box.left() - margins.left_ticks - gap - labels.y.height
        right = box.right() + margins.right_ticks + gap
        return [
            Label(labels.x, QPointF(start, below), upright=False),
            Label(labels.y, QPointF(left, self._foot(labels.y)), upright=True),
            Label(labels.right, QPointF(right, self._foot(labels.right)), upright=True),
        ]

    def _foot(self, label: RichText) -> float:
        """Return where a label begins that reads upwards."""
        foot = self.box.center().y() + label.width / 2
        return max(label.width, min(foot, self.page.height()))

    @staticmethod
    def _thin(color: str) -> Style:
        return Style(color, width=_THIN)

    def _lengths(self, ticks: Ticks) -> Values:
        full = TICK * self.ink.em
        return np.array([full if tick.label else _MINOR * full for tick in ticks])

    def _across(self, ticks: Ticks | list[Tick]) -> Values:
        """Return where ticks are, in the middle of pixels, where thin lines are sharp."""
        at = self.seen.across([tick.at for tick in ticks])
        return self.box.left() + np.floor(at) + 0.5

    def _down(self, ticks: Ticks | list[Tick], right: bool = False) -> Values:
        at = self.seen.down([tick.at for tick in ticks], right)
        return self.box.top() + np.floor(at) + 0.5


def _upright(x: Values, start: Values | float, stop: Values | float) -> Pieces:
    return np.column_stack(np.broadcast_arrays(x, start, x, stop))


def _level(y: Values, start: Values | float, stop: Values | float) -> Pieces:
    return np.column_stack(np.broadcast_arrays(start, y, stop, y))


@frozen_value
class Axes:
    """What axes are painted from: the page, the box of the marks on it, and what is seen there."""

    page: QRectF
    box: QRectF
    seen: Projection
    ticks: AxesTicks
    margins: Margins
    ink: Ink
    equal: bool
    bare: bool


def around(box: QRectF) -> QRectF:
    """Return the box of the marks with its frame, on which their smooth edges end."""
    return box.adjusted(-1.0, -1.0, 1.0, 1.0)


class PlotAxes(QGraphicsItem):
    """Paints below the marks and around their box."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(-1e9)
        self._axes: Axes | None = None
        self._strokes: list[Strokes] = []
        self._numbers: list[tuple[QPointF, str]] = []
        self._labels: list[Label] = []
        self._words: AxesLabels | None = None
        self._words_for: object = None

    def words(self, page: QRectF, seen: Projection, ink: Ink) -> AxesLabels:
        """Return the labels of axes, broken into lines that fit on a page."""
        titles = seen.x.title, seen.y.title, seen.right.title if seen.right else ""
        lengths = page.width(), page.height(), page.height()
        if self._words is None or self._words_for != (titles, lengths, ink):
            self._words_for = titles, lengths, ink
            self._words = AxesLabels(
                *(
                    RichText(title, ink.font(), ink.theme.text, length, "center")
                    for title, length in zip(titles, lengths, strict=True)
                )
            )
        return self._words

    def show_axes(self, axes: Axes) -> bool:
        """Take axes, and tell whether they are anything new to be painted."""
        if axes == self._axes:
            return False
        if self._axes is None or axes.page != self._axes.page:
            self.prepareGeometryChange()
        self._axes = axes
        pen = AxesPen(axes.page, axes.box, axes.seen, axes.ticks, axes.margins, axes.ink)
        self._strokes = [] if axes.equal or axes.bare else [pen.grid()]
        self._numbers, self._labels = [], []
        if not axes.bare:
            self._strokes.append(pen.frame(closed=axes.equal))
            self._numbers = pen.numbers()
            self._labels = pen.labels(self.words(axes.page, axes.seen, axes.ink))
        return True

    def boundingRect(self) -> QRectF:
        """Return the whole page."""
        return self._axes.page if self._axes else QRectF()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the axes; where only marks change, words need not be written again."""
        for strokes in self._strokes:
            strokes.paint(painter)
        if self._axes is None or around(self._axes.box).contains(option.exposedRect):
            return
        painter.setFont(self._axes.ink.font(TICK_FONT))
        painter.setPen(QColor(self._axes.ink.theme.muted))
        for at, words in self._numbers:
            painter.drawText(at, words)
        for label in self._labels:
            label.paint(painter)
