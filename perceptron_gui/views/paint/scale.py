"""From the units of axes to the coordinates of a plot and to its pixels, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.ticks import fractions

# Ranges that are dragged or zoomed stay numbers that floats can hold.
_MOST, _MOST_DIGITS = 1e300, 300.0
UNIT = Axis(range=(0.0, 1.0))

# From and to, across and up, in the coordinates of a plot.
ViewRange = tuple[float, float, float, float]


@dataclass(frozen=True)
class Projection:
    """The visible ranges of the axes in a box of pixels, which count downwards."""

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


@dataclass(frozen=True)
class PlotScale:
    """The coordinates of a plot: fractions of the ranges of its axes.

    Qt takes a scale below 1e-12 for none at all, so pyqtgraph would lose its way in very large
    and very small numbers. Where units are equal, a coordinate is as long on both axes, and the
    shorter axis ends before 1.
    """

    x: Axis = UNIT
    y: Axis = UNIT
    right: Axis | None = None
    ends: tuple[float, float] = (1.0, 1.0)  # of both axes
    equal: bool = False  # units: this is a plane

    @staticmethod
    def of(figure: Figure) -> PlotScale:
        """Return the coordinates of a figure with ranges."""
        ends = 1.0, 1.0
        if figure.equal:
            spans = _span(figure.x), _span(figure.y)
            ends = spans[0] / max(spans), spans[1] / max(spans)
        return PlotScale(figure.x, figure.y, figure.right, ends, figure.equal)

    def across(self, x: ArrayLike) -> Values:
        return self.ends[0] * fractions(self.x, x)

    def up(self, y: ArrayLike, right: bool = False) -> Values:
        """Return y coordinates, measured on the left or the right axis."""
        axis = self.right if right and self.right else self.y
        return self.ends[1] * fractions(axis, y)

    def seen(self, part: ViewRange, width: float, height: float) -> Projection:
        """Return the projection of the visible part into a box of width × height pixels."""
        (x0, x1, y0, y1), (x_end, y_end) = part, self.ends
        y0, y1 = y0 / y_end, y1 / y_end
        right = self.right and part_of(self.right, y0, y1)
        x = part_of(self.x, x0 / x_end, x1 / x_end)
        return Projection(width, height, x, part_of(self.y, y0, y1), right)


def _span(axis: Axis) -> float:
    assert axis.range is not None
    return axis.range[1] - axis.range[0]


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
    if (start, stop) == (0.0, 1.0):
        return axis
    low, high = value_at(axis, start), value_at(axis, stop)
    return replace(axis, range=(low, high)) if low < high else axis
