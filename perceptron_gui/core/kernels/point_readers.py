"""What readers of a run ask of very many points at once: their mistakes, and which are seen.

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


def _judge(raw: Array, z: Array, limits: Array, counts: Array, sums: Array) -> None:
    """Write for every w of raw (m, D) how many points have ⟨w, z⟩ ≤ limit, and Σ max(0, −⟨w, z⟩).

    All are whole numbers held by floats, which processors add several at a time; z is (D, n).
    """
    d, n = z.shape
    scores = np.empty(min(n, _AT_ONCE))
    counts[:] = 0
    sums[:] = 0.0
    for first in range(0, n, _AT_ONCE):
        last = min(first + _AT_ONCE, n)
        most = limits[first:last]
        x, y, bias = z[0, first:last], z[min(1, d - 1), first:last], z[d - 1, first:last]
        for m in range(raw.shape[0]):
            count, total = 0.0, 0.0
            if d == 3:  # a plane, on which scores need not be stored
                w0, w1, w2 = raw[m, 0], raw[m, 1], raw[m, 2]
                for i in range(last - first):
                    agreement = w0 * x[i] + w1 * y[i] + w2 * bias[i]
                    count += 1.0 if agreement <= most[i] else 0.0
                    total -= min(0.0, agreement)
            else:
                score(raw[m], z, first, last, scores)
                for i in range(last - first):
                    count += 1.0 if scores[i] <= most[i] else 0.0
                    total -= min(0.0, scores[i])
            counts[m] += int(count)
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


# Sums of whole numbers are the same in any order.
judge = Kernel(_judge, in_any_order=True)


@Kernel
def mark_first(cells: Array, seen: Array, shown: Array) -> None:
    """Mark of every point (n,) whether it is the first in its cell; at first none is seen."""
    for i in range(len(cells)):
        shown[i] = not seen[cells[i]]
        seen[cells[i]] = True


def compile_readers() -> None:
    """Compile the loops before they are needed."""
    judge(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1), np.zeros(1, np.int64), np.zeros(1))
    vote(np.zeros((1, 1)), np.zeros(1), np.zeros((1, 1)), np.zeros(1), np.zeros(1))
    mark_first(np.zeros(1, np.int32), np.zeros(1, np.bool_), np.zeros(1, np.bool_))
