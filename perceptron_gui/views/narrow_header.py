"""Headings of a table that are only as wide as their words, whatever they can be sorted by."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QStyle, QWidget


class NarrowHeader(QHeaderView):
    """Keeps room for the arrow of sorting in the column that has it only.

    Qt keeps as much of it as a heading is high, in all of them: with headings of two lines half
    of a table would be empty.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the size of a heading without the room that it does not need."""
        size = super().sectionSizeFromContents(section)
        if self.isSortIndicatorShown() and section != self.sortIndicatorSection():
            margin = self.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, None, self)
            size.setWidth(size.width() - size.height() - margin)
        return size
