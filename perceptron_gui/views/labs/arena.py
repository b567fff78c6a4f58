"""The arena: several rules on the same points, all after the same visit, and their results."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Slot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.contestants import MOST, SEPARATOR, contestant_text, read_contestants
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing, Table
from perceptron_gui.labs.arena import results, view
from perceptron_gui.labs.arena.contest import Contest, ContestResult
from perceptron_gui.labs.arena.curves import course_of
from perceptron_gui.labs.arena.options import USUAL
from perceptron_gui.labs.arena.sheet import on_screen, suggestions

from .controls import LabChoice, LabField
from .page import Draw, LabPage, Prepare, ViewOptionValues
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


class SeenContest(Contest):
    """A contest that finds out on its own thread what would keep a page waiting."""

    def result(self) -> ContestResult:
        """Return all contestants, with facts; curves take long and are found at the end only."""
        found = super().result()
        for each in found.contestants:
            _ = each.facts
            if self.is_over:
                course_of(each)
        return found


class ArenaPage(LabPage):
    """Shows a contest after the visit of the timeline; its contestants can be typed."""

    name = "arena"

    def __init__(self) -> None:
        super().__init__(_HINT)
        self._typed: str | None = None  # who takes part instead of those that the session suggests
        self._visit: int | None = None
        self._asked: dict[str, Rule] = {}
        self._result: tuple[ContestResult, dict[str, Rule]] | None = None
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
        return {self.name: contest | look, results.NAME: contest}

    @property
    def kept_options(self) -> dict[str, str]:
        """What was chosen; rules of the session take part without being typed."""
        return {**self.view_options[self.name], "contestants": self._typed or USUAL}

    def take_options(self, options: view.ArenaOptions) -> None:
        """Take the contest and how it is shown."""
        self._typed = None if options.contestants == USUAL else options.contestants
        self.layout_choice.combo.show_key(options.layout)
        self.measure.combo.show_key(options.measure)
        self._show_contestants()

    def experiment(self) -> Prepare | None:
        """Return the contest of the shown rule and all others."""
        if self._dataset is None:
            return None
        rules = (self.rule, *read_contestants(self.text, self.rule))
        self._asked = {contestant_text(rule, self.rule): rule for rule in rules}
        return partial(SeenContest, self._dataset, rules)

    def take_result(self, result: object) -> None:
        """Take the contest as far as it is, and the rules as they were asked for."""
        assert isinstance(result, ContestResult)
        self._result = result, self._asked

    def show_problem(self, why: str) -> None:
        """Say why there is nothing to see, in the table neither."""
        super().show_problem(why)
        if why:
            self._result = None
            self.parts.show_table(None)

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return planes, and the curves when all contestants are at their ends; and the table."""
        if self._result is None:
            return {}
        result, _ = self._result
        words = _WORDS * self.fontMetrics().height()
        is_over = all(each.run.is_over for each in result.contestants)
        planes = view.ArenaOptions(
            notation=self._notation,
            aspect=self.view.width() / max(words, self.view.height() - words),
            layout=self.layout_choice.key,
            measure=self.measure.key,
            plots="both" if is_over else "none",
        )
        table = results.ResultsOptions(notation=self._notation)
        return {
            self.name: partial(_planes, result, self._visit, planes),
            results.NAME: partial(results.draw_result, result, self._visit, table),
        }

    def show_drawing(self, name: str, drawing: Drawing) -> None:
        """Show planes and curves, or the table unless there is a problem by now."""
        if name == self.name:
            super().show_drawing(name, drawing)
        elif self._result is not None:
            assert isinstance(drawing, Table)
            self.parts.show_table(drawing)

    def show_data(self, dataset: Dataset, rules: tuple[Rule, ...], shown: int) -> bool:
        """Take the data and the rules; rules of the session are contestants."""
        is_new = super().show_data(dataset, rules, shown)
        if is_new:
            self._show_contestants()
        return is_new

    def show_run(self, run: Run, visit: int) -> None:
        """Show all contestants after the visit of the timeline, or all at their ends."""
        shown = None if run.is_over and visit >= run.visits else visit
        if shown != self._visit:
            self._visit = shown
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
        if self._result is None or row >= len(self._result[0].contestants):
            return  # the table may still be that of the last contest
        result, rules = self._result
        chosen = result.contestants[row]
        self.rule_requested.emit(rules[chosen.text], f"Learn with {chosen.name}")


def _planes(result: ContestResult, visit: int | None, options: view.ArenaOptions) -> Drawing:
    return on_screen(view.draw_result(result, visit, options))
