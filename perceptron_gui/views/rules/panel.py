"""The panel of rules: which there are, what they do, and the conventions of the lectures."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QSizePolicy, QVBoxLayout, QWidget

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.presets import PRESETS, preset_tip
from perceptron_gui.views.widgets.buttons import MenuButton, wide_button
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.focus import follow
from perceptron_gui.views.widgets.stage import ScrollColumn

from .controls import RuleControls
from .list import RuleList


class RulePanel(QWidget):
    """Shows the rules of a document and asks for others; it changes nothing itself."""

    # The rules, which is shown, the undo step's name, and the gesture of which that is a part.
    rules_requested = Signal(object, int, str, str)
    gesture_ended = Signal()
    notation_requested = Signal(str)
    preset_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rules: tuple[Rule, ...] = (Rule(),)
        self._shown = 0
        self._dimension = 2
        self.list = RuleList()
        self.presets = self._make_presets()
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
        self.list.rules_requested.connect(self._on_rules_requested)
        self.list.show_rules(self._rules, self._shown)
        self._show_defaults()

    @cached_property
    def controls(self) -> RuleControls:
        """The options of the rule that is shown: so many that they are made when first seen."""
        controls = RuleControls()
        controls.show_dimension(self._dimension)
        controls.show_rule(self._rules[self._shown])
        controls.rule_requested.connect(self._on_rule_requested)
        controls.gesture_ended.connect(self.gesture_ended)
        scroll = ScrollColumn(controls)
        self._column.addWidget(scroll, 1)
        follow((), scroll, start=self.notation)
        return controls

    def show_rules(self, rules: tuple[Rule, ...], shown: int) -> None:
        """Show the rules of the document, and the options of one of them."""
        self._rules, self._shown = rules, shown
        self.list.show_rules(rules, shown)
        if self._has_controls:
            self.controls.show_rule(rules[shown])
        self._show_defaults()

    def show_notation(self, name: str) -> None:
        """Show whose symbols are used."""
        self.notation.show_value(name)

    def show_dimension(self, dimension: int) -> None:
        """Show how many weights there are for points of so many coordinates."""
        self._dimension = dimension
        if self._has_controls:
            self.controls.show_dimension(dimension)

    @property
    def _has_controls(self) -> bool:
        return "controls" in vars(self)

    def _show_defaults(self) -> None:
        rule = self._rules[self._shown]
        self.defaults.setEnabled(rule != Rule(rule=rule.rule))

    def _make_presets(self) -> MenuButton:
        tip = "Set tie rule, order, step, start, offset and symbols as one of the lectures does."
        button = named(MenuButton("As in lecture"), "Preset of a lecture", tip)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        for name in PRESETS:
            action = menu.addAction(NOTATIONS[name].title)
            action.setData(name)
        menu.aboutToShow.connect(self._show_preset_tips)
        menu.triggered.connect(self._on_preset_triggered)
        button.setMenu(menu)
        return button

    @Slot()
    def _show_preset_tips(self) -> None:
        """Say what the presets would change of the rule that is shown."""
        for action in self.presets.menu().actions():
            tip = preset_tip(self._rules[self._shown], action.data())
            action.setToolTip(tip)
            action.setStatusTip(tip.replace("\n", " "))

    def _lay_out(self) -> None:
        lecture = QGridLayout()
        lecture.addWidget(self.presets, 0, 0, 1, 2)
        lecture.addWidget(self.defaults, 0, 2)
        label = QLabel("Symbols")
        label.setBuddy(self.notation)
        lecture.addWidget(label, 1, 0)
        lecture.addWidget(self.notation, 1, 1, 1, 2)
        lecture.setColumnStretch(1, 1)
        self._column.setContentsMargins(6, 6, 2, 6)
        self._column.addWidget(self.list)
        self._column.addLayout(lecture)

    @Slot(object, str, str)
    def _on_rule_requested(self, rule: Rule, name: str, gesture: str = "") -> None:
        rules = (*self._rules[: self._shown], rule, *self._rules[self._shown + 1 :])
        self.rules_requested.emit(rules, self._shown, name, gesture)

    @Slot(object, int, str)
    def _on_rules_requested(self, rules: tuple[Rule, ...], shown: int, name: str) -> None:
        self.rules_requested.emit(rules, shown, name, "")

    @Slot()
    def _on_defaults_clicked(self) -> None:
        rule = Rule(rule=self._rules[self._shown].rule)
        self._on_rule_requested(rule, "Set all options to their defaults")

    @Slot(QAction)
    def _on_preset_triggered(self, action: QAction) -> None:
        self.preset_requested.emit(action.data())

    def showEvent(self, event: QShowEvent) -> None:
        self.controls.show()
        super().showEvent(event)
