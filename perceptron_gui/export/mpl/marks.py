"""The marks of a figure, painted on a page of matplotlib."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatchmethod

import numpy as np
from matplotlib.path import Path
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.base.values import frozen_value
from perceptron_gui.export.layout import boxes
from perceptron_gui.export.layout.text import paragraph
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style

from .canvas import PageCanvas

Corners = NDArray[np.float64]


def rings_path(rings: list[tuple[Values, Values]]) -> Path:
    """Return one path of all rings (m,), (m,); a ring within an odd number of others is a hole."""
    loops = [np.column_stack(ring) for ring in rings]
    loops = [loop for loop in loops if np.isfinite(loop).all()]
    return _compound([_turned(loop, _is_hole(loop, loops)) for loop in loops])


def _is_hole(loop: Corners, loops: list[Corners]) -> bool:
    around = [other for other in loops if other is not loop]
    return sum(Path(other).contains_point(loop[0]) for other in around) % 2 == 1


def _turned(loop: Corners, clockwise: bool) -> Corners:
    """Turn a ring; pens fill where windings do not cancel, so holes turn against their shape."""
    x, y = loop.T
    area = np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))
    return loop[::-1] if (area < 0) != clockwise else loop


def _compound(loops: list[Corners]) -> Path:
    paths = [Path(np.vstack([loop, loop[:1]]), closed=True) for loop in loops]
    return Path.make_compound_path(*paths) if paths else Path(np.empty((0, 2)))


def band_path(x: Values, lower: Values, upper: Values) -> Path:
    """Return the path between two curves (m,), in a piece for every run without NaN."""
    finite = np.isfinite(x) & np.isfinite(lower) & np.isfinite(upper)
    return _compound([np.column_stack(r) for r in boxes.rings_between(x, lower, upper, finite)])


# Bands may reach very far out of the axes, further than pens can fill; this is far enough.
_FAR = 1000.0
# The room before shorter lines of a text.
_SPARE = {"w": 0.0, "e": 1.0}


@frozen_value
class MarkPen:
    """Paints marks in the place that a projection has on a page; `em` is the size of texts."""

    canvas: PageCanvas
    projection: boxes.PageProjection
    em: float

    def _style(self, role: Role) -> Style:
        return self.canvas.page.theme.style(role)

    def _places(self, x: ArrayLike, y: ArrayLike, right: bool = False) -> tuple[Values, Values]:
        return self.projection.across(x), self.projection.up(y, right)

    @singledispatchmethod
    def paint(self, mark: object) -> None:
        """Paint a mark."""
        raise TypeError(f"{type(mark).__name__} is not a mark")

    @paint.register
    def _(self, mark: marks.Line) -> None:
        self._curve(mark.x, mark.y, mark.role, mark.right)

    @paint.register
    def _(self, mark: marks.Steps) -> None:
        self._curve(*mark.corners, mark.role, mark.right)

    def _curve(self, x: Values, y: Values, role: Role, right: bool) -> None:
        across, up = self._places(x, y, right)
        gaps = np.where(np.isfinite(across) & np.isfinite(up), up, np.nan)
        self.canvas.curve(across, gaps, self._style(role), self.projection.box)

    @paint.register
    def _(self, mark: marks.Dots) -> None:
        across, up = self._places(mark.x, mark.y, mark.right)
        shown = self.projection.shows(across, up)
        self.canvas.dots(across[shown], up[shown], self._style(mark.role))

    @paint.register
    def _(self, mark: marks.Points) -> None:
        across, up = self._places(mark.x, mark.y)
        shown = self.projection.shows(across, up)
        for truth, predicted, group in mark.groups():
            seen = group & shown
            if seen.any():
                look = replace(self._style(truth), fill=self._style(predicted).fill)
                self.canvas.dots(across[seen], up[seen], look)

    @paint.register
    def _(self, mark: marks.Region) -> None:
        style, box = self._style(mark.role), self.projection.box
        rings = [self._places(x, y) for x, y in mark.rings]
        self.canvas.area(rings_path(rings), style, box)
        for x, y in rings:
            self.canvas.curve(np.append(x, x[0]), np.append(y, y[0]), style, box)

    @paint.register
    def _(self, mark: marks.Band) -> None:
        box = self.projection.box
        far = box.bottom - _FAR * box.height, box.top + _FAR * box.height
        lower, upper = (np.clip(self.projection.up(y), *far) for y in (mark.lower, mark.upper))
        path = band_path(self.projection.across(mark.x), lower, upper)
        self.canvas.area(path, self._style(mark.role), box)

    @paint.register
    def _(self, mark: marks.RuleLine) -> None:
        box = self.projection.box
        if mark.vertical:
            x, y = self.projection.across([mark.at] * 2), np.array([box.bottom, box.top])
        else:
            x, y = np.array([box.left, box.right]), self.projection.up([mark.at] * 2)
        if self.projection.shows(x, y).all():
            self.canvas.curve(x, y, self._style(mark.role))

    @paint.register
    def _(self, mark: marks.Arrow) -> None:
        x, y = self._places([mark.x0, mark.x1], [mark.y0, mark.y1])
        if np.isfinite(x).all() and np.isfinite(y).all():
            self.canvas.arrow(x, y, self._style(mark.role), self.projection.box)

    @paint.register
    def _(self, mark: marks.Text) -> None:
        box = self.projection.box
        if mark.in_axes:
            x, y = box.left + mark.x * box.width, box.bottom + mark.y * box.height
        else:
            x, y = float(self.projection.across(mark.x)), float(self.projection.up(mark.y))
        if not (mark.in_axes or self.projection.shows(x, y)):
            return
        words = paragraph(mark.text, self.canvas.page.family, self.em * mark.scale, box.width)
        corner = boxes.corner_beside((x, y), mark.anchor, words, boxes.TEXT_GAP * self.em)
        left, top = box.with_words_inside(corner, words)
        color = self._style(mark.role).color
        for line in words.lines:
            spare = (words.width - line.width) * _SPARE.get(mark.anchor[-1], 0.5)
            self.canvas.text(line.label, words.size, color, left + spare, top - line.baseline)
