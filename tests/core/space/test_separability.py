"""Verdicts against linear programming, proofs that verify, and numbers exact in any unit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from tests.core.strategies import Problem, problems
from tests.core.textbook import Vector, augmented, dot


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
