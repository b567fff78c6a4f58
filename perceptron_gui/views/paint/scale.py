"""From the units of axes to the coordinates of a plot and to its pixels, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.figures.model.axes import fractions, value_at
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.readings import SeenAxes

UNIT = Axis(range=(0.0, 1.0))
# On a plane markers are about this share of its height, so that the last row of a lecture hall
# sees them, within limits of their usual size.
_SHARE, _LEAST, _MOST = 1 / 22, 1.4, 4.0
_POINT = 7.25  # the size of the styles of points


def plane_scale(scale: float, height: float) -> float:
    """Return how many pixels a point of a marker's style is on a plane of so many pixels."""
    return scale * min(max(_SHARE * height / (_POINT * scale), _LEAST), _MOST)


@dataclass(frozen=True)
class Projection(SeenAxes):
    """Ranges of axes in a box: of pixels, which count downwards, or of the coordinates of a plot.

    These are fractions of the ranges: Qt takes a scale below 1e-12 for none at all, so pyqtgraph
    would lose its way in very large and very small numbers. Where units are equal, a coordinate is
    as long on both axes, and the shorter side of the box is below 1.
    """

    equal: bool = False  # units: this is a plane

    @staticmethod
    def of(figure: Figure) -> Projection:
        """Return the coordinates of a plot that shows a figure with ranges."""
        ends = 1.0, 1.0
        if figure.equal:
            assert figure.x.range is not None and figure.y.range is not None
            spans = [high - low for low, high in (figure.x.range, figure.y.range)]
            ends = spans[0] / max(spans), spans[1] / max(spans)
        return Projection(*ends, figure.x, figure.y, figure.right, figure.equal)

    def across(self, x: ArrayLike) -> Values:
        """Return how far from the left x coordinates are."""
        with np.errstate(over="ignore"):
            return self.width * fractions(self.x, x)

    def up(self, y: ArrayLike, right: bool = False) -> Values:
        """Return how far from the bottom y coordinates are, on the left or the right axis."""
        with np.errstate(over="ignore"):
            return self.height * fractions(self.right if right and self.right else self.y, y)

    def down(self, y: ArrayLike) -> Values:
        """Return how far from the top y coordinates are."""
        with np.errstate(over="ignore"):
            return self.height * (1.0 - fractions(self.y, y))

    def values_at(self, across: float, down: float) -> tuple[float, float]:
        """Return x and y of a pixel."""
        return value_at(self.x, across / self.width), value_at(self.y, 1.0 - down / self.height)

    def seen(self, part: tuple[float, ...], width: float, height: float) -> Projection:
        """Return the projection of the visible part into a box of width × height pixels."""
        x0, x1, y0, y1 = part  # from and to, across and up
        y0, y1 = y0 / self.height, y1 / self.height
        right = self.right and part_of(self.right, y0, y1)
        x = part_of(self.x, x0 / self.width, x1 / self.width)
        return Projection(width, height, x, part_of(self.y, y0, y1), right)


def part_of(axis: Axis, start: float, stop: float) -> Axis:
    """Return an axis that shows the part between two fractions, if floats can tell them apart."""
    if (start, stop) == (0.0, 1.0):
        return axis
    low, high = value_at(axis, start), value_at(axis, stop)
    return replace(axis, range=(low, high)) if low < high else axis
