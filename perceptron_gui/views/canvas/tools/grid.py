"""Decimals that the canvas puts points on: 0.1 times 3 is 0.3 here, not 0.30000000000000004."""

from __future__ import annotations

import math
import sys
from decimal import Decimal

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.base.exact import FLOAT_INTEGERS, MOST_DECIMALS, decimal_integers
from perceptron_gui.figures.model.marks import Values

_ROUND = (1, 2, 5)
# Least number of cells of a proposed grid, and least pixels between its visible lines.
_CELLS = 20
_APART = 8.0
_EDGE = 1e-9
_LEAST = sys.float_info.min


def snapped(values: ArrayLike, step: float) -> Values:
    """Return the nearest multiples of a step, each the float that its decimal reads as."""
    numbers = np.asarray(values, dtype=np.float64)
    return _multiples(np.rint(numbers / step), step, otherwise=numbers)


def _multiples(counts: Values, step: float, otherwise: Values) -> Values:
    """Return count · step; `otherwise` where floats do not hold the whole numbers for it."""
    unit = Decimal(repr(step)).normalize().as_tuple()
    exponent = int(unit.exponent)
    whole = counts * int("".join(map(str, unit.digits)))
    if exponent > MOST_DECIMALS or exponent < -MOST_DECIMALS:
        texts = (f"{count:.0f}e{exponent}" for count in whole.ravel())
        found = np.array([float(text) for text in texts]).reshape(whole.shape)
    else:
        # Both are whole numbers that floats hold, so the result is rounded once, and right.
        found = whole * 10.0**exponent if exponent >= 0 else whole / 10.0**-exponent
    return np.where(np.abs(whole) < FLOAT_INTEGERS, found, otherwise) + 0.0


def translated(points: Values, start: Values, end: Values) -> Values:
    """Return points (m, 2) moved by end − start, in exact decimals where all of these are."""
    moved = points + (end - start)
    known = decimal_integers(np.vstack([points, start, end]))
    if known is None:
        return moved
    scale = 10.0 ** known[1]
    return np.asarray(np.rint(moved * scale) / scale + 0.0)


def propose_step(span: float) -> float:
    """Return a round step for a grid on a range of this length."""
    exponent = math.floor(math.log10(span / _CELLS))
    fitting = [n for n in _ROUND if n * 10.0**exponent * _CELLS <= span * (1 + _EDGE)]
    return float(f"{max(fitting, default=1)}e{exponent}")


def finest_step(length: float) -> float:
    """Return the largest power of ten that is at most this length; products may come to 0."""
    return float(f"1e{math.floor(math.log10(max(length, _LEAST)) + _EDGE)}")


def visible_step(step: float, pixel: float) -> float:
    """Return the smallest round multiple of a step whose lines can be told apart on screen."""
    apart, power = step / pixel, 0
    while apart * 10.0**power * _ROUND[-1] < _APART:
        power += 1
    every = next(n * 10**power for n in (*_ROUND, 10) if n * 10.0**power * apart >= _APART)
    return float(_multiples(np.array(float(every)), step, otherwise=np.array(every * step)))


def grid_lines(low: float, high: float, step: float) -> Values:
    """Return where the lines of a grid are on an axis."""
    counts = np.arange(math.ceil(low / step), math.floor(high / step) + 1.0)
    return _multiples(counts, step, otherwise=counts * step)
