"""How a curve is drawn: as a line, in steps, or as an area where it goes up and down too often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.marks import Band, Line, Mark, Steps
from perceptron_gui.figures.model.role import Role

from .extremes import Buckets, Curve, Values

# With more swings than this, up or down, the styles of a curve run into each other on most
# pages; swings below this share of its height only make it a little thicker.
_MOST_SWINGS, _LEAST_SWING = 100, 0.03
# So few that one can see the steps between them.
MOST_BUCKETS = 80
RANGE = "-range"  # how the key of an area ends
_FUTURE_LABEL = "to come"
# What is to come is faint, but as dashed as the curve itself: the faint roles by their dash.
_FAINT = {Role.ERRORS: Role.GHOST, Role.NEGATIVE_SERIES: Role.GHOST, Role.OWN_LOSS: Role.CURSOR}


@frozen_value(eq=False)
class BucketedCurve:
    """A curve in buckets, and the edges (b + 1,) of these on an axis."""

    edges: Values
    buckets: Buckets


@frozen_value
class CurveStyle:
    """The key, role and label of a curve, whether it is measured on the right axis.

    `area` is the role of the area that it fills where it cannot be followed, its own by default.
    """

    key: str
    role: Role
    label: str = ""
    right: bool = False
    area: Role | None = None

    def future(self, is_named: bool) -> CurveStyle:
        """Return the style of the rest of the curve; one of a figure is in the legend."""
        label = _FUTURE_LABEL if is_named else ""
        faint = _FAINT.get(self.role, Role.FUTURE)
        return CurveStyle(f"{self.key}-future", faint, label, self.right, self.area or self.role)

    def line(self, x: Values, y: Values) -> Line:
        """Return a line through the values."""
        return Line(self.key, self.role, x, y, self.label, self.right)

    def steps(self, x: Values, y: Values) -> Steps:
        """Return a line that keeps its value until the next position."""
        return Steps(self.key, self.role, x, y, self.label, self.right)

    def areas(self, curve: BucketedCurve) -> list[Mark]:
        """Return the area from the lowest to the highest value of every bucket, and the mean."""
        edges, buckets = curve.edges, curve.buckets
        mean = self.steps(edges, _extended(buckets.mean))
        if not self.right:
            x = np.repeat(edges, 2)[1:-1]
            low, high = np.repeat(buckets.lowest, 2), np.repeat(buckets.highest, 2)
            return [Band(self.key + RANGE, self.area or self.role, x, low, high), mean]
        # Areas are measured on the left axis only, so here they are but outlined.
        sides = {"lowest": buckets.lowest, "highest": buckets.highest}
        outline = [
            Steps(f"{self.key}-{name}{RANGE}", self.role, edges, _extended(side), right=True)
            for name, side in sides.items()
        ]
        return [mean, *outline]


def _extended(values: Values) -> Values:
    return np.append(values, values[-1:])


def area_marks(styles: Sequence[CurveStyle], curves: Sequence[BucketedCurve]) -> list[Mark]:
    """Return the marks of curves that cannot be followed: all areas, and above them the means."""
    pairs = zip(styles, curves, strict=True)
    marks = [mark for style, curve in pairs for mark in style.areas(curve)]
    return sorted(marks, key=lambda mark: not isinstance(mark, Band))


def is_crowded(curve: Curve, last: int) -> bool:
    """Return whether a curve over 0…last updates swings more often than a page can show."""
    values = curve.values[np.isfinite(curve.values)]
    steps = np.diff(values)
    values, steps = np.append(values[:1], values[1:][steps != 0]), steps[steps != 0]
    if not len(steps):
        return False
    turns = np.flatnonzero(np.sign(steps[1:]) != np.sign(steps[:-1])) + 1
    swings = np.abs(np.diff(values[np.concatenate([[0], turns, [-1]])]))
    wide = int((swings > _LEAST_SWING * np.ptp(values)).sum())
    is_thinned = len(curve.ks) <= last  # then it turns at most as often as it has positions
    return wide > (min(_MOST_SWINGS, len(curve.ks) // 2) if is_thinned else _MOST_SWINGS)
