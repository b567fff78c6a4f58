"""The panel of rules: which there are, what they do, and the conventions of the lectures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property, partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule, starting_weights
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.widgets.editors import ChoiceEditor, OwnEditor, named
from perceptron_gui.views.widgets.focus import follow
from perceptron_gui.views.widgets.form import ColumnForm, ExplainedField, Field
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import MenuButton, wide_button

from .bar import RuleForm
from .changes import orders_of, weight_count, weight_names


def described(rule: Rule) -> str:
    """Return a rule such as Perceptron, η = 1, and whatever else is not as usual."""
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

    def show_texts(self, texts: Sequence[str], tips: Sequence[str], chosen: int) -> None:
        """Show other lines, and which of them is chosen."""
        self.addItems([""] * (len(texts) - self.count()))
        # A line that is chosen would choose another one when it is taken away.
        self.setCurrentRow(chosen)
        while self.count() > len(texts):
            self.takeItem(self.count() - 1)
        for row, (text, tip) in enumerate(zip(texts, tips, strict=True)):
            self.item(row).setText(text)
            self.item(row).setToolTip(tip)
        self.updateGeometry()

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


class RuleControls(RuleForm, ColumnForm):
    """All options of a rule, below each other and explained."""

    def __init__(self, follows_drags: bool = True) -> None:
        super().__init__(OPTIONS.values(), is_explained=True, follows_drags=follows_drags)
        tip = "Show options that few people need: limits, penalties, arithmetic"
        self.more = wide_button("More", tip, "More options of the rule", self._show)
        self.more.setCheckable(True)
        self._column.addWidget(self.more, self._last_row, 0)
        self._show()

    @Slot()
    def _show(self) -> None:
        """Show the options that the rule uses; those of experts where one is set, or unfolded."""
        rule, values = self.rule, self.rule.options()
        used = set(filter(rule.uses_option, OPTIONS))
        experts = {name for name in used if OPTIONS[name].is_expert}
        is_set = any(values[name] != OPTIONS[name].default for name in experts)
        self.more.setVisible(not is_set)
        self.show_values(values, used if is_set or self.more.isChecked() else used - experts)
        if "order" in self.fields:
            self.fields["order"].offer(orders_of(rule))
        if "init" in self.fields:
            self._show_start(self.fields["init"])

    def _show_start(self, field: Field) -> None:
        """Let weights of one's own begin with those in force; say what each belongs to."""
        rule, count = self.rule, weight_count(self.rule, self.dimension)
        assert isinstance(field, ExplainedField) and isinstance(field.editor, OwnEditor)
        problem = field.editor.below.problem
        if isinstance(rule.init, tuple):
            field.explanation.show_text(f"for {', '.join(weight_names(rule, self.dimension))}")
        try:
            weights = tuple(starting_weights(rule, count))
        except RuleError as error:
            problem = problem or error
        else:
            field.editor.begin_with(lambda: weights)
        self.show_problem(field, problem)


