"""The item that surrounds the marks of a figure: grid, frame, ticks, numbers and labels."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.core.values import frozen_value

from .axes_drawing import AxesPen, Label
from .axes_room import TICK_FONT, AxesLabels, AxesTicks, Margins
from .ink import Ink
from .projection import Projection
from .rich_text import RichText
from .shapes import Strokes


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
