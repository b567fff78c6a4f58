"""The item of one mark: it keeps what it has worked out until the mark or the view changes."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.figures.marks import Mark

from .ink import Ink
from .mark_shapes import shapes
from .projection import Projection
from .shapes import Shape


class MarkItem(QGraphicsItem):
    """Paints a mark in the box, whose pixels are its coordinates."""

    def __init__(self, mark: Mark, seen: Projection, ink: Ink, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.mark, self.seen, self.ink = mark, seen, ink
        self._alike = mark  # equal to the mark; once more it need not be looked at point by point
        self._shapes: list[Shape] | None = None

    def show_mark(self, mark: Mark, seen: Projection, ink: Ink) -> bool:
        """Take a mark as it is seen, and tell whether that is anything new to be painted."""
        is_same = mark is self._alike or mark == self.mark
        self._alike = mark
        if seen == self.seen and ink == self.ink and is_same:
            return False
        if (seen.width, seen.height) != (self.seen.width, self.seen.height):
            self.prepareGeometryChange()
        self.mark, self.seen, self.ink = mark, seen, ink
        self._shapes = None
        return True

    def boundingRect(self) -> QRectF:
        """Return the whole box, since marks are clipped to it."""
        return QRectF(0.0, 0.0, self.seen.width, self.seen.height)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the mark; one that is not seen is never worked out."""
        if self._shapes is None:
            self._shapes = shapes(self.mark, self.seen, self.ink)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for shape in self._shapes:
            shape.paint(painter)
