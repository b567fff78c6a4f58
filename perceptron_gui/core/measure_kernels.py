"""A hot loop over many weights and all points, without the tables between that numpy would make."""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiling import Kernel

Array = Any


def _judge(raw: Array, z: Array, limits: Array, counts: Array, sums: Array) -> None:
    """Write for every w of raw (m, D) how many points have ⟨w, z⟩ ≤ limit, and Σ max(0, −⟨w, z⟩).

    All are whole numbers held by floats, which processors add several at a time; z is (D, n).
    """
    d, n = z.shape
    scores = np.empty(n)
    for m in range(raw.shape[0]):
        for i in range(n):
            scores[i] = raw[m, 0] * z[0, i]
        for j in range(1, d):
            for i in range(n):
                scores[i] += raw[m, j] * z[j, i]
        count, total = 0, 0.0
        for i in range(n):
            count += 1 if scores[i] <= limits[i] else 0
            total += max(0.0, -scores[i])
        counts[m], sums[m] = count, total


# Sums of whole numbers are the same in any order.
judge = Kernel(_judge, in_any_order=True)


def compile_judge() -> None:
    """Let the loop be compiled before somebody waits for it."""
    judge(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1), np.zeros(1, np.int64), np.zeros(1))
