"""One control per kind of option: choices, check boxes and typed numbers.

The two that can be a list, `order` and `init`, have files of their own.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.rules.options import OPTIONS, RULES, checked
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.widgets.combo import NoWheelCombo
from perceptron_gui.views.widgets.field import TypedField

from .labels import MEANINGS, SAID, WORDS, exact_text, in_a_sentence


def named(control: QWidget, name: str, part: str = "") -> None:
    """Tell screen readers and the pointer what a control is and does to the learning."""
    words, what = WORDS[name], OPTIONS[name].meaning
    control.setObjectName(name)
    control.setAccessibleName(f"{words.title}, {part}" if part else words.title)
    control.setAccessibleDescription(words.effect)
    control.setToolTip(f"<p>{what[:1].upper()}{what[1:]}.</p><p>{words.effect}</p>")


class OptionEditor(QWidget):
    """Shows what a rule says of one option and asks for something else.

    What does not fit beside the title stands in `below`, to be placed under it.
    """

    value_requested = Signal(object)
    meaning_changed = Signal()  # without a request
    problem_changed = Signal(str)  # a sentence, or an empty text when all is well

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.below: QWidget | None = None
        self._line = QVBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the option of a rule for points of so many coordinates."""
        raise NotImplementedError

    def meaning(self) -> str:
        """Say what the option means, or what is chosen of it."""
        return SAID.get(self.name, OPTIONS[self.name].meaning)

    def _place(self, control: QWidget) -> None:
        named(control, self.name)
        self.setFocusProxy(control)
        self._line.addWidget(control)

    @Slot(object)
    def _on_problem_changed(self, problem: InputError | None) -> None:
        sentence = "" if problem is None else in_a_sentence(self.name, problem)
        self.problem_changed.emit(sentence)


class ChoiceEditor(OptionEditor):
    """A menu; what is chosen counts at once."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.combo = NoWheelCombo()
        self.combo.show_entries(self._titles(), MEANINGS[name])
        self.combo.activated.connect(self._on_activated)
        self._place(self.combo)

    def _titles(self) -> dict[str, str]:
        if self.name == "rule":
            titles = {name: facts.title for name, facts in RULES.items()}
            return titles | {"sgd": "Gradient descent (SGD)"}  # the whole name is too long here
        return {choice: choice for choice in OPTIONS[self.name].choices}

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show what is chosen."""
        self.combo.show_key(getattr(rule, self.name))

    def meaning(self) -> str:
        """Say what the choice means."""
        return MEANINGS[self.name].get(self.combo.key(), "")

    @Slot(int)
    def _on_activated(self, _index: int) -> None:
        self.value_requested.emit(self.combo.key())


class FlagEditor(OptionEditor):
    """A check box."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box = QCheckBox()
        self.box.clicked.connect(self._on_clicked)
        self._place(self.box)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show whether it is on."""
        value = getattr(rule, self.name)
        if self.box.isChecked() != value:
            self.box.setChecked(value)
        self.box.setText("on" if value else "off")

    @Slot(bool)
    def _on_clicked(self, value: bool) -> None:
        self.box.setText("on" if value else "off")
        self.value_requested.emit(value)


class NumberEditor(OptionEditor):
    """A field for a number or a count: 0.1, 1/3 and 2e-3 are read exactly and stay as typed."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.field = TypedField(self._read, exact_text)
        self.field.value_requested.connect(self.value_requested)
        self.field.problem_changed.connect(self._on_problem_changed)
        self._place(self.field)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the number in force."""
        self.field.show_value(getattr(rule, self.name))

    def _read(self, text: str) -> Any:
        return checked(self.name, text)
