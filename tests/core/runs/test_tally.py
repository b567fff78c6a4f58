"""The weights as a tally of mistakes, and what leaving out a point changes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import (
    LeaveOneOut,
    MistakeTally,
    leave_one_out,
    tally_at,
    tally_report,
    without_point,
)
from perceptron_gui.document.sources import load_data
from tests.core import textbook
from tests.core.strategies import Problem, biases, etas, problems, starts, ties, trained

IRIS = load_data("iris").dataset


def tally(run: Run, visit: int) -> MistakeTally:
    found = tally_at(run, visit)
    assert isinstance(found, MistakeTally)
    return found


def summed(run: Run, visit: int) -> list[Fraction]:
    """w₀ + c·Σ α_i·y_i·x̃_i, added up one point after another in fractions."""
    found = tally(run, visit)
    total = list(run.start)
    rows, unit = run.space.exact_rows(list(range(len(run.dataset))))
    for times, row in zip(found.counts.tolist(), rows, strict=True):
        total = [w + found.factor * times * int(z) * unit for w, z in zip(total, row, strict=True)]
    return total


def test_and_is_a_tally_of_ten_mistakes() -> None:
    run = trained("and", tie="minus")
    assert tally(run, run.visits).counts.tolist() == [1, 3, 2, 4]
    assert summed(run, run.visits) == run.exact_weights_at(run.visits) == [2, 1, -2]
    assert tally(run, 5).counts.tolist() == [1, 0, 0, 1]


@settings(max_examples=80)
@given(problems(), ties, etas, biases, st.sampled_from(["pla", "batch", "averaged"]), st.data())
def test_the_weights_are_the_sum_of_the_mistakes_at_every_visit(
    problem: Problem, tie: str, eta: Fraction, bias: Fraction, rule: str, draws: st.DataObject
) -> None:
    start = draws.draw(starts(len(problem.points[0]) + 1))
    options = {"rule": rule, "tie": tie, "eta": eta, "bias_scale": bias, "init": start}
    run = Run(problem.dataset, Rule.of({**options, "epochs": 9, "keep_going": True})).finish()
    for visit in range(0, run.visits + 1, 3):
        assert summed(run, visit) == run.exact_weights_at(visit)


def test_rounds_of_a_cycle_are_counted_like_its_first() -> None:
    run = trained("xor").prolonged(1000)
    points = [run.point_of_update(k) for k in range(len(run.history))]
    counted = np.bincount(np.array(points), minlength=4)
    assert tally(run, 1000).counts.tolist() == counted.tolist()
    assert summed(run, 1000) == run.exact_weights_at(1000)


def test_minibatches_count_with_their_share() -> None:
    run = trained("and", rule="sgd", batch_size=2, epochs=4)
    assert summed(run, run.visits) == run.exact_weights_at(run.visits)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rule": "sgd", "loss": "logistic", "epochs": 2}, "differ in length"),
        ({"rule": "least-squares"}, "differ in length"),
        ({"rule": "sgd", "batch_size": 3, "epochs": 2}, "shorter block"),
    ],
)
def test_a_rule_without_a_tally_says_so(options: dict[str, Any], words: str) -> None:
    run = trained("and", **options)
    found = tally_at(run, run.visits)
    assert isinstance(found, str) and words in found
    assert words in tally_report(run)["why_no_tally"]


@settings(max_examples=120)
@given(problems(most=9), ties, st.sampled_from(["cyclic", "first-mistake", "worst"]))
def test_without_a_point_that_never_was_a_mistake_nothing_moves(
    problem: Problem, tie: str, order: str
) -> None:
    rule = Rule.of({"tie": tie, "order": order})
    run = Run(problem.dataset, rule).finish()
    never = np.flatnonzero(tally(run, run.visits).counts == 0)
    assume(0 < len(never) < len(problem.labels) and run.status == "converged")
    longer = replace(rule, epochs=2 * rule.epochs)  # epochs of fewer points have fewer visits
    for i in never.tolist():
        other = Run(without_point(problem.dataset, i), longer).finish()
        assert len(other.history) == len(run.history)
        ks = np.arange(len(run.history))
        moved = [run.point_of_update(int(k)) for k in ks]
        same = [other.point_of_update(int(k)) for k in ks]
        assert moved == [j if j < i else j + 1 for j in same if j is not None]
        assert run.exact_weights_at(run.visits) == other.exact_weights_at(other.visits)


def plainly_left_out(run: Run) -> list[int]:
    """Train without every point, the never mistaken ones too, and look."""
    wrong = []
    for i in range(len(run.dataset)):
        other = Run(without_point(run.dataset, i), run.rule).finish()
        point = [Fraction(repr(v)) for v in run.dataset.points[i].tolist()] + [Fraction(1)]
        score = textbook.dot(other.exact_weights_at(other.visits), point)
        if textbook.is_mistake(int(run.dataset.labels[i]), score, run.rule.tie):
            wrong.append(i)
    return wrong


@pytest.mark.parametrize(
    ("dataset", "options", "mistaken", "errors"),
    [
        (make(LIBRARY["and"]), {"tie": "minus"}, 4, 3),
        (IRIS, {}, 3, 0),
        (make(LIBRARY["separable"], margin=0.02), {}, 19, 2),
        (make(LIBRARY["separable"], margin=0.1), {"order": "worst"}, None, None),
        (make(LIBRARY["separable"], margin=0.1), {"order": "first-mistake"}, None, None),
    ],
)
def test_leaving_one_out_is_what_a_run_without_each_point_says(
    dataset: Dataset, options: dict[str, Any], mistaken: int | None, errors: int | None
) -> None:
    run = Run(dataset, Rule.of(options)).finish()
    found = leave_one_out(run)
    assert isinstance(found, LeaveOneOut)
    assert list(found.errors) == plainly_left_out(run)
    assert set(found.errors) <= set(found.mistaken)
    if mistaken is not None:
        assert (len(found.mistaken), len(found.errors)) == (mistaken, errors)


def test_a_point_that_was_never_mistaken_may_be_wrong_where_the_others_are_scaled_anew() -> None:
    run = trained(Dataset.of([[-2.9, -2.9], [1.1, 0.4]], [1, -1]), order="worst", scale="centre")
    found = leave_one_out(run)
    assert isinstance(found, LeaveOneOut)
    assert (found.mistaken, found.errors, found.is_bounded) == ((0,), (0, 1), False)


@settings(max_examples=150, deadline=None)
@given(
    problems(most=6), ties, etas, st.sampled_from(["none", "centre", "range"]),
    st.sampled_from(["cyclic", "worst", "first-mistake"]), st.booleans(), st.data(),
)  # fmt: skip
def test_leaving_one_out_is_what_a_textbook_says(
    problem: Problem, tie: str, eta: Fraction, scale: str, order: str, offset: bool,
    draws: st.DataObject,
) -> None:  # fmt: skip
    start = draws.draw(starts(len(problem.points[0]) + offset))
    options: dict[str, Any] = {
        "tie": tie, "eta": eta, "scale": scale, "order": order, "epochs": 12
    }  # fmt: skip
    run = Run(problem.dataset, Rule.of({**options, "init": start, "offset": offset})).finish()
    wanted = textbook.left_out(problem.points, problem.labels, start, **options)
    assume(run.status == "converged" and wanted is not None)
    found = leave_one_out(run)
    assert isinstance(found, LeaveOneOut) and list(found.errors) == wanted
    assert set(found.errors) <= set(found.mistaken) or not found.is_bounded


def test_without_a_point_the_budget_may_end_before_the_mistakes_do() -> None:
    data = Dataset.of([[-2, 2], [-2, 3], [3, -1], [0, 2], [1, 1]], [-1, 1, 1, 1, 1])
    run = trained(data, order="worst", epochs=2)  # of 5 visits each; without a point of 4
    found = leave_one_out(run)
    assert isinstance(found, LeaveOneOut)
    assert (found.mistaken, found.errors) == ((0, 1), (0, 1, 2))
    assert plainly_left_out(run) == [0, 1, 2]


def test_rounded_points_are_left_out_one_by_one() -> None:
    """With the last point all is rounded; without it nothing is, and ties are what they are."""
    points = [[0.1, 0.3], [0.2, 0.1], [0.3, 0.4], [1e-9, 12345678.123456789]]
    run = trained(Dataset.of(points, [1, -1, 1, 1]))
    found = leave_one_out(run)
    assert run.arithmetic == "float64"
    assert isinstance(found, LeaveOneOut) and not found.is_bounded


def test_scaled_anew_the_others_may_have_more_digits_than_are_exact() -> None:
    points = [[0, 0], [2, 2], [0.1234567, 0.9876541]]
    run = trained(Dataset.of(points, [-1, 1, 1]), scale="range", arithmetic="exact")
    found = leave_one_out(run)
    assert isinstance(found, LeaveOneOut) and found.points == 3


def test_three_flowers_of_a_hundred_say_it_all() -> None:
    run = Run(IRIS, Rule()).finish()
    found = leave_one_out(run)
    assert isinstance(found, LeaveOneOut)
    three = list(found.mistaken)
    alone = Run(Dataset(IRIS.points[three], IRIS.labels[three]), Rule()).finish()
    wanted = [Fraction(1, 2), Fraction(4, 5), Fraction(-2)]
    assert len(three) == 3
    assert run.exact_weights_at(run.visits) == alone.exact_weights_at(alone.visits) == wanted


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("xor", {}, "converge"),
        ("and", {"order": "shuffled"}, "try cyclic"),
        ("and", {"rule": "averaged"}, "last weights"),
        ("and", {"rule": "batch"}, "last weights"),
    ],
)
def test_where_nothing_is_left_out_a_sentence_says_why(
    name: str, options: dict[str, Any], words: str
) -> None:
    found = leave_one_out(trained(name, **options))
    assert isinstance(found, str) and words in found


def test_leaving_out_that_would_take_too_long_is_not_begun() -> None:
    found = leave_one_out(trained(make(LIBRARY["separable"], n=20_000, margin=0.0005)))
    assert isinstance(found, str) and "more runs" in found


def test_a_single_point_left_out_is_answered_by_the_start() -> None:
    run = trained(Dataset.of([[1, 2]], [1]))
    found = leave_one_out(run)
    assert isinstance(found, LeaveOneOut) and found.errors == (0,)


def test_the_report_holds_counts_and_errors() -> None:
    report = tally_report(trained("and", tie="minus"))
    assert report["counts"] == [1, 3, 2, 4] and report["factor"] == 1
    assert report["leave_one_out"] == {"mistaken": [0, 1, 2, 3], "errors": [1, 2, 3]}
