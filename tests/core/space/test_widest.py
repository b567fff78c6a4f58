"""Nearest points of hulls and widest lines, against every support, pair and quadratic program."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import minimize

from perceptron_gui.base.equations import solve
from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.hull_gap import hull_gap
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.core.space.widest import distance_squared, widest_line
from perceptron_gui.document.sources import load_data
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
    differences = [
        [u - v for u, v in zip(a, b, strict=True)] for a in classes[1] for b in classes[-1]
    ]
    assert gap.distance_squared == least_square(differences)
    for label, end in ((1, gap.positive), (-1, gap.negative)):
        shares = {i: s for i, s in gap.shares.items() if problem.labels[i] == label}
        assert sum(shares.values()) == 1
        columns = zip(*(problem.points[i] for i in shares), strict=True)
        assert tuple(dot(list(shares.values()), list(c)) for c in columns) == end


def test_among_many_coordinates_no_gap_is_looked_for() -> None:
    random = np.random.default_rng(5)
    labels = np.repeat([-1, 1], 20)
    points = random.normal(size=(40, 65)) + 3 * labels[:, None]
    assert hull_gap(Space(Dataset.of(points[:, :9], labels))) is not None
    assert hull_gap(Space(Dataset.of(points, labels))) is None


Line = tuple[Fraction, Fraction, Fraction]


def lines_on_support(points: list[Vector], labels: list[int]) -> Iterator[Line]:
    """Yield (a, b, c) of all lines that one or two points of one class and one of the other hold.

    Halfway between two points and at a right angle to their way, or parallel to two of a class.
    """
    for side in (1, -1):
        own = [p for p, y in zip(points, labels, strict=True) if y == side]
        others = [p for p, y in zip(points, labels, strict=True) if y != side]
        for p, q in combinations_with_replacement(own, 2):
            for other in others:
                a, b = p[0] - other[0], p[1] - other[1]
                if p != q:
                    a, b = q[1] - p[1], p[0] - q[0]
                c = -(a * (p[0] + other[0]) + b * (p[1] + other[1])) / 2
                yield a, b, c
                yield -a, -b, -c


@given(problems(most=8))
@settings(max_examples=150, deadline=None)
def test_no_line_on_support_points_of_the_plane_is_wider(problem: Problem) -> None:
    points = [[*point, Fraction(0)][:2] for point in problem.points]
    flat = Problem(Dataset.of([[float(v) for v in p] for p in points], problem.labels), [], [])
    space = Space(flat.dataset)
    widest = widest_line(space, separability(space))
    best = Fraction(0)
    for a, b, c in lines_on_support(points, problem.labels):
        least = min(
            y * (a * p[0] + b * p[1] + c) for p, y in zip(points, problem.labels, strict=True)
        )
        if least > 0:
            best = max(best, least**2 / (a**2 + b**2))
    assert best == (0 if widest is None else widest.distance_squared)
    if widest is not None:
        a, b, c = widest.weights
        away = [y * (a * p[0] + b * p[1] + c) for p, y in zip(points, problem.labels, strict=True)]
        assert min(away) ** 2 / (a**2 + b**2) == best
        assert all(away[i] == min(away) for i in widest.support)


@pytest.mark.parametrize("lift", ["none", "quadratic"])
@pytest.mark.parametrize("dimension", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_widest_line_is_that_of_a_quadratic_program(
    dimension: int, lift: str, seed: int
) -> None:
    random = np.random.default_rng([seed, dimension])
    points = np.round(random.normal(size=(24, dimension)), 2)
    scores = points[:, 0] - 0.1 - 0.5 * points[:, -1] ** 2 * (lift != "none")
    kept = np.abs(scores) > 0.2  # else floats need too many steps
    dataset = Dataset.of(points[kept], np.sign(scores[kept]))
    space = Space(dataset, lift=lift, bias_scale=Fraction(3))
    widest = widest_line(space, separability(space))
    assert widest is not None
    z = space.signed
    program = minimize(
        lambda w: w[:-1] @ w[:-1] / 2,
        x0=np.full(space.dimension, 0.1),
        jac=lambda w: np.append(w[:-1], 0.0),
        constraints={"type": "ineq", "fun": lambda w: z @ w - 1, "jac": lambda w: z},
        method="SLSQP",
        options={"maxiter": 2000, "ftol": 1e-14},
    )
    assert program.success
    plain = program.x[:-1]
    assert 1 / (plain @ plain) == pytest.approx(float(widest.distance_squared), rel=1e-6)
    ours = np.array([float(v) for v in widest.weights])
    assert ours / np.linalg.norm(ours) == pytest.approx(
        program.x / np.linalg.norm(program.x), abs=1e-5
    )


def test_both_margins_of_the_petals() -> None:
    space = Space(load_data("iris").dataset)
    verdict = separability(space)
    widest = widest_line(space, verdict)
    assert widest is not None
    assert widest.distance_squared == Fraction(17, 40)  # 0.6519²
    with_constant = distance_squared(space, verdict.separator, verdict.margin_squared)
    assert with_constant == Fraction(1849, 5200)  # 0.5963²


@pytest.mark.parametrize(
    ("name", "options"), [("three-points", {"offset": False}), ("xor", {"rule": "kernel"})]
)
def test_without_an_offset_both_margins_are_one(name: str, options: dict[str, Any]) -> None:
    space = Space.of(make(LIBRARY[name]), Rule.of(options))
    verdict = separability(space)
    widest = widest_line(space, verdict)
    assert widest is not None
    assert widest.weights == verdict.separator
    assert widest.distance_squared == verdict.margin_squared


def test_where_nothing_separates_there_is_no_widest_line() -> None:
    space = Space(make(LIBRARY["xor"]))
    assert widest_line(space, separability(space)) is None


def test_one_class_alone_has_a_margin_but_no_widest_line() -> None:
    space = Space(Dataset.of([[1, 2], [2, 3]], [1, 1]))
    verdict = separability(space)
    assert widest_line(space, verdict) is None
    assert distance_squared(space, verdict.separator, verdict.margin_squared) == Fraction(36, 5)
    # Weights of the constant alone are right everywhere, and no line at all.
    assert distance_squared(space, [Fraction(0), Fraction(0), Fraction(1)], Fraction(1)) is None


def test_nearest_points_of_decimals_with_many_digits_are_exact() -> None:
    random = np.random.default_rng(3)
    labels = np.repeat([-1, 1], 30)
    points = random.normal(size=(60, 12)) + 2 * labels[:, None]
    space = Space(Dataset.of(points, labels))
    gap = hull_gap(space)
    assert gap is not None
    across = list(gap.across)
    exact = [[exact_number(v) for v in row] for row in points.tolist()]
    for sign, end in ((1, gap.positive), (-1, gap.negative)):
        own = [row for row, y in zip(exact, labels.tolist(), strict=True) if y == sign]
        assert min(sign * dot(across, row) for row in own) == sign * dot(across, list(end))
