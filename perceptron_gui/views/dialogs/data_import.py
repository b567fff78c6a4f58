"""The preview before points are imported: the first rows, and which class becomes −1 and +1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.text import plain_label

_ROW_PADDING = 8  # pixels
_SHOWN_COLUMNS = 6  # besides what became of the labels
_SIGNS = {-1: "−1", 1: "+1"}


@dataclass(frozen=True)
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

    def __init__(
        self,
        table: ImportTable,
        parent: QWidget | None = None,
        previews: Mapping[str, Callable[[], ImportTable]] | None = None,
    ) -> None:
        """Show a table; `previews` are those of other classes of it, by words."""
        super().__init__(parent)
        self._table, self._previews = table, previews or {}
        self.is_swapped = False
        self.setWindowTitle(f"Import {table.name}")
        self.words, self.rows = plain_label(), QTableWidget()
        self._more, self._remarks = QLabel(), plain_label()
        self.swap_button = QPushButton("S&wap classes")
        self.swap_button.setToolTip("What is −1 becomes +1, and the other way round")
        self.swap_button.setAutoDefault(False)  # the Return key imports
        self.swap_button.clicked.connect(self._on_swap_clicked)
        tip = "A perceptron tells two classes apart: choose two, or one against all others"
        self.classes = named(
            ChoiceEditor({words: words for words in self._previews}), "Classes", tip
        )
        self.classes.value_requested.connect(self._on_classes_chosen)
        label = QLabel("There are more than two classes. &Learn:")
        label.setBuddy(self.classes)
        for part in (label, self.classes):
            part.setVisible(bool(self._previews))
        # A button must be in the dialog before it can become the default one.
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        accept = buttons.addButton("&Import", QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setToolTip("Train on these points from now on")
        accept.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        choice, heading = QHBoxLayout(), QHBoxLayout()
        column.addLayout(choice)
        column.addLayout(heading)
        choice.addWidget(label)
        choice.addWidget(self.classes, 1)
        heading.addWidget(self.words, 1)
        heading.addWidget(self.swap_button)
        column.addWidget(self.rows, 1)
        undo = plain_label("The points replace those on the canvas. This can be undone.")
        for widget in (self._more, self._remarks, undo, buttons):
            column.addWidget(widget)
        self._show_table()
        self.resize(560, 480)

    @property
    def choice(self) -> str:
        """Which classes are chosen, in words; empty where there are only two."""
        return self.classes.value() if self._previews else ""

    @Slot(object)
    def _on_classes_chosen(self, words: str) -> None:
        self._table = self._previews[words]()
        self._show_table()

    def _show_table(self) -> None:
        """Show the first rows, how many more there are, and which class becomes which."""
        table, rows = self._table, self.rows
        rows.setRowCount(len(table.rows))
        rows.setColumnCount(len(table.columns) + 2)
        rows.setHorizontalHeaderLabels([*table.columns, "label", "becomes"])
        rows.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        rows.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        rows.setTabKeyNavigation(False)  # Tab goes on to the buttons, not from cell to cell
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
        numbers = (
            (sum(table.counts) - len(table.rows), "more row"),
            (len(table.columns) - _SHOWN_COLUMNS, "more column"),
        )
        more = " and ".join(count(number, noun) for number, noun in numbers if number > 0)
        remarks = [f"As read from the file: {remark}" for remark in table.remarks]
        self._more.setText(f"… and {more}." if more else "")
        self._more.setVisible(bool(more))
        self._remarks.setText("\n".join(remarks))
        self._remarks.setVisible(bool(remarks))
        self._show_classes()

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
