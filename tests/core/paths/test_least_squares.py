"""Least squares with real targets, ridge and the ℓ₁ penalty, against obvious implementations."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perceptron_gui import train
from perceptron_gui.base.equations import solve
from perceptron_gui.base.errors import DataError, OptionError
from perceptron_gui.core.data.dataset import (
    Dataset,
    DeletePoints,
    InsertPoints,
    MovePoints,
    RelabelPoints,
    ReorderPoints,
)
from perceptron_gui.core.paths.descent import SolvePath
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.measures import design_of, own_loss, residuals_at, squared_error
from perceptron_gui.core.runs.run import Run

POINTS, TARGETS = [[0], [1], [2]], [1, 2, 2]  # of 003's homework
FIT: dict[str, Any] = {"rule": "least-squares", "targets": "real"}
numbers = st.integers(-50, 50).map(lambda v: v / 10)


def exact(values: list[float]) -> list[Fraction]:
    return [Fraction(str(v)) for v in values]


def test_the_homework_of_003_comes_out_exactly() -> None:
    run = train(POINTS, TARGETS, **FIT)
    assert run.arithmetic == "exact"
    assert run.exact_weights_at(run.visits) == [Fraction(1, 2), Fraction(7, 6)]
    found = design_of(run)
    assert found.squares == [[5, 3], [3, 3]] and found.right == [6, 5]
    assert found.equations is not None and found.equations.matrix == found.squares
    assert residuals_at(run, run.visits) == [Fraction(1, 6), Fraction(-1, 3), Fraction(1, 6)]
    assert squared_error(run, run.visits) == Fraction(1, 6)
    assert own_loss(run, np.array([1]))[0] == pytest.approx(1 / 6)
    report = run.to_json()
    assert (
        report["outcome"]["offset_exact"] == "7/6" and report["fit"]["squared_error_exact"] == "1/6"
    )
    assert report["data"]["targets"] == TARGETS and report["theory"]["separable"] is None


def sparse_by_trial(rows: list[list[Fraction]], f: list[Fraction], l1: Fraction) -> list[Fraction]:
    """Return the least ‖Ya − f‖² + l1·Σ|a_j| (the last weight free) over all patterns of signs."""
    columns = list(zip(*rows, strict=True))
    gram = [
        [sum((a * b for a, b in zip(u, v, strict=True)), Fraction(0)) for v in columns]
        for u in columns
    ]
    right = [sum((a * b for a, b in zip(u, f, strict=True)), Fraction(0)) for u in columns]
    best: tuple[Fraction, list[Fraction]] | None = None
    for signs in product((-1, 0, 1), repeat=len(columns) - 1):
        active = [j for j, sign in enumerate(signs) if sign] + [len(columns) - 1]
        wanted = [right[j] - (l1 * signs[j] / 2 if j < len(signs) else 0) for j in active]
        found = solve([[gram[i][j] for j in active] for i in active], wanted)
        if found is None:
            continue
        a = [Fraction(0)] * len(columns)
        for j, value in zip(active, found, strict=True):
            a[j] = value
        value = penalised(rows, f, a, l1)
        if best is None or value < best[0]:
            best = value, a
    assert best is not None
    return best[1]


whole = st.integers(-3, 3)
# Many decimals, or few whole numbers: points that are few or dependent.
FITS = st.sampled_from((numbers, whole)).flatmap(
    lambda kind: st.integers(1, 3).flatmap(
        lambda d: st.lists(st.lists(kind, min_size=d + 1, max_size=d + 1), min_size=1, max_size=6)
    )
)


@given(FITS, st.sampled_from(("1/10", "3", "20", "200")))
@example(  # almost on a line, where descent needs more sweeps than it has
    rows=[[-0.8, -2.7, -1.9], [-1.7, -2.3, -0.6], [-1.8, -2.2, 0.0], [-2.0, -2.0, 1.6]], l1="1/2"
)
def test_the_l1_penalty_finds_the_least_of_all_signs(rows: list[list[float]], l1: str) -> None:
    points, targets = [row[:-1] for row in rows], [row[-1] for row in rows]
    design, goals = [[*exact(point), Fraction(1)] for point in points], exact(targets)
    path = train(points, targets, **FIT, l1=l1).path
    least = sparse_by_trial(design, goals, Fraction(l1))
    assert isinstance(path, SolvePath) and path.solution.exact is not None
    assert penalised(design, goals, path.solution.exact, Fraction(l1)) == penalised(
        design, goals, least, Fraction(l1)
    )
    if path.solution.is_unique:
        assert path.solution.exact == least


def penalised(
    rows: list[list[Fraction]], f: list[Fraction], a: list[Fraction], l1: Fraction
) -> Fraction:
    scores = [sum((u * v for u, v in zip(row, a, strict=True)), Fraction(0)) for row in rows]
    error = sum(((s - t) ** 2 for s, t in zip(scores, f, strict=True)), Fraction(0))
    return error + l1 * sum((abs(v) for v in a[:-1]), Fraction(0))


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([[1, 1], [2, 2], [4, 4]], "may be as good"),  # two columns that are equal
        ([[0.1234567890123456, 1.0], [2.0, 3.0]], "not proved"),
    ],
)
def test_what_is_not_known_of_a_solution_is_said(points: list[list[float]], words: str) -> None:
    (remark,) = train(points, [1, 2, 4][: len(points)], **FIT, l1="0.1").remarks
    assert words in str(remark)


def test_proximal_steps_come_to_the_same_weights() -> None:
    rng = np.random.default_rng(5)
    points = rng.integers(-9, 9, (12, 4)) / 2
    targets = (points @ [2, 0, 0, -1]).round(1) + 3
    closed = train(points, targets, **FIT, l1=8)
    steps = train(points, targets, **FIT, l1=8, solver="gd", eta="0.002", epochs=20_000)
    assert closed.arithmetic == "exact" and steps.status == "converged"
    at = [float(v) for v in closed.result_at(closed.visits)]
    assert [float(v) for v in steps.result_at(steps.visits)] == pytest.approx(at, abs=1e-9)
    assert 0 in closed.result_at(closed.visits)
    # The soft threshold, once more by hand: the first step from 0.
    design = np.column_stack([points, np.ones(12)])
    moved = 0.002 * 2 * design.T @ targets
    moved[:4] = np.sign(moved[:4]) * np.maximum(np.abs(moved[:4]) - 0.002 * 8, 0)
    assert steps.weights_at(1) == pytest.approx(moved, rel=1e-12)


@pytest.mark.parametrize("eta", ["1/2", "1", "7/4", "2", "5/2"])
def test_newton_comes_to_the_minimum_for_steps_below_two_only(eta: str) -> None:
    run = train(POINTS, TARGETS, **FIT, solver="newton", eta=eta, init="0,0", epochs=500)
    share = 1 - float(Fraction(eta))  # of the way to the minimum that a step leaves
    left = np.array([1 / 2, 7 / 6]) - run.weights_at(2)
    assert left == pytest.approx(share**2 * np.array([1 / 2, 7 / 6]))
    is_told = any("0 < η < 2" in note for note in run.notes)
    assert (run.status == "converged") == (Fraction(eta) < 2) == (not is_told)


@pytest.mark.parametrize("rule", [name for name in RULES if name != "least-squares"])
def test_every_other_rule_refuses_real_targets(rule: str) -> None:
    with pytest.raises(OptionError, match="real targets"):
        Run(Dataset.of_targets(POINTS, TARGETS), Rule(rule=rule))


def test_bad_targets_and_penalties_are_refused() -> None:
    for targets in ([1, 2], ["a", 1, 2], [1, 2, float("nan")], [[1], [2], [3]]):
        with pytest.raises(DataError, match="target"):
            Dataset.of_targets(POINTS, targets)
    bad: tuple[dict[str, Any], ...] = ({"l1": 1, "solver": "newton"}, {"l1": -1})
    for options in bad:
        with pytest.raises(OptionError):
            train(POINTS, TARGETS, **FIT, **options)


def test_edits_keep_targets_with_their_points() -> None:
    data = Dataset.of_targets([[0], [1], [2]], [1, -2, 2.5])
    assert data.labels.tolist() == [1, -1, 1]

    def targets(edited: Dataset) -> list[float]:
        assert edited.targets is not None
        return [float(v) for v in edited.targets]

    assert targets(DeletePoints(np.array([0])).apply(data)) == [-2, 2.5]
    assert targets(ReorderPoints(np.array([2, 0, 1])).apply(data)) == [2.5, 1, -2]
    assert targets(MovePoints(np.array([1]), np.array([[9.0]])).apply(data)) == [1, -2, 2.5]
    new = InsertPoints(np.array([1]), np.array([[7.0]]), np.array([-1], dtype=np.int8))
    assert targets(new.apply(data)) == [1, -1, -2, 2.5]
    with pytest.raises(DataError, match="no classes to change"):
        RelabelPoints(np.array([0]), np.array([-1], dtype=np.int8)).apply(data)
