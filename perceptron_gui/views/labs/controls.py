"""The controls of laboratory pages: a choice with its title, and a line that is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSignalMapper, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QWidget

from perceptron_gui.base.errors import InputError, sentence
from perceptron_gui.views.widgets.buttons import MenuButton
from perceptron_gui.views.widgets.combo import NoWheelCombo
from perceptron_gui.views.widgets.field import TypedField
from perceptron_gui.views.widgets.text import Complaint


class LabChoice(QWidget):
    """A title and a menu; `chosen` announces a choice of the user."""

    chosen = Signal(str)

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
        label = QLabel(title)
        label.setBuddy(self.combo)
        row.addWidget(label)
        row.addWidget(self.combo)

    @property
    def key(self) -> str:
        """What is chosen."""
        return self.combo.key()

    @Slot()
    def _on_activated(self) -> None:
        self.chosen.emit(self.key)


class LabField(QWidget):
    """A title, a text that is checked, a menu of suggestions, and below what is wrong."""

    text_requested = Signal(object)  # a str

    def __init__(self, title: str, effect: str, read: Callable[[str], str]) -> None:
        super().__init__()
        self.field = TypedField(read, str)
        self.field.setAccessibleName(title)
        self.field.setToolTip(effect)
        self.field.value_requested.connect(self.text_requested)
        self.field.problem_changed.connect(self._on_problem_changed)
        self.suggestions = MenuButton("Suggestions")
        self.suggestions.setToolTip(f"Fill in something that is worth a look. {effect}")
        self.suggestions.setAccessibleName(f"{title}: suggestions")
        self.suggestions.setMenu(QMenu(self))
        self._texts = QSignalMapper(self)
        self._texts.mappedString.connect(self._on_suggestion_chosen)
        self.complaint = Complaint()
        self._lay_out(title)

    def show_text(self, text: str) -> None:
        """Show what is in force."""
        self.field.show_value(text)

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
        self.complaint.show_text(
            "" if problem is None else sentence(str(problem).replace("--", ""))
        )

    @Slot(str)
    def _on_suggestion_chosen(self, text: str) -> None:
        self.field.take_back()
        self.text_requested.emit(text)
