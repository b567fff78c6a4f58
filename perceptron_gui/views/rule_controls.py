"""The options of one rule under a few headings, only those that the rule listens to."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from perceptron_gui.core.errors import RuleError
from perceptron_gui.core.rule import Rule

from .option_row import OptionRow
from .option_words import GROUPS, WORDS, in_a_sentence, request_name
from .rule_change import changed


class RuleControls(QWidget):
    """Turns what the controls ask for into a whole rule."""

    rule_requested = Signal(object, str)  # the rule, and what an undo step is called

    def __init__(self) -> None:
        super().__init__()
        self._rule = Rule()
        self._dimension = 2
        self.rows = {name: OptionRow(name) for name in WORDS}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(6)
        for title, names in GROUPS.items():
            column.addWidget(_heading(title))
            for name in names:
                column.addWidget(self.rows[name])
        column.addStretch(1)
        for row in self.rows.values():
            row.value_requested.connect(self._on_value_requested)
        self._align()
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
        for row in self.rows.values():
            row.show_rule(self._rule, self._dimension)

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
