"""From the units of axes to pixels of the box that marks are drawn in, and back."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.ticks import fractions

# Ranges that are dragged or zoomed stay numbers that floats can hold.
_MOST, _MOST_DIGITS = 1e300, 300.0


@frozen_value
class Projection:
    """Axes with the ranges that are seen, in a box of so many pixels; pixels count downwards."""

    width: float
    height: float
    x: Axis
    y: Axis
    right: Axis | None = None

    def across(self, x: ArrayLike) -> Values:
        """Return x coordinates in pixels from the left."""
        with np.errstate(over="ignore"):
            return self.width * fractions(self.x, x)

    def down(self, y: ArrayLike, right: bool = False) -> Values:
        """Return y coordinates in pixels from the top, measured on the left or the right axis."""
        axis = self.right if right and self.right else self.y
        with np.errstate(over="ignore"):
            return self.height * (1.0 - fractions(axis, y))

    def values_at(self, across: float, down: float) -> tuple[float, float]:
        """Return x and y of a pixel."""
        return value_at(self.x, across / self.width), value_at(self.y, 1.0 - down / self.height)


def value_at(axis: Axis, fraction: float) -> float:
    """Return the value at a fraction of an axis; the inverse of `fractions`."""
    assert axis.range is not None
    low, high = axis.range
    if axis.log:
        low, high = math.log10(low), math.log10(high)
        exponent = low + fraction * (high - low)
        return math.pow(10.0, min(max(exponent, -_MOST_DIGITS), _MOST_DIGITS))
    return min(max(low + fraction * (high - low), -_MOST), _MOST)


def part_of(axis: Axis, start: float, stop: float) -> Axis:
    """Return an axis that shows the part between two fractions, if floats can tell them apart."""
    low, high = value_at(axis, start), value_at(axis, stop)
    return replace(axis, range=(low, high)) if low < high else axis
