"""Which part of the plane is seen: zoomed about a place, and moved."""

from __future__ import annotations

from perceptron_gui.views.paint.scale import Projection

# x0, x1, y0, y1
Range4 = tuple[float, float, float, float]

# What floats, and the squares of products of coordinates, can still show.
_SMALLEST, _LARGEST = 1e-60, 1e60
_FINEST = 1e-9


def range_of(seen: Projection) -> Range4:
    """Return the ranges of both axes."""
    assert seen.x.range is not None
    assert seen.y.range is not None
    return *seen.x.range, *seen.y.range


def zoomed(seen: Range4, across: float, up: float, factor: float) -> Range4:
    """Return ranges so many times as long, the place at these fractions staying where it is."""
    x0, x1, y0, y1 = seen
    x, y = x0 + across * (x1 - x0), y0 + up * (y1 - y0)
    wide = (
        x + factor * (x0 - x),
        x + factor * (x1 - x),
        y + factor * (y0 - y),
        y + factor * (y1 - y),
    )
    return wide if _can_be_shown(wide) else seen


def panned(seen: Range4, dx: float, dy: float) -> Range4:
    """Return ranges moved by so much."""
    x0, x1, y0, y1 = seen
    moved = x0 + dx, x1 + dx, y0 + dy, y1 + dy
    return moved if _can_be_shown(moved) else seen


def _can_be_shown(ranges: Range4) -> bool:
    """Tell whether ticks and points of these ranges are still told apart by floats."""
    size = max(map(abs, ranges))
    shorter = min(ranges[1] - ranges[0], ranges[3] - ranges[2])
    return size < _LARGEST and shorter > max(_SMALLEST, _FINEST * size)
