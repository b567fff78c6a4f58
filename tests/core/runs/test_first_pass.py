"""The bound of Freund and Schapire: the numbers of the lectures, its terms, and that it holds."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import (
    FirstPass,
    FirstPassBound,
    first_pass_bound,
    first_pass_of,
)
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import Space
from perceptron_gui.document.sources import load_data
from tests.core.textbook import augmented, dot, perceptron

POINTS = st.lists(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from((-1, 1))),
    min_size=1,
    max_size=6,
)


def passed(name: str, **options: Any) -> FirstPass:
    found = first_pass_of(Run(load_data(name).dataset, Rule.of(options)).finish())
    assert isinstance(found, FirstPass)
    return found


def bound_on(points: Any, labels: Any, **options: Any) -> FirstPassBound:
    found = first_pass_bound(Space.of(Dataset.of(points, labels), Rule.of(options)))
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["blobs", "moons", "spirals"])
def test_no_other_vector_is_better(name: str) -> None:
    """The least value is that of a general method, and the terms are those of the theorem."""
    dataset = load_data(name).dataset
    z = np.column_stack([dataset.points, np.ones(len(dataset))]) * dataset.labels[:, None]
    radius = float(np.linalg.norm(z, axis=1).max())

    def root(v: np.ndarray[Any, np.dtype[np.float64]]) -> float:
        short = np.maximum(0, 1 - z @ v)
        return radius * float(np.linalg.norm(v)) + float(np.linalg.norm(short))

    found = passed(name).bound
    started = z.mean(axis=0)
    how = {"maxiter": 20_000, "xatol": 1e-10, "fatol": 1e-12}
    best = minimize(root, started, method="Nelder-Mead", options=how)
    v = np.array([float(value) for value in found.direction])
    assert root(v) == pytest.approx(float(best.fun), rel=1e-7)
    unit, gamma = v / np.linalg.norm(v), found.margin
    short = np.maximum(0, gamma - z @ unit)
    assert found.shortfall == pytest.approx(float(np.sqrt(np.square(short).sum())))
    theorem = ((radius + found.shortfall) / gamma) ** 2
    assert found.most_mistakes <= theorem < found.most_mistakes + 1
    assert name != "blobs" or theorem == pytest.approx(61.967, abs=5e-4)


@given(
    st.fractions(0, 50, max_denominator=9),
    st.lists(st.fractions(-3, 3, max_denominator=9), min_size=1, max_size=3),
    st.fractions(0, 50, max_denominator=9),
)
def test_the_bound_is_rounded_down(
    radius: Fraction, v: list[Fraction], shortfall: Fraction
) -> None:
    found = FirstPassBound(5, radius, tuple(v), shortfall)
    most, length = found.most_mistakes, sum((value**2 for value in v), Fraction(0))
    a, b = radius * length, shortfall

    def is_allowed(m: int) -> bool:  # m ≤ (√a + √b)² = a + b + 2√(ab)
        return m <= a + b or (m - a - b) ** 2 <= 4 * a * b

    assert is_allowed(most) and not is_allowed(most + 1)


@settings(deadline=None, max_examples=60)
@given(POINTS, st.booleans(), st.sampled_from(("minus", "plus", "always")))
def test_no_pass_makes_more_mistakes_in_any_order(
    drawn: list[tuple[int, int, int]], offset: bool, tie: str
) -> None:
    points, labels = [row[:2] for row in drawn], [row[2] for row in drawn]
    found = bound_on(points, labels, offset=offset)
    rows = augmented([[Fraction(v) for v in x] for x in points], offset, Fraction(1))
    # Each bound is that of its own vector, and never worse than the number of points.
    scores = [y * dot(list(found.direction), x) for x, y in zip(rows, labels, strict=True)]
    assert found.shortfall_squared == sum(max(Fraction(0), 1 - score) ** 2 for score in scores)
    assert found.radius_squared == max(dot(x, x) for x in rows)
    assert found.most_mistakes <= len(rows)
    start = [Fraction(0)] * len(rows[0])
    for order in list(permutations(range(len(rows))))[:60]:
        trace = perceptron(rows, labels, order, start, eta=Fraction(1), tie=tie)
        assert len(trace.updates) <= found.most_mistakes


@pytest.mark.parametrize(
    "options",
    [
        {"init": "1,0,0"}, {"margin": "1"}, {"order": "random"}, {"order": "worst"},
        {"order": "0,1,1,2"}, {"rule": "batch"}, {"rule": "sgd", "loss": "hinge", "epochs": 3},
    ],
)  # fmt: skip
def test_where_the_theorem_does_not_hold_a_sentence_says_why(options: dict[str, str]) -> None:
    assert isinstance(first_pass_of(Run(load_data("xor").dataset, Rule.of(options)).finish()), str)


def test_a_pass_that_is_not_over_has_what_it_made_so_far() -> None:
    run = Run(load_data("blobs").dataset, Rule()).finish()
    for visit in (0, 10, 57, 100, 150):
        found = first_pass_of(run, visit)
        assert isinstance(found, FirstPass)
        assert (found.visits, found.length) == (min(visit, 100), 100)
        assert found.mistakes == run.updates_at(min(visit, 100))
    assert math.isinf(passed("xor").bound.margin)
