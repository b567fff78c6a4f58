"""The logistic function, looked up: descent waits for it in every visit, and e⁻ᵐ takes long.

σ(−m) = 1/(1 + eᵐ) is a polynomial of degree 7 around the nearest of many nodes. It is within three
units of the last binary digit; the quotient itself, of rounded numbers, is within two.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .block_kernels import LOGISTIC, loss_slope
from .compiler import kernel_part
from .point_kernels import Array

_NODES = 16  # in every unit of m, a power of 2
_COUNT = 2048  # of nodes, a power of 2 too
RANGE = _COUNT / _NODES / 2  # they lie in −64 … 64
_DEGREE = 7  # the error is below (0.55/16)⁸/8! < 2⁻⁵⁴ of the value
_WIDTH = _DEGREE + 1  # numbers of a row of the table
# How far a polynomial may be from its node: little more than half of the way to the next.
FAR = 0.55 / _NODES
# The last binary digit of a float this large is the distance of two nodes: adding it rounds to the
# nearest of them, whose row in the table then stands in the last bits.
_ROUNDING = 1.5 * 2.0**52 / _NODES + RANGE


def logistic_table() -> NDArray[np.float64]:
    """Return the coefficients of −σ(−m) around every node, in powers of m − node, flat.

    With f = σ(−m) we have f' = f² − f, so that every derivative is a polynomial of f.
    """
    nodes = np.arange(_COUNT) / _NODES - RANGE
    values = np.array([-loss_slope(LOGISTIC, node, 1.0, 0.0) for node in nodes.tolist()])
    table = np.empty((_COUNT, _WIDTH))
    derivative = np.array([1.0, 0.0])  # of order 0, as a polynomial of f
    for order in range(_DEGREE + 1):
        table[:, order] = -np.polyval(derivative, values) / math.factorial(order)
        derivative = np.polymul(np.polyder(derivative), [1.0, -1.0, 0.0])
    return table.reshape(-1)


@kernel_part
def nearest(guess: float) -> tuple[Any, Any]:
    """Return the node next to a guess of m, and where its row begins: any, out of the range."""
    rounded = np.float64(guess + _ROUNDING)
    return rounded - _ROUNDING, (rounded.view(np.int64) & (_COUNT - 1)) * _WIDTH


@kernel_part
def slope_beside(h: float, row: int, table: Array) -> tuple[float, float]:
    """Return dL/dm = −σ(−m) at h from the node of a row, and its linear part, known much sooner."""
    h2 = h * h
    first = table[np.uintp(row)] + table[np.uintp(row + 1)] * h
    second = table[np.uintp(row + 2)] + table[np.uintp(row + 3)] * h
    third = table[np.uintp(row + 4)] + table[np.uintp(row + 5)] * h
    fourth = table[np.uintp(row + 6)] + table[np.uintp(row + 7)] * h
    return (first + h2 * second) + (h2 * h2) * (third + h2 * fourth), first
