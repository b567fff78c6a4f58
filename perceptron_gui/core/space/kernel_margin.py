"""What separates points where a Gaussian kernel takes them, and by how much, in floats.

Gaussian kernels separate all points but those that are equal and of both classes: that is a
theorem, and only the margin is rounded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck

from .kernel_space import KernelSpace

_ROUNDS = 20_000
_CLOSE = 1e-9  # relative: how far the margin may be from the largest one
_CHECKED = 256  # rounds between two cancel checks


def opposite_twins(space: KernelSpace) -> tuple[int, int] | None:
    """Return two equal points of both classes, if there are any."""
    first: dict[tuple[float, ...], int] = {}
    for i, row in enumerate((space.dataset.points + 0.0).tolist()):
        j = first.setdefault(tuple(row), i)
        if space.labels[j] != space.labels[i]:
            return j, i
    return None


def nearest_shares(
    space: KernelSpace, check_cancelled: CancelCheck
) -> tuple[NDArray[np.float64], float]:
    """Return λ (n,) of the point of the hull nearest to the origin, and γ² from below.

    Weight moves from the point of the hull that lies farthest out to the one that lies deepest
    (Mitchell, Demyanov and Malozemov 1974), which needs two rows of kernels at a time.
    """
    n, rows = len(space), dict[int, NDArray[np.float64]]()

    def row(i: int) -> NDArray[np.float64]:
        if i not in rows:
            if len(rows) * n > 1 << 25:
                rows.clear()
            features = space.features(space.dataset.points[i : i + 1])[0]
            rows[i] = features * int(space.labels[i]) * 1.0
        # y_i·y_j·k(x_i, x_j): the labels of the others are in the features.
        return rows[i]

    shares = np.zeros(n)
    shares[0] = 1.0
    scores, best = row(0).copy(), (0.0, shares)
    for round_ in range(_ROUNDS):
        if round_ % _CHECKED == 0:
            check_cancelled()
        square = float(shares @ scores)
        if square <= 0:  # so near to the origin that floats do not tell
            break
        low = int(scores.argmin())
        margin = max(float(scores[low]), 0.0) ** 2 / square
        if margin > best[0]:
            best = margin, shares.copy()
        held = np.flatnonzero(shares)
        high = int(held[scores[held].argmax()])
        gap = float(scores[high] - scores[low])
        if gap <= _CLOSE * square:
            break
        bend = 2.0 - 2.0 * float(row(low)[high])
        step = min(float(shares[high]), gap / bend if bend > 0 else 1.0)
        shares[low] += step
        shares[high] = 0.0 if step == shares[high] else shares[high] - step
        scores += step * (row(low) - row(high))
    return best[1], best[0]
