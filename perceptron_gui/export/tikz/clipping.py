"""Curves and areas cut to a box around the axes: TeX has no room for what lies far outside.

Coordinates are fractions of the axes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.marks import Values

Place = tuple[float, float]

# A little beyond the axes, so that no cut is seen.
_LOW, _HIGH = -0.05, 1.05
_FAR = 1e6


def inside(x: Values, y: Values) -> NDArray[np.bool_]:
    """Tell which points lie within the axes."""
    edge = 1e-9
    return np.asarray((np.minimum(x, y) >= -edge) & (np.maximum(x, y) <= 1 + edge))


def cut_curve(x: Values, y: Values) -> Iterator[list[Place]]:
    """Yield the pieces of a curve that are in the box; NaN and infinity part it too."""
    corners = list(zip(x.tolist(), y.tolist(), strict=True))
    piece: list[Place] = []
    for start, end in pairwise(corners):
        part = _cut_segment(start, end)
        if part is None:
            continue
        if piece and piece[-1] != part[0]:
            yield piece
            piece = []
        piece = piece or [part[0]]
        if part[1] != part[0]:
            piece.append(part[1])
    if piece:
        yield piece


def _cut_segment(start: Place, end: Place) -> tuple[Place, Place] | None:
    """Return the part of a segment in the box (Liang and Barsky 1984)."""
    if not all(map(math.isfinite, (*start, *end))):
        return None
    first, last = 0.0, 1.0
    for at, to in zip(start, end, strict=True):
        if at != to:
            enters, leaves = sorted(((_LOW - at) / (to - at), (_HIGH - at) / (to - at)))
            first, last = max(first, enters), min(last, leaves)
        elif not _LOW <= at <= _HIGH:
            return None
    if first > last:
        return None
    return (
        _along(start, end, first) if first > 0 else start,
        _along(start, end, last) if last < 1 else end,
    )


def _along(start: Place, end: Place, share: float) -> Place:
    x, y = (at + share * (to - at) for at, to in zip(start, end, strict=True))
    return x, y


def cut_area(x: Values, y: Values) -> list[Place]:
    """Return the part of an area in the box, side after side (Sutherland and Hodgman 1974)."""
    near = (np.clip(values, -_FAR, _FAR).tolist() for values in (x, y))
    corners: list[Place] = list(zip(*near, strict=True))
    for axis in (0, 1):
        for limit, sign in ((_LOW, 1.0), (_HIGH, -1.0)):
            corners = _cut_side(corners, axis, limit, sign)
    return corners


def _cut_side(corners: list[Place], axis: int, limit: float, sign: float) -> list[Place]:
    """Return the corners on one side of a line, and where the outline crosses it."""
    depths = [(corner[axis] - limit) * sign for corner in corners]
    kept: list[Place] = []
    for number, (corner, depth) in enumerate(zip(corners, depths, strict=True)):
        before = depths[number - 1]
        if (before < 0) != (depth < 0):
            kept.append(_along(corners[number - 1], corner, before / (before - depth)))
        if depth >= 0:
            kept.append(corner)
    return kept
