"""A drawing above a table of the same results; the line between them can be moved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout

from perceptron_gui.figures.model.figure import Table
from perceptron_gui.views.figure.table import DrawnTable

from .page import LabPage

# Of the height, that a table takes by itself; less where there is little.
_MOST, _MOST_OF_LITTLE = 0.4, 0.3
_LITTLE = 26  # times the height of letters
_TIP = "Click a heading to sort; double-click a row to learn with its rule on the plane"


class LabParts(QSplitter):
    """Takes the place of the drawing of a page."""

    def __init__(self, page: LabPage, says: str) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.table = DrawnTable()
        self.table.setAccessibleName(says)
        self.table.setToolTip(_TIP)
        self.table.hide()
        self._rows = 0
        for part in (page.view, self.table):
            self.addWidget(part)
        self.setStretchFactor(0, 1)
        self.setChildrenCollapsible(False)
        whole = page.layout()
        assert isinstance(whole, QVBoxLayout)
        whole.addWidget(self, 1)

    def show_table(self, table: Table | None) -> None:
        """Show a table, or none."""
        self.table.setVisible(table is not None)
        if table is None:
            return
        self.table.show_table(table)
        if len(table.rows) != self._rows:
            self._rows = len(table.rows)
            self._make_room()

    def _make_room(self) -> None:
        """Give the table the height of its rows, but not too much."""
        table, whole = self.table, self.height()
        around = table.horizontalHeader().height() + table.horizontalScrollBar().sizeHint().height()
        wanted = around + table.verticalHeader().length() + 2 * table.frameWidth()
        is_low = whole < _LITTLE * self.fontMetrics().height()
        height = min(wanted, round((_MOST_OF_LITTLE if is_low else _MOST) * whole))
        self.setSizes([whole - height, height])
