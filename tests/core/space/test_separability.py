"""Verdicts against linear programming, with proofs that verify; spaces of scaled points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from perceptron_gui import check, train
from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.scaling import SCALES, scaling_of
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.theory.what_if.bound import scale_effects
from tests.core.strategies import AND, Problem, problems
from tests.core.textbook import Vector, augmented, cyclic, dot, perceptron, seen_by


def signed(space: Space) -> list[Vector]:
    """z in fractions, by the shortest road."""
    typed = [[exact_number(v) for v in point] for point in space.dataset.points.tolist()]
    rows = augmented(typed, space.offset, space.bias_scale)
    return [[y * v for v in row] for row, y in zip(rows, space.labels.tolist(), strict=True)]


def assert_proved(verdict: Separability, z: list[Vector]) -> None:
    """Check the verdict's own proof, in fractions."""
    weights = verdict.support
    assert sum(weights.values()) == 1
    assert all(weight > 0 for weight in weights.values())
    p = [sum((weights[i] * z[i][j] for i in weights), Fraction(0)) for j in range(len(z[0]))]
    assert tuple(p) == verdict.separator
    square = dot(p, p)
    assert verdict.margin_squared == square
    assert len(weights) <= len(z[0]) + 1
    if verdict.separable:
        # ⟨p, z⟩ ≥ ‖p‖² for all, so p/‖p‖ has margin ‖p‖; p is in the hull, so none has more.
        assert all(dot(p, row) >= square for row in z)
    else:
        assert not any(p)
    assert verdict.radius_squared == max(dot(row, row) for row in z)


@settings(max_examples=200)
@given(problems(most=9, decimals=2), st.booleans())
def test_every_verdict_is_proved_and_agrees_with_linear_programming(
    problem: Problem, offset: bool
) -> None:
    space = Space(problem.dataset, offset=offset)
    verdict, z = separability(space), space.signed
    assert_proved(verdict, signed(space))
    solved = linprog(np.zeros(z.shape[1]), A_ub=-z, b_ub=-np.ones(len(z)), bounds=(None, None))
    assert verdict.separable == solved.success


HARD: dict[str, tuple[Any, Any]] = {
    "one point": ([[2, 3]], [1]),
    "one class": ([[2, 3], [-4, 1], [0, 0]], [1, 1, 1]),
    "one class, negative": ([[2, 3], [-4, 1], [5, 5]], [-1, -1, -1]),
    "duplicates": ([[1, 1], [1, 1], [0, 0], [0, 0]], [1, 1, -1, -1]),
    "contradicting duplicates": ([[1, 1], [1, 1], [0, 1]], [1, -1, 1]),
    "collinear, alternating": ([[0, 0], [1, 1], [2, 2], [3, 3]], [1, -1, 1, -1]),
    "collinear, separable": ([[0, 0], [1, 1], [2, 2], [3, 3]], [1, 1, -1, -1]),
    "far and near": ([[1e6, 1e6], [1e6 + 1, 1e6], [-1e6, 3]], [1, -1, 1]),
    "margin of 1e-9": ([[0, 0.5], [1, 0.500000001], [0, 0.499999999]], [1, 1, -1]),
    "a hair from touching": ([[0, 1e-9], [1, 0], [0, -1e-9], [1, -2e-9]], [1, 1, -1, -1]),
    "touching exactly": ([[0, 1e-9], [1, 0], [0, 1e-9], [1, -2e-9]], [1, 1, -1, -1]),
    "tiny": ([[1e-6, 0], [2e-6, 0], [3e-6, 1e-6]], [1, -1, -1]),
    "17 digits": ([[0.1 + 0.2, 0.7 + 0.1], [1 / 3, 2 / 3], [2**0.5, 3**0.5]], [1, -1, 1]),
    "wide range": ([[1e-75, 1], [1e75, -1], [1, 1]], [1, -1, -1]),
}


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("offset", [True, False])
def test_hard_cases_are_proved(name: str, offset: bool) -> None:
    space = Space(Dataset.of(*HARD[name]), offset=offset)
    assert_proved(separability(space), signed(space))


