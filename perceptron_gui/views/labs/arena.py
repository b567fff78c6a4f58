"""The arena: several rules on the same points, all after the same visit, and their results."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Slot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.contestants import MOST, SEPARATOR, contestant_text, read_contestants
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing, Table
from perceptron_gui.labs.arena.contest import USUAL, ContestResult, rules_of
from perceptron_gui.labs.arena.figures import ArenaOptions, draw_result, on_screen
from perceptron_gui.labs.arena.lab import (
    LAB,
    RESULTS,
    PreparedContest,
    ResultsOptions,
    results_table,
    suggestions,
)
from perceptron_gui.labs.common.lab import Subject

from .controls import LabChoice, LabField
from .page import Draw, LabPage, ViewOptionValues
from .split import LabParts

_HINT = (
    "Every rule sees the same points, in the same order, with the same seed. The timeline moves "
    "all of them; at its end each stands at its own end. Double-click a row to put it on the plane."
)
_BESIDE = (
    "Rules beside the one on the plane, separated by semicolons; each may set options, as in "
    "sgd loss=hinge eta=0.1"
)
_LAYOUTS = {"multiples": "small multiples", "overlaid": "overlaid"}
_MEASURES = {"loss": "loss", "errors": "errors"}
_WORDS = 6  # times the height of letters: the legend, and what stands above and below planes


class ArenaPage(LabPage):
    """Shows a contest after the visit of the timeline; its contestants can be typed."""

    follows_run = False  # but for the visit

    def __init__(self) -> None:
        super().__init__(LAB, _HINT, _contest)
        self._typed: str | None = None  # who takes part instead of those that the session suggests
        self._at: int | None = None  # the visit after which all are shown, or all at their ends
        self._found: tuple[ContestResult, dict[str, Rule]] | None = None
        self.contestants = LabField("Beside the shown rule", _BESIDE, self._read)
        self.contestants.text_requested.connect(self._on_text_requested)
        self.layout_choice = LabChoice(
            "Boundaries", "A plane for each rule, or all lines over the same points", _LAYOUTS, {}
        )
        self.measure = LabChoice("Curves", "What is plotted besides ‖w‖²", _MEASURES, {})
        for choice in (self.layout_choice, self.measure):
            choice.chosen.connect(self.redraw)
            choice.chosen.connect(self.options_changed)
            self.controls.addWidget(choice)
        self.details.addWidget(self.contestants)
        self.parts = LabParts(self, "How each rule ended")
        self.parts.table.row_activated.connect(self._on_row_activated)
        self.setTabOrder(self.stop, self.contestants.field)
        self._show_contestants()

    @property
    def text(self) -> str:
        """Who takes part beside the shown rule: what was typed, other rules, or ways out."""
        if self._typed is not None:
            return self._typed
        others = [rule for rule in self._rules if rule != self.rule]
        words = [contestant_text(rule, self.rule) for rule in dict.fromkeys(others)][:MOST]
        return f"{SEPARATOR} ".join(words) or USUAL

    @property
    def view_options(self) -> ViewOptionValues:
        """The contest and how it is shown."""
        look = {"layout": self.layout_choice.key, "measure": self.measure.key}
        contest = {"contestants": self.text}
        return {self.name: contest | look, RESULTS: contest}

    @property
    def kept_options(self) -> dict[str, str]:
        """What was chosen; rules of the session compete without being stored."""
        return {**self.view_options[self.name], "contestants": self._typed or USUAL}

    def choose(self, options: ArenaOptions) -> None:
        """Choose the contest and how it is shown."""
        self._typed = None if options.contestants == USUAL else options.contestants
        self.layout_choice.combo.show_key(options.layout)
        self.measure.combo.show_key(options.measure)
        self._show_contestants()

    def store_result(self, result: ContestResult) -> None:
        """Store the contest so far, and its rules as they were asked for."""
        super().store_result(result)
        assert self._asked is not None
        subject, options = self._asked
        rules = rules_of(subject.rule, options)
        self._found = result, {contestant_text(rule, subject.rule): rule for rule in rules}

    def show_problem(self, why: str) -> None:
        """Say why there is nothing to see, in the table neither."""
        super().show_problem(why)
        if why:
            self._found = None
            self.parts.show_table(None)

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return planes, and the curves when all contestants are at their ends; and the table."""
        if self._found is None:
            return {}
        result, _ = self._found
        words = _WORDS * self.fontMetrics().height()
        is_over = all(each.run.is_over for each in result.contestants)
        planes = ArenaOptions(
            notation=self._notation,
            aspect=self.view.width() / max(words, self.view.height() - words),
            layout=self.layout_choice.key,
            measure=self.measure.key,
            plots="both" if is_over else "none",
        )
        table = ResultsOptions(notation=self._notation)
        return {
            self.name: partial(_planes, result, self._at, planes),
            RESULTS: partial(results_table, result, self._at, table),
        }

    def show_drawing(self, name: str, drawing: Drawing) -> None:
        """Show planes and curves, or the table unless there is a problem by now."""
        if name == self.name:
            super().show_drawing(name, drawing)
        elif self._found is not None:
            assert isinstance(drawing, Table)
            self.parts.show_table(drawing)

    def show_data(self, dataset: Dataset, rules: tuple[Rule, ...], shown: int) -> bool:
        """Show the data and the rules; other rules of the session are contestants."""
        is_new = super().show_data(dataset, rules, shown)
        if is_new:
            self._show_contestants()
        return is_new

    def show_run(self, run: Run, visit: int) -> None:
        """Show all contestants after the visit of the timeline, or all at their ends."""
        super().show_run(run, visit)
        shown = None if run.is_over and visit >= run.visits else visit
        if shown != self._at:
            self._at = shown
            self.redraw_soon()

    def _read(self, text: str) -> str:
        """Return a text with contestants, tidied; an InputError says which one is wrong."""
        rules = read_contestants(text, self.rule)
        return f"{SEPARATOR} ".join(contestant_text(rule, self.rule) for rule in rules)

    def _show_contestants(self) -> None:
        self.contestants.show_text(self.text)
        self.contestants.show_suggestions(suggestions(self.text))

    @Slot(object)
    def _on_text_requested(self, text: str) -> None:
        self._typed = text
        self._show_contestants()
        self.settings_changed.emit()

    @Slot(int)
    def _on_row_activated(self, row: int) -> None:
        if self._found is None or row >= len(self._found[0].contestants):
            return  # the table may still be that of the last contest
        result, rules = self._found
        chosen = result.contestants[row]
        self.rule_requested.emit(rules[chosen.text], f"Learn with {chosen.name}")


def _contest(subject: Subject, options: ArenaOptions) -> PreparedContest:
    return PreparedContest(subject.dataset, rules_of(subject.rule, options))


def _planes(result: ContestResult, visit: int | None, options: ArenaOptions) -> Drawing:
    return on_screen(draw_result(result, visit, options))
