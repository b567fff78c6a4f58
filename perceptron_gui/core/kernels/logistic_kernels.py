"""The logistic function, looked up: descent waits for it in every visit, and e⁻ᵐ takes long.

σ(−m) = 1/(1 + eᵐ) is a polynomial of degree 7 around the nearest of many nodes. It is within three
units of the last binary digit; the quotient itself, of rounded numbers, is within two.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .block_kernels import LOGISTIC, loss_slope
from .compiler import kernel_part
from .point_kernels import Array

NODES = 16.0  # in every unit of m, a power of 2: products with it are exact
_RANGE = 64  # nodes lie in −64 … 64
_DEGREE = 7  # the error is below (1/32)⁸/8! < 2⁻⁵⁵ of the value
_COUNT = int(2 * _RANGE * NODES)  # of nodes, less the last
_FAR = 0.55  # of the way between two nodes: farther from its node a polynomial is less exact
# A float this large has no digits after the point: adding it rounds a number to a whole one, which
# then stands in its last bits, counted from the first node.
_ROUNDING = 1.5 * 2.0**52 + _RANGE * NODES
_FIRST_BITS = int(np.float64(1.5 * 2.0**52).view(np.int64))
# A place is the difference of two numbers; where they are larger, too many of its digits are lost.
LARGE = 4 * _RANGE * NODES
_ROW_BITS = 3  # a row has 8 numbers


def logistic_table() -> NDArray[np.float64]:
    """Return the coefficients of −σ(−m) around every node, in powers of NODES·(m − node), flat.

    With f = σ(−m) we have f' = f² − f, so that every derivative is a polynomial of f.
    """
    nodes = np.arange(-_RANGE * NODES, _RANGE * NODES + 1) / NODES
    values = np.array([-loss_slope(LOGISTIC, node, 1.0, 0.0) for node in nodes.tolist()])
    table = np.empty((len(nodes), _DEGREE + 1))
    derivative = np.array([1.0, 0.0])  # of order 0, as a polynomial of f
    for order in range(_DEGREE + 1):
        scale = math.factorial(order) * NODES**order
        table[:, order] = -np.polyval(derivative, values) / scale
        derivative = np.polymul(np.polyder(derivative), [1.0, -1.0, 0.0])
    return table.reshape(-1)


@kernel_part
def logistic_slope(place: float, guess: float, table: Array) -> tuple[float, float]:
    """Return dL/dm = −σ(−m) at place = NODES·m, and a good guess of it that is known much sooner.

    The node is the one next to a guess of the place, so that the processor can fetch its row while
    the place itself is still being computed.
    """
    rounded = np.float64(guess + _ROUNDING)
    node = rounded.view(np.int64) - _FIRST_BITS
    h = place - (rounded - _ROUNDING)
    if not ((node >= 0) & (node <= _COUNT) & (abs(h) < _FAR)):
        slope = loss_slope(LOGISTIC, place / NODES, 1.0, 0.0)
        return slope, slope
    row = node << _ROW_BITS
    h2 = h * h
    first = table[np.uintp(row)] + table[np.uintp(row + 1)] * h
    second = table[np.uintp(row + 2)] + table[np.uintp(row + 3)] * h
    third = table[np.uintp(row + 4)] + table[np.uintp(row + 5)] * h
    fourth = table[np.uintp(row + 6)] + table[np.uintp(row + 7)] * h
    return (first + h2 * second) + (h2 * h2) * (third + h2 * fourth), first
