"""The arena: several rules on the same points, all after the same visit, and their results."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtWidgets import QToolButton

from perceptron_gui.base.params import params_of
from perceptron_gui.core.rules.contestants import MOST, contestants_text
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.series.timeline import recent_visits
from perceptron_gui.labs.arena.contest import USUAL, ContestResult, rules_of
from perceptron_gui.labs.arena.lab import (
    LAB,
    RESULTS,
    ArenaOptions,
    ResultsOptions,
    draw_result,
    on_screen,
    results_table,
)
from perceptron_gui.labs.arena.pictures import MOST_POSITIONS
from perceptron_gui.labs.lab import Place
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named

from .contestants import ContestantList
from .page import Draw, LabPage, ViewOptionValues

_CHOOSE_TIP = "Open or close the list of contestants: add, remove and sort them, set their options"
_LIST_WIDTH = 17  # times the height of letters
_TWO_PLOTS_EM = 17  # from this height of the page on, two plots have room above each other


class ArenaPage(LabPage):
    """Shows a contest after the visit of the timeline; its contestants are chosen in a list."""

    def __init__(self) -> None:
        super().__init__(LAB)
        self._at: int | None = None  # the visit after which all are shown, or all at their ends
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
        planes = ArenaOptions(
            notation=self._notation,
            aspect=aspect,
            layout=self.chosen["layout"],
            measure=self.chosen["measure"],
            plots="both" if self.view.height() > _TWO_PLOTS_EM * self._em else "loss",
            recent=self._recent,
        )
        seen = self._at, planes, self.view.enlarged, self._round_end
        table = ResultsOptions(notation=self._notation)
        return {
            self.name: partial(_planes, result, *seen),
            RESULTS: partial(results_table, result, self._at, table),
        }

    def show_run(self, run: Run, visit: int) -> None:
        """Show all contestants after the visit of the timeline, or all at their ends."""
        super().show_run(run, visit)
        is_at_end = run.is_over and visit >= run.visits and self._round_end is None
        shown = None if is_at_end else visit
        if shown != self._at:
            self._at = shown
            self.redraw_soon()

    @property
    def _em(self) -> int:
        return self.fontMetrics().height()

    @property
    def _round_end(self) -> int | None:
        """The visit that ends the round under way, where a cycle is played on."""
        run = self._run
        return None if run is None or run.visits == run.computed_visits else run.visits

    @property
    def _recent(self) -> int | None:
        """How many visits are shown, where curves through all would leave some out."""
        end, cycle = self._round_end, None if self._run is None else self._run.cycle
        if end is None or cycle is None or end < MOST_POSITIONS:
            return None
        return recent_visits(cycle.period_visits)

    def target_at(self, view: FigureView, place: Place | None) -> None:
        """A click on a figure is the first half of a double-click, which enlarges it."""


def _planes(
    result: ContestResult,
    visit: int | None,
    options: ArenaOptions,
    enlarged: int | None,
    round_end: int | None,
) -> Drawing:
    """Draw a contest; axes reach the end of the round, and all ends unless they are long past."""
    horizon = round_end if options.recent else None
    drawn = draw_result(result.prolonged(round_end), visit, options, horizon, enlarged)
    return on_screen(drawn, enlarged)
