"""The weights as a tally of mistakes, and what leaving out a point changes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

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


@pytest.mark.parametrize(
    "options",
    [
        {"rule": "sgd", "loss": "logistic", "epochs": 2},
        {"rule": "least-squares"},
        {"rule": "sgd", "batch_size": 3, "epochs": 2},
    ],
)
def test_a_rule_without_a_tally_says_so(options: dict[str, Any]) -> None:
    run = trained("and", **options)
    assert isinstance(tally_at(run, run.visits), str)
    assert tally_report(run)["counts"] is None


@pytest.mark.parametrize(
    ("dataset", "options", "mistaken", "errors"),
    [
        (make(LIBRARY["and"]), {"tie": "minus"}, 4, 3),
        (IRIS, {}, 3, 0),
        (make(LIBRARY["separable"], margin=0.02), {}, 19, 2),
    ],
)
def test_points_ever_mistaken_bound_the_leave_one_out_errors(
    dataset: Dataset, options: dict[str, Any], mistaken: int, errors: int
) -> None:
    found = leave_one_out(Run(dataset, Rule.of(options)).finish())
    assert isinstance(found, LeaveOneOut)
    assert (len(found.mistaken), len(found.errors)) == (mistaken, errors)
    assert set(found.errors) <= set(found.mistaken)


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


def test_rounded_points_are_left_out_one_by_one() -> None:
    """With the last point all is rounded; without it nothing is, and ties are what they are."""
    points = [[0.1, 0.3], [0.2, 0.1], [0.3, 0.4], [1e-9, 12345678.123456789]]
    run = trained(Dataset.of(points, [1, -1, 1, 1]))
    found = leave_one_out(run)
    assert run.arithmetic == "float64"
    assert isinstance(found, LeaveOneOut) and not found.is_bounded


@pytest.mark.parametrize(
    ("name", "options"),
    [("xor", {}), ("and", {"order": "shuffled"}), ("and", {"rule": "averaged"}),
     ("and", {"rule": "batch"})],
)  # fmt: skip
def test_where_nothing_is_left_out_a_sentence_says_why(name: str, options: dict[str, Any]) -> None:
    assert isinstance(leave_one_out(trained(name, **options)), str)


def test_leaving_out_that_would_take_too_long_is_not_begun() -> None:
    run = trained(make(LIBRARY["separable"], n=20_000, margin=0.0005))
    assert isinstance(leave_one_out(run), str)


def test_the_report_holds_counts_and_errors() -> None:
    report = tally_report(trained("and", tie="minus"))
    assert report["counts"] == [1, 3, 2, 4] and report["factor"] == 1
    assert report["leave_one_out"] == {"mistaken": [0, 1, 2, 3], "errors": [1, 2, 3]}
