"""Curves as straight pieces in pixels, rows of x0, y0, x1, y1: cut to a box, and dashed.

Qt strokes a wide curve as one shape, which takes a second where a curve of two thousand points
goes up and down. Pieces take a few milliseconds, whatever the curve does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.marks import Values

Pieces = NDArray[np.float64]

_FARTHEST = 1e12
_ROOM = 30.0  # beyond the box, so that no end of a wide line is seen
# Pieces that are shorter than this pile up their smooth edges to a rough line.
_SHORTEST = 1.2
_GAP = 10.0 * _SHORTEST
# From so many pieces on in a column of their own width nobody can tell them apart, if they go up
# and down there; those of a steep line only go one way.
_CROWD = 4
_TO_AND_FRO = 2.0


def pieces(x: Values, y: Values) -> Pieces:
    """Return the pieces (m, 4) of a curve between its points, parted where one is not finite."""
    if len(x) > 2:
        with np.errstate(invalid="ignore", over="ignore"):
            steps = np.hypot(np.diff(x), np.diff(y))
        along = np.cumsum(np.where(np.isfinite(steps), np.minimum(steps, _GAP), _GAP))
        kept = np.diff(along // _SHORTEST, prepend=-1.0, append=np.inf) != 0
        x, y = x[kept], y[kept]
    lines = np.column_stack([x[:-1], y[:-1], x[1:], y[1:]])
    return lines[np.isfinite(lines).all(axis=1)]


def cut(lines: Pieces, width: float, height: float) -> Pieces:
    """Return what of the pieces is in a box at the origin (Liang and Barsky 1984)."""
    low, high = -_ROOM, np.array([width, height]) + _ROOM
    ends = lines.reshape(-1, 2, 2)
    if ((ends >= low) & (ends <= high)).all():
        return lines
    # Beyond this a float can not tell where in the box a line passes.
    ends = np.clip(ends, -_FARTHEST, _FARTHEST)
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        one, other = (low - start) / way, (high - start) / way
    first = np.clip(np.fmin(one, other).max(axis=1), 0.0, None)
    last = np.clip(np.fmax(one, other).min(axis=1), None, 1.0)
    seen = first < last
    start, way, first, last = start[seen], way[seen], first[seen, None], last[seen, None]
    return np.hstack([start + first * way, start + last * way])


def merged(lines: Pieces, thickness: float) -> Pieces:
    """Return pieces of this thickness; a crowd of them, up and down in a column, is but one.

    Only a curve that goes to the right fills such a column; a circle passes it twice.
    """
    if len(lines) < _CROWD or (np.diff(lines[:, [0, 2]].ravel()) < 0).any():
        return lines
    steep = np.abs(lines[:, 2] - lines[:, 0]) <= thickness
    column = np.floor((lines[:, 0] + lines[:, 2]) / 2 / thickness).astype(np.int64)
    found, number, count = np.unique(column[steep], return_inverse=True, return_counts=True)
    if not (count >= _CROWD).any():
        return lines
    top, bottom = np.full(len(found), np.inf), np.full(len(found), -np.inf)
    np.minimum.at(top, number, lines[steep][:, [1, 3]].min(axis=1))
    np.maximum.at(bottom, number, lines[steep][:, [1, 3]].max(axis=1))
    way = np.bincount(number, np.abs(lines[steep, 3] - lines[steep, 1]), len(found))
    crowds = (count >= _CROWD) & (way >= _TO_AND_FRO * (bottom - top))
    if not crowds.any():
        return lines
    x = (found + 0.5) * thickness
    alone = ~steep
    alone[steep] = ~crowds[number]
    return np.vstack([lines[alone], np.column_stack([x, top, x, bottom])[crowds]])


def dashed(lines: Pieces, pattern: tuple[float, ...]) -> Pieces:
    """Return the inked parts of pieces that follow each other; a pattern is ink, gap, ink …"""
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    lines, lengths = lines[lengths > 0], lengths[lengths > 0]
    ends = np.cumsum(lengths)
    if not len(ends):
        return lines
    turns = np.cumsum(pattern)
    period = turns[-1]
    edges = np.add.outer(np.arange(0.0, ends[-1], period), turns).ravel()
    cuts = np.sort(np.concatenate([[0.0], ends, edges[edges < ends[-1]]]))
    cuts = cuts[np.diff(cuts, prepend=-1.0) > 0]
    middles = (cuts[1:] + cuts[:-1]) / 2
    inked = np.searchsorted(turns, middles % period, side="right") % 2 == 0
    piece = np.minimum(np.searchsorted(ends, middles[inked]), len(ends) - 1)
    before, way = (ends - lengths)[piece], (lines[:, 2:] - lines[:, :2])[piece]
    share = (np.stack([cuts[:-1][inked], cuts[1:][inked]]) - before) / lengths[piece]
    start = lines[piece, :2]
    return np.hstack([start + share[0][:, None] * way, start + share[1][:, None] * way])