@pytest.mark.parametrize("gap", [Fraction(1, 1000), Fraction(0)])
def test_a_hundred_thousand_points_are_decided(gap: Fraction) -> None:
    """Many points lie exactly on the margin: thousands of ties for the exact finish."""
    rng = np.random.Generator(np.random.PCG64(0))
    x = np.round(rng.random(100_000) * 10, 3)
    labels = np.where(np.arange(len(x)) % 2 == 0, 1, -1)
    y = labels * (float(gap) + np.round(rng.random(len(x)), 1))
    space = Space(Dataset.of(np.column_stack([x, y]), labels))
    verdict = separability(space)
    assert verdict.separable == bool(gap)
    if gap:
        assert verdict.separator[0] == 0
        assert verdict.margin_squared == gap**2


class CancelAfter:
    """Cancels after so many checks."""

    def __init__(self, checks: int) -> None:
        self.left = checks

    def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def chance(dimension: int) -> Space:
    """Points and labels by chance, of which a third decides."""
    rng = np.random.Generator(np.random.PCG64(2))
    points = np.round(rng.normal(size=(4 * dimension, dimension)), 2)
    return Space(Dataset.of(points, np.where(rng.random(len(points)) < 0.5, 1, -1)))


def many_coordinates(kind: str) -> Space:
    """Points of 60 coordinates, whose corrals have dozens of corners."""
    rng = np.random.Generator(np.random.PCG64(3))
    points = np.round(rng.normal(size=(150, 60)), 2)
    labels = np.where(rng.random(len(points)) < 0.5, 1, -1)
    if kind == "17 digits":
        points = points[:90] / 7
        labels = np.where(points @ rng.normal(size=60) > 0, 1, -1)
    elif kind == "sparse":
        points = np.where(rng.random(points.shape) < 0.03, 1.0, 0.0)
    elif kind == "dependent columns":
        points[:, 30:] = points[:, :30]
    return Space(Dataset.of(points, labels))


@pytest.mark.parametrize("kind", ["chance", "17 digits", "sparse", "dependent columns"])
def test_corrals_of_many_corners_are_proved(kind: str) -> None:
    space = many_coordinates(kind)
    verdict = separability(space)
    assert len(verdict.support) > (2 if kind == "sparse" else 30)
    assert_proved(verdict, signed(space))


def test_the_search_can_be_cancelled_anywhere() -> None:
    space, checked = chance(20), CancelAfter(10**6)
    verdict = separability(space, checked)
    checks = 10**6 - checked.left
    assert checks > 40, "in floats at every round, in rationals at every column"
    for before in range(0, checks, 7):
        with pytest.raises(Cancelled):
            separability(space, CancelAfter(before))
    assert verdict == separability(space)


@pytest.mark.parametrize("size", [2**29, 2**31 - 1, 2**31, 2**40])
def test_what_outgrows_integers_is_computed_in_floats_and_says_so(size: int) -> None:
    pair = Dataset.of([[size, 0], [0, size]], [1, -1])
    run = Run(pair, Rule()).finish()
    assert (run.status, run.outcome.errors) == ("converged", 0)
    assert run.arithmetic == ("exact" if size == 2**29 else "float64")


@pytest.mark.parametrize(
    ("scale", "radius", "margin", "bound"),
    [
        ("none", Fraction(3), Fraction(1, 17), Fraction(51)),
        ("centre", Fraction(3, 2), Fraction(1, 9), Fraction(27, 2)),
        ("range", Fraction(3), Fraction(1, 3), Fraction(9)),
        ("standard", Fraction(3), Fraction(1, 3), Fraction(9)),  # its deviation is 1/2
    ],
)
def test_and_has_another_bound_when_it_is_scaled(
    scale: str, radius: Fraction, margin: Fraction, bound: Fraction
) -> None:
    found = check(*AND, scale=scale)
    assert (found.radius_squared, found.margin_squared) == (radius, margin)
    assert found.mistake_bound == bound
    run = train(*AND, scale=scale)
    assert run.arithmetic == "exact"
    assert run.bounds is not None and run.bounds.exact_limit == bound
    effect = next(each for each in scale_effects(train(*AND)) if each.scale == scale)
    assert effect.limit == bound and effect.updates == len(run.history)


decimals = st.integers(-999, 999).map(lambda v: v / 10)
tables = st.lists(st.tuples(decimals, decimals, st.sampled_from((-1, 1))), min_size=1, max_size=9)


