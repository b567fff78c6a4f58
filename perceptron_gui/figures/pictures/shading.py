"""The perceptron loss and the error count over a plane of weights, as shaded areas.

Point i is right where m_i = a·x + b·y + c > 0. The lines m_i = 0 part the plane into cells: in
each the loss is one facet, an affine function, and the error count one plateau.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.number_text import number
from perceptron_gui.figures.model.marks import Region, Values
from perceptron_gui.figures.model.role import SHADES
from perceptron_gui.figures.plane.box import (
    Affine,
    Path,
    PlaneBox,
    Polygon,
    area,
    cut,
    joined,
    ring,
)
from perceptron_gui.figures.plane.contour import Contour

LOSS, ERRORS = "loss", "errors"
MOST_POINTS = 3000  # that are worth the time of a shading
# Of up to so many points all cells are found; of more only a fine grid is looked at.
_MOST_CELLED = 24
_LEAST_AREA = 1e-12  # of a cell, as a share of the box
_HALVINGS = 14
_PIECE = 1 << 20
_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, eq=False)
class WeightCosts:
    """What every point asks of two weights: rows (n, 3) of a, b and c, and who is wrong at m = 0.

    That matters only for points whose m is 0 everywhere.
    """

    rows: NDArray[np.float64]
    ties: NDArray[np.bool_]
    box: PlaneBox

    @cached_property
    def _always_wrong(self) -> int:
        return int((~self.rows.any(axis=1) & self.ties).sum())

    def _costs(self, what: str, at: Polygon) -> Values:
        """Return Σ max(0, −m_i) at places (m, 2), or how many points are wrong there."""
        found = np.full(len(at), float(self._always_wrong if what == ERRORS else 0))
        piece = max(1, _PIECE // max(1, len(self.rows)))
        for start in range(0, len(at), piece):
            some = slice(start, start + piece)
            m = at[some] @ self.rows[:, :2].T + self.rows[:, 2]
            found[some] += (m < 0 if what == ERRORS else np.maximum(0.0, -m)).sum(axis=1)
        return found

    @cached_property
    def _cells(self) -> list[tuple[Polygon, Affine, int]] | None:
        """The cells, each with its facet of the loss and its errors; None where there are many."""
        lines = self.rows[self.rows[:, :2].any(axis=1)]
        if len(lines) > _MOST_CELLED:
            return None
        cells = [self.box.corners]
        least = _LEAST_AREA * self.box.width * self.box.height
        for a, b, c in lines.tolist():
            side = Affine(a, b, c)
            parts = [cut(cell, half) for cell in cells for half in (side, -side)]
            cells = [part for part in parts if len(part) > 2 and area(part) > least]
        found = []
        for cell in cells:
            wrong = self.rows[self.rows[:, :2] @ cell.mean(axis=0) + self.rows[:, 2] < 0]
            a, b, c = (-wrong.sum(axis=0)).tolist()
            found.append((cell, Affine(a, b, c), len(wrong) + self._always_wrong))
        return found

    def above(self, what: str, level: float) -> Path:
        """Return the rings around all places with at least this loss, or this many errors.

        Level 0 of the loss stands for everything above it.
        """
        if self._cells is None:  # a fine grid is looked at
            least = level - 0.5 if what == ERRORS else level

            def score(at: Polygon) -> Values:
                return self._costs(what, at) - least

            return Contour(score, self.box, np.empty((0, 2)), _HALVINGS).side(True)
        found: list[Polygon] = []
        for cell, facet, wrong in self._cells:
            if what == ERRORS:
                found += [cell] if wrong >= level else []
            elif wrong > self._always_wrong:
                kept = cell if level == 0 else cut(cell, facet.above(level))
                found += [kept] if len(kept) > 2 else []
        return joined(map(ring, found))

    def extremes(self, what: str) -> tuple[float, float]:
        """Return the least and the largest loss, or number of errors, that the box shows."""
        if what == LOSS:  # convex, so it is largest at a corner
            return 0.0, float(self._costs(LOSS, self.box.corners).max())
        if self._cells is not None:
            counts = [wrong for _, _, wrong in self._cells]
        else:
            across = np.linspace(self.box.x0, self.box.x1, 97)
            up = np.linspace(self.box.y0, self.box.y1, 97)
            grid = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
            counts = self._costs(ERRORS, grid).tolist()
        return float(min(counts)), float(max(counts))

    def levels(self, what: str) -> list[tuple[float, str]]:
        """Return from where on each shade is drawn, and what it means; none where all is 0."""
        low, high = self.extremes(what)
        if what == LOSS:
            return _loss_levels(high)
        first = max(1, int(low))
        step = max(1, math.ceil((high - first + 1) / len(SHADES)))
        found = []
        for start in range(first, int(high) + 1, step):
            last = min(start + step - 1, int(high))
            counted = f"{start} to {last}" if start < last else str(start)
            found.append((float(start), f"{counted} error{'' if last == 1 else 's'}"))
        return found

    def marks(self, what: str) -> Iterator[Region]:
        """Yield the shades from light to dark, each over all that are lighter."""
        levels = self.levels(what)
        for place, (level, label) in enumerate(levels):
            # Few shades are as far apart as many.
            last = max(1, len(levels) - 1)
            role = SHADES[round(place * (len(SHADES) - 1) / last) if len(levels) > 2 else 3 * place]
            x, y = self.above(what, level)
            if len(x):
                yield Region(f"shade {place}", role, x, y, label=label)


def _loss_levels(top: float) -> list[tuple[float, str]]:
    """Return round levels up to the largest loss, at most as many as there are shades."""
    if not 0 < top < math.inf:
        return []
    rough = top / len(SHADES)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(part * power for part in _ROUND if part * power >= rough * (1 - 1e-9))
    count = max(1, math.ceil(top / step - 1e-9))
    ends = [number(float(f"{step * place:.3g}")) for place in range(count + 1)]
    names = [f"loss up to ${ends[1]}$"]
    names += [f"${low}$ to ${high}$" for low, high in pairwise(ends[1:])]
    return [(step * place, name) for place, name in enumerate(names)]
