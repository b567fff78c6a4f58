"""The arena: several rules on the same points, all after the same visit, and their results."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtWidgets import QToolButton

from perceptron_gui.base.params import params_of
from perceptron_gui.core.rules.contestants import MOST, contestants_text
from perceptron_gui.labs.arena.contest import USUAL, ContestResult, rules_of, shown_visit
from perceptron_gui.labs.arena.lab import (
    LAB,
    RESULTS,
    ArenaOptions,
    ResultsOptions,
    draw_on_page,
    results_table,
)
from perceptron_gui.labs.lab import Place
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named

from .contestants import ContestantList
from .page import Draw, LabPage, ViewOptionValues

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
        self.choosing = named(QToolButton(), "Contestants", _CHOOSE_TIP)
        self.choosing.setText("Contestants")
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
