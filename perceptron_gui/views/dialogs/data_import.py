"""The preview before points are imported: the first rows, and which class becomes −1 and +1."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.text import count
from perceptron_gui.base.values import frozen_value
from perceptron_gui.views.widgets.text import plain_label

_ROW_PADDING = 8  # pixels
_SHOWN_COLUMNS = 6  # besides what became of the labels
_SIGNS = {-1: "−1", 1: "+1"}


@frozen_value
class ImportTable:
    """The preview of a table: its first rows as texts, its classes (−1, +1) and their sizes."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: tuple[int, ...]  # of these rows
    class_names: tuple[str, str]
    counts: tuple[int, int]
    remarks: tuple[str, ...] = ()


class ImportDialog(QDialog):
    """Shows a table as it would be imported; the classes can be exchanged."""

    def __init__(self, table: ImportTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import {table.name}")
        self._table = table
        self.is_swapped = False
        self.words = plain_label()
        self.rows = self._build_rows()
        self.swap_button = QPushButton("S&wap classes")
        self.swap_button.setToolTip("What is −1 becomes +1, and the other way round")
        self.swap_button.setAutoDefault(False)
        self.swap_button.clicked.connect(self._on_swap_clicked)
        heading = QHBoxLayout()
        heading.addWidget(self.words, 1)
        heading.addWidget(self.swap_button)
        column = QVBoxLayout(self)
        column.addLayout(heading)
        column.addWidget(self.rows, 1)
        if more := self._left_out():
            column.addWidget(QLabel(f"… and {more}."))
        for remark in table.remarks:
            column.addWidget(plain_label(f"As read from the file: {remark}"))
        column.addWidget(plain_label("The points replace those on the canvas. This can be undone."))
        column.addWidget(self._build_buttons())
        self._show_classes()
        self.resize(560, 480)

    def _build_rows(self) -> QTableWidget:
        table = self._table
        rows = QTableWidget(len(table.rows), len(table.columns) + 2)
        rows.setHorizontalHeaderLabels([*table.columns, "label", "becomes"])
        rows.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        rows.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        rows.setTabKeyNavigation(False)
        rows.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        rows.verticalHeader().setDefaultSectionSize(rows.fontMetrics().height() + _ROW_PADDING)
        rows.setAccessibleName("First rows of the table")
        rows.setToolTip("The last column of the file is the label, the others are coordinates")
        for i, cells in enumerate(table.rows):
            for j, cell in enumerate(cells):
                rows.setItem(i, j, _cell(cell))
            rows.setItem(i, len(cells), _cell(table.class_names[table.labels[i] > 0]))
            rows.setItem(i, len(cells) + 1, _cell(""))
        for j in range(_SHOWN_COLUMNS, len(table.columns)):
            rows.hideColumn(j)
        return rows

    def _left_out(self) -> str:
        """Return how many rows and columns are not shown, in words."""
        rows = sum(self._table.counts) - len(self._table.rows)
        columns = len(self._table.columns) - _SHOWN_COLUMNS
        return " and ".join(
            count(more, name)
            for more, name in ((rows, "more row"), (columns, "more column"))
            if more > 0
        )

    def _build_buttons(self) -> QDialogButtonBox:
        # A button must be in the dialog before it can become the default one.
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        accept = buttons.addButton("&Import", QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setToolTip("Train on these points from now on")
        accept.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _show_classes(self) -> None:
        """Show which class becomes −1 and which +1."""
        names, counts = self._table.class_names, self._table.counts
        order = (1, 0) if self.is_swapped else (0, 1)
        parts = [
            f"{counts[which]} of class “{names[which]}” become {_SIGNS[sign]}"
            for which, sign in zip(order, (-1, 1), strict=True)
        ]
        coordinates = count(len(self._table.columns), "coordinate")
        self.words.setText(f"{sum(counts)} points of {coordinates}: {parts[0]}, {parts[1]}.")
        last = self.rows.columnCount() - 1
        for i, label in enumerate(self._table.labels):
            item = self.rows.item(i, last)
            assert item is not None
            item.setText(_SIGNS[-label if self.is_swapped else label])

    @Slot()
    def _on_swap_clicked(self) -> None:
        self.is_swapped = not self.is_swapped
        self._show_classes()


def _cell(text: str) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    return item
