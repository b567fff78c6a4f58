"""What readers of a run ask of very many points at once: their mistakes and their votes.

Unlike the loops that train, these have a twin in numpy that is used until they are compiled.
"""

from __future__ import annotations

import numpy as np

from .compiler import Kernel, kernel_part
from .point_kernels import Array

_AT_ONCE = 1024  # points whose numbers stay close to the processor


@kernel_part
def score(w: Array, z: Array, first: int, last: int, scores: Array) -> None:
    """Write ⟨w, z⟩ of some points; products are added in the order of all kernels."""
    weight, column = w[0], z[0, first:last]
    for i in range(last - first):
        scores[i] = weight * column[i]
    for j in range(1, len(w)):
        weight, column = w[j], z[j, first:last]
        for i in range(last - first):
            scores[i] += weight * column[i]


@Kernel
def judge(raw: Array, z: Array, limits: Array, counts: Array, sums: Array) -> None:
    """Write for every w of raw (m, D) how many points have ⟨w, z⟩ ≤ limit, and Σ max(0, −⟨w, z⟩).

    All are whole numbers held by floats; z is (D, n).
    """
    n = z.shape[1]
    scores = np.empty(min(n, _AT_ONCE))
    counts[:] = 0
    sums[:] = 0.0
    for first in range(0, n, _AT_ONCE):
        last = min(first + _AT_ONCE, n)
        most = limits[first:last]
        for m in range(raw.shape[0]):
            score(raw[m], z, first, last, scores)
            count = 0
            total = 0.0
            for i in range(last - first):
                count += scores[i] <= most[i]
                total -= min(0.0, scores[i])
            counts[m] += count
            sums[m] += total


@Kernel
def vote(raw: Array, counts: Array, z: Array, on_line: Array, totals: Array) -> None:
    """Add Σ count·sign⟨w, z⟩ over every w of raw (m, D) to totals (n,); sign(0) is `on_line` (n,).

    z is (D, n).
    """
    n = z.shape[1]
    scores = np.empty(min(n, _AT_ONCE))
    for first in range(0, n, _AT_ONCE):
        last = min(first + _AT_ONCE, n)
        at_zero, sums = on_line[first:last], totals[first:last]
        for m in range(raw.shape[0]):
            score(raw[m], z, first, last, scores)
            for i in range(last - first):
                sign = 1.0 if scores[i] > 0 else -1.0
                sums[i] += counts[m] * (at_zero[i] if scores[i] == 0 else sign)

