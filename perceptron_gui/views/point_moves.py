"""Points moved up or down in the order of visits. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def moved(size: int, points: Sequence[int], step: int) -> tuple[NDArray[np.intp], tuple[int, ...]]:
    """Return the new order of all points (size,), and where the moved ones stand in it.

    `step` is −1 for up and +1 for down; who stands at the end already stays there.
    """
    order = np.arange(size)
    settled: set[int] = set()
    for point in sorted(points, reverse=step > 0):
        place = point + step
        if 0 <= place < size and place not in settled:
            order[[point, place]] = order[[place, point]]
        else:
            place = point
        settled.add(place)
    return order, tuple(sorted(settled))
