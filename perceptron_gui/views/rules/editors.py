"""One control per kind of option: choices, check boxes and typed numbers.

The two that can be a list, orders and starts, are in `list_editors`.
"""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.params import Param
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.widgets.combo import NoWheelCombo
from perceptron_gui.views.widgets.field import TypedField


class OptionEditor(QWidget):
    """Shows what a rule says of one option and asks for something else.

    What does not fit beside the title stands in `below`, to be placed under it.
    """

    value_requested = Signal(object)
    meaning_changed = Signal()  # without a request
    problem_changed = Signal(str)  # a sentence, or an empty text when all is well

    def __init__(self, param: Param) -> None:
        super().__init__()
        self.param = param
        self.below: QWidget | None = None
        self._line = QVBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the option of a rule for points of so many coordinates."""
        raise NotImplementedError

    def meaning(self) -> str:
        """Say what the option means, or what is chosen of it."""
        return self.param.tip

    def _place(self, control: QWidget) -> None:
        self._name(control)
        self.setFocusProxy(control)
        self._line.addWidget(control)

    def _name(self, control: QWidget, part: str = "") -> None:
        """Tell screen readers and the pointer what a control is and does to the learning."""
        title, what = self.param.title, self.param.meaning
        control.setObjectName(self.param.name)
        control.setAccessibleName(f"{title}, {part}" if part else title)
        control.setAccessibleDescription(self.param.effect)
        control.setToolTip(f"<p>{what[:1].upper()}{what[1:]}.</p><p>{self.param.effect}</p>")

    @Slot(object)
    def _on_problem_changed(self, problem: InputError | None) -> None:
        self.problem_changed.emit("" if problem is None else window_sentence(problem))


class ChoiceEditor(OptionEditor):
    """A menu; what is chosen counts at once."""

    def __init__(self, param: Param) -> None:
        super().__init__(param)
        self.combo = NoWheelCombo()
        self.combo.show_entries(self._titles(), param.choices)
        self.combo.activated.connect(self._on_activated)
        self._place(self.combo)

    def _titles(self) -> dict[str, str]:
        if self.param.name == "rule":
            titles = {name: facts.title for name, facts in RULES.items()}
            return titles | {"sgd": "Gradient descent (SGD)"}  # the whole name is too long here
        return {choice: choice for choice in self.param.choices}

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show what is chosen."""
        self.combo.show_key(getattr(rule, self.param.name))

    def meaning(self) -> str:
        """Say what the choice means."""
        return self.param.kind.meaning_of(self.combo.key())

    @Slot(int)
    def _on_activated(self, _index: int) -> None:
        self.value_requested.emit(self.combo.key())


class FlagEditor(OptionEditor):
    """A check box."""

    def __init__(self, param: Param) -> None:
        super().__init__(param)
        self.box = QCheckBox()
        self.box.clicked.connect(self._on_clicked)
        self._place(self.box)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show whether it is on."""
        value = getattr(rule, self.param.name)
        if self.box.isChecked() != value:
            self.box.setChecked(value)
        self.box.setText(self.param.kind.to_text(value))

    @Slot(bool)
    def _on_clicked(self, value: bool) -> None:
        self.box.setText(self.param.kind.to_text(value))
        self.value_requested.emit(value)


class TypedEditor(OptionEditor):
    """A field for a number or a count: 0.1, 1/3 and 2e-3 are read exactly and stay as typed."""

    def __init__(self, param: Param) -> None:
        super().__init__(param)
        self.field = TypedField(param.read, param.kind.to_text)
        self.field.value_requested.connect(self.value_requested)
        self.field.problem_changed.connect(self._on_problem_changed)
        self._place(self.field)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the number in force."""
        self.field.show_value(getattr(rule, self.param.name))
