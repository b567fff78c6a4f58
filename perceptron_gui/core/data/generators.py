"""Data sets made by recipe: random ones from a seed, and the two that make the perceptron slow.

Coordinates lie on a decimal grid, so that runs on them are exact. Only `random` and
`standard_normal` of a PCG64 stream are drawn: a seed means the same points on every machine.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .dataset import Dataset

Floats = NDArray[np.float64]


def separable(n: int, seed: int, margin: float) -> Dataset:
    """Two strips beside a random line; the largest geometric margin is `margin`, within 0.002."""
    rng, labels = _balanced(n, seed)
    angle, middle = 2 * math.pi * rng.random(), 2 * rng.random(2) - 1
    normal = np.array([math.cos(angle), math.sin(angle)])
    along = np.array([-normal[1], normal[0]])
    place, depth = 4 * rng.random(n) - 2, 2 * rng.random(n)
    # Two points facing each other pin the margin from above.
    pair = [int(np.argmax(labels)), int(np.argmin(labels))]
    place[pair], depth[pair] = place[pair[0]], 0
    # Rounding to thousandths moves a point by at most 0.00071; it may not eat into the margin.
    away = labels * (margin + 0.001 + depth)
    return _on_grid(middle + np.outer(place, along) + np.outer(away, normal), labels, digits=3)


def blobs(n: int, seed: int, noise: float) -> Dataset:
    """Two round clouds about (−1, −1) and (1, 1) with standard deviation `noise`."""
    rng, labels = _balanced(n, seed)
    return _on_grid(labels[:, None] + _jitter(rng, n, noise), labels)


def noisy_xor(n: int, seed: int, noise: float) -> Dataset:
    """Four clouds about (±1, ±1); +1 where the signs differ."""
    rng, labels = _balanced(n, seed)
    first = np.where(rng.random(n) < 0.5, -1.0, 1.0)
    return _on_grid(np.column_stack([first, -labels * first]) + _jitter(rng, n, noise), labels)


def moons(n: int, seed: int, noise: float) -> Dataset:
    """Two half circles that reach into each other."""
    rng, labels = _balanced(n, seed)
    angle, upper = math.pi * rng.random(n), labels > 0
    x = np.where(upper, np.cos(angle), 1 - np.cos(angle))
    y = np.where(upper, np.sin(angle), 0.5 - np.sin(angle))
    return _on_grid(np.column_stack([x, y]) + _jitter(rng, n, noise), labels)


def circles(n: int, seed: int, noise: float) -> Dataset:
    """A circle of radius 1 (+1) inside one of radius 2 (−1)."""
    rng, labels = _balanced(n, seed)
    radius = np.where(labels > 0, 1.0, 2.0)
    return _on_grid(_polar(radius, 2 * math.pi * rng.random(n)) + _jitter(rng, n, noise), labels)


def spirals(n: int, seed: int, noise: float) -> Dataset:
    """Two arms that wind one and a half times about the origin, one the negative of the other."""
    rng, labels = _balanced(n, seed)
    turn = 0.1 + 0.9 * np.sqrt(rng.random(n))  # the root keeps the far, longer windings as dense
    return _on_grid(_polar(3 * labels * turn, 3 * math.pi * turn) + _jitter(rng, n, noise), labels)


def stripes(n: int, seed: int, noise: float) -> Dataset:
    """Four upright stripes −, +, −, + in the square from −2 to 2."""
    rng, labels = _balanced(n, seed)
    stripe = np.where(rng.random(n) < 0.5, -1.0, 1.0) + 0.5 * labels
    x = stripe + 0.9 * (rng.random(n) - 0.5)
    points = np.column_stack([x, 4 * rng.random(n) - 2])
    return _on_grid(points + _jitter(rng, n, noise), labels)


def slow_pair(n: int) -> Dataset:
    """m (+1) and m + 1 (−1) on the line, m = n: (2m+1)² + 4 updates under `always`."""
    return Dataset.of([[n], [n + 1]], [1, -1])


def tight_circle(n: int) -> Dataset:
    """n points of one class, each a mistake in the first pass, while R²/γ² < n + 1.

    With x̃ = (x, 1) and |x| = ρ, every x_k is chosen with ⟨w_k, x̃_k⟩ ≤ 0 and next to 0. Then
    ‖w_k‖² grows by all of R² = ρ² + 1 each time; γ ≥ 1 because (0, 0, 1) separates. Possible as
    long as k ≤ ρ², so ρ² = n − 1 + 0.3, where 0.3 pays for rounding to thousandths.
    """
    unit, rho_sq = 1000, n - 1 + 0.3
    chosen = [(math.floor(math.sqrt(rho_sq) * unit), 0)]
    sum_x, sum_y = chosen[0]
    for k in range(1, n):
        length = math.hypot(sum_x, sum_y)
        # ⟨p, x⟩ = −k for the sum p of the points so far, a little less so that rounding is safe.
        back = -(k * unit / length + 0.75 / unit)
        side = math.sqrt(rho_sq - back * back)
        x = round((back * sum_x - side * sum_y) / length * unit)
        y = round((back * sum_y + side * sum_x) / length * unit)
        chosen.append((x, y))
        sum_x, sum_y = sum_x + x, sum_y + y
    return Dataset.of(np.array(chosen) / unit, np.ones(n))


def with_flipped_labels(dataset: Dataset, share: float, seed: int) -> Dataset:
    """Return the points with each label flipped with this probability.

    The stream is another one than that of the points, which stay where they are.
    """
    draw = np.random.Generator(np.random.PCG64([seed, 1])).random(len(dataset))
    return dataset.with_points(dataset.points, np.where(draw < share, -1, 1) * dataset.labels)


def _balanced(n: int, seed: int) -> tuple[np.random.Generator, NDArray[np.int8]]:
    """Return a random stream, and labels from it: half −1, half +1 (the odd one is +1)."""
    rng = np.random.Generator(np.random.PCG64(seed))
    rank = np.argsort(rng.random(n), kind="stable")
    return rng, np.where(rank < n // 2, -1, 1).astype(np.int8)


def _jitter(rng: np.random.Generator, n: int, noise: float) -> Floats:
    return noise * rng.standard_normal((n, 2))


def _polar(radius: Floats, angle: Floats) -> Floats:
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _on_grid(points: Floats, labels: NDArray[np.int8], digits: int = 2) -> Dataset:
    return Dataset(np.round(points, digits), labels)
