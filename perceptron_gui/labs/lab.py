"""What an experiment is: many runs, its figures, its words and its report.

Figures, the window and the command line all use the same record. A result is stored in the cache
of the run it belongs to, so that none of them computes what another one has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from perceptron_gui.base.cancel import Sliced
from perceptron_gui.base.errors import (
    UNUSABLE,
    WRONG_ENTRY,
    OptionError,
    RuleError,
    Wording,
    Words,
)
from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.base.params import Param, PlainText, params_of
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.figure import Drawing, Figure, Panel, Sheet, Table
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show

WIDE = 1.2  # from this width over height on, figures stand beside each other
SHARES = 1000  # into which each of several runs is divided
_MOST = 1 << 22  # of the steps that an experiment makes between two looks at whether it is over


@dataclass(frozen=True, eq=False)
class LabSubject:
    """Data and a rule, and a run of the same data in the same space if there is one already."""

    dataset: Dataset
    rule: Rule
    run: Run | None = None

    @cached_property
    def verdict(self) -> Separability:
        if self.run is not None:
            return self.run.waiting().verdict
        return separability(Space.of(self.dataset, self.rule))


Subject = Run | LabSubject  # what an experiment is about


class Experiment(Sliced, Protocol):
    """Advances in slices, so that it shows its progress and can be cancelled."""

    @property
    def done(self) -> int:
        """How much is done, of `total`."""

    @property
    def total(self) -> int:
        """How much there is to do."""

    def result(self) -> Any:
        """Return what is known so far, as a frozen value."""


Suggestions = Mapping[str, Mapping[str, str]]
MakeExperiment = Callable[[Subject, Any], Experiment]
Place = tuple[float, float]
Draw = Callable[[Any, Any, int, Any], Drawing]  # of a result beside a run after a visit
Tell = Callable[[Any, Any, Words], Table]  # of a result and options, for a terminal or the window
# Texts worth a look, by options and titles, for so many points and what is chosen.
Suggest = Callable[[int, Mapping[str, Any]], Suggestions]


@dataclass(frozen=True)
class LabFigure:
    """A view of what a laboratory found."""

    name: str
    shows: str  # a sentence
    options: type[ViewOptions]
    draw: Draw
    first_column: str = ""  # of a table, also where there are no points
    is_sheet: bool = False  # of several figures


@dataclass(frozen=True)
class Replay:
    """A run of an experiment for the plane: its rule, the name of the undo step, other points."""

    rule: Rule
    name: str
    dataset: Dataset | None = None


def perceptron_instead(_dataset: Dataset, rule: Rule) -> dict[str, Replay]:
    """Offer the perceptron where another rule was refused."""
    name = "Use the perceptron"
    return {} if rule.rule == "pla" else {name: Replay(rule.with_options({"rule": "pla"}), name)}


@dataclass(frozen=True)
class OnPage:
    """What the page of an experiment shows and offers, beyond its first figure and its options."""

    hint: str = ""
    follows_run: bool = False  # needs the run on the plane, and is drawn anew when that goes on
    draw: Draw | None = None  # where it is not the first figure
    lists_runs: bool = False  # below the drawing, in the table: a row for each of its `trials`
    replay: Callable[[Dataset, Any, Any], Replay] | None = None  # of data, a result and a trial
    # The trial at a place of a figure, if not by its marks.
    at: Callable[[Any, Any, Figure, Place], Any] | None = None
    offered: tuple[str, ...] = ()  # the options on the page; none stands for all of its own
    clears: Mapping[str, str] = field(default_factory=dict)  # options that another one resets
    # What can be learnt instead where the data or the rule are refused, by the words of buttons.
    offers: Callable[[Dataset, Rule], Mapping[str, Replay]] = perceptron_instead
    suggest: Suggest = lambda _count, _chosen: {}


@dataclass(frozen=True)
class Shortcut:
    """A word of the command line that gives an option a value."""

    flag: str
    option: str
    value: Any
    meaning: str


@dataclass(frozen=True)
class Lab:
    """A laboratory. Its options are those of its first figure."""

    name: str
    meaning: str
    figures: tuple[LabFigure, ...]
    experiment: MakeExperiment
    depends_on: tuple[str, ...]  # the options that change what is found
    table: Tell  # a result in rows, with what is to be said of it
    report: Callable[[Run, Any, Any], dict[str, Any]]  # and as JSON
    quick: MakeExperiment | None = None  # a shorter one for figures, which users wait for
    doing: str = "training"  # what its progress bar says; {0} are the options
    tells_run: bool = True  # else remarks on the run at hand would be about another one
    shortcuts: tuple[Shortcut, ...] = ()
    page: OnPage = OnPage()

    @property
    def offered_params(self) -> list[Param]:
        """The options that its page offers."""
        params = params_of(self.view.options)
        own = [name for name in params if name not in params_of(ViewOptions)]
        return [params[name] for name in self.page.offered or own]

    @cached_property
    def views(self) -> dict[str, View]:
        """Its figures as views, by their names."""
        return {
            each.name: View(
                each.name,
                each.shows,
                each.options,
                partial(self._build, each),
                each.first_column,
                tells_run=self.tells_run,
                is_sheet=each.is_sheet,
            )
            for each in self.figures
        }

    @property
    def view(self) -> View:
        """The view that shows what was found first."""
        return self.views[self.figures[0].name]

    def store(self, run: Run, options: ViewOptions, result: object) -> None:
        """Store the result of a whole experiment where the figures of the run find it."""
        run.cache.put(("laboratory", self.name), self._version(options), result)

    def result(self, run: Run, options: ViewOptions) -> Any:
        """Return the result for its figures, computed unless it is stored."""
        make = self.quick or self.experiment
        return run.cache.get_or_compute(
            ("laboratory", self.name), self._version(options), lambda: finished(make(run, options))
        )

    def _version(self, options: ViewOptions) -> dict[str, Any]:
        """Return what a result depends on; an option that a figure lacks counts as off."""
        found = {name: getattr(options, name, None) for name in self.depends_on}
        return {name: value for name, value in found.items() if value}

    def _build(
        self, figure: LabFigure, dataset: Dataset, run: Run, cursor: int, options: Any
    ) -> Drawing:
        try:
            result = self.result(run, options)
        except RuleError as error:
            return nothing_to_show(figure.name, options, str(error))
        return figure.draw(result, run, cursor, options)


def finished(experiment: Experiment) -> Any:
    """Run an experiment to its end and return its result."""
    while not experiment.is_over:
        experiment.advance(_MOST)
    return experiment.result()


def side_by_side(figures: Sequence[Figure], aspect: float, notes: Iterable[str]) -> Sheet:
    """Put figures beside each other, or below each other where it is narrow, over common notes."""
    is_wide, count = aspect >= WIDE, len(figures)
    panels = tuple(
        Panel(replace(figure, notes=()), *((0, at) if is_wide else (at, 0)))
        for at, figure in enumerate(figures)
    )
    rows, widths = (1, (1.0,) * count) if is_wide else (count, (1.0,))
    headline = figures[0].headline
    return Sheet(figures[0].name, panels, rows, widths, notes=tuple(notes), headline=headline)


def option_words(name: str, value: Any) -> Wording:
    """Return the value of an option as it is typed, and with points counted from 1."""
    kind = OPTIONS[name].kind
    typed, shown = (kind.to_text(each).replace(" ", "") for each in (value, kind.on_screen(value)))
    return Wording(typed, shown)


Setup = TypeVar("Setup")
Trial = TypeVar("Trial")


@dataclass(frozen=True)
class ListOf(PlainText):
    """Values of another option with a separator between them, stored as they are typed."""

    entry: Param | None = None  # None where that depends on what else is chosen
    most: int = 40
    separator: str = ","

    def read(self, param: Param, value: Any) -> str:
        text = super().read(param, value)
        self.values(text, name=param.name)
        return text

    def values(
        self, text: str, listed: Param | None = None, name: str = "values"
    ) -> tuple[Any, ...]:
        """Return the values in a text, each once; errors are about the option `name`."""
        if (found := listed or self.entry) is None:
            return ()
        words = (word.strip() for word in text.split(self.separator))
        try:
            values = tuple(dict.fromkeys(found.read(word) for word in words if word))
        except OptionError as error:
            raise OptionError(name, WRONG_ENTRY, cause=error) from error
        if len(values) > self.most:
            why = f"{len(values)} values are too many; give at most {self.most}"
            raise OptionError(name, UNUSABLE, why=why)
        return values

    def on_screen(self, value: str) -> str:
        """Return the values with points counted from 1."""
        return self._changed(value, lambda listed, each: listed.kind.on_screen(each))

    def off_screen(self, param: Param, value: str) -> str:
        """Return the values of a text that counts points from 1."""
        return self._changed(value, lambda listed, each: listed.kind.off_screen(listed, each))

    def _changed(self, text: str, change: Callable[[Param, Any], Any]) -> str:
        """Return a text with other values; one whose values stay the same is left as it is."""
        values = self.values(text)
        if (listed := self.entry) is None:
            return text
        changed = tuple(change(listed, each) for each in values)
        if changed == values:
            return text
        texts = (listed.kind.to_text(each).replace(" ", "") for each in changed)
        return f"{self.separator} ".join(texts)


class RunsInTurn(Generic[Setup, Trial]):
    """Makes a trial of every setup in turn; a subclass starts their runs, and says what came out.

    Every run counts alike, whatever it turns out to be.
    """

    def __init__(self, setups: Sequence[Setup]) -> None:
        self._setups = tuple(setups)
        self._trials: list[Trial] = []
        self._at = 0
        self._run: Run | None = None

    @property
    def total(self) -> int:
        return SHARES * len(self._setups)

    @property
    def done(self) -> int:
        """The work that was done, or turned out not to be needed."""
        here = 0 if self._run is None else SHARES * self._run.visits // self._run.budget
        return SHARES * self._at + here

    @property
    def is_over(self) -> bool:
        return self._at == len(self._setups)

    def advance(self, count: int) -> None:
        """Make up to so many visits of the run at hand."""
        if self.is_over:
            return
        setup = self._setups[self._at]
        run = self._run = self._run or self._start(setup)
        if run is None:
            self._at += 1
            return
        most = self._most_visits(run)
        with np.errstate(over="ignore", invalid="ignore"):  # what diverges says so itself
            run.advance(min(count, most - run.visits))
        if run.visits >= most:
            run.interrupt()
        if run.is_over:
            self._trials.append(self._trial(setup, run))
            self._at, self._run = self._at + 1, None

    def _start(self, setup: Setup) -> Run | None:
        """Return the run of a setup; None where there is nothing to train."""
        raise NotImplementedError

    def _most_visits(self, _run: Run) -> int:
        """Return after how many visits a run is interrupted."""
        return INT64_ROOM

    def _trial(self, setup: Setup, run: Run) -> Trial:
        """Return what came out of a run that is over."""
        raise NotImplementedError
