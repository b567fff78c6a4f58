"""What tests train on: small data sets, and problems and rules that hypothesis draws."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.textbook import Vector, augmented

CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]
XOR = (CORNERS, [-1, 1, 1, -1])
AND = (CORNERS, [-1, -1, -1, 1])
ONE_RAY = ([[1, 1], [2, 2]], [1, -1])  # separable, but not through the origin


def trained(data: str | Dataset, **options: Any) -> Run:
    """Return a finished run on a data set of the library, or on another."""
    dataset = make(LIBRARY[data]) if isinstance(data, str) else data
    return Run(dataset, Rule.of(options)).finish()


def noisy(n: int, seed: int = 0) -> Dataset:
    """Return points of a square with a line through it, one in ten on the wrong side."""
    rng = np.random.Generator(np.random.PCG64(seed))
    points = np.round(rng.random((n, 2)) * 2 - 1, 3)
    labels = np.where((points @ [1.0, 0.7] > 0) ^ (rng.random(n) < 0.1), 1, -1)
    return Dataset.of(points, labels)


@dataclass(frozen=True)
class Problem:
    """A data set with its points as fractions too."""

    dataset: Dataset
    points: list[Vector]
    labels: list[int]

    def augmented(self, offset: bool = True, bias: Fraction = Fraction(1)) -> list[Vector]:
        return augmented(self.points, offset, bias)


@st.composite
def problems(draw: st.DrawFn, most: int = 7, decimals: int = 1, reach: int = 4) -> Problem:
    """Points with few decimals, so that ties, duplicates and collinear points are common."""
    n = draw(st.integers(1, most))
    d = draw(st.integers(1, 3))
    scale = 10 ** draw(st.integers(0, decimals))
    whole = st.integers(-reach * scale, reach * scale)
    rows = draw(st.lists(st.lists(whole, min_size=d, max_size=d), min_size=n, max_size=n))
    labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    floats = [[value / scale for value in row] for row in rows]
    dataset = Dataset.of(floats, labels)
    return Problem(dataset, [[exact_number(v) for v in row] for row in floats], labels)


ties = st.sampled_from(["minus", "plus", "always"])
etas = st.sampled_from([Fraction(1), Fraction(1, 10), Fraction(1, 2), Fraction(1, 3), Fraction(7)])
biases = st.sampled_from([Fraction(1), Fraction(10), Fraction(1, 5)])
margins = st.sampled_from([Fraction(0), Fraction(0), Fraction(1), Fraction(1, 4)])


@st.composite
def starts(draw: st.DrawFn, dimension: int) -> Vector:
    """Zero weights or tenths."""
    if draw(st.booleans()):
        return [Fraction(0)] * dimension
    tenths: Any = st.lists(st.integers(-30, 30), min_size=dimension, max_size=dimension)
    return [Fraction(v, 10) for v in draw(tenths)]
