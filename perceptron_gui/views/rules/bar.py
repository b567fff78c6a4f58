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
_SPACING, _MARGIN = 5, 4
_LISTED = "listed"
_DRAG = "drag of η"


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

    # The rule, what an undo step is called, and the gesture of which that is a part.
    rule_requested = Signal(object, str, str)
    gesture_ended = Signal()
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
            named(editor, param.title, _tip_of(name))
            editor.value_requested.connect(partial(self._on_value_requested, name))
        self.editors["eta"].problem_changed.connect(self._on_problem_changed)
        self.slider.value_requested.connect(partial(self._on_value_requested, "eta"))
        self.slider.sliderReleased.connect(self.gesture_ended)
        self.notation.value_requested.connect(self.notation_requested.emit)

    def _lay_out(self) -> None:
        for choice in (*self.editors.values(), self.notation):
            if isinstance(choice, ChoiceEditor):
                choice.show_whole_titles()
        for name in ("eta", "order", "tie", "symbols"):
            self._titles[name] = QLabel(_TITLES.get(name, name))
        parts: list[QWidget] = [self.editors["rule"], self._titles["eta"], self.slider]
        parts += [self.editors["eta"], self._titles["order"], self.editors["order"]]
        parts += [self._titles["tie"], self.editors["tie"], self.editors["offset"]]
        parts += [self._titles["symbols"], self.notation, self.lecture]
        self._parts = [*parts, self.all_options]
        margins = _MARGIN, 0, _MARGIN, 0
        row = QHBoxLayout(self)
        filled(row, *parts, 1, self.all_options, margins=margins, spacing=_SPACING)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()

    def _show(self) -> None:
        rule = self._rule
        order = self.editors["order"]
        keys = [*SEQUENCES, *(() if rule.takes_points_as_they_come else CHOICES)]
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
        self._fit()

    def _on_value_requested(self, name: str, value: Any) -> None:
        if value == _LISTED:
            return
        try:
            rule = changed(self._rule, name, value, self._dimension)
        except OptionError as error:
            self.problem_found.emit(window_sentence(error))
        else:
            if rule != self._rule:
                gesture = _DRAG if self.slider.isSliderDown() else ""
                self.rule_requested.emit(rule, request_name(name, getattr(rule, name)), gesture)
        self._show()  # what is in force, whether the request was met or not

    @Slot(object)
    def _on_problem_changed(self, problem: InputError | None) -> None:
        sentence = "" if problem is None else window_sentence(problem)
        if sentence and _TITLES["eta"] not in sentence:  # it is read far from the field
            sentence = f"{OPTIONS['eta'].title}: {sentence}"
        self.editors["eta"].setToolTip(sentence or _tip_of("eta"))
        if sentence:
            self.problem_found.emit(sentence)

    def _fit(self) -> None:
        """Fit the widths to the letters; what matters least goes first where there is no room.

        The layout is not asked: it hears only later of what is shown and hidden here.
        """
        em = self.fontMetrics().height()
        self.editors["eta"].setFixedWidth(round(_FIELD * em))
        self.slider.setFixedWidth(round(_SLIDER * em))
        needed = sum(map(_room_of, self._parts)) + 2 * _MARGIN
        titles = [self._titles[name] for name in ("symbols", "tie", "order")]
        # In very large letters only the panel, which `all options` opens, has the others.
        others = [self.editors[name] for name in ("offset", "tie", "order")]
        for part in (self.lecture, *titles, self.slider, self.notation, *others):
            part.setVisible(needed <= self.width())
            needed -= 0 if needed <= self.width() else _room_of(part)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


def _tip_of(name: str) -> str:
    tip = OPTIONS[name].tip
    return f"{tip[:1].upper()}{tip[1:]}."


def _room_of(part: QWidget) -> int:
    # A list that has become shorter keeps its old minimum for a while.
    wanted = max(part.sizeHint().width(), part.minimumSizeHint().width())
    return min(wanted, part.maximumWidth()) + _SPACING
