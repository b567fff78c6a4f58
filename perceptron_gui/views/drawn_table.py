"""A widget that shows a table of a view: rows can be sorted, chosen and copied."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from perceptron_gui.figures import label as labels
from perceptron_gui.figures.figure import Table

_ROW = Qt.ItemDataRole.UserRole


class DrawnTable(QTableWidget):
    """Shows texts with mathematics; sorting does not change which row is which."""

    row_activated = Signal(int)  # its place in the table that was shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: Table | None = None
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().setMinimumSectionSize(0)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setToolTip("Click to sort by this column")
        self.itemActivated.connect(self._on_item_activated)

    def show_table(self, table: Table) -> None:
        """Show a table; the same again is nothing new. The order that was chosen stays."""
        if table == self._table:
            return
        self._table = table
        self.setSortingEnabled(False)
        self.setColumnCount(len(table.columns))
        self.setRowCount(len(table.rows))
        self.setHorizontalHeaderLabels([labels.to_plain(name) for name in table.columns])
        for number, row in enumerate(table.rows):
            for column, text in enumerate(row):
                self.setItem(number, column, _item(number, text, column in table.left))
        self.setSortingEnabled(True)

    def copied(self) -> str:
        """Return the chosen rows, or all, as they stand, for a spreadsheet."""
        chosen = sorted({index.row() for index in self.selectedIndexes()})
        model, columns = self.model(), range(self.columnCount())
        heading = [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
        rows = [
            [model.index(row, column).data() for column in columns]
            for row in chosen or range(self.rowCount())
        ]
        return "\n".join("\t".join(cells) for cells in (heading, *rows))

    @Slot(QTableWidgetItem)
    def _on_item_activated(self, item: QTableWidgetItem) -> None:
        self.row_activated.emit(item.data(_ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy rows."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.copied())
        else:
            super().keyPressEvent(event)


class _Item(QTableWidgetItem):
    """A cell that is sorted as a number where it begins with one, and last where it is empty."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        return _order(self.text()) < _order(other.text())


def _item(number: int, text: str, is_words: bool) -> QTableWidgetItem:
    item = _Item(labels.to_plain(text))
    item.setData(_ROW, number)
    across = Qt.AlignmentFlag.AlignLeft if is_words else Qt.AlignmentFlag.AlignRight
    item.setTextAlignment(across | Qt.AlignmentFlag.AlignVCenter)
    return item


def _order(text: str) -> tuple[int, float, str]:
    words = text.replace("−", "-").replace("°", "").split()
    try:
        top, _, bottom = words[0].partition("/")
        return 0, float(top) / float(bottom or 1), text
    except (IndexError, ValueError, ZeroDivisionError):
        return (1 if words else 2), 0.0, text
