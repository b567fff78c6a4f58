"""Sliders for the parameters of a generated data set, and a die: the points follow at once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QToolButton, QWidget

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.params import Count, Param, Real
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.library import SEED, LibraryEntry
from perceptron_gui.views.widgets.editors import TypedEditor, named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.slider import GestureSlider, SliderScale
from perceptron_gui.views.widgets.stage import discard
from perceptron_gui.views.widgets.text import Complaint, MutedText

_SLIDER, _FIELD = 14, 6  # widths in heights of letters
_MOST_SLID = 100_000  # larger numbers are typed
_EVERY = 1000  # whole numbers that a slider stops at one by one
_FINEST, _LARGEST = -2, 5  # powers of ten
_ICON = 1.25  # in heights of letters


@frozen_value
class ParamScale:
    """The values of a parameter that its slider stops at."""

    values: tuple[float, ...]

    @staticmethod
    def of(kind: Count | Real) -> ParamScale:
        """Return every whole number where they are few, else steps of about a tenth."""
        most = min(kind.most if kind.most is not None else _MOST_SLID, _MOST_SLID)
        if isinstance(kind, Count) and most - kind.least <= _EVERY:
            return ParamScale(tuple(range(kind.least, int(most) + 1)))
        steps = SliderScale(_FINEST, _LARGEST, has_zero=True).values
        found = [value for value in steps if kind.least <= value <= most]
        if isinstance(kind, Count):
            return ParamScale(tuple(int(value) for value in found if value.denominator == 1))
        return ParamScale(tuple(map(float, found)))

    def step_of(self, value: float) -> int:
        """Return the number of the value in the same ratio as nearly as possible."""
        if value <= 0:
            return 0
        gaps = [abs(math.log(step / value)) if step > 0 else math.inf for step in self.values]
        return gaps.index(min(gaps))


class DataSettings(QWidget):
    """Shows the parameters of the data set, and asks for other points while one is dragged."""

    values_requested = Signal(object, str)  # all parameters by name, and the key of the gesture
    gesture_ended = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self.setWindowTitle("Data settings")
        self._entry: LibraryEntry | None = None
        self._values: dict[str, Any] = {}
        self._gesture = 0
        self._scales: dict[str, ParamScale] = {}
        self.sliders: dict[str, GestureSlider] = {}
        self.editors: dict[str, TypedEditor] = {}
        self._grid = QGridLayout(self)
        self._placed: list[QWidget] = []
        self._words = MutedText("")
        self.complaint = Complaint()
        self.reset = QPushButton("&Back to the defaults")
        self.reset.setToolTip("As the library has this data set")
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(self._on_reset_clicked)
        self.die = named(QToolButton(), "Die", "Other random points: another seed")
        self.die.setIcon(themed_icon("points.die"))

    def show_set(self, entry: LibraryEntry | None, values: Mapping[str, Any]) -> None:
        """Show the parameters of a set; None where the points were not generated."""
        if entry is not self._entry or not self._placed:
            self._entry = entry
            self._lay_out()
        self._values = dict(values)
        for name, editor in self.editors.items():
            editor.show_value(values[name])
            if name in self.sliders:
                self.sliders[name].show_step(self._scales[name].step_of(values[name]))
        if entry is not None:
            defaults = {name: param.default for name, param in entry.parameters.items()}
            self.reset.setEnabled(self._values != defaults)

    def _lay_out(self) -> None:
        kept = (self._words, self.complaint, self.reset, self.die)
        for widget in kept:
            self._grid.removeWidget(widget)
            widget.hide()
        discard(self._grid, *(widget for widget in self._placed if widget not in kept))
        self._placed = []
        self.sliders, self.editors, self._scales = {}, {}, {}
        entry = self._entry
        self.setWindowTitle("Data settings" if entry is None else f"Data settings: {entry.name}")
        self._words.show_text(_NONE if entry is None else entry.teaches)
        self._add(self._words, 0, 0, 3)
        if entry is not None:
            for row, param in enumerate(entry.parameters.values(), 1):
                self._add_row(row, param)
            last = len(entry.parameters) + 1
            self._add(self.complaint, last, 0, 3)
            self._add(self.reset, last + 1, 0, 3)
        self._fit()

    def _fit(self) -> None:
        """Be as high as everything needs at this width."""
        width = (_SLIDER + 2 * _FIELD) * self.fontMetrics().height()
        self._grid.activate()
        self.resize(width, self._grid.heightForWidth(width))

    def _add(self, widget: QWidget, row: int, column: int, span: int = 1) -> None:
        self._grid.addWidget(widget, row, column, 1, span)
        self._placed.append(widget)
        widget.setVisible(widget is not self.complaint)

    def _add_row(self, row: int, param: Param) -> None:
        em = self.fontMetrics().height()
        tip = f"{param.meaning[:1].upper()}{param.meaning[1:]}."
        kind = param.kind
        editor = named(TypedEditor(param.read, kind.to_text, kind.holds), param.title, tip)
        editor.setFixedWidth(_FIELD * em)
        editor.value_requested.connect(partial(self._on_value_typed, param.name))
        editor.problem_changed.connect(self._on_problem_changed)
        title = QLabel(param.title)
        title.setToolTip(tip)
        self._add(title, row, 0)
        self._add(editor, row, 2)
        self.editors[param.name] = editor
        if param.name == SEED:
            size = round(_ICON * em)
            self.die.setIconSize(QSize(size, size))
            self._add(self.die, row, 1)
            return
        assert isinstance(param.kind, Count | Real)
        scale = self._scales[param.name] = ParamScale.of(param.kind)
        slider = self.sliders[param.name] = named(GestureSlider(scale), param.title, tip)
        slider.setMinimumWidth(_SLIDER * em)
        slider.step_requested.connect(partial(self._on_step_requested, param.name))
        slider.gesture_ended.connect(self._on_gesture_ended)
        self._add(slider, row, 1)

    def _on_step_requested(self, name: str, step: int) -> None:
        values = {**self._values, name: self._scales[name].values[step]}
        self.values_requested.emit(values, f"data settings {self._gesture}")

    @Slot()
    def _on_gesture_ended(self) -> None:
        self._gesture += 1
        self.gesture_ended.emit()

    def _on_value_typed(self, name: str, value: Any) -> None:
        self.values_requested.emit({**self._values, name: value}, "")

    @Slot(object)
    def _on_problem_changed(self, problem: InputError | None) -> None:
        self.complaint.show_error(problem)
        self._fit()

    @Slot()
    def _on_reset_clicked(self) -> None:
        assert self._entry is not None
        defaults = {name: param.default for name, param in self._entry.parameters.items()}
        self.values_requested.emit(defaults, "")

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


_NONE = (
    "These points were not generated, so there is nothing to set. "
    "Choose a generated set under Data, such as moons."
)
