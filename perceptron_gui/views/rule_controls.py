"""The options of one rule under a few headings, only those that the rule listens to."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from perceptron_gui.core.errors import RuleError
from perceptron_gui.core.rule import Rule

from .option_row import OptionRow
from .option_words import GROUPS, WORDS, in_a_sentence, request_name
from .rule_change import changed
from .tab_order import follow

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
        missing = [name for name in WORDS if name not in self.rows and self._rule.listens_to(name)]
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
