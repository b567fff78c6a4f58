"""Small data sets that many tests of the engine train on."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core.data.dataset import Dataset

XOR = ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
AND = ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])


def noisy(n: int, seed: int = 0) -> Dataset:
    """Return points of a square with a line through it, one in ten on the wrong side."""
    rng = np.random.Generator(np.random.PCG64(seed))
    points = np.round(rng.random((n, 2)) * 2 - 1, 3)
    labels = np.where((points @ [1.0, 0.7] > 0) ^ (rng.random(n) < 0.1), 1, -1)
    return Dataset.of(points, labels)
