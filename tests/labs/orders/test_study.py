"""The study of orders or starts, replays, what its figures count, and the adversary."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Region, RuleLine
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.labs.lab import LabSubject, finished
from perceptron_gui.labs.orders.figures import (
    SOLUTIONS,
    SolutionOptions,
    order_sheet,
)
from perceptron_gui.labs.orders.lab import LAB
from perceptron_gui.labs.orders.study import (
    Adversary,
    Mistakes,
    OrderOptions,
    Study,
    make_study,
)
from tests.core.strategies import Problem, problems, ties
from tests.core.textbook import Vector, dot, is_mistake
from tests.figures.drawing import built

AND, XOR = make(LIBRARY["and"]), make(LIBRARY["xor"])
IRIS = load_data("iris").dataset
SOLID = Dataset.of([[1, 2, 3], [2, 1, 0.5], [-1, 0, 1], [0, -2, 1]], [1, 1, -1, -1])
TIERS = ("frequent", "repeated", "single")
MINUS = Rule(tie="minus")


def studied(rule: Rule, **options: Any) -> Study:
    """Return what all trials on AND found."""
    study: Study = finished(make_study(LabSubject(AND, rule), OrderOptions(**options)))
    return study


def test_every_row_is_replayed_with_its_updates() -> None:
    rows = studied(MINUS, adversary=True).trials
    found = [(row.ks[0], row.counts, row.which) for row in rows]
    trials = [(10, (8, 0, 0), ""), (12, (16, 0, 0), "")]
    assert found == [*trials, (5, (), "shortest"), (12, (), "longest")]
    for row in rows:
        run = Run(AND, row.rule).finish()
        assert (run.status, len(run.history)) == ("converged", row.ks[0])


def test_a_replay_changes_nothing_but_what_is_tried() -> None:
    mine = Rule(tie="minus", order="shuffled", seed=5, keep_going=True)
    for what, own in (("orders", {"order"}), ("starts", {"order", "init"})):
        for row in studied(mine, what=what, trials=30).trials:
            changed = {
                name for name in vars(mine) if getattr(mine, name) != getattr(row.rule, name)
            }
            assert changed == own


def test_figures_stand_above_each_other_where_it_is_narrow_and_notes_repeat_nothing() -> None:
    study, run = studied(MINUS), Run(AND, MINUS).finish()
    for aspect, second in ((1.5, (0, 1)), (0.8, (1, 0))):
        sheet = order_sheet(study, run, run.visits, OrderOptions(aspect=aspect))
        places = [(panel.figure.name, panel.row, panel.column) for panel in sheet.panels]
        assert places == [("orders", 0, 0), ("solutions", *second)]
        assert sheet.headline is not None
        assert len(sheet.notes) == 2 and sheet.notes[0] == sheet.headline.full
        assert all(sheet.notes[1].count(said) == 1 for said in ("Fewest", "Mean", r"\le 51$"))


def trained(data: str | Dataset = AND, **rule: Any) -> Run:
    """Return a finished run."""
    dataset = load_data(data).dataset if isinstance(data, str) else data
    return Run(dataset, Rule.of(rule)).finish()


drawn = partial(built, LAB.view)


def bars(figure: Figure, key: str = "converged") -> dict[float, float]:
    """Return how high the bars of an ending are, by the middle of each."""
    mark = figure.mark(key)
    assert isinstance(mark, Region)
    return {float(np.mean(x)): float(y.max() - y.min()) for x, y in mark.rings}


def at(figure: Figure, key: str) -> float:
    """Return where a line stands."""
    mark = figure.mark(key)
    assert isinstance(mark, RuleLine)
    return mark.at


def test_every_order_of_and_is_counted_beside_the_bound() -> None:
    figure = drawn(trained())
    assert bars(figure) == {18: 2, 20: 12, 22: 10}
    assert at(figure, "own") == 18
    assert at(figure, "bound") == 51
    assert "All 24 orders" in figure.notes[0]
    assert "18 to 22 updates" in figure.notes[0]
    assert any("2 different weights, as many different lines" in note for note in figure.notes)


def test_the_adversary_is_marked_where_asked_for() -> None:
    figure = drawn(trained(), adversary=True)
    assert (at(figure, "shortest"), at(figure, "longest")) == (13, 22)
    assert not drawn(trained()).has("longest")
    assert not drawn(trained(), adversary=True, what="starts").has("longest")


def test_the_run_at_hand_is_shown_as_far_as_it_is() -> None:
    run = trained()
    early = drawn(run, 9)
    assert at(early, "own") == 5
    assert "so far" in early.mark("own").label
    assert "so far" not in drawn(run).mark("own").label
    assert early.x == drawn(run).x


def test_many_different_counts_share_bars_that_count_all_trials() -> None:
    figure = drawn(trained("iris"), what="starts")
    heights = bars(figure)
    assert 10 < len(heights) <= 40
    assert sum(heights.values()) == 1000
    assert any("A bar counts" in note for note in figure.notes)


def test_different_endings_are_stacked() -> None:
    figure = drawn(trained(max_updates=20))
    assert bars(figure) == {18: 2, 20: 12}
    assert bars(figure, "budget") == {20: 10}
    mark = figure.mark("budget")
    assert isinstance(mark, Region)
    assert mark.y.min() == 12
    assert "14 of 24 orders" in figure.notes[0]


def solutions(dataset: Dataset = AND, cursor: int | None = None, **rule: Any) -> tuple[Figure, Run]:
    """Return the figure and its run."""
    run = trained(dataset, **rule)
    return built(LAB.views[SOLUTIONS], run, cursor, margin=True), run


def pieces(figure: Figure, *keys: str) -> int:
    """Return how many lines there are under these keys."""
    marks = [mark for mark in figure.marks if mark.key in keys]
    return sum(int(np.isnan(mark.x).sum()) + 1 for mark in marks if isinstance(mark, Line))


def test_both_lines_that_and_ends_with_are_drawn_through_their_zeros() -> None:
    figure, run = solutions()
    found = LAB.result(run, SolutionOptions()).found
    line = figure.mark("frequent")
    assert isinstance(line, Line)
    for number, trial in enumerate(found.lines.trials.tolist()):
        a, b, c = (float(value) for value in found.weights_of(trial))
        part = slice(3 * number, 3 * number + 2)
        assert np.allclose(a * line.x[part] + b * line.y[part] + c, 0)
    assert pieces(figure, "frequent") == 2


def test_the_line_and_the_plane_are_those_of_the_boundary() -> None:
    figure, run = solutions(cursor=9)
    plain = boundary.VIEW.build(run.dataset, run, 9, boundary.VIEW.options())
    assert isinstance(plain, Figure)
    assert (figure.x, figure.y) == (plain.x, plain.y)
    for key in ("line", "points"):
        assert figure.mark(key) == plain.mark(key)
    keys = [mark.key for mark in figure.marks]
    assert keys.index("frequent") < keys.index("line") < keys.index("points")


def test_lines_differ_by_how_many_orders_end_with_them() -> None:
    figure, run = solutions(IRIS)
    found = LAB.result(run, SolutionOptions()).found
    shown = found.lines.counts[:80]
    assert pieces(figure, "repeated") == ((shown >= 10) & (shown < 100)).sum()
    assert pieces(figure, "single") == (shown < 10).sum()
    assert any("Only 80 of the lines" in note for note in figure.notes)


@pytest.mark.parametrize(
    ("data", "rule", "note"),
    [
        (XOR, {}, "None of them converged"),
        (SOLID, {}, "no lines in this plane"),
        (Dataset.of([[0, 0], [0, 0]], [1, 1]), {}, "Without a line, the same everywhere: 2."),
        (AND, {"rule": "averaged"}, "not of the average"),
    ],
)
def test_what_is_no_line_is_told_of(data: Dataset, rule: dict[str, Any], note: str) -> None:
    figure, _ = solutions(data, **rule)
    assert any(note in each for each in figure.notes)
    assert data is not XOR or pieces(figure, *TIERS) == 0
    assert data is not SOLID or figure.has("line")


# Followed to their end, few sequences are this long.
_MOST_STATES = 3000


def textbook_extremes(points: list[Vector], labels: list[int], tie: str) -> tuple[int, int]:
    """Return the longest and the shortest way from w = 0 to weights without a mistake."""

    @cache
    def ways(weights: tuple[Fraction, ...]) -> tuple[int, int]:
        later = [
            ways(tuple(w + y * v for w, v in zip(weights, x, strict=True)))
            for x, y in zip(points, labels, strict=True)
            if is_mistake(y, dot(list(weights), x), tie)
        ]
        if not later:
            return 0, 0
        return 1 + max(most for most, _ in later), 1 + min(least for _, least in later)

    return ways((Fraction(0),) * len(points[0]))


def assert_replays(dataset: Dataset, found: Mistakes) -> None:
    """Check that a run makes exactly these mistakes."""
    run = Run(dataset, found.rule).finish()
    assert run.status == "converged"
    made = [run.point_of_update(k) for k in range(int(run.updates_at(run.visits)))]
    assert made == list(found.points)


@settings(max_examples=40)
@given(problem=problems(most=4, reach=2), tie=ties)
def test_no_other_sequence_is_longer_or_shorter(problem: Problem, tie: str) -> None:
    run = Run(problem.dataset, Rule.of({"tie": tie}))
    assume(run.bounds is not None)
    found = finished(Adversary(problem.dataset, run.rule, most_states=_MOST_STATES))
    assume(not found.why_unknown)
    assert found.longest is not None and found.shortest is not None
    expected = textbook_extremes(problem.augmented(), problem.labels, tie)
    assert (len(found.longest), len(found.shortest)) == expected
    assert_replays(problem.dataset, found.longest)
    assert_replays(problem.dataset, found.shortest)


@pytest.mark.parametrize(
    "options",
    [
        {"epochs": 1, "max_updates": 3, "keep_going": True},  # a replay needs more
        {"margin": "0.5", "eta": "0.1", "init": "0.3,-1,0.2", "bias_scale": "2"},
    ],
)
def test_the_longest_run_is_replayed_with_the_options_of_its_rule(options: dict[str, Any]) -> None:
    rule = Rule.of(options)
    found = finished(Adversary(AND, rule))
    assert found.longest is not None
    assert_replays(AND, found.longest)
    assert len(found.longest) >= int(Run(AND, rule).finish().outcome.updates)


def test_too_many_sequences_and_a_search_that_is_stopped_get_a_sentence() -> None:
    found = finished(Adversary(AND, Rule(), most_states=50))
    assert found.longest is None
    assert "too many sequences" in found.why_unknown
    adversary = Adversary(AND, Rule())
    adversary.advance(1)
    adversary.advance(1)
    found = adversary.result()
    assert found.longest is None
    assert "beyond update 2" in found.why_unknown


@pytest.mark.parametrize(
    ("data", "rule", "why"),
    [
        (XOR, Rule(), "No line separates"),
        (AND, Rule(rule="batch"), "batch step"),
        (Dataset.of([[np.pi * 1e9, 1], [np.e, 2e-8]], [1, -1]), Rule(), "too long"),
    ],
)
def test_where_there_is_no_longest_run_a_sentence_says_why(
    data: Dataset, rule: Rule, why: str
) -> None:
    with pytest.raises(RuleError, match=why):
        finished(Adversary(data, rule))


def test_in_many_dimensions_the_memory_ends_the_search_with_a_sentence() -> None:
    random = np.random.default_rng(1)
    points = random.integers(-3, 4, (30, 50))
    wide = Dataset.of(points, np.where(points @ random.normal(size=50) > 0, 1, -1))
    MEMORY.allow(0.2)
    try:
        found = finished(Adversary(wide, Rule()))
    finally:
        MEMORY.allow(1)
    assert found.longest is None
    assert "--max-memory allows more" in found.why_unknown
    assert found.states * 51 * 8 < 200_000_000
