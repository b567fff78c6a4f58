"""Learning curves: the error on new points, over many draws of the points to train on.

Each draw keeps test points out of training. A generated set is drawn anew; other points are split.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import DataError, RuleError, Wording, in_figures
from perceptron_gui.base.errors import Words as Wordings
from perceptron_gui.base.number_text import json_number
from perceptron_gui.base.params import Choice, Count, decades, option
from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.unseen import SHARE, drawn_anew, shuffled, with_test_points
from perceptron_gui.core.rules.contestants import (
    contestant_name,
    contestant_text,
    read_contestants,
)
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.measures import answer_on_test
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import from_zero
from perceptron_gui.figures.model.figure import Axis, Figure, Table
from perceptron_gui.figures.model.marks import Band, Dots, Line, Mark
from perceptron_gui.figures.model.options import ROWS, Contestants
from perceptron_gui.figures.model.role import CONTESTANTS
from perceptron_gui.figures.model.view import ViewOptions, nothing_to_show
from perceptron_gui.theory.run_text.words import Words, counted

from .lab import Lab, LabFigure, OnPage, Replay, RunsInTurn, Subject

NAME = "learning"
POINTS, UPDATES = "points", "updates"
USUAL = "perceptron; averaged; voted; pocket"
NEW_POINTS = 1000  # that a generator makes to test with
_MOST_RULES = len(CONTESTANTS)
_MOST_POINTS = 100_000  # to train on
_MOST_LOOKS = 10_000_000  # of a run at points, so that large sets get fewer epochs
_GRID = tuple(int(step) for step in decades(1, 6, (10, 15, 20, 30, 50, 70)))
_FEW = (1, 2, 3, 4, 5, 7)  # below the grid
_STEPS = (*_FEW, *_GRID)
_QUARTERS = (0.25, 0.5, 0.75)
_FEW_PLACES = 4  # of a curve, which have dots then


@dataclass(frozen=True)
class LearningOptions(ViewOptions):
    """Whose error is measured, against what, and on which points."""

    against: str = option(
        POINTS,
        Choice(
            {POINTS: "the training points", UPDATES: "the updates made on all of them"},
            titles={POINTS: "Training points", UPDATES: "Updates"},
        ),
        "what the error is drawn against",
        title="Against",
    )
    trials: int = option(30, Count(1, 1000), "how many draws of training points", title="Draws")
    trial_seed: int = option(0, Count(0, 100_000), "the seed of the draws", title="Seed")
    split: float = option(
        0.3, SHARE, "the share of points to test with, where none can be generated", title="Test"
    )
    passes: int = option(10, ROWS, "the epochs of every run", title="Epochs")
    contestants: str = option(
        USUAL, Contestants(), "the rules that learn, such as perceptron; averaged", title="Rules"
    )


@dataclass(frozen=True, eq=False)
class Draws:
    """Draws of training and test points by number, each as the seed and its number say."""

    dataset: Dataset
    share: float
    seed: int

    @property
    def is_fresh(self) -> bool:
        """Whether a generator makes the points, so that none is drawn twice but by chance."""
        return bool(self.dataset.recipe)

    def of(self, number: int) -> Dataset:
        """Return training points in a random order, with the test points that are kept out."""
        seed, most = self.seed + number, _MOST_POINTS
        if self.is_fresh:
            return drawn_anew(self.dataset, min(len(self.dataset), most), NEW_POINTS, seed)
        found = shuffled(with_test_points(self.dataset, self.share, seed), seed)
        return found.taken(np.arange(min(len(found), most)))


@dataclass(frozen=True, eq=False)
class LearningRow:
    """The test errors (draws, rules) after so many points or updates."""

    at: int
    errors: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LearningResult:
    """The test errors of all whole draws so far; `trials` are the rows of the table."""

    rules: tuple[Rule, ...]
    texts: tuple[str, ...]
    names: tuple[Wording, ...]
    draws: Draws
    against: str
    training: int  # points
    tests: int  # of every draw
    trials: tuple[LearningRow, ...]

    @property
    def drawn(self) -> int:
        """How many draws are known."""
        return len(self.trials[0].errors) if self.trials else 0

    @property
    def best(self) -> int:
        """The first rule of those with the lowest error at the end."""
        means = self.means(self.trials[-1])
        return means.index(min(means))

    def means(self, row: LearningRow) -> list[Fraction]:
        """Return the mean share of test points that every rule misclassifies."""
        sums = row.errors.sum(axis=0).tolist()
        return [Fraction(errors, self.drawn * self.tests) for errors in sums]

    def quartiles(self, row: LearningRow) -> NDArray[np.float64]:
        """Return the quartiles (rules, 3) over the draws of the share that is misclassified."""
        return np.asarray(np.quantile(row.errors, _QUARTERS, axis=0).T / self.tests)


_Setup = tuple[int, int, Rule]


class Learning(RunsInTurn[_Setup, NDArray[np.int64]]):
    """Trains every rule on the first points of every draw, and counts its test errors."""

    def __init__(self, subject: Subject, options: LearningOptions) -> None:
        if subject.dataset.targets is not None:
            raise RuleError("real targets are fitted, so no test point is misclassified")
        found = read_contestants(options.contestants, subject.rule)[:_MOST_RULES]
        if not found:
            raise RuleError("name at least one rule to learn with")
        self._base, self._given = subject.rule, found
        self._draws = Draws(subject.dataset, options.split, options.trial_seed)
        self._draw = lru_cache(maxsize=1)(self._draws.of)
        try:
            self._first = self._draw(0)
        except DataError as error:
            raise RuleError(str(error)) from error
        points = len(self._first)
        epochs = min(options.passes, max(1, _MOST_LOOKS // points))
        self._rules = tuple(replace(each, keep_going=True, epochs=epochs) for each in found)
        for rule in self._rules:
            Run(self._first, rule)  # or say now why it cannot learn from such points
        self._against = options.against
        sizes: tuple[int, ...] = (points,)
        if options.against == POINTS:
            sizes = (*(step for step in _STEPS[1:] if step < points), points)
        self._sizes = sizes
        super().__init__(tuple(product(range(options.trials), sizes, self._rules)))

    def _start(self, setup: _Setup) -> Run:
        draw, size, rule = setup
        return Run(self._draw(draw).taken(np.arange(size)), rule)

    def _trial(self, setup: _Setup, run: Run) -> NDArray[np.int64]:
        answer = answer_on_test(run)
        assert answer is not None, "every draw has test points"
        visits = [run.visits]
        if self._against == UPDATES:
            made = int(run.updates_at(run.visits))
            visits = [run.history.visit_after(k) for k in _STEPS if k <= made] + visits
        return np.array([answer.errors(visit) for visit in visits], dtype=np.int64)

    def result(self) -> LearningResult:
        each = len(self._sizes) * len(self._rules)
        draws = len(self._trials) // each
        whole = self._trials[: draws * each]
        # Who has stopped changing keeps the last answer.
        longest = max(map(len, whole), default=1)
        padded = [np.pad(found, (0, longest - len(found)), "edge") for found in whole]
        # By draw, size and rule, and then by updates: one of the two axes has one entry.
        shape = draws, len(self._sizes), len(self._rules), longest
        errors = np.array(padded, dtype=np.int64).reshape(shape)
        rows = np.moveaxis(errors, (1, 3), (0, 1)).reshape(-1, *shape[::2]) if draws else errors
        places = self._sizes if self._against == POINTS else _STEPS[:longest]
        return LearningResult(
            self._rules,
            tuple(contestant_text(rule, self._base) for rule in self._given),
            tuple(contestant_name(rule, self._base) for rule in self._given),
            self._draws,
            self._against,
            len(self._first),
            0 if self._first.test is None else len(self._first.test),
            tuple(map(LearningRow, places, rows)),
        )


def draw_curves(result: LearningResult, options: LearningOptions) -> Figure:
    """Draw the mean error of every rule, and where half of the draws are for two of them.

    More bands than those of the first and of the best rule would hide each other.
    """
    if not result.trials:
        return nothing_to_show(NAME, options, "Nothing has been tried yet.")
    x = np.array([row.at for row in result.trials], dtype=np.float64)
    means = 100 * np.array([result.means(row) for row in result.trials], dtype=np.float64)
    bands, curves, seen = list[Mark](), list[Mark](), [means.ravel()]
    for rule, (role, name, mean) in enumerate(
        zip(CONTESTANTS, result.names, means.T, strict=False)
    ):
        curves.append(Line(f"mean-{rule}", role, x, mean, in_figures(name)))
        if len(x) < _FEW_PLACES:
            curves.append(Dots(f"means-{rule}", role, x, mean))
    quartiles = 100 * np.array([result.quartiles(row) for row in result.trials])
    for rule in sorted({0, result.best}):
        lower, _, upper = quartiles[:, rule].T
        bands.append(Band(f"half-{rule}", CONTESTANTS[rule], x, lower, upper))
        seen.append(upper)
    across = options.x_range or (float(x[0]) / 1.15, float(x[-1]) * 1.15)
    what = "updates" if result.against == UPDATES else "training points"
    return Figure(
        NAME,
        Axis(what, range=across, log=across[0] > 0, whole=True),
        Axis("error on new points", "%", range=options.y_range or from_zero(seen)),
        (*bands, *curves),
        title=options.title,
        notes=tuple(_notes(result)),
        headline=_headline(result),
    )


def _headline(result: LearningResult) -> Words:
    """Say who makes the fewest errors on new points at the end."""
    means = result.means(result.trials[-1])
    least = min(means)
    pairs = zip(result.names, means, strict=True)
    best = [in_figures(name) for name, mean in pairs if mean == least]
    if len(best) == len(means) > 1:
        share = f"every rule has the same error on new points, {percent(least)}"
    else:
        rules = counted(len(means), "rule")
        who = f"{len(best)} of {rules} have" if len(best) > 1 else f"{best[0]} has"
        share = f"{who} the lowest error on new points, {percent(least)}"
    full = f"With {counted(result.training, 'training point')}, {share}."
    return Words(full, share, "end")


def percent(share: Fraction) -> str:
    """Write 9.65%, rounded."""
    return f"{float(share):.2%}"


def _notes(result: LearningResult) -> Iterator[str]:
    """Say what a draw is, what curves show, and how often another rule does better."""
    draws = count(result.drawn, "draw")
    tests = count(result.tests, "test point")
    if result.draws.is_fresh:
        yield f"{draws}: each has new training points and {tests}, from the generator."
    else:
        yield f"{draws}: each splits the points at random and keeps {tests} out of training."
    passes = count(result.rules[0].epochs, "epoch")
    banded = " and ".join(in_figures(result.names[rule]) for rule in sorted({0, result.best}))
    yield f"Lines: means after {passes}; bands: the middle half of the draws, of {banded}."
    if result.against == UPDATES:
        yield "A run without further updates keeps its last answer."
    errors, found = result.trials[-1].errors, list[str]()
    for name, other in zip(result.names[1:], errors.T[1:], strict=True):
        better, worse = int((other < errors[:, 0]).sum()), int((other > errors[:, 0]).sum())
        if better or worse:
            found.append(f"{in_figures(name)} in {better} (worse in {worse})")
    if found:
        first = in_figures(result.names[0])
        yield f"Better than {first} at the end, of {draws}: {', '.join(found)}."


def learning_table(result: LearningResult, options: LearningOptions, words: Wordings) -> Table:
    """Return the mean error of every rule, a row for every number of points or updates."""
    rows = tuple((str(row.at), *map(percent, result.means(row))) for row in result.trials)
    columns = (result.against, *map(words, result.names))
    notes = tuple(_notes(result)) if rows else ()
    said = _headline(result) if rows else None
    return Table(NAME, columns, rows, notes=notes, headline=said)


def report(run: Run, options: LearningOptions, result: LearningResult) -> dict[str, Any]:
    """Return the test errors of every rule in every draw, their means and their quartiles."""
    return {
        "against": result.against,
        "draws": result.drawn,
        "trial_seed": result.draws.seed,
        "is_generated": result.draws.is_fresh,
        "training_points": result.training,
        "test_points": result.tests,
        "epochs": result.rules[0].epochs,
        "rules": list(result.texts),
        "trials": [
            {
                "at": row.at,
                "test_errors": row.errors.T.tolist(),
                **json_number("mean", result.means(row)),
                "quartiles": result.quartiles(row).tolist(),
            }
            for row in result.trials
        ],
    }


def _replay(_dataset: Dataset, result: LearningResult, row: LearningRow) -> Replay:
    """Put the points of the first draw on the plane, with the rule at hand."""
    points = replace(result.draws.of(0), kept_out=None)
    size = row.at if result.against == POINTS else len(points)
    name = f"Learn {count(size, 'point')} of draw 1"
    return Replay(result.rules[0], name, points.taken(np.arange(size)))


_SUGGESTED = {
    "One path, four answers": USUAL,
    "The best of a pocket": "perceptron; pocket pocket=errors; pocket pocket=ratchet order=random",
    "Lifted": "perceptron; averaged; perceptron lift=quadratic; averaged lift=quadratic",
    "Losses": "perceptron; sgd loss=hinge eta=0.1; sgd loss=logistic eta=0.1; least-squares",
}

LAB = Lab(
    NAME,
    "the error on new points, for several rules and many draws of the training points",
    figures=(
        LabFigure(
            NAME,
            "The error on new points against the number of training points or updates.",
            LearningOptions,
            lambda result, run, cursor, options: draw_curves(result, options),
        ),
    ),
    experiment=Learning,
    depends_on=("against", "trials", "trial_seed", "split", "passes", "contestants"),
    table=learning_table,
    report=report,
    doing="learning from many draws",
    tells_run=False,
    page=OnPage(
        hint="The error on points that were not trained on. Double-click a row to train on the "
        "first draw of so many points.",
        lists_runs=True,
        replay=_replay,
        suggest=lambda _count, _chosen: {"contestants": _SUGGESTED},
    ),
)
