"""A widget that shows a table of a view: rows can be sorted, chosen and copied."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import Table


class NarrowHeader(QHeaderView):
    """Keeps room for the arrow of sorting in the column that has it only.

    Qt keeps as much of it as a heading is high, in all of them: with headings of two lines half
    of a table would be empty.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)

    def sectionSizeFromContents(self, section: int) -> QSize:
        size = super().sectionSizeFromContents(section)
        if self.isSortIndicatorShown() and section != self.sortIndicatorSection():
            margin = self.style().pixelMetric(QStyle.PixelMetric.PM_HeaderMargin, None, self)
            size.setWidth(size.width() - size.height() + margin)  # the style adds a padding
        return size


# What must not be broken into lines: a vector, and the arrow behind the last one.
_WHOLE = re.compile(r"\([^()]*\)|[^ ]* →$")
_ROW = Qt.ItemDataRole.UserRole
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MOST_SPREAD = 50  # columns: Qt takes seconds to size thousands, one by one
_FIXED = "\u00a0"  # a space where no line ends
_NARROWEST = 12  # times the height of letters: in less room words are scrolled to, not broken


class DrawnTable(QTableWidget):
    """Shows texts with mathematics; sorting does not change which row is which."""

    row_activated = Signal(int)  # its place in the table that was shown

    def __init__(self) -> None:
        super().__init__()
        self._table: Table | None = None
        self.setAccessibleName("Table")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalHeader(NarrowHeader(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().setMinimumSectionSize(0)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setToolTip("Click to sort by this column")
        self.itemActivated.connect(lambda item: self.row_activated.emit(item.data(_ROW)))

    def show_table(self, table: Table) -> None:
        """Show a table; the same again is nothing new. The order that was chosen stays."""
        if table == self._table:
            return
        self._table = table
        self.setSortingEnabled(False)
        self.setColumnCount(len(table.columns))
        self.setRowCount(len(table.rows))
        self.setHorizontalHeaderLabels([labels.to_plain(name) for name in table.columns])
        for column in range(len(table.columns)):
            if (heading := self.horizontalHeaderItem(column)) is not None:
                heading.setTextAlignment(_LEFT if column in table.left else _RIGHT)
        for number, row in enumerate(table.rows):
            for column, text in enumerate(row):
                plain = labels.to_plain(text)
                item = _Item(_WHOLE.sub(lambda found: found[0].replace(" ", _FIXED), plain))
                item.setData(_ROW, number)
                item.setTextAlignment(_LEFT if column in table.left else _RIGHT)
                self.setItem(number, column, item)
        self.setSortingEnabled(True)
        self._fit_words()

    def copied(self) -> str:
        """Return the chosen rows, or all, as they stand, for a spreadsheet."""
        chosen = sorted({index.row() for index in self.selectedIndexes()})
        model, columns = self.model(), range(self.columnCount())
        across = Qt.Orientation.Horizontal
        heading = [" ".join(model.headerData(column, across).split()) for column in columns]
        rows = [
            [model.index(row, column).data() for column in columns]
            for row in chosen or range(self.rowCount())
        ]
        lines = ("\t".join(cells) for cells in (heading, *rows))
        return "\n".join(lines).replace(_FIXED, " ")

    def _fit_words(self) -> None:
        """Fill the width: every column gets as much more than it needs.

        Where there is less, words in the last one are broken into as many lines as needed.
        """
        header, last = self.horizontalHeader(), self.columnCount() - 1
        if self._table is None or last < 0:
            return
        needed = [
            max(header.sectionSizeHint(n), self.sizeHintForColumn(n)) for n in range(last + 1)
        ]
        width = self.viewport().width()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        if sum(needed) <= width and last < _MOST_SPREAD:
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            more = (width - sum(needed)) / (last + 1)
            for column, each in enumerate(needed):
                self.setColumnWidth(column, int(each + more))
            header.setSectionResizeMode(last, QHeaderView.ResizeMode.Stretch)
        elif last in self._table.left:
            room = width - sum(needed[:-1])
            if room >= _NARROWEST * self.fontMetrics().height():
                header.setSectionResizeMode(last, QHeaderView.ResizeMode.Stretch)
        self.resizeRowsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_words()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied())
        else:
            super().keyPressEvent(event)


class _Item(QTableWidgetItem):
    """A cell that is sorted as a number where it begins with one, and last where it is empty."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        return _order(self.text()) < _order(other.text())


def _order(text: str) -> tuple[int, float, str]:
    words = text.replace("−", "-").replace("°", "").split()
    try:
        top, _, bottom = words[0].partition("/")
        return 0, float(top) / float(bottom or 1), text
    except (IndexError, ValueError, ZeroDivisionError):
        return (1 if words else 2), 0.0, text
