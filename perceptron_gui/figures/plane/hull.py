"""The convex hull of points in the plane, for drawing."""

from __future__ import annotations

import numpy as np

from perceptron_gui.figures.model.marks import Values

from .box import Path, Polygon, ring

# Beyond so many points, those that are surely inside are left out first.
_MANY = 64


def hull(points: Polygon) -> Polygon:
    """Return the corners (m, 2) of the hull of points (n, 2), counterclockwise.

    Points on one line have two corners, equal points one.
    """
    outer = _without_inner(points) if len(points) > _MANY else points
    distinct = np.unique(outer, axis=0)  # sorted by x, then by y
    if len(distinct) < 3:
        return distinct
    lower, upper = _chain(distinct), _chain(distinct[::-1])
    return np.array(lower[:-1] + upper[:-1])


def closed(polygon: Polygon) -> Path:
    """Return the line around corners, or between two of them."""
    x, y = ring(polygon)
    return (np.append(x, x[:1]), np.append(y, y[:1])) if len(polygon) > 2 else (x, y)


def _chain(points: Polygon) -> list[list[float]]:
    """Return the corners of one half of the hull (Andrew's monotone chain)."""
    chain: list[list[float]] = []
    for point in points.tolist():
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: list[float], b: list[float], c: list[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _without_inner(points: Polygon) -> Polygon:
    """Return points that are not strictly inside the hull of the extremes in sixteen directions."""
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    extremes = (points @ np.array([np.cos(angles), np.sin(angles)])).argmax(axis=0)
    corners = hull(points[np.unique(extremes)])
    if len(corners) < 3:
        return points
    inside = np.ones(len(points), dtype=bool)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        inside &= _left_of(points, start, end)
    return points[~inside]


def _left_of(points: Polygon, start: Values, end: Values) -> Values:
    across = end - start
    away = points - start
    return np.asarray(across[0] * away[:, 1] - across[1] * away[:, 0] > 0)
