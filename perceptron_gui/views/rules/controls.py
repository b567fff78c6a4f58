"""The options of one rule under a few headings, only those that the rule listens to."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.rules.options import OPTIONS
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.widgets.focus import follow
from perceptron_gui.views.widgets.text import Complaint, MutedText

from .editors import ChoiceEditor, FlagEditor, NumberEditor, OptionEditor
from .labels import GROUPS, WORDS, changed, in_a_sentence, request_name, value_text
from .list_editors import InitEditor, OrderEditor

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
        if rule.uses_option(self.name) != self._is_needed:
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


# Headings and options, from above.
_LINES = [line for title, names in GROUPS.items() for line in (title, *names)]


class RuleControls(QWidget):
    """Turns what the controls ask for into a whole rule."""

    rule_requested = Signal(object, str)  # the rule, and what an undo step is called

    def __init__(self) -> None:
        super().__init__()
        self._rule = Rule()
        self._dimension = 2
        self.rows: dict[str, OptionRow] = {}  # those that a rule has listened to
        self._column = QGridLayout(self)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(6)
        for title in GROUPS:
            self._column.addWidget(_heading(title), _LINES.index(title), 0)
        self._column.setRowStretch(len(_LINES), 1)
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
        missing = [name for name in WORDS if name not in self.rows and self._rule.uses_option(name)]
        for name in missing:
            self._add_row(name)
        if missing:
            self._align()
        for row in self.rows.values():
            row.show_rule(self._rule, self._dimension)

    def _add_row(self, name: str) -> None:
        row = OptionRow(name)
        row.value_requested.connect(self._on_value_requested)
        place = _LINES.index(name)
        self._column.addWidget(row, place, 0)
        above = [self.rows[each] for each in _LINES[:place] if each in self.rows]
        if len(above) < len(self.rows):
            follow(above, row)
        if self.isVisible():
            row.show()  # Qt would show it a little later
        self.rows[name] = row

    def _align(self) -> None:
        metrics = self.fontMetrics()
        width = max(metrics.horizontalAdvance(words.title) for words in WORDS.values())
        for row in self.rows.values():
            row.show_title_width(width + metrics.horizontalAdvance(" "))

    @Slot(str, object)
    def _on_value_requested(self, name: str, value: Any) -> None:
        try:
            rule = changed(self._rule, name, value, self._dimension)
        except RuleError as error:
            self._show()
            self.rows[name].complaint.show_text(in_a_sentence(name, error))
            return
        if rule != self._rule:
            self.rule_requested.emit(rule, request_name(name, getattr(rule, name)))
        self._show()  # what is in force, whether the request was met or not

    def changeEvent(self, event: QEvent) -> None:
        """Align everything anew in another font."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._align()
        super().changeEvent(event)


def _heading(title: str) -> QLabel:
    label = QLabel(title)
    font = QFont(label.font())
    font.setBold(True)
    label.setFont(font)
    return label
