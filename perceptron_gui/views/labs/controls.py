"""A table below a drawing, on the page of an experiment."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from perceptron_gui.figures.model.figure import Table
from perceptron_gui.views.figure.table import DrawnTable
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled

# Of the height, that a table takes by itself; less where there is little.
_MOST, _MOST_OF_LITTLE = 0.4, 0.3
_LITTLE = 26  # times the height of letters
_TIP = (
    "Click a heading to sort; double-click a row, or press Enter, to learn with its rule on the "
    "plane"
)


class LabParts(QSplitter):
    """A drawing above a table of the same results; stands where the drawing stood on its page."""

    def __init__(
        self, page: QWidget, drawing: QWidget, says: str, beside: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.table = named(DrawnTable(), says, _TIP)
        self.table.hide()
        self._content: tuple[int, bool] | None = None  # rows, and whether it scrolls to the side
        for part in (drawing, self.table):
            self.addWidget(part)
        self.setStretchFactor(0, 1)
        self.setChildrenCollapsible(False)
        whole = page.layout()
        assert isinstance(whole, QVBoxLayout)
        row = filled(QHBoxLayout(), *(() if beside is None else (beside,)), (self, 1), spacing=0)
        whole.addLayout(row, 1)

    def show_table(self, table: Table | None) -> None:
        """Show a table, or none."""
        self.table.setVisible(table is not None)
        if table is None:
            return
        self.table.show_table(table)
        frame, across = 2 * self.table.frameWidth(), self.table.horizontalHeader().length()
        content = len(table.rows), across + frame > self.width()
        if content != self._content:
            self._content = content
            self._make_room(has_bar=content[1])

    def _make_room(self, has_bar: bool) -> None:
        """Give the table the height of its rows, but not too much."""
        table, whole = self.table, self.height()
        around = table.horizontalHeader().height()
        around += table.horizontalScrollBar().sizeHint().height() if has_bar else 0
        wanted = around + table.verticalHeader().length() + 2 * table.frameWidth()
        is_low = whole < _LITTLE * self.fontMetrics().height()
        height = min(wanted, round((_MOST_OF_LITTLE if is_low else _MOST) * whole))
        self.setSizes([whole - height, height])
