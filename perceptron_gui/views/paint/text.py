"""A label with its mathematics, broken into lines and ready to be painted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter, QTextDocument, QTextOption

from perceptron_gui.figures.model import label as labels

ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


class RichText:
    """Words in a colour, no wider than asked for."""

    def __init__(
        self, label: str, font: QFont, color: str, widest: float = 1e6, align: str = "left"
    ) -> None:
        self._document = QTextDocument()
        self._document.setDocumentMargin(0)
        self._document.setDefaultFont(font)
        self._document.setDefaultTextOption(QTextOption(ALIGNMENTS[align]))
        html = labels.to_html(label).replace("\n", "<br>")
        self._document.setHtml(f'<span style="color:{color}">{html}</span>')
        # As wide as its longest line, so that an alignment is seen among lines only.
        self._document.setTextWidth(widest)
        self._document.setTextWidth(min(self._document.idealWidth() + 0.5, widest))

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return self._document.size().width()

    @property
    def height(self) -> float:
        """The height of all lines."""
        return self._document.size().height()

    def end_of_word(self, x: float, y: float) -> float:
        """Return where the last word ends that is whole left of x, in the line at y.

        A first word that is too long is cut at x.
        """
        at = self._document.documentLayout().hitTest(QPointF(x, y), Qt.HitTestAccuracy.FuzzyHit)
        block = self._document.findBlock(at)
        place = at - block.position()
        line = block.layout().lineForTextPosition(place)
        start, stop = line.textStart(), line.textStart() + line.textLength()
        if start < place < stop and not block.text()[place - 1 : place + 1].count(" "):
            before = block.text().rfind(" ", start, place)  # it is within a word
            place = before if before > 0 else place
        found: Any = line.cursorToX(place)
        return float(found[0])

    def paint(self, painter: QPainter, left: float, top: float) -> None:
        """Write the words below and to the right of a point."""
        painter.save()
        painter.translate(QPointF(left, top))
        self._document.drawContents(painter)
        painter.restore()
