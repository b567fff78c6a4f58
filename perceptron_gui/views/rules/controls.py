"""The options of one rule under a few headings, only those that the rule uses."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.params import Choice, Param
from perceptron_gui.core.rules.options import RULES, Init, Order
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, TypedEditor, named
from perceptron_gui.views.widgets.focus import follow
from perceptron_gui.views.widgets.text import Complaint, MutedText

from .changes import changed, request_name
from .list_editors import InitEditor, ListEditor, OrderEditor, name_control

_TITLE, _EDITOR, _RESET = range(3)
# What choices are called where it is not the word that is typed.
_TITLES = {
    "rule": {name: facts.title for name, facts in RULES.items()}
    | {
        "sgd": "Gradient descent (SGD)"  # the whole name is too long here
    },
    "tie": {"minus": "−1", "plus": "+1", "always": "a mistake", "never": "no mistake"},
}


def make_editor(param: Param) -> ChoiceEditor | FlagEditor | TypedEditor:
    """Return the control that fits the kind of an option."""
    if isinstance(param.kind, Order):
        return OrderEditor(param)
    if isinstance(param.kind, Init):
        return InitEditor(param)
    if isinstance(param.kind, Choice):
        titles = _TITLES.get(param.name, {})
        return ChoiceEditor({key: titles.get(key, key) for key in param.choices}, param.choices)
    kind = param.kind
    return FlagEditor() if param.is_flag else TypedEditor(param.read, kind.to_text, kind.holds)


class OptionRow(QWidget):
    """Title and control beside each other; the meaning and what is wrong in small below."""

    value_requested = Signal(str, object)

    def __init__(self, param: Param) -> None:
        super().__init__()
        self._param = param
        self.editor = make_editor(param)
        name_control(self.editor, param)
        self._is_needed = True
        self._title = QLabel(param.title, self)
        self._title.setBuddy(self.editor)
        self.reset = self._make_reset()
        self.explanation = MutedText(param.tip)
        self.complaint = Complaint()
        self._lay_out()
        self.editor.value_requested.connect(partial(self.value_requested.emit, param.name))
        if isinstance(self.editor, ChoiceEditor):
            self.editor.currentIndexChanged.connect(self._on_choice_changed)
            self._on_choice_changed()
        if isinstance(self.editor, TypedEditor | ListEditor):
            self.editor.problem_changed.connect(self.complaint.show_error)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the option of a rule, or nothing where the rule does not use it."""
        value = getattr(rule, self._param.name)
        if isinstance(self.editor, ListEditor):
            self.editor.show_rule(rule, dimension)
        else:
            self.editor.show_value(value)
        self.reset.setVisible(value != self._param.default)
        if rule.uses_option(self._param.name) != self._is_needed:
            self._is_needed = not self._is_needed
            self.setVisible(self._is_needed)

    def show_title_width(self, width: int) -> None:
        """Align the control with those of other rows."""
        self._title.setFixedWidth(width)

    def _make_reset(self) -> QToolButton:
        tip = f"Back to the default: {self._param.kind.to_text(self._param.default)}"
        button = named(QToolButton(), f"{self._param.title}: back to the default", tip)
        button.setText("↺")
        button.setAutoRaise(True)
        button.clicked.connect(self._on_reset_clicked)
        # The controls keep their width, whether the button is there or not.
        policy = button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        button.setSizePolicy(policy)
        return button

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(_EDITOR, 1)
        if isinstance(self.editor, ChoiceEditor):
            self.editor.show_whole_titles()
        # The names of rules are long, and stand below a heading that says what they are.
        first = _TITLE if self._param.name == "rule" else _EDITOR
        if first == _TITLE:
            self._title.hide()
        else:
            grid.addWidget(self._title, 0, _TITLE)
        grid.addWidget(self.editor, 0, first, 1, _RESET - first)
        if isinstance(self.editor, ListEditor):
            grid.addWidget(self.editor.below, 1, _EDITOR)
        grid.addWidget(self.reset, 0, _RESET)
        grid.addWidget(self.complaint, 2, first, 1, -1)
        grid.addWidget(self.explanation, 3, first, 1, -1)

    @Slot()
    def _on_reset_clicked(self) -> None:
        self.value_requested.emit(self._param.name, self._param.default)

    @Slot()
    def _on_choice_changed(self) -> None:
        assert isinstance(self.editor, ChoiceEditor)
        self.explanation.show_text(self._param.kind.meaning_of(self.editor.value()))


def _grouped() -> dict[str, list[str]]:
    """Return headings with the options below them."""
    groups: dict[str, list[str]] = {}
    for param in sorted(OPTIONS.values(), key=lambda param: param.rank):
        groups.setdefault(param.group, []).append(param.name)
    return groups


class RuleControls(QWidget):
    """Turns what the controls ask for into a whole rule."""

    rule_requested = Signal(object, str)  # the rule, and what an undo step is called

    def __init__(self) -> None:
        super().__init__()
        self._rule = Rule()
        self._dimension = 2
        self.rows: dict[str, OptionRow] = {}  # those that a rule has used
        self._column = QGridLayout(self)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(6)
        groups = _grouped()
        # Headings and options, from above.
        self._lines = [line for title, names in groups.items() for line in (title, *names)]
        for title in groups:
            self._column.addWidget(QLabel(f"<b>{title}</b>"), self._lines.index(title), 0)
        self._column.setRowStretch(len(self._lines), 1)
        self._show()

    def show_rule(self, rule: Rule) -> None:
        """Show the options of a rule."""
        if rule != self._rule:
            self._rule = rule
            self._show()

    def show_dimension(self, dimension: int) -> None:
        """Show how many weights there are for points of so many coordinates."""
        if dimension != self._dimension:
            self._dimension = dimension
            self._show()

    def _show(self) -> None:
        used = [name for name in self._lines if name in OPTIONS and self._rule.uses_option(name)]
        missing = [name for name in used if name not in self.rows]
        for name in missing:
            self._add_row(name)
        if missing:
            self._align()
        for row in self.rows.values():
            row.show_rule(self._rule, self._dimension)

    def _add_row(self, name: str) -> None:
        row = OptionRow(OPTIONS[name])
        row.value_requested.connect(self._on_value_requested)
        place = self._lines.index(name)
        self._column.addWidget(row, place, 0)
        above = [self.rows[each] for each in self._lines[:place] if each in self.rows]
        if len(above) < len(self.rows):
            follow(above, row)
        if self.isVisible():
            row.show()  # Qt would show it a little later
        self.rows[name] = row

    def _align(self) -> None:
        metrics = self.fontMetrics()
        width = max(metrics.horizontalAdvance(param.title) for param in OPTIONS.values())
        for row in self.rows.values():
            row.show_title_width(width + metrics.horizontalAdvance(" "))

    @Slot(str, object)
    def _on_value_requested(self, name: str, value: Any) -> None:
        try:
            rule = changed(self._rule, name, value, self._dimension)
        except OptionError as error:
            self._show()
            self.rows[name].complaint.show_error(error)
            return
        if rule != self._rule:
            self.rule_requested.emit(rule, request_name(name, getattr(rule, name)))
        self._show()  # what is in force, whether the request was met or not

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._align()
        super().changeEvent(event)
