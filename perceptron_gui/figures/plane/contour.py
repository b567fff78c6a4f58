"""Where a score over the plane changes its sign: marching squares, with crossings found exactly.

Rings run counterclockwise around what they enclose. A rim of outside values around the grid
closes them at the edge of the box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.marks import Values

from .box import Path, PlaneBox, joined

# The score at points (m, 2).
Score = Callable[[NDArray[np.float64]], Values]
Mask = NDArray[np.bool_]
Edges = NDArray[np.int64]

_CELLS = 96  # along the longer side
HALVINGS = 50  # of a cell, until its crossing is as good as floats can tell
_MOST_GRID_POINTS = 100


class Contour:
    """The line s = 0 in a box, and rings around its sides; grid lines pass through some points."""

    def __init__(
        self, score: Score, box: PlaneBox, points: NDArray[np.float64], halvings: int = HALVINGS
    ) -> None:
        known = points[:_MOST_GRID_POINTS]
        known = known[[box.holds(x, y) for x, y in known.tolist()]]
        step = box.size / _CELLS
        self._score = score
        self._halvings = halvings
        self._x = _grid_lines(box.x0, box.x1, step, known[:, 0])
        self._y = _grid_lines(box.y0, box.y1, step, known[:, 1])
        self._above = self._is_above(*np.meshgrid(self._x, self._y))

    def _is_above(self, x: Values, y: Values) -> Mask:
        found = self._score(np.column_stack([x.ravel(), y.ravel()])) > 0
        return found.reshape(x.shape)

    @property
    def line(self) -> Path:
        """The curve itself, without the edge of the box; NaN between its pieces."""
        return joined(piece for ring in self._rings(True) for piece in self._pieces(ring))

    def side(self, positive: bool) -> Path:
        """Return the rings around s > 0, or around the rest."""
        return joined(_without_straight(*self._places(ring)) for ring in self._rings(positive))

    def _places(self, ring: Edges) -> Path:
        x, y, _ = self._crossings
        return x[ring], y[ring]

    def _pieces(self, ring: Edges) -> Iterator[Path]:
        """Yield what is left of a ring without the edge of the box."""
        on_rim = self._crossings[2][ring]
        if not on_rim.any():
            yield self._places(np.append(ring, ring[0]))
            return
        first = int(on_rim.argmax())
        ring, on_rim = np.roll(ring, -first), np.roll(on_rim, -first)
        starts = np.flatnonzero(on_rim[:-1] & ~on_rim[1:]) + 1
        stops = np.flatnonzero(np.append(~on_rim[:-1] & on_rim[1:], not on_rim[-1])) + 1
        for start, stop in zip(starts, stops, strict=True):
            yield self._places(ring[start:stop])

    @cached_property
    def _crossings(self) -> tuple[Values, Values, Mask]:
        """Where s = 0 on every edge of the grid with its rim: x, y, and whether it is the rim.

        Edges that run across come first, then those that run up, each row after row.
        """
        x, y, above = self._x, self._y, self._above
        across = np.tile(np.r_[x, x[-1]], (len(y) + 2, 1))
        up = np.tile(np.r_[y, y[-1]][:, None], (1, len(x) + 2))
        j, i = np.nonzero(above[:, :-1] != above[:, 1:])
        across[j + 1, i + 1] = self._between((x[i], y[j]), (x[i + 1], y[j]), above[j, i])[0]
        j, i = np.nonzero(above[:-1] != above[1:])
        up[j + 1, i + 1] = self._between((x[i], y[j]), (x[i], y[j + 1]), above[j, i])[1]
        level = np.repeat(np.r_[y[0], y, y[-1]], len(x) + 1)
        upright = np.tile(np.r_[x[0], x, x[-1]], len(y) + 1)
        rim_across, rim_up = np.ones_like(across, dtype=bool), np.ones_like(up, dtype=bool)
        rim_across[:, 1:-1] = rim_up[1:-1] = False
        return (
            np.r_[across.ravel(), upright],
            np.r_[level, up.ravel()],
            np.r_[rim_across.ravel(), rim_up.ravel()],
        )

    def _between(self, one: Path, other: Path, one_is_above: Mask) -> Path:
        """Halve the way between points of both sides until nothing is left of it."""
        low, high = np.stack(one), np.stack(other)
        for _ in range(self._halvings):
            middle = low / 2 + high / 2
            same = self._is_above(middle[0], middle[1]) == one_is_above
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        return low[0], low[1]

    def _rings(self, positive: bool) -> Iterator[Edges]:
        """Yield every ring as the edges of the grid that it crosses."""
        starts, stops = self._segments(positive)
        after = dict(zip(starts.tolist(), stops.tolist(), strict=True))
        while after:
            edge, following = after.popitem()
            ring = [edge]
            while following != ring[0]:
                ring.append(following)
                following = after.pop(following)
            yield np.array(ring)

    def _segments(self, positive: bool) -> tuple[Edges, Edges]:
        """Return the edges at which a ring enters and leaves every cell it passes."""
        inside = np.pad(self._above if positive else ~self._above, 1)
        corners = inside[:-1, :-1], inside[:-1, 1:], inside[1:, 1:], inside[1:, :-1]
        j, i = np.nonzero((corners[0] != corners[1]) | (corners[1] != corners[2])
                          | (corners[2] != corners[3]))  # fmt: skip
        around = np.stack([corner[j, i] for corner in corners])
        following = np.roll(around, -1, axis=0)
        columns = len(self._x) + 1
        across, up = j * columns + i, (len(self._y) + 2) * columns + j * (columns + 1) + i
        edges = np.stack([across, up + 1, across + columns, up])
        # Counterclockwise a ring enters a cell where its corners go from inside to outside.
        side, cell = np.nonzero(around & ~following)
        leaves = (~around & following).argmax(axis=0)[cell]
        saddle = (around[0] == around[2]) & (around[1] == around[3])
        # The inside goes on through the middle of a saddle, or it does not.
        x = self._x[i[saddle] - 1] / 2 + self._x[i[saddle]] / 2
        y = self._y[j[saddle] - 1] / 2 + self._y[j[saddle]] / 2
        turn = np.zeros(len(j), dtype=np.int64)
        turn[saddle] = np.where(self._is_above(x, y) == positive, 1, 3)
        leaves = np.where(saddle[cell], (side + turn[cell]) % 4, leaves)
        return edges[side, cell], edges[leaves, cell]


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
