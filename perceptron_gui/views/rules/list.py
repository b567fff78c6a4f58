"""The rules of a document, each in a few words: choose, add, duplicate and remove them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule


def described(rule: Rule) -> str:
    """Return a rule such as PLA, η = 1, ties −1, and whatever else is not as usual."""
    usual = Rule(rule=rule.rule, eta=rule.eta, tie=rule.tie).options()
    info = RULES[rule.rule]
    parts = [info.short if info.short.isupper() else info.title]
    if rule.uses_option("eta"):
        parts.append(OPTIONS["eta"].words(rule.eta))
    parts.append(OPTIONS["tie"].words(rule.tie))
    for name, value in rule.options().items():
        matters = rule.is_random if name == "seed" else rule.uses_option(name)
        if matters and value != usual[name]:
            parts.append(OPTIONS[name].words(value))
    return ", ".join(parts)


_MOST_LINES = 4


class RuleList(QWidget):
    """The last rule cannot be removed, since a document trains with something."""

    rules_requested = Signal(object, int, str)

    def __init__(self) -> None:
        super().__init__()
        self._rules: tuple[Rule, ...] = ()
        self._shown = 0
        self.lines = _Lines()
        self.lines.setAccessibleName("Rules of this document")
        self.lines.setToolTip("The rule chosen here is the one that is trained and shown.")
        self.lines.currentRowChanged.connect(self._on_current_row_changed)
        self.add = _button("Add", "Add a rule with all options at their defaults, to compare.")
        self.duplicate = _button("Duplicate", "Copy the rule, to change one thing and compare.")
        self.remove = _button("Remove", "Remove the rule; the others stay.")
        self.add.clicked.connect(self._on_add_clicked)
        self.duplicate.clicked.connect(self._on_duplicate_clicked)
        self.remove.clicked.connect(self._on_remove_clicked)
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


class _Lines(QListWidget):
    """A list that is as high as its lines, up to a few."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)

    def sizeHint(self) -> QSize:
        """Return the height of the lines."""
        lines = min(max(self.count(), 1), _MOST_LINES)
        height = max(self.sizeHintForRow(0), self.fontMetrics().height())
        return QSize(super().sizeHint().width(), lines * height + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """Return the same height; long lines may be cut."""
        return QSize(0, self.sizeHint().height())


def _button(text: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(f"{text} rule")
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button
