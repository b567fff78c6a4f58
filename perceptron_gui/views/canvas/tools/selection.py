"""Which points are selected, as ascending indices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import frozen
from perceptron_gui.core.data.edits import Indices
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import ArrayValue, Arrow, Line, Values

NONE: Indices = frozen(np.empty(0, dtype=np.intp))


def selection_of(indices: Iterable[int] | Indices) -> Indices:
    """Return a selection of these points, whatever their order."""
    chosen = indices if isinstance(indices, np.ndarray) else np.array(list(indices))
    return frozen(np.unique(chosen.astype(np.intp)))


def without_deleted(selection: Indices, deleted: Indices) -> Indices:
    """Return the selection as it is numbered once some points have gone."""
    kept = np.setdiff1d(selection, deleted)
    return selection_of(kept - np.searchsorted(np.sort(deleted), kept))


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
