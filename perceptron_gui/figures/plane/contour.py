"""Where a score over the plane changes its sign: traced by contourpy, with crossings found exactly.

Rings run counterclockwise around what they enclose, and along the edge of the box.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.marks import Values

from .box import Path, PlaneBox, joined

# The score at points (m, 2).
Score = Callable[[NDArray[np.float64]], Values]

CELLS = 96  # along the longer side
HALVINGS = 50  # of a cell, until its crossing is as good as floats can tell
_MOST_GRID_POINTS = 100


class Contour:
    """The line s = 0 in a box, and rings around its sides; grid lines pass through some points."""

    def __init__(
        self,
        score: Score,
        box: PlaneBox,
        points: NDArray[np.float64],
        halvings: int = HALVINGS,
        cells: int = CELLS,
    ) -> None:
        from contourpy import contour_generator  # only curved boundaries need it

        known = points[:_MOST_GRID_POINTS]
        known = known[[box.holds(x, y) for x, y in known.tolist()]]
        step = box.size / cells
        self._score = score
        self._halvings = halvings
        self._x = _grid_lines(box.x0, box.x1, step, known[:, 0])
        self._y = _grid_lines(box.y0, box.y1, step, known[:, 1])
        x, y = np.meshgrid(self._x, self._y)
        scores = score(np.column_stack([x.ravel(), y.ravel()])).reshape(x.shape)
        self._above = scores > 0
        # Of mere signs on whole numbers, every corner of a contour is in the middle of an edge.
        signs = np.where(self._above, 1.0, -1.0)
        self._traced: Any = contour_generator(
            z=signs, name="serial", line_type="Separate", fill_type="OuterOffset"
        )

    @property
    def line(self) -> Path:
        """The curve itself, without the edge of the box; NaN between its pieces."""
        return joined(self._exact(piece) for piece in self._traced.lines(0.0))

    def side(self, positive: bool) -> Path:
        """Return the rings around s > 0, or around the rest."""
        levels = (0.0, np.inf) if positive else (-np.inf, 0.0)
        # Every ring comes with its first corner once more at its end.
        return joined(
            _without_straight(*self._exact(corners[start : stop - 1]))
            for corners, offsets in zip(*self._traced.filled(*levels), strict=True)
            for start, stop in pairwise(offsets.tolist())
        )

    def _exact(self, corners: NDArray[np.float64]) -> Path:
        """Return where s = 0 on the edges of the grid that corners (m, 2) are in the middle of."""
        i, j = np.floor(corners.T).astype(np.int64)
        across, up = np.not_equal(corners.T, (i, j))
        x, y = self._x[i], self._y[j]
        for along, grid, at, moving in ((x, self._x, i, across), (y, self._y, j, up)):
            low, high = grid[at[moving]], grid[at[moving] + 1]
            one_is_above = self._above[j[moving], i[moving]]
            for _ in range(self._halvings if moving.any() else 0):
                along[moving] = low / 2 + high / 2
                places = np.column_stack([x[moving], y[moving]])
                same = (self._score(places) > 0) == one_is_above
                low, high = np.where(same, along[moving], low), np.where(same, high, along[moving])
            along[moving] = low
        return x, y


def _grid_lines(low: float, high: float, step: float, known: Values) -> Values:
    even = np.linspace(low, high, max(2, round((high - low) / step)) + 1)
    return np.union1d(even, known)


def _without_straight(x: Values, y: Values) -> Path:
    """Leave out doubled corners of a ring, and those in the middle of a side of the box."""
    moved = (x != np.roll(x, 1)) | (y != np.roll(y, 1))
    x, y = x[moved], y[moved]
    straight = np.zeros(len(x), dtype=bool)
    for values in (x, y):
        straight |= (values == np.roll(values, 1)) & (values == np.roll(values, -1))
    return x[~straight], y[~straight]
