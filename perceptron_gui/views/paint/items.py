"""The item of all marks of a figure; each keeps what it has worked out until it is seen anew.

One item paints them all: Qt takes longer to ask many items than these take to paint.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.figures.model.marks import Mark

from .ink import Ink
from .marks import shapes
from .projection import Projection
from .shapes import Shape


class ShownMark:
    """A mark as it is seen."""

    def __init__(self, mark: Mark, seen: Projection, ink: Ink) -> None:
        self.mark, self.seen, self.ink = mark, seen, ink
        self._alike = mark  # equal to the mark; once more it need not be looked at point by point
        self._shapes: list[Shape] | None = None

    def show_mark(self, mark: Mark, seen: Projection, ink: Ink) -> bool:
        """Take a mark as it is seen, and tell whether that is anything new to be painted."""
        is_same = mark is self._alike or mark == self.mark
        self._alike = mark
        if is_same and seen == self.seen and ink == self.ink:
            return False
        self.mark, self.seen, self.ink = mark, seen, ink
        self._shapes = None
        return True

    def paint(self, painter: QPainter) -> None:
        """Paint the mark; one that is not seen is never worked out."""
        if self._shapes is None:
            self._shapes = shapes(self.mark, self.seen, self.ink)
        for shape in self._shapes:
            shape.paint(painter)


class MarksItem(QGraphicsItem):
    """Paints marks in the box, whose pixels are its coordinates."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._shown: dict[str, ShownMark] = {}
        self._box = QRectF()

    @property
    def shown(self) -> tuple[ShownMark, ...]:
        """The marks in the order of painting."""
        return tuple(self._shown.values())

    def show_marks(self, marks: tuple[Mark, ...], seen: Projection, ink: Ink) -> bool:
        """Take marks as they are seen, and tell whether there is anything new to be painted."""
        box = QRectF(0.0, 0.0, seen.width, seen.height)
        if box != self._box:
            self.prepareGeometryChange()
            self._box = box
        before, self._shown = self._shown, {}
        is_new = list(before) != [mark.key for mark in marks]
        for mark in marks:
            known = before.get(mark.key)
            if known is None:
                known = ShownMark(mark, seen, ink)
            else:
                is_new |= known.show_mark(mark, seen, ink)
            self._shown[mark.key] = known
        return is_new

    def boundingRect(self) -> QRectF:
        """Return the whole box, since marks are clipped to it."""
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint all marks."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for shown in self._shown.values():
            shown.paint(painter)
