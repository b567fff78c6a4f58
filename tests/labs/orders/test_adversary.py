"""The adversary: longest and shortest sequences of mistakes, against a search in fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings

from perceptron_gui.base.errors import DataError, RuleError
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.lab import finished
from perceptron_gui.labs.orders.adversary import Adversary, Mistakes
from tests.core.strategies import Problem, problems, ties
from tests.core.textbook import Vector, dot, is_mistake

AND, XOR = make(LIBRARY["and"]), make(LIBRARY["xor"])
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


@pytest.mark.parametrize(("tie", "longest", "shortest"), [("minus", 12, 5), ("always", 22, 13)])
def test_and_can_take_as_long_and_as_short_as_the_notes_say(
    tie: str, longest: int, shortest: int
) -> None:
    found = finished(Adversary(AND, Rule.of({"tie": tie})))
    assert found.longest is not None and found.shortest is not None
    assert (len(found.longest), len(found.shortest)) == (longest, shortest)
    assert_replays(AND, found.longest)
    assert_replays(AND, found.shortest)


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


def test_a_rule_with_one_epoch_or_few_updates_is_given_what_the_replay_needs() -> None:
    found = finished(Adversary(AND, Rule.of({"epochs": 1, "max_updates": 3, "keep_going": True})))
    assert found.longest is not None
    assert_replays(AND, found.longest)


def test_margin_step_start_and_bias_are_those_of_the_rule() -> None:
    rule = Rule.of({"margin": "0.5", "eta": "0.1", "init": "0.3,-1,0.2", "bias_scale": "2"})
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


def test_weights_that_are_right_at_once_need_no_mistake() -> None:
    found = finished(Adversary(Dataset.of([[1, 2]], [-1]), Rule.of({"tie": "minus"})))
    assert found.longest is not None
    assert found.longest.points == ()
    assert_replays(Dataset.of([[1, 2]], [-1]), found.longest)


@pytest.mark.parametrize(
    ("data", "rule", "why"),
    [
        (Dataset.of([], []), Rule(), "no points"),
        (XOR, Rule(), "No line separates"),
        (AND, Rule(rule="batch"), "batch step"),
        (Dataset.of([[np.pi * 1e9, 1], [np.e, 2e-8]], [1, -1]), Rule(), "too long"),
    ],
)
def test_where_there_is_no_longest_run_a_sentence_says_why(
    data: Dataset, rule: Rule, why: str
) -> None:
    with pytest.raises(RuleError if len(data) else DataError, match=why):
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
