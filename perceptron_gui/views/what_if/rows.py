"""The rows of the what-if panel: the margin γ, the step η, the start w₀ and the constant B."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from perceptron_gui.base.errors import DataError, window_sentence
from perceptron_gui.base.exact import dot, typed_value
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.params import FINE, decades
from perceptron_gui.core.data.dataset import Dataset, MovePoints
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS, Notation
from perceptron_gui.theory.what_if.margin import MarginDial
from perceptron_gui.views.rules.changes import changed, request_name
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.slider import NumberEditor
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import Complaint, MutedText, SmallText

from .text import NOTHING, WhatIfText, of_margin, of_start

_MARGIN_TIP = (
    "Move the classes apart or together; the nearer they are, the longer learning may take"
)
_DECADES = 4  # that the slider spans, up to the size of the points
_MARGIN_DIGITS = 3
_MOST_TRIED = 10_000  # points; with more, nothing is tried out beforehand
_START_TIP = "Begin farther from 0; steps of the size η have to make up for it"
_NO_START = "A kernel run starts with nothing counted, so {} is 0."
_NO_DIRECTION = (
    "No line separates these points, so there is no {} to start against. "
    "Choose weights of your own in the panel Rule first."
)
_START_DIGITS = 4  # of the largest weight; the others end at the same decimal
_LENGTH_DIGITS = 3

Direction = tuple[float, ...]  # of length 1
TextOf = Callable[[Run, Notation], WhatIfText]


class WhatIfRow(QWidget):
    """Shows a value and what it means for the learning; requests other values."""

    value_requested = Signal(object, str)  # a fraction, and the gesture that it is part of
    gesture_ended = Signal()

    def __init__(self, title: str, tip: str, option: str, stops: tuple[Fraction, ...] = ()) -> None:
        """Make a row whose values are those of an option of rules, or stop elsewhere."""
        super().__init__()
        self._title, self._tip = title, tip
        self.notation = NOTATIONS[DEFAULT]
        self.text = NOTHING
        self.heading = QLabel()
        self.editor = NumberEditor(OPTIONS[option], stops=stops)
        self.slider, self.field = self.editor.slider, self.editor.field
        self.numbers = SmallText()
        self.effect, self.complaint = MutedText(), Complaint()
        self._lay_out()
        self.show_notation(self.notation)
        drag = f"what if {title}"
        self.editor.value_dragged.connect(lambda value: self.value_requested.emit(value, drag))
        self.editor.gesture_ended.connect(self.gesture_ended)
        self.editor.value_requested.connect(lambda value: self.value_requested.emit(value, ""))
        self.editor.problem_changed.connect(self.complaint.show_error)

    def show_notation(self, notation: Notation) -> None:
        """Use the symbols of a lecture in the title, and in what is shown next."""
        self.notation = notation
        title = f"{self._title} {self.symbol}".strip()
        self.heading.setText(f"<b>{html.escape(title)}</b>")
        for control, part in ((self.slider, "slider"), (self.field, "typed")):
            named(control, f"{title}, {part}", self._tip)

    @property
    def symbol(self) -> str:
        """What the lecture calls the value, where that differs from lecture to lecture."""
        return ""

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show the value in force; the run is None while that of these points is computed."""
        raise NotImplementedError

    def show_value(self, value: Fraction) -> None:
        self.editor.show_value(value)

    def show_text(self, text: WhatIfText) -> None:
        """Show numbers, and what happens to the learning."""
        if text != self.text:
            self.text = text
            self.numbers.setText(html.escape(text.numbers))
            self.numbers.setVisible(bool(text.numbers))
            self.effect.show_text(text.effect)

    def show_result(self, reason: str, text: TextOf, run: Run) -> None:
        """Show what comes of the value, or the reason why there is nothing to choose."""
        self.show_reason(reason)
        if not reason:
            self.show_text(text(run, self.notation))

    def show_reason(self, reason: str) -> None:
        """Say why there is nothing to move here; without a reason there is."""
        self.editor.setEnabled(not reason)
        if reason:
            self.show_text(WhatIfText(effect=reason))

    def _lay_out(self) -> None:
        self.heading.setBuddy(self.field)
        words = self.complaint, self.numbers, self.effect
        self.column = filled(QVBoxLayout(self), self.heading, self.editor, *words, spacing=2)


