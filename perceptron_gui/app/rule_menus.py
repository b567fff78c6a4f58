"""Menus of rules, lectures and notations, filled with what is in force when they are opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from perceptron_gui.core.errors import RuleError
from perceptron_gui.core.notation import NOTATIONS
from perceptron_gui.core.options import RULES
from perceptron_gui.core.presets import PRESETS
from perceptron_gui.views.option_words import in_a_sentence, request_name
from perceptron_gui.views.rule_change import changed
from perceptron_gui.views.rule_words import described

from .editing import Editing
from .main_window import MainWindow


class RuleMenus(QObject):
    """Stand in the tool bar and at the end of the menu of training."""

    def __init__(self, window: MainWindow, editing: Editing) -> None:
        super().__init__(window)
        self._window = window
        self._editing = editing
        self.rule, self.notation = window.choices["Rule"], window.choices["Notation"]
        training = window.actions_by_id.menus["Train"]
        training.addSeparator()
        for menu in (self.rule, self.notation):
            menu.setToolTipsVisible(True)
            training.addMenu(menu)
        self.rule.aboutToShow.connect(self._fill_rule)
        self.notation.aboutToShow.connect(self._fill_notation)

    @Slot()
    def _fill_rule(self) -> None:
        menu, session = self.rule, self._editing.session
        menu.clear()
        algorithms = _Choice(menu, "", session.rules[session.shown].rule)
        for name, facts in RULES.items():
            algorithms.add(name, facts.title, facts.meaning, self._choose_algorithm)
        lectures = _Choice(menu, "As in lecture", None)
        for name, preset in PRESETS.items():
            lectures.add(name, _lecture(name), preset.sentence, self._editing.use_preset)
        if len(session.rules) > 1:
            rules = _Choice(menu, "Rules of this document", str(session.shown))
            for number, rule in enumerate(session.rules):
                tip = "Train with this rule, and show it"
                rules.add(str(number), described(rule), tip, self._show_rule)
        menu.addSeparator()
        more = menu.addAction("All &options…", self._open_panel)
        more.setToolTip("Open the panel with everything that can be set")
        more.setStatusTip(more.toolTip())

    @Slot()
    def _fill_notation(self) -> None:
        self.notation.clear()
        lectures = _Choice(self.notation, "", self._editing.session.notation)
        for name in NOTATIONS:
            tip = "Write explanations and figures in these symbols"
            lectures.add(name, _lecture(name), tip, self._editing.set_notation)

    def _choose_algorithm(self, name: str) -> None:
        session = self._editing.session
        before = session.rules[session.shown]
        try:
            rule = changed(before, "rule", name, session.dataset.dimension)
        except RuleError as error:
            self._editing.request_refused.emit(in_a_sentence("rule", error))
            return
        rules = (*session.rules[: session.shown], rule, *session.rules[session.shown + 1 :])
        self._editing.set_rules(rules, session.shown, request_name("rule", name))

    def _show_rule(self, number: str) -> None:
        self._editing.set_rules(self._editing.session.rules, int(number), "Show another rule")

    @Slot()
    def _open_panel(self) -> None:
        dock = self._window.docks["rules"]
        dock.show()
        dock.raise_()


class _Choice:
    """A section of a menu of which one is in force, or none."""

    def __init__(self, menu: QMenu, title: str, chosen: str | None) -> None:
        # It is deleted with the section when the menu is filled anew.
        self._group = QActionGroup(menu.addSection(title))
        self._menu, self._chosen = menu, chosen

    def add(self, name: str, text: str, tip: str, choose: Callable[[str], object]) -> None:
        """Offer something; choosing it again changes nothing."""
        action = self._menu.addAction(text.replace("&", "&&"))
        action.setToolTip(tip)
        action.setStatusTip(tip)
        action.triggered.connect(lambda: choose(name))
        if self._chosen is not None:
            action.setCheckable(True)
            action.setChecked(name == self._chosen)
            self._group.addAction(action)


def _lecture(name: str) -> str:
    return f"{name} · {NOTATIONS[name].lecture}"
