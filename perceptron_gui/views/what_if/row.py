"""One row of the what-if panel: a slider and a field for a number, and what comes of it."""

from __future__ import annotations

import html
from collections.abc import Callable
from fractions import Fraction

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.exact import typed_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.views.widgets.field import TypedField
from perceptron_gui.views.widgets.text import Complaint, MutedText, SmallText

from .slider import GestureSlider, SliderScale
from .text import NOTHING, WhatIfText

_SLIDER, _FIELD = 2, 1  # widths to each other


class WhatIfRow(QWidget):
    """Shows a value and what it means for the learning; requests other values."""

    value_requested = Signal(object, str)  # a fraction, and the gesture that it is part of
    gesture_ended = Signal()

    def __init__(self, title: str, tip: str, kind: str, scale: SliderScale) -> None:
        super().__init__()
        self._title, self._scale = title, scale
        self.text = NOTHING
        self.slider = GestureSlider(scale)
        self.field = TypedField(OPTIONS[kind].read, typed_value)
        self.numbers = SmallText()
        self.effect, self.complaint = MutedText(), Complaint()
        for control, part in ((self.slider, "slider"), (self.field, "typed")):
            control.setAccessibleName(f"{title}, {part}")
            control.setToolTip(tip)
        self._lay_out()
        self.slider.step_requested.connect(self._on_step_requested)
        self.slider.gesture_ended.connect(self.gesture_ended)
        self.field.value_requested.connect(self._on_value_typed)
        self.field.problem_changed.connect(self._on_problem_changed)

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show the value in force; the run is None while that of these points is computed."""
        raise NotImplementedError

    def show_scale(self, scale: SliderScale) -> None:
        """Give the slider other values."""
        if scale != self._scale:
            self._scale = scale
            self.slider.show_range(scale)

    def show_value(self, value: Fraction) -> None:
        """Show the number in force."""
        self.slider.show_step(self._scale.step_of(value))
        self.field.show_value(value)
        self.slider.setAccessibleDescription(typed_value(value))

    def show_text(self, text: WhatIfText) -> None:
        """Show the bound, the numbers beside it, and what happens to the learning."""
        if text != self.text:
            self.text = text
            bound, rest = html.escape(text.bound), html.escape(text.numbers)
            self.numbers.setText(f"<b>{bound}</b> &nbsp;{rest}")
            self.numbers.setVisible(bool(text.bound or text.numbers))
            self.effect.show_text(text.effect)

    def show_result(self, reason: str, text: Callable[[], WhatIfText]) -> None:
        """Show what comes of the value, or the reason why there is nothing to choose."""
        self.show_reason(reason)
        if not reason:
            self.show_text(text())

    def show_reason(self, reason: str) -> None:
        """Say why there is nothing to move here; without a reason there is."""
        self.slider.setEnabled(not reason)
        self.field.setEnabled(not reason)
        if reason:
            self.show_text(WhatIfText(effect=reason))

    def _lay_out(self) -> None:
        title = QLabel(f"<b>{html.escape(self._title)}</b>")
        title.setBuddy(self.field)
        self.field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        for column, share in enumerate((_SLIDER, _FIELD)):
            grid.setColumnStretch(column, share)
        grid.addWidget(title, 0, 0, 1, 2)
        grid.addWidget(self.slider, 1, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.field, 1, 1)
        for row, words in enumerate((self.complaint, self.numbers, self.effect), start=2):
            grid.addWidget(words, row, 0, 1, 2)

    @Slot(int)
    def _on_step_requested(self, step: int) -> None:
        self.value_requested.emit(self._scale.values[step], f"what if {self._title}")

    @Slot(object)
    def _on_value_typed(self, value: Fraction) -> None:
        self.value_requested.emit(value, "")

    @Slot(object)
    def _on_problem_changed(self, problem: InputError | None) -> None:
        self.complaint.show_text(window_sentence(problem) if problem else "")