class MarginRow(WhatIfRow):
    """Moves the classes to and fro, always from the points as they were before it moved them."""

    edit_requested = Signal(str, object, str)

    def __init__(self) -> None:
        super().__init__("Margin", _MARGIN_TIP, "margin", (Fraction(0), *decades(-3, 1, FINE)))
        self._dataset = Dataset.of([], [])
        self._rule = Rule()
        self._dial: MarginDial | None = None
        self._moved: MovePoints | None = None
        self._reason: str | None = None  # why nothing can be moved, once that was tried
        self.value_requested.connect(self._on_value_requested)

    @property
    def symbol(self) -> str:
        return to_plain(self.notation.margin[0])

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show how far the classes are apart."""
        is_new = dataset is not self._dataset or rule != self._rule
        self._dataset, self._rule = dataset, rule
        if is_new and not self._is_own():
            self._dial = self._moved = self._reason = None
        if run is None:
            return
        if self._moved is None:
            self.slider.show_stops(_stops_of(dataset))
        if self._reason is None:
            self._reason = self._try_out(run)
        if not self._reason:
            self.show_value(_rounded(math.sqrt(run.verdict.margin_squared)))
        self.show_result(self._reason, of_margin, run)

    def _is_own(self) -> bool:
        """Return whether the points are as this row moved them, so that its dial still fits."""
        if self._dial is None or self._moved is None or self._dial.rule != self._rule:
            return False
        return np.array_equal(self._moved.points, self._dataset.points)

    def _try_out(self, run: Run) -> str:
        """Return why these classes cannot be moved, or nothing."""
        try:
            self._dial = self._dial or MarginDial(run.dataset, run.rule)
            if not run.verdict.separable and len(run.dataset) <= _MOST_TRIED:
                self._dial.edit(1.0)  # there may be no way that parts them
        except DataError as error:
            return window_sentence(error)
        return ""

    @Slot(object, str)
    def _on_value_requested(self, wanted: Fraction, gesture: str) -> None:
        moved = f"Move the classes to a margin of {typed_value(wanted)}"
        name = moved if wanted else "Let the classes touch"
        try:
            self._dial = self._dial or MarginDial(self._dataset, self._rule)
            self._moved = self._dial.edit(float(wanted))
        except DataError as error:
            self.complaint.show_error(error)
            return
        self.complaint.show_text("")
        self.edit_requested.emit(name, self._moved, gesture)


class OptionSliderRow(WhatIfRow):
    """Requests the rule with another value of one option."""

    rule_requested = Signal(object, str, str)

    def __init__(
        self,
        title: str,
        tip: str,
        option: str,
        text_of: TextOf,
        why_not: Callable[[Run], str | None],
    ) -> None:
        """Make the row of an option; `why_not` says why there is nothing to choose for a run."""
        super().__init__(title, tip, option)
        self._option, self._text_of, self._why_not = option, text_of, why_not
        self._rule, self._dataset = Rule(), Dataset.of([], [])
        self.value_requested.connect(self.request)

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show the value in force, and what comes of it."""
        self._rule, self._dataset = rule, dataset
        self.show_value(getattr(rule, self._option))
        if run is None:
            return
        self.show_result(self._why_not(run) or "", self._text_of, run)

    @Slot(object, str)
    def request(self, value: Fraction, gesture: str) -> None:
        rule = changed(self._rule, self._option, value, self._dataset.dimension)
        self.rule_requested.emit(rule, request_name(self._option, value), gesture)


class StartRow(WhatIfRow):
    """Makes w₀ longer or shorter; from 0 it goes against w*, the worst direction."""

    rule_requested = Signal(object, str, str)

    def __init__(self) -> None:
        super().__init__(
            "Length of the start",
            _START_TIP,
            "margin",
            (Fraction(0), *decades(-2, 3, FINE)),
        )
        self._rule = Rule()
        self._direction: Direction | None = None  # of the next gesture
        self._gesture_direction: Direction | None = None  # of this gesture, also through 0
        self.value_requested.connect(self._on_value_requested)
        self.gesture_ended.connect(self._on_gesture_ended)

    @property
    def symbol(self) -> str:
        return to_plain(self.notation.start)

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show where the run starts."""
        self._rule = rule
        if rule.init != "random":
            self.show_value(_length(rule.init))
        if run is None:
            return
        self.show_value(_length(run.start))
        self._direction = _direction(run)
        why = "" if self._direction else _NO_DIRECTION.format(to_plain(self.notation.separator))
        if rule.rule == "kernel":
            why = _NO_START.format(self.symbol)
        self.show_result(why, of_start, run)

    @Slot(object, str)
    def _on_value_requested(self, length: Fraction, gesture: str) -> None:
        direction = self._gesture_direction or self._direction
        if direction is None:
            return
        self._gesture_direction = direction if gesture else None
        name = f"Let {self.symbol} be {typed_value(length)} long" if length else "Start at 0"
        weights = scaled(direction, length) if length else "zeros"
        rule = replace(self._rule, init=weights, given=frozenset({"init"}))
        self.rule_requested.emit(rule, name, gesture)

    @Slot()
    def _on_gesture_ended(self) -> None:
        self._gesture_direction = None


def _rounded(value: float) -> Fraction:
    return Fraction(f"{value:.{_MARGIN_DIGITS}g}")


def _stops_of(dataset: Dataset) -> tuple[Fraction, ...]:
    """Return margins from a small part of the size of the points up to more than that."""
    size = float(np.linalg.norm(dataset.points, axis=1).max())
    highest = math.ceil(math.log10(size)) if size else 0
    return Fraction(0), *decades(highest - _DECADES, highest, FINE)


def scaled(direction: Direction, length: Fraction) -> tuple[Fraction, ...]:
    """Return weights of about this length as short decimals, which stay exact."""
    wanted = [value * float(length) for value in direction]
    decimals = _START_DIGITS - 1 - math.floor(math.log10(max(map(abs, wanted))))
    return tuple(round(Fraction(value), decimals) for value in wanted)


def _length(weights: Sequence[Fraction] | str) -> Fraction:
    if isinstance(weights, str):
        return Fraction(0)
    return Fraction(f"{math.sqrt(dot(weights, weights)):.{_LENGTH_DIGITS}g}")


def _direction(run: Run) -> Direction | None:
    """Return that of w₀, or where it is 0 the one against w*, if there is one."""
    if run.rule.rule == "kernel":
        return None
    weights = run.start if any(run.start) else [-value for value in run.verdict.separator]
    size = math.sqrt(dot(weights, weights))
    return tuple(float(value) / size for value in weights) if size else None
