"""The bar of what a lecture changes most: rule, η, order, ties, offset and symbols."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QSlider, QToolButton, QWidget

from perceptron_gui.base.errors import InputError, OptionError, window_sentence
from perceptron_gui.core.paths.visiting import CHOICES, SEQUENCES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.widgets.buttons import MenuButton
from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, named
from perceptron_gui.views.widgets.stage import filled

from .changes import changed, request_name
from .controls import make_editor

_STEPS = tuple(sorted(Fraction(n, d) for n in (1, 2, 5) for d in (1, 10, 100)))
_TITLES = {"eta": "η", "order": "order", "tie": "ties"}
_SLIDER, _FIELD = 4.5, 3.2  # widths in heights of letters
_LISTED = "listed"


class StepSlider(QSlider):
    """η in steps that a lecture would take; the field beside it takes any other."""

    value_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(0, len(_STEPS) - 1)
        self.setPageStep(1)
        self.actionTriggered.connect(self._on_action_triggered)

    def show_value(self, value: Fraction) -> None:
        """Stand at the step, or at the next one above."""
        place = min(bisect_left(_STEPS, value), len(_STEPS) - 1)
        if place != self.value() or not self.isSliderDown():
            self.setValue(place)

    @Slot()
    def _on_action_triggered(self) -> None:
        self.value_requested.emit(_STEPS[self.sliderPosition()])


class RuleBar(QWidget):
    """Shows the main options of the rule and asks for others; `all` is one click away."""

    rule_requested = Signal(object, str)  # the rule, and what an undo step is called
    notation_requested = Signal(str)
    problem_found = Signal(str)  # a sentence on what was typed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rule = Rule()
        self._dimension = 2
        self.editors: dict[str, Any] = {
            "rule": make_editor(OPTIONS["rule"]),
            "eta": make_editor(OPTIONS["eta"]),
            "order": ChoiceEditor(),
            "tie": make_editor(OPTIONS["tie"]),
            "offset": FlagEditor("offset"),
        }
        self.slider = named(StepSlider(), "Step η, in a few steps", OPTIONS["eta"].tip)
        self.notation = named(
            ChoiceEditor(
                {name: name for name in NOTATIONS},
                {name: each.lecture for name, each in NOTATIONS.items()},
            ),
            "Symbols",
            "Whose symbols are written; the learning stays.",
        )
        self.lecture = named(
            MenuButton("As in lecture"),
            "Preset of a lecture",
            "Set tie rule, order, step, start, offset and symbols as one of the lectures does",
        )
        self.all_options = named(
            QToolButton(), "All options", "Open the panel with everything that can be set"
        )
        self.all_options.setText("all options")
        self.all_options.setCheckable(True)
        self._titles: dict[str, QLabel] = {}
        self._connect()
        self._lay_out()
        self._show()

    def show_rule(self, rule: Rule) -> None:
        """Show the options of a rule; those that it does not use are greyed out."""
        if rule != self._rule:
            self._rule = rule
            self._show()

    def show_dimension(self, dimension: int) -> None:
        """Store how many coordinates points have."""
        self._dimension = dimension

    def set_choices(self, lectures: QMenu, panel: QAction) -> None:
        """Offer what the lectures set, and the panel with all options."""
        self.lecture.setMenu(lectures)
        self.all_options.clicked.connect(panel.trigger)
        panel.toggled.connect(self.all_options.setChecked)
        self._fit()

    def show_notation(self, name: str) -> None:
        """Show whose symbols are used."""
        self.notation.show_value(name)

    def _connect(self) -> None:
        for name, editor in self.editors.items():
            param = OPTIONS[name]
            named(editor, param.title, f"{param.tip[:1].upper()}{param.tip[1:]}.")
            editor.value_requested.connect(partial(self._on_value_requested, name))
        self.editors["eta"].problem_changed.connect(self._on_problem_changed)
        self.slider.value_requested.connect(partial(self._on_value_requested, "eta"))
        self.notation.value_requested.connect(self.notation_requested.emit)

    def _lay_out(self) -> None:
        for name in ("eta", "order", "tie", "symbols"):
            self._titles[name] = QLabel(_TITLES.get(name, name))
        parts: list[QWidget | int] = [self.editors["rule"], self._titles["eta"], self.slider]
        parts += [self.editors["eta"], self._titles["order"], self.editors["order"]]
        parts += [self._titles["tie"], self.editors["tie"], self.editors["offset"]]
        parts += [self._titles["symbols"], self.notation]
        parts += [self.lecture, 1, self.all_options]
        filled(QHBoxLayout(self), *parts, margins=(4, 0, 4, 0), spacing=5)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()

    def _show(self) -> None:
        rule = self._rule
        order = self.editors["order"]
        keys = [*SEQUENCES, *(() if rule.rule == "sgd" else CHOICES)]
        keys += [_LISTED] if isinstance(rule.order, tuple) else []
        meaning = OPTIONS["order"].kind.meaning_of
        order.show_entries({key: key for key in keys}, {key: meaning(key) for key in keys})
        for name, editor in self.editors.items():
            value = getattr(rule, name)
            editor.show_value(_LISTED if isinstance(value, tuple) else value)
            used = rule.uses_option(name)
            for part in (editor, self._titles.get(name), self.slider if name == "eta" else None):
                if part is not None:
                    part.setEnabled(used)
        self.slider.show_value(rule.eta)

    def _on_value_requested(self, name: str, value: Any) -> None:
        if value == _LISTED:
            return
        try:
            rule = changed(self._rule, name, value, self._dimension)
        except OptionError as error:
            self.problem_found.emit(window_sentence(error))
        else:
            if rule != self._rule:
                self.rule_requested.emit(rule, request_name(name, getattr(rule, name)))
        self._show()  # what is in force, whether the request was met or not

    @Slot(object)
    def _on_problem_changed(self, problem: InputError | None) -> None:
        if problem is not None:
            self.problem_found.emit(window_sentence(problem))

    def _fit(self) -> None:
        """Fit the widths to the letters; what matters least goes first where there is no room."""
        em = self.fontMetrics().height()
        self.editors["eta"].setFixedWidth(round(_FIELD * em))
        self.slider.setFixedWidth(round(_SLIDER * em))
        lesser = [self.lecture, *map(self._titles.get, ("symbols", "tie", "order")), self.slider]
        seen = [part for part in lesser if part is not None]
        for part in seen:
            part.show()
        for part in seen:
            if self.sizeHint().width() <= self.width():
                break
            part.hide()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()