@given(tables, st.sampled_from(("none", "centre", "range")))
def test_the_engine_trains_on_the_very_points_of_the_textbook(
    rows: list[tuple[float, float, int]], scale: str
) -> None:
    points, labels = [list(row[:2]) for row in rows], [row[2] for row in rows]
    typed = [[Fraction(str(v)) for v in point] for point in points]
    scaled = augmented(map(seen_by(typed, scale), typed), True, Fraction(1))
    run = Run(
        Dataset.of(points, labels), Rule.of({"scale": scale, "epochs": 5, "keep_going": True})
    )
    assert run.arithmetic == "exact"
    integers, unit = run.space.exact_rows(np.arange(len(points)))
    seen = [[int(v) * unit * y for v in row] for row, y in zip(integers, labels, strict=True)]
    assert seen == scaled
    run.finish()
    start, visits = [Fraction(0)] * 3, cyclic(len(points), 5)
    trace = perceptron(scaled, labels, visits, start, eta=Fraction(1), tie="always")
    assert run.exact_weights_at(run.visits) == trace.weights_at(run.visits)


@pytest.mark.parametrize("lift", ["none", "product", "quadratic"])
@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("scale", SCALES)
def test_the_line_in_typed_coordinates_has_the_same_scores(
    scale: str, offset: bool, lift: str
) -> None:
    rng = np.random.default_rng(3)
    dataset = Dataset.of((rng.random((7, 3)) * [1, 10, 100]).round(1), rng.choice([-1, 1], 7))
    space = Space(dataset, lift=lift, offset=offset, bias_scale=Fraction(3, 2), scale=scale)
    plain = Space(dataset, lift=lift, offset=False)
    weights = [Fraction(int(v), 7) for v in rng.integers(-9, 9, space.dimension)]
    normal, constant = space.line_of(weights)
    rows, unit = space.exact_rows(np.arange(7))
    typed, typed_unit = plain.exact_rows(np.arange(7))
    labels = dataset.labels.tolist()
    for row, other, y in zip(rows, typed, labels, strict=True):
        score = sum(w * int(v) for w, v in zip(weights, row, strict=True)) * unit
        line = sum(w * int(v) for w, v in zip(normal, other, strict=True)) * typed_unit
        assert score == line + y * constant
    normals, constants = space.lines_of(np.array([[float(v) for v in weights]]))
    assert normals[0] == pytest.approx([float(v) for v in normal], rel=1e-9)
    assert constants[0] == pytest.approx(float(constant), rel=1e-9, abs=1e-9)
    assert space.features(dataset.points) == pytest.approx(space.signed * dataset.labels[:, None])


def test_standard_is_that_of_the_textbook_and_says_that_it_is_rounded() -> None:
    points = [[1, 5], [2, 5], [4, 5]]
    found = scaling_of(Dataset.of(points, [1, 1, -1]), "standard")
    assert found.is_rounded
    assert found.shifts == (Fraction(7, 3), Fraction(5))
    assert float(found.sizes[0]) == pytest.approx(np.std([1, 2, 4]), rel=1e-15)
    assert found.sizes[1] == 1  # what never varies is only centred
    run = train(points, [1, 1, -1], scale="standard")
    assert run.arithmetic == "float64"
    assert any("standard deviations are square roots" in str(remark) for remark in run.remarks)
    scaled = (np.array(points) - np.mean(points, axis=0)) / np.array([np.std([1, 2, 4]), 1])
    assert run.space.features(run.dataset.points)[:, :2] == pytest.approx(scaled)


def test_json_has_both_sets_of_weights() -> None:
    report: dict[str, Any] = train(*AND, scale="centre").to_json()
    assert report["rule"]["scale"] == "centre"
    assert (report["outcome"]["weights"], report["outcome"]["offset"]) == ([1.5, 1.5], -1)
    original = report["original"]
    assert (original["shifts"], original["sizes"]) == ([0.5, 0.5], [1, 1])
    assert (original["weights"], original["offset"]) == ([1.5, 1.5], -2.5)
    assert "original" not in train(*AND).to_json()


@pytest.mark.parametrize("scale", ["centre", "range", "standard"])
@pytest.mark.parametrize("lift", ["none", "quadratic"])
def test_points_far_from_the_origin_keep_their_verdict(scale: str, lift: str) -> None:
    """With an offset a scaling changes no answer; floats alone would lose most digits here."""
    rng = np.random.Generator(np.random.PCG64(8))
    answers = set()
    for far in (0, 2024, 10**8):
        for decimals in (1, 2, 9):
            points = np.round(rng.normal(size=(6, 2)) + far, decimals)
            labels = rng.choice([-1, 1], 6)
            wanted = check(points, labels, lift=lift).separable
            assert check(points, labels, lift=lift, scale=scale).separable == wanted
            answers.add(wanted)
    assert answers == ({True, False} if lift == "none" else {True})
