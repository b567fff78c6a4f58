"""The boundary line and the arrow of the weights as things that can be grabbed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron_gui.core.values import frozen_value
from perceptron_gui.figures.figure import Figure
from perceptron_gui.figures.marks import ArrayValue, Arrow, Line, Values


@frozen_value(eq=False)
class WeightsHandles(ArrayValue):
    """Weights of points in the plane, the one of the constant last, and where they are drawn.

    A rule without an offset has two weights only. `line` holds two ends (2, 2); the arrow goes
    from `foot` to `tip` (2,), and where there is no room for one it is None.
    """

    weights: tuple[float, ...]
    bias_scale: float  # the constant coordinate
    line: Values
    foot: Values
    tip: Values | None

    @property
    def normal(self) -> Values:
        """The weights of the two coordinates."""
        return np.array(self.weights[:2])

    @property
    def has_offset(self) -> bool:
        """Tell whether the line need not go through the origin."""
        return len(self.weights) == 3


def handles_of(
    figure: Figure, weights: Sequence[float] | None, bias_scale: float
) -> WeightsHandles | None:
    """Return the handles of weights that a figure shows; None where it shows no straight line."""
    if weights is None or len(weights) not in (2, 3) or not figure.has("line"):
        return None
    line = figure.mark("line")
    if not isinstance(line, Line) or len(line.x) != 2:
        return None
    ends = np.column_stack([line.x, line.y])
    arrow = figure.mark("weights") if figure.has("weights") else None
    if isinstance(arrow, Arrow):
        foot, tip = np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1])
        return WeightsHandles(tuple(weights), bias_scale, ends, foot, tip)
    return WeightsHandles(tuple(weights), bias_scale, ends, ends.mean(axis=0), None)
