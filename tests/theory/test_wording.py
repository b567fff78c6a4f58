"""The words of proofs, certificates and cycles: one or several, and nothing that is not proved."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.proof import DISTANCE, SQUEEZE, proof_of
from perceptron_gui.theory.inseparable.certificate import at, separating
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines
from perceptron_gui.theory.inseparable.cycle import cycle_lines, why_no_cycle

CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]
XOR = (CORNERS, [-1, 1, 1, -1])
ONE_RAY = ([[1, 1], [2, 2]], [1, -1])  # separable, but not through the origin


def certified(run: Run) -> dict[str, str]:
    return {line.key: line.text for line in certificate_lines(run)}


def cycled(run: Run) -> dict[str, str]:
    return {line.key: line.text for line in cycle_lines(run)}


def test_one_update_is_not_called_updates() -> None:
    run = train([[1, 2]], [1], offset=False)
    for which in (SQUEEZE, DISTANCE):
        found = proof_of(run, 1, NOTATIONS["000"], which)
        assert found.section("sums").title == "After k = 1 update"
        assert to_plain(found.line("progress").text) == "k = 1 of at most 1 update"


def test_a_start_along_the_separator_does_not_end_the_proof_where_it_begins() -> None:
    run = train([[-2]], [-1], offset=False, margin="0.3", init="0.5")
    bound = to_plain(proof_of(run, 0, NOTATIONS["000"]).line("bound").text)
    # (½ + 2k)² = ¼ + 4.6k for k = 0 and for k = 0.65, until which both can be.
    assert bound.endswith("only while k ≤ k* ≈ 0.65")


def test_a_bound_that_is_a_whole_number_is_still_exact() -> None:
    run = train([[-2]], [-1], offset=False, init="1")  # (1 + 2k)² = 1 + 4k for k = 0 alone
    assert to_plain(proof_of(run, 0, NOTATIONS["000"]).line("bound").text).endswith("k* = 0")


def test_what_rounding_breaks_is_told() -> None:
    far = train([[2.8], [-9.3e15]], [-1, 1], offset=False, lift="quadratic", epochs=20)
    assert far.arithmetic == "float64"
    found = proof_of(far, far.visits, NOTATIONS["000"])
    assert not found.holds
    assert "rounded to float64" in to_plain(found.section("sums").lines[-1].text)
    exact = proof_of(train(CORNERS, [-1, -1, -1, 1]), 9, NOTATIONS["000"])
    assert "rounding" not in [line.key for line in exact.lines]


def test_one_point_in_a_cycle_of_one_visit_is_told_in_the_singular() -> None:
    said = cycled(train([[0]], [1], offset=False))
    assert "So the next visit does the same again" in said["why for ever"]
    assert "Of 1 point these are wrong" in said["errors"]
    assert r"So $\lambda_{0} = 1$ proves that" in said["certificate"]


def test_a_cycle_without_an_offset_denies_lines_through_the_origin_only() -> None:
    said = cycled(train(*ONE_RAY, offset=False))
    assert "prove that no line through the origin separates" in said["certificate"]
    shuffled = why_no_cycle(train(*ONE_RAY, offset=False, order="shuffled")) or ""
    assert "no line through the origin separates the points" in shuffled
    short = why_no_cycle(train(*ONE_RAY, offset=False, epochs=1)) or ""
    assert "No line through the origin separates the points" in short


@pytest.mark.parametrize(
    ("point", "offset", "name"),
    [
        ([1], True, "threshold"),
        ([1], False, "threshold at the origin"),
        ([1, 2], False, "line through the origin"),
        ([1, 2, 3], True, "plane"),
        ([1, 2, 3, 4], False, "hyperplane through the origin"),
    ],
)
def test_what_separates_has_the_name_of_its_dimension(
    point: list[int], offset: bool, name: str
) -> None:
    assert separating(train([point], [1], offset=offset)) == name


def test_a_cycle_that_closes_within_an_epoch_is_not_denied() -> None:
    run = train([[1, 1], [1, 1]], [-1, 1], order="0,1,0,1,0", max_updates=7)
    assert run.status == "budget"
    assert "No cycle was found within" in (why_no_cycle(run) or "")


ENDED_OTHERWISE: list[tuple[Any, Any, dict[str, Any]]] = [
    (*ONE_RAY, {"offset": False, "order": "0"}),  # the other point is never visited
    (*XOR, {"rule": "least-squares"}),
    (*XOR, {"rule": "sgd", "loss": "logistic", "arithmetic": "float64", "epochs": 3}),
]


@pytest.mark.parametrize(("points", "labels", "options"), ENDED_OTHERWISE)
def test_ties_are_not_named_where_something_else_ended_a_run(
    points: Any, labels: Any, options: dict[str, Any]
) -> None:
    said = certified(train(points, labels, tie="minus", **options))
    assert "only so could this run stop" not in said["ties"]


def test_with_a_margin_no_point_on_the_line_is_right() -> None:
    assert "ties" not in certified(train(*XOR, tie="minus", margin="0.5"))


def test_decimals_are_written_with_all_their_digits() -> None:
    run = train([[0.1234567, 1], [0.1234567, 1]], [1, -1])
    assert "the same point $(0.1234567, 1)$" in certified(run)["argument"]
    assert at(run.verdict.separator) == "= (0, 0, 0)"
