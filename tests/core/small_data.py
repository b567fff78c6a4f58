"""Small data sets that many tests of the engine train on."""

from __future__ import annotations

from typing import Any

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run

CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]
XOR = (CORNERS, [-1, 1, 1, -1])
AND = (CORNERS, [-1, -1, -1, 1])
ONE_RAY = ([[1, 1], [2, 2]], [1, -1])  # separable, but not through the origin


def library_run(name: str, **options: Any) -> Run:
    """Return a finished run on a data set of the library."""
    return Run(make(LIBRARY[name]), Rule.of(options)).finish()


def noisy(n: int, seed: int = 0) -> Dataset:
    """Return points of a square with a line through it, one in ten on the wrong side."""
    rng = np.random.Generator(np.random.PCG64(seed))
    points = np.round(rng.random((n, 2)) * 2 - 1, 3)
    labels = np.where((points @ [1.0, 0.7] > 0) ^ (rng.random(n) < 0.1), 1, -1)
    return Dataset.of(points, labels)
