"""What tests ask of drawn shapes: their area, and whether they hold a point."""

from __future__ import annotations

import numpy as np

from perceptron_gui.figures.model.marks import Region, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import Path


def rings(path: Path) -> list[tuple[Values, Values]]:
    """Return every ring of a path."""
    return Region("", Role.CONE, *path).rings


def signed_area(path: Path) -> float:
    """Return the area of rings, holes subtracted since they run clockwise."""
    total = 0.0
    for x, y in rings(path):
        x, y = x - x[0], y - y[0]
        total += float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    return total


def holds(path: Path, x: float, y: float) -> bool:
    """Tell whether a point lies within an odd number of rings."""
    inside = False
    for xs, ys in rings(path):
        after_x, after_y = np.roll(xs, -1), np.roll(ys, -1)
        crossed = (ys > y) != (after_y > y)
        slope = (after_x - xs)[crossed] / (after_y - ys)[crossed]
        inside ^= bool(np.count_nonzero(x < xs[crossed] + slope * (y - ys[crossed])) % 2)
    return inside
