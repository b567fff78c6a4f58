"""Axes on a page of matplotlib: grid, frame, ticks with their numbers, and labels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from matplotlib.path import Path
from numpy.typing import ArrayLike

from perceptron_gui.base.values import frozen_value
from perceptron_gui.export.layout import margins, text
from perceptron_gui.export.layout.boxes import PageProjection
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style
from perceptron_gui.figures.model.ticks import Ticks

from .canvas import PageCanvas


@frozen_value
class PageAxesPen:
    """Draws what surrounds the marks of one figure."""

    canvas: PageCanvas
    projection: PageProjection
    around: margins.PageMargins
    letters: text.PageFont

    def draw_grid(self) -> None:
        """Draw thin lines at the numbers; all marks come above."""
        box = self.projection.box
        style = Style(self.canvas.page.theme.grid, width=margins.GRID_LINE)
        at = self.projection.across([tick.at for tick in self._ticks.x if tick.label])
        self.canvas.curve(*_comb(at, box.bottom, box.top), style)
        at = self.projection.up([tick.at for tick in self._ticks.y if tick.label])
        self.canvas.curve(*_comb(at, box.left, box.right)[::-1], style)

    def draw_frame(self, closed: bool) -> None:
        """Draw the lower and the left side, the right one with an axis, or all four."""
        corners = self.projection.box.frame(closed or self.projection.axes.right is not None)
        x, y = np.array(corners[::-1] + corners[-1:] * closed).T
        self.canvas.curve(x, y, self._thin)

    def draw_ticks(self) -> None:
        """Draw ticks outwards, and their numbers where no neighbour shows them."""
        axes, box = self.projection.axes, self.projection.box
        ticks = self._ticks.x
        at = self.projection.across([tick.at for tick in ticks])
        self.canvas.curve(*_comb(at, box.bottom, box.bottom - self._lengths(ticks)), self._thin)
        if not axes.unlabelled_x:
            rise = max((self._rise(tick.label) for tick in ticks), default=0.0)
            out = (margins.TICK + margins.PAD) * self.letters.em
            self._number(ticks, at, box.bottom - out - rise, "center")
        self._draw_upright(self._ticks.y, box.left, -1.0, axes.unlabelled_y)
        self._draw_upright(self._ticks.right, box.right, 1.0, False)

    def _draw_upright(self, ticks: Ticks, x: float, side: float, unlabelled: bool) -> None:
        """Draw the ticks of the left axis (side −1) or of the right one (side 1)."""
        at = self.projection.up([tick.at for tick in ticks], side > 0)
        self.canvas.curve(*_comb(at, x, x + side * self._lengths(ticks))[::-1], self._thin)
        if not unlabelled:
            out = (margins.TICK + margins.PAD) * self.letters.em
            middle = at - self._rise("0") / 2
            self._number(ticks, x + side * out, middle, "right" if side < 0 else "left")

    def draw_labels(self) -> None:
        """Write what the axes show beside them."""
        axes, box = self.projection.axes, self.projection.box
        color, gap = self.canvas.page.theme.text, margins.GAP * self.letters.em
        if not axes.unlabelled_x:
            words = self.letters.lines(axes.x.title, box.width)
            left = (box.left + box.right - words.width) / 2
            self.canvas.write(words, left, box.bottom - self.around.bottom_ticks - gap, color)
        if not axes.unlabelled_y:
            words = self.letters.lines(axes.y.title, box.height + self.around.bottom)
            left = box.left - self.around.left_ticks - gap - words.height
            self.canvas.write_upright(words, left, self._middle(words), color)
        if axes.right is not None:
            words = self.letters.lines(axes.right.title, box.height + self.around.bottom)
            left = box.right + self.around.right_ticks + gap
            self.canvas.write_upright(words, left, self._middle(words), color)

    def _middle(self, words: text.Paragraph) -> float:
        """Return the height around which an upright label stands; it ends below the top."""
        box = self.projection.box
        return min((box.bottom + box.top) / 2, box.top - words.width / 2)

    @property
    def _thin(self) -> Style:
        return Style(self.canvas.page.theme.muted, width=margins.FRAME_LINE)

    @property
    def _ticks(self) -> margins.PageTicks:
        return margins.axes_ticks(self.projection.axes, self.projection.box, self.letters)

    def _lengths(self, ticks: Ticks) -> Values:
        full = margins.TICK * self.letters.em
        return np.array([full if tick.label else margins.MINOR_TICK * full for tick in ticks])

    def _rise(self, label: str) -> float:
        """Return how high a number is above its baseline."""
        return text.extent(label, self.letters.family, margins.TICK_FONT * self.letters.em)[1]

    def _number(self, ticks: Ticks, x: ArrayLike, y: ArrayLike, side: str) -> None:
        size, color = margins.TICK_FONT * self.letters.em, self.canvas.page.theme.muted
        places = np.broadcast_to(x, len(ticks)), np.broadcast_to(y, len(ticks))
        for tick, right, up in zip(ticks, *places, strict=True):
            if tick.label:
                self.canvas.text(tick.label, size, color, right, up, ha=side)


def _comb(at: Values, start: ArrayLike, stop: ArrayLike) -> tuple[Values, Values]:
    """Return parallel strokes from start to stop as one line (3m,), broken between them."""
    x = np.repeat(at, 3)
    y = np.column_stack(np.broadcast_arrays(start, stop, np.full(len(at), np.nan))).ravel()
    return x, y


def draw_legend(canvas: PageCanvas, legend: text.LegendBlock, left: float, top: float) -> None:
    """Draw a legend below and to the right of a point."""
    for placed in legend.placed:
        _draw_picture(canvas, placed, left + placed.right, top - placed.down)
        place = left + placed.indent, top - placed.down
        canvas.write(placed.words, *place, canvas.page.theme.text)


def _draw_picture(canvas: PageCanvas, placed: text.PlacedEntry, left: float, top: float) -> None:
    style, em = placed.entry.style(canvas.page.theme), placed.words.size
    # Pictures stand at the height of small letters of the first line.
    middle = top - placed.words.first + text.MIDDLE * em
    right = left + placed.picture
    ends = np.array([left, right]), np.array([middle, middle])
    if placed.entry.shape == "dots":
        size = min(style.size, text.DOT * em / canvas.scale)
        canvas.dots(np.array([(left + right) / 2]), ends[1][:1], replace(style, size=size))
    elif placed.entry.shape == "area":
        size = text.AREA * em
        x = left + np.array([0.0, 1.2, 1.2, 0.0, 0.0]) * size
        y = middle + np.array([-0.5, -0.5, 0.5, 0.5, -0.5]) * size
        canvas.area(Path(np.column_stack([x, y]), closed=True), style)
        canvas.curve(x, y, style)
    elif placed.entry.shape == "arrow":
        canvas.arrow(*ends, style)
    else:
        canvas.curve(*ends, _fitted(style, placed.picture / canvas.scale))


def _fitted(style: Style, length: float) -> Style:
    """Stretch dashes so that the line begins and ends with one."""
    if not style.dash:
        return style
    first, period = style.dash[0], sum(style.dash)
    whole = max(1, round((length / style.width - first) / period))
    stretch = length / style.width / (whole * period + first)
    return replace(style, dash=tuple(part * stretch for part in style.dash))
