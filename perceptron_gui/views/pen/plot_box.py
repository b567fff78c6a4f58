"""The box that marks are drawn in: which part of the plane is asked for, and which is seen.

The mouse moves and zooms through pyqtgraph. Its coordinates are fractions of the ranges asked
for, since in very large and in very small numbers it loses its way.
"""

from __future__ import annotations

from dataclasses import replace

import pyqtgraph as pg
from PySide6.QtCore import QRectF

from perceptron_gui.figures.figure import Axis, Figure, Range

from .projection import Projection, fractions, part_of

# How far the mouse may zoom in and out, in ranges asked for.
_CLOSEST, _WIDEST = 1e-5, 1e5
_ALIKE = 1e-6
_UNIT = Axis(range=(0.0, 1.0))

# From and to, across and up, in fractions of the axes.
Part = tuple[float, float, float, float]


class PlotBox:
    """A rectangle of the screen that shows the ranges of a figure, or more of equal units."""

    def __init__(self) -> None:
        self.item = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0.0)
        self.item.setFlag(self.item.GraphicsItemFlag.ItemIsFocusable, False)
        self.item.disableAutoRange()
        self.item.setLimits(
            minXRange=_CLOSEST, maxXRange=_WIDEST, minYRange=_CLOSEST, maxYRange=_WIDEST
        )
        self._x, self._y = _UNIT, _UNIT
        self._right: Axis | None = None
        self._equal = False
        self._shares = 1.0, 1.0
        self._asked: Part = (0.0, 1.0, 0.0, 1.0)
        self._told: Part = self._asked
        self._projection = Projection(1.0, 1.0, _UNIT, _UNIT)
        self._projection_for: object = None

    def place(self, rect: QRectF) -> None:
        """Put the box somewhere."""
        self.item.setGeometry(rect)

    def ask(self, figure: Figure) -> None:
        """Show the ranges of a figure, unless they are the last ones or those that are seen.

        What is seen stays where the mouse has moved it, and whoever draws anew for all that is
        seen does not ask for more and more of it.
        """
        asked = self._part(figure)
        is_same_kind = figure.equal == self._equal and (
            (figure.x.log, figure.y.log) == (self._x.log, self._y.log)
        )
        if is_same_kind and (_alike(asked, self._asked) or _alike(asked, self._seen)):
            self._asked = asked
            self._take(figure, self._range(self._x), self._range(self._y))
        else:
            self._begin(figure)

    def _begin(self, figure: Figure) -> None:
        across, up = self._range(figure.x), self._range(figure.y)
        self._asked = self._told = 0.0, 1.0, 0.0, 1.0
        self._equal = figure.equal
        self._shares = 1.0, 1.0
        if figure.equal:
            unit = max(across[1] - across[0], up[1] - up[0])
            self._shares = (across[1] - across[0]) / unit, (up[1] - up[0]) / unit
        self._take(figure, across, up)
        self.item.setAspectLocked(figure.equal, 1.0)
        self.item.setRange(xRange=(0.0, self._shares[0]), yRange=(0.0, self._shares[1]), padding=0)

    def _take(self, figure: Figure, across: Range, up: Range) -> None:
        """Take the axes of a figure, measured in fractions of these ranges."""
        self._x, self._y = replace(figure.x, range=across), replace(figure.y, range=up)
        low, high = self._asked[2:]
        # The right axis reaches as far as the left one was asked to.
        self._right = figure.right and part_of(
            figure.right, -low / (high - low), (1 - low) / (high - low)
        )

    @staticmethod
    def _range(axis: Axis) -> Range:
        assert axis.range is not None
        return axis.range

    def _part(self, figure: Figure) -> Part:
        x0, x1 = fractions(self._x, self._range(figure.x)).tolist()
        y0, y1 = fractions(self._y, self._range(figure.y)).tolist()
        return x0, x1, y0, y1

    @property
    def _seen(self) -> Part:
        (x0, x1), (y0, y1) = self.item.viewRange()
        across, up = self._shares
        return x0 / across, x1 / across, y0 / up, y1 / up

    @property
    def projection(self) -> Projection:
        """From what is seen to the pixels of the box."""
        size, seen = self.item.rect(), self._seen
        known = size, seen, self._x, self._y, self._right
        if known != self._projection_for:
            self._projection_for = known
            x0, x1, y0, y1 = seen
            self._projection = Projection(
                size.width(),
                size.height(),
                part_of(self._x, x0, x1),
                part_of(self._y, y0, y1),
                self._right and part_of(self._right, y0, y1),
            )
        return self._projection

    def has_news(self) -> bool:
        """Tell, once, that something else is seen than was asked for."""
        seen = self._seen
        if _alike(seen, self._asked) or _alike(seen, self._told):
            return False
        self._told = seen
        return True


def _alike(one: Part, other: Part) -> bool:
    room = _ALIKE * max(other[1] - other[0], other[3] - other[2])
    return all(abs(a - b) <= room for a, b in zip(one, other, strict=True))
