"""What is done with every number of the data before a run begins: it is checked and made whole.

Like `point_readers`, these have a twin in numpy that is used until they are compiled. One loop over
the numbers takes a third of the time of one pass for each operation, and far less for few points.
"""

from __future__ import annotations

import numpy as np

from .compiler import Kernel
from .point_kernels import Array

_AT_ONCE = 256  # points after which a loop may end early


@Kernel
def tidy(flat: Array, smallest: float, largest: float) -> bool:
    """Turn −0 into 0 in numbers (m,); False where one is neither 0 nor of a size between these."""
    is_good = True
    for i in range(len(flat)):
        value = flat[i] + 0.0
        flat[i] = value
        size = abs(value)
        # A number that is none is neither smaller nor larger, and so fails here too.
        is_good &= (size <= largest) & ((size >= smallest) | (size == 0.0))
    return is_good


@Kernel
def fill_signed(points: Array, labels: Array, bias: float, rows: Array) -> None:
    """Write y·point and, where rows (n, D) have one more column, y·bias; −0 is 0."""
    n, d = points.shape
    for i in range(n):
        label = float(labels[i])
        for j in range(d):
            rows[i, j] = label * points[i, j] + 0.0
        if rows.shape[1] > d:
            rows[i, d] = label * bias


@Kernel
def fill_rows(
    points: Array, labels: Array, scale: float, factor: int, bias: int, most: int, rows: Array
) -> tuple[int, int]:
    """Write y·factor·(point·scale) and y·bias into rows (n, D+1), whose last column stays.

    Return the largest |point·scale|, and −1 or the first point with a coordinate that is no whole
    number, or larger than `most`; then rows are not to be used.
    """
    n, d = points.shape
    has_bias = rows.shape[1] == d + 2
    reach = 0
    for first in range(0, n, _AT_ONCE):
        last = min(first + _AT_ONCE, n)
        is_good = True
        for i in range(first, last):
            signed = labels[i] * factor
            for j in range(d):
                whole = np.rint(points[i, j] * scale)
                is_good &= (whole / scale == points[i, j]) & (abs(whole) <= most)
                integer = int(whole)
                reach = max(reach, abs(integer))
                rows[i, j] = signed * integer
            if has_bias:
                rows[i, d] = labels[i] * bias
        if not is_good:
            for i in range(first, last):
                for j in range(d):
                    whole = np.rint(points[i, j] * scale)
                    if whole / scale != points[i, j] or not abs(whole) <= most:
                        return 0, i
    return reach, -1
