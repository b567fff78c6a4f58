"""The controls of laboratory pages, which choose options, and the place of a table below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QSignalMapper, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.views.figure.table import DrawnTable
from perceptron_gui.views.widgets.buttons import MenuButton
from perceptron_gui.views.widgets.combo import NoWheelCombo
from perceptron_gui.views.widgets.field import TypedField
from perceptron_gui.views.widgets.text import Complaint

# Of the height, that a table takes by itself; less where there is little.
_MOST, _MOST_OF_LITTLE = 0.4, 0.3
_LITTLE = 26  # times the height of letters
_TIP = "Click a heading to sort; double-click a row to learn with its rule on the plane"


class LabSwitch(QCheckBox):
    """An option that is on or off."""

    value_chosen = Signal(object)  # a bool

    def __init__(self, title: str, effect: str) -> None:
        super().__init__(title)
        self.setToolTip(effect)
        self.clicked.connect(self._on_clicked)

    def show_value(self, value: bool) -> None:
        """Show whether it is on."""
        self.setChecked(value)

    @Slot()
    def _on_clicked(self) -> None:
        self.value_chosen.emit(self.isChecked())


class LabNumber(QSpinBox):
    """A whole number, with a title beside it."""

    value_chosen = Signal(int)

    def __init__(self, title: str, effect: str, least: int, most: int) -> None:
        super().__init__()
        self.label = QLabel(title)
        self.label.setBuddy(self)
        self.setRange(least, most)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(title)
        self.setToolTip(effect)
        self.valueChanged.connect(self.value_chosen)

    def show_value(self, value: int) -> None:
        """Show what is chosen."""
        self.setValue(value)


class LabChoice(QWidget):
    """A title and a menu."""

    value_chosen = Signal(object)  # a str

    def __init__(
        self, title: str, effect: str, titles: Mapping[str, str], meanings: Mapping[str, str]
    ) -> None:
        super().__init__()
        self.combo = NoWheelCombo()
        self.combo.show_entries(titles, meanings)
        self.combo.setSizeAdjustPolicy(NoWheelCombo.SizeAdjustPolicy.AdjustToContents)
        self.combo.setAccessibleName(title)
        self.combo.setToolTip(effect)
        self.combo.activated.connect(self._on_activated)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        if title:
            label = QLabel(title)
            label.setBuddy(self.combo)
            row.addWidget(label)
        row.addWidget(self.combo)

    @property
    def key(self) -> str:
        """What is chosen."""
        return self.combo.key()

    def show_value(self, value: object) -> None:
        """Show what is chosen."""
        self.combo.show_key(str(value))

    @Slot()
    def _on_activated(self) -> None:
        self.value_chosen.emit(self.key)


class LabField(QWidget):
    """A title, a text that is checked, a menu of suggestions, and below what is wrong."""

    value_chosen = Signal(object)

    def __init__(
        self, title: str, effect: str, read: Callable[[str], Any], write: Callable[[Any], str] = str
    ) -> None:
        super().__init__()
        self.field = TypedField(read, write)
        self.field.setAccessibleName(title)
        self.field.setToolTip(effect)
        self.field.value_requested.connect(self.value_chosen)
        self.field.problem_changed.connect(self._on_problem_changed)
        self.suggestions = MenuButton("Suggestions")
        self.suggestions.setToolTip(f"Fill in something that is worth a look. {effect}")
        self.suggestions.setAccessibleName(f"{title}: suggestions")
        self.suggestions.setMenu(QMenu(self))
        self._texts = QSignalMapper(self)
        self._texts.mappedString.connect(self._on_suggestion_chosen)
        self.complaint = Complaint()
        self._lay_out(title)

    def show_value(self, value: Any) -> None:
        """Show what is in force."""
        self.field.show_value(value)

    def show_suggestions(self, texts: Mapping[str, str]) -> None:
        """Offer texts by their titles."""
        menu = self.suggestions.menu()
        menu.clear()
        for title, text in texts.items():
            action = QAction(title, menu)
            self._texts.setMapping(action, text)
            action.triggered.connect(self._texts.map)
            menu.addAction(action)

    def _lay_out(self, title: str) -> None:
        label = QLabel(title)
        label.setBuddy(self.field)
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 0, 8, 0)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        for column, widget in enumerate((label, self.field, self.suggestions)):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.complaint, 1, 1, 1, 2)

    @Slot(object)
    def _on_problem_changed(self, problem: InputError | None) -> None:
        self.complaint.show_text("" if problem is None else window_sentence(problem))

    @Slot(str)
    def _on_suggestion_chosen(self, text: str) -> None:
        self.field.take_back()
        self.value_chosen.emit(text)


class LabParts(QSplitter):
    """A drawing above a table of the same results; stands where the drawing stood on its page."""

    def __init__(self, page: QWidget, drawing: QWidget, says: str) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.table = DrawnTable()
        self.table.setAccessibleName(says)
        self.table.setToolTip(_TIP)
        self.table.hide()
        self._rows = 0
        for part in (drawing, self.table):
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


Control = LabSwitch | LabNumber | LabChoice | LabField
