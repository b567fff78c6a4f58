"""From the units of axes to points of the page. Everything is drawn in the latter."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.figures.model.marks import Values

from .boxes import Box
from .decorations import AxesDecorations

_EDGE = 1e-9


@frozen_value
class PageProjection:
    """Axes in the place they have on a page."""

    box: Box
    axes: AxesDecorations

    def across(self, x: ArrayLike) -> Values:
        """Return x coordinates in points."""
        return self.box.left + self.box.width * fractions(self.axes.x, x)

    def up(self, y: ArrayLike, right: bool = False) -> Values:
        """Return y coordinates in points, measured on the left or on the right axis."""
        axis = self.axes.right if right and self.axes.right else self.axes.y
        return self.box.bottom + self.box.height * fractions(axis, y)

    def shows(self, x: Values | float, y: Values | float) -> NDArray[np.bool_]:
        """Tell which points of the page lie in the axes, edges included."""
        room = _EDGE * (self.box.width + self.box.height)
        return np.asarray(
            (self.box.left - room <= x)
            & (x <= self.box.right + room)
            & (self.box.bottom - room <= y)
            & (y <= self.box.top + room)
        )


def fractions(axis: Axis, values: ArrayLike) -> Values:
    """Return where values lie along an axis: 0 at its beginning, 1 at its end."""
    assert axis.range is not None
    numbers = np.asarray(values, dtype=np.float64)
    low, high = axis.range
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        if axis.log:
            # What is not positive lies infinitely far below.
            numbers, low, high = np.log(np.maximum(numbers, 0.0)), np.log(low), np.log(high)
        return np.asarray((numbers - low) / (high - low))
