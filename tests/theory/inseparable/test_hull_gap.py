"""The nearest points of two hulls, against all pairs of faces tried one after another."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from perceptron_gui.base.exact import solve
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.theory.inseparable.hull_gap import hull_gap
from tests.core.strategies import Problem, problems
from tests.core.textbook import Vector, dot


def least_square(differences: list[Vector]) -> Fraction:
    """Return the least ‖p‖² over the hull of a few vectors: every support is tried."""
    best = min(dot(v, v) for v in differences)
    for size in range(2, len(differences[0]) + 2):
        for support in combinations(differences, size):
            gram = [[dot(a, b) + 1 for b in support] for a in support]
            found = solve(gram, [Fraction(1)] * size)
            if found is None or min(found) < 0:
                continue
            weights = [value / sum(found) for value in found]
            p = [dot(weights, list(column)) for column in zip(*support, strict=True)]
            best = min(best, dot(p, p))
    return best


@given(problems(most=6))
@settings(max_examples=80, deadline=None)
def test_nearest_points_are_as_near_as_any_support_makes_them(problem: Problem) -> None:
    space = Space(problem.dataset)
    gap = hull_gap(space)
    classes = {
        y: [p for p, z in zip(problem.points, problem.labels, strict=True) if z == y]
        for y in (1, -1)
    }
    if not separability(space).separable or not all(classes.values()):
        assert gap is None
        return
    assert gap is not None
    assert gap.is_exact
    differences = [
        [u - v for u, v in zip(a, b, strict=True)] for a in classes[1] for b in classes[-1]
    ]
    assert gap.distance_squared == least_square(differences)
    for label, end in ((1, gap.positive), (-1, gap.negative)):
        shares = {i: s for i, s in gap.shares.items() if problem.labels[i] == label}
        assert sum(shares.values()) == 1
        columns = zip(*(problem.points[i] for i in shares), strict=True)
        assert tuple(dot(list(shares.values()), list(c)) for c in columns) == end


def test_and_is_half_a_diagonal_apart() -> None:
    gap = hull_gap(Space(Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])))
    assert gap is not None
    assert gap.positive == (Fraction(1), Fraction(1))
    assert gap.negative == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize("labels", [[1, 1, 1], [-1, -1, -1], [1, -1, 1]])
def test_one_class_or_hulls_that_meet_have_no_gap(labels: list[int]) -> None:
    assert hull_gap(Space(Dataset.of([[0, 0], [1, 1], [2, 2]], labels))) is None


def test_many_points_of_long_digits_are_near_enough() -> None:
    random = np.random.default_rng(4)
    points = np.vstack([random.normal(size=(3000, 3)) - 9, random.normal(size=(3000, 3)) + 9])
    labels = np.repeat([-1, 1], 3000)
    gap = hull_gap(Space(Dataset.of(points, labels)))
    assert gap is not None
    assert not gap.is_exact
    across = np.array([float(v) for v in gap.across])
    square = float(gap.distance_squared)
    scores = points @ across
    reach = scores[labels > 0].min() - scores[labels < 0].max()
    assert reach == pytest.approx(square, rel=1e-9)


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_many_coordinates_are_computed_in_floats_and_checked(shift: float) -> None:
    random = np.random.default_rng(5)
    labels = np.repeat([-1, 1], 100)
    points = np.round(random.normal(size=(200, 15)), 1) + shift * labels[:, None]
    gap = hull_gap(Space(Dataset.of(points, labels)))
    if not shift:
        assert gap is None
        return
    assert gap is not None
    scores = points @ np.array([float(v) for v in gap.across])
    apart = scores[labels > 0].min() - scores[labels < 0].max()
    assert apart == pytest.approx(float(gap.distance_squared), rel=1e-8)
    wide = np.hstack([points, points])
    assert hull_gap(Space(Dataset.of(wide, labels))) is None


def test_numbers_of_very_different_sizes_are_rounded_and_say_so() -> None:
    gap = hull_gap(Space(Dataset.of([[1e70, 1e-70], [3e70, -2e-70], [-1e70, 0]], [1, 1, -1])))
    assert gap is not None
    assert not gap.is_exact
    assert float(gap.distance_squared) == pytest.approx(4e140)
