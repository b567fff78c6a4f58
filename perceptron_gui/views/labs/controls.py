"""A typed option of a laboratory page with suggestions, and a table below a drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model.figure import Table
from perceptron_gui.views.figure.table import DrawnTable
from perceptron_gui.views.widgets.buttons import MenuButton
from perceptron_gui.views.widgets.editors import Holds, TypedEditor, named
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import Complaint

# Of the height, that a table takes by itself; less where there is little.
_MOST, _MOST_OF_LITTLE = 0.4, 0.3
_LITTLE = 26  # times the height of letters
_TIP = (
    "Click a heading to sort; double-click a row, or press Enter, to learn with its rule on the "
    "plane"
)


class LabField(QWidget):
    """A title, a text that is checked, a menu of suggestions, and below what is wrong."""

    value_requested = Signal(object)

    def __init__(
        self,
        title: str,
        effect: str,
        read: Callable[[str], Any],
        write: Callable[[Any], str] = str,
        holds: Holds = "text",
    ) -> None:
        super().__init__()
        self.field = named(TypedEditor(read, write, holds), title, effect)
        self.show_value = self.field.show_value
        self.complaint = Complaint()
        self.field.value_requested.connect(self.value_requested)
        self.field.problem_changed.connect(self.complaint.show_error)
        tip = f"Fill in something that is worth a look. {effect}"
        self.suggestions = named(MenuButton("Suggestions"), f"{title}: suggestions", tip)
        self._menu = QMenu(self)
        self._menu.triggered.connect(self._on_suggestion_chosen)
        self.suggestions.setMenu(self._menu)
        label = QLabel(title)
        label.setBuddy(self.field)
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 0, 8, 0)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        for column, widget in enumerate((label, self.field, self.suggestions)):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.complaint, 1, 1, 1, 2)

    def show_suggestions(self, texts: Mapping[str, str]) -> None:
        """Offer texts by their titles."""
        self._menu.clear()
        for title, text in texts.items():
            self._menu.addAction(title).setData(text)

    @Slot(QAction)
    def _on_suggestion_chosen(self, action: QAction) -> None:
        self.field.revert()
        self.value_requested.emit(action.data())


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