class RulePanel(QWidget):
    """Shows the rules of a document and asks for others; the last one cannot be removed."""

    # The rules, which is shown, the undo step's name, and the gesture of which that is a part.
    rules_requested = Signal(object, int, str, str)
    gesture_ended = Signal()
    notation_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rules: tuple[Rule, ...] = ()
        self._shown = 0
        self._dimension = 2
        tip = "The rule chosen here is the one that is trained and shown."
        self.lines = named(Lines(), "Rules of this document", tip)
        self.lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.lines.currentRowChanged.connect(self._on_current_row_changed)
        tip = "Add a rule with all options at their defaults, to compare."
        self.add = wide_button("Add", tip, "Add rule", self._on_add_clicked)
        tip = "Copy the rule, to change one thing and compare."
        self.duplicate = wide_button("Duplicate", tip, "Duplicate rule", self._on_duplicate_clicked)
        tip = "Remove the rule; the others stay."
        self.remove = wide_button("Remove", tip, "Remove rule", self._on_remove_clicked)
        tip = "Set tie rule, order, step, start, offset and symbols as one of the lectures does."
        self.presets = named(MenuButton("As in lecture"), "Preset of a lecture", tip)
        self.presets.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.notation = named(
            ChoiceEditor({name: each.title for name, each in NOTATIONS.items()}),
            "Notation",
            "Whose symbols the explanations and figures use; the learning stays.",
        )
        self.notation.value_requested.connect(self.notation_requested.emit)
        self.defaults = wide_button(
            "All defaults",
            "Set every option of this rule back to its default.",
            "All options of this rule back to their defaults",
            self._on_defaults_clicked,
        )
        self._column = QVBoxLayout(self)
        self._lay_out()
        self.show_rules((Rule(),), 0)

    @cached_property
    def controls(self) -> RuleControls:
        """The options of the rule that is shown: so many that they are made when first seen."""
        controls = RuleControls()
        controls.show_rule(self._rules[self._shown], self._dimension)
        controls.rule_requested.connect(self._on_rule_requested)
        controls.gesture_ended.connect(self.gesture_ended)
        self._scroll = ScrollColumn(controls)
        self._column.addWidget(self._scroll, 1)
        follow((), self._scroll, start=self.notation)
        return controls

    def point_out(self, names: Collection[str]) -> None:
        """Mark some options, and bring the first of them into sight."""
        if not names and "controls" not in vars(self):
            return
        controls = self.controls
        if any(OPTIONS[name].is_expert for name in names):
            controls.more.setChecked(False)
            controls.more.click()
        for name, field in controls.fields.items():
            field.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
            field.setProperty("wanted", name in names)
            field.style().polish(field)
        first = next((controls.fields[name] for name in names), None)
        if first is not None:
            QTimer.singleShot(0, self, partial(self._scroll.ensureWidgetVisible, first))

    def show_rules(self, rules: tuple[Rule, ...], shown: int, dimension: int = 2) -> None:
        """Show the rules of the document, and the options of one of them.

        The points have so many coordinates, and the rule so many weights.
        """
        is_other, rule = rules != self._rules, rules[shown]
        self._rules, self._shown, self._dimension = rules, shown, dimension
        if is_other:
            texts = [described(each) for each in rules]
            self.lines.show_texts(texts, texts, shown)
        if self.lines.currentRow() != shown:
            self.lines.setCurrentRow(shown)
        self.remove.setEnabled(len(rules) > 1)
        self.defaults.setEnabled(rule != Rule(rule=rule.rule))
        if "controls" in vars(self):
            self.controls.show_rule(rule, dimension)

    def show_notation(self, name: str) -> None:
        """Show whose symbols are used."""
        self.notation.show_value(name)

    def _lay_out(self) -> None:
        lecture = QGridLayout()
        lecture.addWidget(self.presets, 0, 0, 1, 2)
        lecture.addWidget(self.defaults, 0, 2)
        label = QLabel("Symbols")
        label.setBuddy(self.notation)
        lecture.addWidget(label, 1, 0)
        lecture.addWidget(self.notation, 1, 1, 1, 2)
        lecture.setColumnStretch(1, 1)
        buttons = filled(QHBoxLayout(), self.add, self.duplicate, self.remove)
        filled(self._column, self.lines, buttons, lecture, margins=(6, 6, 2, 6))

    def _request(self, shown: int, step: str, *added: Rule, gesture: str = "") -> None:
        """Ask for other rules in place of the one that is shown."""
        before, after = self._rules[: self._shown], self._rules[self._shown + 1 :]
        self.rules_requested.emit((*before, *added, *after), shown, step, gesture)

    @Slot(int)
    def _on_current_row_changed(self, row: int) -> None:
        if row not in (self._shown, -1):
            self.rules_requested.emit(self._rules, row, "Show another rule", "")
            self.lines.setCurrentRow(self._shown)  # whether the request was met or not

    @Slot()
    def _on_add_clicked(self) -> None:
        self.rules_requested.emit((*self._rules, Rule()), len(self._rules), "Add a rule", "")

    @Slot()
    def _on_duplicate_clicked(self) -> None:
        rule = self._rules[self._shown]
        self._request(self._shown + 1, "Duplicate a rule", rule, rule)

    @Slot()
    def _on_remove_clicked(self) -> None:
        self._request(min(self._shown, len(self._rules) - 2), "Remove a rule")

    @Slot(object, str, str)
    def _on_rule_requested(self, rule: Rule, step: str, gesture: str) -> None:
        self._request(self._shown, step, rule, gesture=gesture)

    @Slot()
    def _on_defaults_clicked(self) -> None:
        rule = Rule(rule=self._rules[self._shown].rule)
        self._request(self._shown, "Set all options to their defaults", rule)

    def showEvent(self, event: QShowEvent) -> None:
        self.controls.show()
        super().showEvent(event)
