"""The parameters of a generated data set, and a die: points follow while a slider is dragged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.core.data.library import SEED, LibraryEntry
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.form import ColumnForm
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import discard, filled
from perceptron_gui.views.widgets.text import MutedText

_WIDTH = 26  # heights of letters
_ICON = 1.25  # in heights of letters
_MARGINS = 9, 9, 9, 9
_NONE = (
    "These points were not generated, so there is nothing to set. "
    "Choose a generated set under Data, such as moons."
)


class DataSettings(QWidget):
    """Shows the parameters of the data set, and asks for other points while one is dragged."""

    values_requested = Signal(object, str)  # all parameters by name, and the key of the gesture
    gesture_ended = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self._entry: LibraryEntry | None = None
        self.form = ColumnForm(())
        self._words = MutedText("")
        self.reset = QPushButton("&Back to the defaults")
        self.reset.setToolTip("As the library has this data set")
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self._on_reset_clicked)
        self.die = named(QToolButton(), "Die", "Other random points: another seed")
        self.die.setIcon(themed_icon("points.die"))
        size = round(_ICON * self.fontMetrics().height())
        self.die.setIconSize(QSize(size, size))
        self._column = QVBoxLayout(self)
        buttons = filled(QHBoxLayout(), (self.reset, 1), self.die)
        filled(self._column, self._words, self.form, buttons, margins=_MARGINS)
        self.show_set(None, {})

    def show_set(self, entry: LibraryEntry | None, values: Mapping[str, Any]) -> None:
        """Show the parameters of a set; None where the points were not generated."""
        params = {} if entry is None else entry.parameters
        is_new, self._entry = entry is not self._entry, entry
        self.setWindowTitle("Data settings" if entry is None else f"Data settings: {entry.name}")
        self._words.show_text(_NONE if entry is None else entry.teaches)
        if is_new:
            discard(self._column, self.form)
            self.form = ColumnForm(params.values())
            self.form.value_requested.connect(self._on_value_requested)
            self.form.gesture_ended.connect(self.gesture_ended)
            self.form.problem_changed.connect(self._fit)
            self._column.insertWidget(1, self.form)
        self.form.show_values(values)
        defaults = {name: param.default for name, param in params.items()}
        self.reset.setVisible(entry is not None)
        self.reset.setEnabled(dict(values) != defaults)
        self.die.setVisible(SEED in params)
        if is_new:
            self._fit()

    @Slot()
    def _fit(self) -> None:
        """Be as high as everything needs at this width."""
        width = _WIDTH * self.fontMetrics().height()
        self._column.activate()
        self.resize(width, self._column.heightForWidth(width))

    @Slot(str, object, str)
    def _on_value_requested(self, name: str, value: Any, gesture: str) -> None:
        self.values_requested.emit({**self.form.values, name: value}, gesture)

    @Slot()
    def _on_reset_clicked(self) -> None:
        defaults = {name: param.default for name, param in self.form.params.items()}
        self.values_requested.emit(defaults, "")

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
