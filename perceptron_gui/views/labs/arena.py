"""The page that compares rules: the list of contestants with their options, and the contest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.params import params_of
from perceptron_gui.core.rules.contestants import (
    MOST,
    contestant_name,
    contestants_text,
    read_each,
)
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.labs.arena.contest import (
    USUAL,
    ContestResult,
    rules_of,
    shown_visit,
)
from perceptron_gui.labs.arena.lab import (
    CONTESTS,
    LAB,
    RESULTS,
    ArenaOptions,
    ResultsOptions,
    draw_on_page,
    results_table,
)
from perceptron_gui.labs.lab import Place
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.rules.panel import Lines, RuleControls, described
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import Complaint, MenuButton, MutedText, text_button

from .page import Draw, LabPage, ViewOptionValues

Rules = tuple[Rule, ...]
_MOST_LINES = 7
_NOBODY = "Choose a contestant to change its options."


class ContestantLines(Lines):
    """Names below each other; Delete removes the chosen one."""

    remove_requested = Signal()

    def __init__(self) -> None:
        super().__init__(least=2, most=_MOST_LINES)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)


class ContestantList(QWidget):
    """Who competes with the rule on the plane; asks for another text of contestants."""

    value_requested = Signal(object)  # as the session stores it

    def __init__(self, read: Callable[[str], Any]) -> None:
        """Make a list; `read` raises an InputError for a text that no session could store."""
        super().__init__()
        self._read = read
        self._base, self._dimension = Rule(), 2
        self._rules: Rules = ()
        self._chosen = -1  # the row whose options are seen
        self.heading = MutedText("")
        self.lines = named(ContestantLines(), "Contestants", "Who competes; Delete removes one")
        self.lines.currentRowChanged.connect(self._on_current_row_changed)
        self.lines.remove_requested.connect(self._on_remove_clicked)
        self.complaint = Complaint()
        self.nobody = MutedText(_NOBODY)
        self.controls = RuleControls(follows_drags=False)
        self.controls.rule_requested.connect(self._on_rule_requested)
        self.options = ScrollColumn(self.controls)
        self._make_buttons()
        self._lay_out()

    def show_contest(self, base: Rule, text: str, dimension: int) -> None:
        """Show the contestants of a text, which are changes of the rule on the plane."""
        self._base, self._rules = base, read_each(text, base)
        self._chosen = min(self._chosen, len(self._rules) - 1)
        self.complaint.show_text("")
        self._dimension = dimension
        self._show()

    def _make_buttons(self) -> None:
        tip = "Add a rule to the contest; it begins with the options of the one on the plane"
        self.add = named(MenuButton("Add rule"), "Add a contestant", tip)
        self.add.setMenu(self._menu({facts.title: name for name, facts in RULES.items()}))
        self.add.menu().triggered.connect(self._on_add_triggered)
        tip = "Let rules compete that are worth a look, in the place of these"
        self.contests = named(MenuButton("Suggestions"), "Contests that are worth a look", tip)
        self.contests.setMenu(self._menu(CONTESTS))
        self.contests.menu().triggered.connect(
            lambda action: self._ask(read_each(action.data(), self._base), 0)
        )
        tip = "Copy the contestant, to change one thing and compare"
        self.duplicate = text_button("Copy", "Duplicate the contestant", tip)
        tip = "Remove the contestant (Delete)"
        self.remove = text_button("Remove", "Remove the contestant", tip)
        self.duplicate.clicked.connect(self._on_duplicate_clicked)
        self.remove.clicked.connect(self._on_remove_clicked)

    def _menu(self, texts: dict[str, str]) -> QMenu:
        menu = QMenu(self)
        for title, text in texts.items():
            menu.addAction(title).setData(text)
        return menu

    def _lay_out(self) -> None:
        above = filled(QHBoxLayout(), self.add, self.contests, 1, spacing=4)
        below = filled(QHBoxLayout(), self.duplicate, self.remove, 1, spacing=4)
        filled(
            QVBoxLayout(self),
            *(self.heading, above, self.lines, below),
            *(self.complaint, self.nobody, (self.options, 1)),
            margins=(8, 0, 4, 4),
            spacing=4,
        )

    def _show(self) -> None:
        title = RULES[self._base.rule].short
        self.heading.show_text(f"{title}, the rule on the plane, against:")
        texts = []
        for number, rule in enumerate(self._rules):
            is_same = rule in (self._base, *self._rules[:number])
            name = contestant_name(rule, self._base).shown
            texts.append(f"{name} (again: change an option)" if is_same else name)
        self.lines.show_texts(texts, list(map(described, self._rules)), self._chosen)
        has_one = 0 <= self._chosen < len(self._rules)
        for button in (self.duplicate, self.remove):
            button.setEnabled(has_one)
        self.nobody.setVisible(not has_one)
        self.options.setVisible(has_one)
        if has_one:
            self.controls.show_rule(self._rules[self._chosen], self._dimension)

    def _ask(self, rules: Rules, chosen: int) -> None:
        """Ask for other contestants, one of which is chosen."""
        text = contestants_text(rules, self._base)
        try:
            self._read(text)
        except InputError as error:
            self.complaint.show_error(error)
            return
        self._chosen = chosen
        self.value_requested.emit(text)
        self._show()

    @Slot(int)
    def _on_current_row_changed(self, row: int) -> None:
        if row != self._chosen and 0 <= row < len(self._rules):
            self._chosen = row
            self._show()

    @Slot(object, str, str)
    def _on_rule_requested(self, rule: Rule, _name: str, _gesture: str) -> None:
        at = self._chosen
        self._ask((*self._rules[:at], rule, *self._rules[at + 1 :]), at)

    @Slot(QAction)
    def _on_add_triggered(self, action: QAction) -> None:
        added = self._base.with_options({"rule": action.data()})
        self._ask((*self._rules, added), len(self._rules))

    @Slot()
    def _on_duplicate_clicked(self) -> None:
        after = self._chosen + 1
        copied = self._rules[self._chosen]
        self._ask((*self._rules[:after], copied, *self._rules[after:]), after)

    @Slot()
    def _on_remove_clicked(self) -> None:
        if 0 <= self._chosen < len(self._rules):
            left = (*self._rules[: self._chosen], *self._rules[self._chosen + 1 :])
            self._ask(left, min(self._chosen, len(left) - 1))


_CHOOSE_TIP = "Open or close the list of contestants: add and remove them, set their options"
_LIST_WIDTH = 17  # times the height of letters
_TWO_PLOTS_EM = 17  # from this height of the page on, two plots have room above each other


class ArenaPage(LabPage):
    """Shows a contest after the visit of the timeline; its contestants are chosen in a list."""

    def __init__(self) -> None:
        super().__init__(LAB)
        self.contestants = ContestantList(params_of(ArenaOptions)["contestants"].read)
        self.contestants.value_requested.connect(partial(self.choose_option, "contestants"))
        self.contestants.setFixedWidth(_LIST_WIDTH * self.fontMetrics().height())
        self.contestants.hide()
        self.choosing = text_button("Contestants", "Contestants", _CHOOSE_TIP)
        self.choosing.setCheckable(True)
        self.choosing.toggled.connect(self.contestants.setVisible)
        self.controls.addWidget(self.choosing)
        self.body.insertWidget(0, self.contestants)
        self.view.enlarged_changed.connect(self.redraw)
        self.show_chosen()

    @property
    def text(self) -> str:
        """Who competes with the shown rule: what was chosen, other rules, or ways out."""
        if self.chosen["contestants"] != USUAL:
            return str(self.chosen["contestants"])
        others = [rule for rule in self._rules if rule != self.rule]
        return contestants_text(list(dict.fromkeys(others))[:MOST], self.rule) or USUAL

    @property
    def work(self) -> str:
        count = len(set(rules_of(self.rule, self.options)))
        return f"Training {count} rules" if count > 1 else "Training"

    @property
    def view_options(self) -> ViewOptionValues:
        """The contest and how it is shown."""
        contest = {"contestants": self.text}
        return {name: options | contest for name, options in super().view_options.items()}

    @property
    def kept_options(self) -> dict[str, Any]:
        """What was chosen; rules of the session compete without being stored."""
        return self.chosen

    def show_chosen(self) -> None:
        """Show how the contest is seen, and who competes."""
        super().show_chosen()
        dimension = 2 if self._dataset is None else self._dataset.dimension
        self.contestants.show_contest(self.rule, self.text, dimension)

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return planes and curves as far as the runs have ended, and the table."""
        result: ContestResult | None = self._result
        if result is None or not (result.trials or result.absent):
            return {}
        run, em = self._run, self.fontMetrics().height()
        plots = "both" if self.view.height() > _TWO_PLOTS_EM * em else "loss"
        shown = replace(self.options, notation=self._notation, aspect=aspect, plots=plots)
        visit = None if run is None else shown_visit(run, self._visit, shown)
        table = ResultsOptions(notation=self._notation)
        planes = partial(draw_on_page, result, run, self._visit, shown, self.view.enlarged)
        return {self.name: planes, RESULTS: partial(results_table, result, visit, table)}

    def target_at(self, view: FigureView, place: Place | None) -> None:
        """A click on a figure is the first half of a double-click, which enlarges it."""
