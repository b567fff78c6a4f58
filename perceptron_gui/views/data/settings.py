"""The parameters of a generated data set, and a die: points follow while a slider is dragged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QMargins, QSize, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.core.data.library import SEED, LibraryEntry
from perceptron_gui.core.data.unseen import TESTING
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.form import ColumnForm
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import discard, filled
from perceptron_gui.views.widgets.text import MutedText

from .cards import letters

_ICON = 1.25  # in heights of letters
_MARGINS = 9, 9, 9, 9
_AROUND_DIE = QMargins(8, 6, 8, 6)
_NONE = (
    "These points were not generated, so nothing else can be set. "
    "Choose a generated set under Data, such as moons."
)


class DataSettings(QWidget):
    """Shows the parameters of the data set, and asks for other points while one is dragged."""

    values_requested = Signal(object, str)  # all parameters by name, and the key of the gesture
    testing_requested = Signal(object, str)  # the same of the points that are kept out
    gesture_ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entry: LibraryEntry | None = None
        self.form = ColumnForm(())
        self._title, self._words = QLabel(), MutedText("")
        self._title.setFont(letters(self, 1.0))
        self._title.setWordWrap(True)
        self.reset = QPushButton("&Defaults")
        self.reset.setToolTip("As the library has this data set")
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self._on_reset_clicked)
        self.die = named(QToolButton(), "Die", "Other random points: another seed")
        self.die.setIcon(themed_icon("points.die"))
        self.testing = ColumnForm(TESTING.values())
        self.testing.value_requested.connect(self._on_testing_changed)
        self.testing.gesture_ended.connect(self.gesture_ended)
        self._column = QVBoxLayout(self)
        buttons = filled(QHBoxLayout(), (self.reset, 1), self.die)
        rows = self._title, self._words, self.form, buttons, self.testing, 1
        filled(self._column, *rows, margins=_MARGINS)
        self.show_set(None, {})

    def show_set(self, entry: LibraryEntry | None, values: Mapping[str, Any]) -> None:
        """Show the parameters of a set; None where the points were not generated."""
        params = {} if entry is None else entry.parameters
        is_new, self._entry = entry is not self._entry, entry
        self._title.setText("" if entry is None else entry.title)
        self._title.setVisible(entry is not None)
        self._words.show_text(_NONE if entry is None else entry.teaches)
        if is_new:
            discard(self._column, self.form)
            self.form = ColumnForm(params.values())
            self.form.value_requested.connect(self._on_value_requested)
            self.form.gesture_ended.connect(self.gesture_ended)
            self._column.insertWidget(2, self.form)
        self.form.show_values(values)
        defaults = {name: param.default for name, param in params.items()}
        self.reset.setVisible(entry is not None)
        self.reset.setEnabled(dict(values) != defaults)
        self.die.setVisible(SEED in params)

    def show_testing(self, values: Mapping[str, Any], is_possible: bool) -> None:
        """Show how many points are kept out, where some can be."""
        self.testing.show_values(values)
        self.testing.setVisible(is_possible)

    @Slot(str, object, str)
    def _on_testing_changed(self, name: str, value: Any, gesture: str) -> None:
        self.testing_requested.emit({**self.testing.values, name: value}, gesture)

    @Slot(str, object, str)
    def _on_value_requested(self, name: str, value: Any, gesture: str) -> None:
        self.values_requested.emit({**self.form.values, name: value}, gesture)

    @Slot()
    def _on_reset_clicked(self) -> None:
        defaults = {name: param.default for name, param in self.form.params.items()}
        self.values_requested.emit(defaults, "")

    def show_theme(self, _theme: Theme, _scale: float = 1.0) -> None:
        """Follow the size of the letters."""
        size = round(_ICON * self.fontMetrics().height())
        self.die.setIconSize(QSize(size, size))
        self.die.setFixedSize(QSize(size, size).grownBy(_AROUND_DIE))  # in the narrowest panel, too
