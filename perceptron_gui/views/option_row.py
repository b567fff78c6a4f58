"""A row of the rule panel: one option, what it means, and the way back to its default."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from perceptron_gui.core.options import OPTIONS
from perceptron_gui.core.rule import Rule

from .init_editor import InitEditor
from .option_editors import ChoiceEditor, FlagEditor, NumberEditor, OptionEditor
from .option_words import WORDS, value_text
from .order_editor import OrderEditor
from .small_text import Complaint, MutedText

_TITLE, _EDITOR, _RESET = range(3)


def make_editor(name: str) -> OptionEditor:
    """Return the control that fits the kind of an option."""
    kind = OPTIONS[name].kind
    if kind == "order":
        return OrderEditor()
    if kind == "init":
        return InitEditor()
    makers = {"choice": ChoiceEditor, "flag": FlagEditor}
    return makers.get(kind, NumberEditor)(name)


class OptionRow(QWidget):
    """Title and control beside each other; the meaning and what is wrong in small below."""

    value_requested = Signal(str, object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.editor = make_editor(name)
        self._default = getattr(Rule(), name)
        self._is_needed = True
        self._title = QLabel(WORDS[name].title)
        self._title.setBuddy(self.editor)
        self.reset = self._make_reset()
        self.explanation = MutedText()
        self.complaint = Complaint()
        self._lay_out()
        self.editor.value_requested.connect(self._on_value_requested)
        self.editor.meaning_changed.connect(self._on_meaning_changed)
        self.editor.problem_changed.connect(self.complaint.show_text)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the option of a rule, or nothing where the rule does not listen to it."""
        self.editor.show_rule(rule, dimension)
        self._on_meaning_changed()
        self.reset.setVisible(getattr(rule, self.name) != self._default)
        if rule.listens_to(self.name) != self._is_needed:
            self._is_needed = not self._is_needed
            self.setVisible(self._is_needed)

    def show_title_width(self, width: int) -> None:
        """Align the control with those of other rows."""
        self._title.setFixedWidth(width)

    def _make_reset(self) -> QToolButton:
        button = QToolButton()
        button.setText("↺")
        button.setAutoRaise(True)
        button.setToolTip(f"Back to the default: {value_text(self._default)}")
        button.setAccessibleName(f"{WORDS[self.name].title}: back to the default")
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
        grid.addWidget(self._title, 0, _TITLE)
        grid.addWidget(self.editor, 0, _EDITOR)
        if self.editor.below is not None:
            grid.addWidget(self.editor.below, 1, _EDITOR)
        grid.addWidget(self.reset, 0, _RESET)
        grid.addWidget(self.complaint, 2, _EDITOR, 1, 2)
        grid.addWidget(self.explanation, 3, _EDITOR, 1, 2)

    @Slot(object)
    def _on_value_requested(self, value: object) -> None:
        self.value_requested.emit(self.name, value)

    @Slot()
    def _on_reset_clicked(self) -> None:
        self.value_requested.emit(self.name, self._default)

    @Slot()
    def _on_meaning_changed(self) -> None:
        self.explanation.show_text(self.editor.meaning())
