"""The rules of a document, each in a few words: choose, add, duplicate and remove them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QSizePolicy, QVBoxLayout, QWidget

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.views.widgets.buttons import wide_button
from perceptron_gui.views.widgets.editors import named


def described(rule: Rule) -> str:
    """Return a rule such as Perceptron, η = 1, ties −1, and whatever else is not as usual."""
    usual = Rule(rule=rule.rule, eta=rule.eta, tie=rule.tie).options()
    info = RULES[rule.rule]
    parts = [info.short if info.short.isupper() else info.title]
    if rule.uses_option("eta"):
        parts.append(OPTIONS["eta"].words(rule.eta))
    parts.append(OPTIONS["tie"].words(rule.tie))
    for name, value in rule.options().items():
        matters = rule.is_random if name == "seed" else rule.uses_option(name)
        if matters and value != usual[name]:
            parts.append(OPTIONS[name].shown_words(value))
    return ", ".join(parts)


class Lines(QListWidget):
    """A list that is as high as its lines, between two numbers of them; long ones are wrapped."""

    def __init__(self, least: int = 1, most: int = 4) -> None:
        super().__init__()
        self._least, self._most = least, most
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:
        """Return the height of the lines as they are wrapped now."""
        line = self.fontMetrics().height()
        shown = range(min(self.count(), self._most))
        heights = [max(line, self.visualItemRect(self.item(row)).height()) for row in shown]
        room = max(sum(heights), self._least * line)
        return QSize(super().sizeHint().width(), room + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """Return the height of the fewest lines; their width may be any."""
        return QSize(0, min(self.sizeHint().height(), 3 * self.fontMetrics().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()


class RuleList(QWidget):
    """The last rule cannot be removed, since a document trains with something."""

    rules_requested = Signal(object, int, str)

    def __init__(self) -> None:
        super().__init__()
        self._rules: tuple[Rule, ...] = ()
        self._shown = 0
        tip = "The rule chosen here is the one that is trained and shown."
        self.lines = named(Lines(), "Rules of this document", tip)
        self.lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.lines.currentRowChanged.connect(self._on_current_row_changed)
        tip = "Add a rule with all options at their defaults, to compare."
        self.add = wide_button("Add rule", tip, "Add rule", self._on_add_clicked)
        tip = "Copy the rule, to change one thing and compare."
        self.duplicate = wide_button("Duplicate", tip, "Duplicate rule", self._on_duplicate_clicked)
        tip = "Remove the rule; the others stay."
        self.remove = wide_button("Remove", tip, "Remove rule", self._on_remove_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.lines)
        self.buttons = QHBoxLayout()
        column.addLayout(self.buttons)
        for button in (self.add, self.duplicate, self.remove):
            self.buttons.addWidget(button)

    def show_rules(self, rules: tuple[Rule, ...], shown: int) -> None:
        """Show these rules, and which of them is chosen."""
        self._shown = shown
        if rules != self._rules:
            self._rules = rules
            self._show_lines([described(rule) for rule in rules])
        if self.lines.currentRow() != shown:
            self.lines.setCurrentRow(shown)
        self.remove.setEnabled(len(rules) > 1)

    def _show_lines(self, texts: list[str]) -> None:
        self.lines.addItems([""] * (len(texts) - self.lines.count()))
        # A line that is chosen would choose another one when it is taken away.
        self.lines.setCurrentRow(self._shown)
        while self.lines.count() > len(texts):
            self.lines.takeItem(self.lines.count() - 1)
        for row, text in enumerate(texts):
            self.lines.item(row).setText(text)
            self.lines.item(row).setToolTip(text)
        self.lines.updateGeometry()

    @Slot(int)
    def _on_current_row_changed(self, row: int) -> None:
        if row not in (self._shown, -1):
            self.rules_requested.emit(self._rules, row, "Show another rule")
            self.lines.setCurrentRow(self._shown)  # whether the request was met or not

    @Slot()
    def _on_add_clicked(self) -> None:
        rules = (*self._rules, Rule())
        self.rules_requested.emit(rules, len(rules) - 1, "Add a rule")

    @Slot()
    def _on_duplicate_clicked(self) -> None:
        after = self._shown + 1
        rules = (*self._rules[:after], self._rules[self._shown], *self._rules[after:])
        self.rules_requested.emit(rules, after, "Duplicate a rule")

    @Slot()
    def _on_remove_clicked(self) -> None:
        rules = (*self._rules[: self._shown], *self._rules[self._shown + 1 :])
        if rules:
            self.rules_requested.emit(rules, min(self._shown, len(rules) - 1), "Remove a rule")
