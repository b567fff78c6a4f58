"""A figure on axes of matplotlib that are somebody else's: marks in their coordinates, a legend.

Letters, sizes and everything around the axes are as the figure's owner has set them; colours and
strokes are those of a theme. Sentences below a figure are left out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, singledispatchmethod
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch, PathPatch
from matplotlib.ticker import MaxNLocator

from perceptron_gui.base.errors import UsageError
from perceptron_gui.export.layout.text import typeset
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.axes import find_ticks, with_ranges
from perceptron_gui.figures.model.figure import Axis, Drawing, Figure, LegendEntry, entries
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style, Theme

from .canvas import dot_look, line_look, rings_path

_EM = 10.0  # the letters, in points, for which a theme gives widths
_GAP = 0.4  # between a text and its place, in font sizes
_FAR = 10.0  # heights of the axes, or powers of ten, beyond which a band may as well end
_SIDES = {"w": "left", "e": "right", "n": "top", "s": "bottom"}
_AWAY = {"left": 1, "bottom": 1, "right": -1, "top": -1, "center": 0}  # from the place
_LEAST = 1e-300


def draw_on_axes(drawing: Drawing, ax: Axes, theme: Theme) -> None:
    """Draw a figure on axes of matplotlib; what is there already stays below."""
    if not isinstance(drawing, Figure):
        kind = type(drawing).__name__.lower()
        raise UsageError(f"draw: {drawing.name} is a {kind}, which one Axes cannot hold; save it")
    figure = with_ranges(drawing)
    _AxesPen(ax, figure, theme).draw()


class _AxesPen:
    """Draws the marks of one figure."""

    def __init__(self, ax: Axes, figure: Figure, theme: Theme) -> None:
        self._ax, self._figure, self._theme = ax, figure, theme
        self._right = ax.twinx() if figure.right else ax
        self._em = float(matplotlib.rcParams["font.size"])
        self._line = partial(line_look, scale=self._em / _EM)
        self._dots = partial(dot_look, scale=self._em / _EM)
        self._above = 2.0  # the order of painting of the next mark

    def draw(self) -> None:
        figure, ax = self._figure, self._ax
        ax.set_facecolor(self._theme.background)
        _set_axis(ax, "x", figure.x)
        _set_axis(ax, "y", figure.y)
        if figure.right:
            _set_axis(self._right, "y", figure.right)
        if figure.equal:
            ax.set_aspect("equal", adjustable="box")
        if figure.bare:
            ax.set_axis_off()
        if figure.title:
            ax.set_title(**_words(figure.title, "label"))
        for mark in figure.marks:
            self.paint(mark)
            self._above += 0.001
        if legend := entries(figure.marks):
            handles = [self._handle(entry) for entry in legend]
            names = [typeset(entry.label, "sans")[0] for entry in legend]
            ax.legend(handles, names, fontsize="small").set_zorder(3.0)

    def _on(self, mark: Any) -> Axes:
        return self._right if mark.right else self._ax

    def _handle(self, entry: LegendEntry) -> Line2D | Patch:
        style = entry.style(self._theme)
        if entry.shape == "area":
            return Patch(**_area(style))
        return Line2D([], [], **(self._dots(style) if entry.shape == "dots" else self._line(style)))

    @singledispatchmethod
    def paint(self, mark: object) -> None:
        raise TypeError(f"{type(mark).__name__} is not a mark")

    @paint.register
    def _(self, mark: marks.Line | marks.Steps) -> None:
        x, y = mark.corners if isinstance(mark, marks.Steps) else (mark.x, mark.y)
        look = self._line(self._theme.style(mark.role))
        self._on(mark).plot(x, y, zorder=self._above, **look)

    @paint.register
    def _(self, mark: marks.Dots) -> None:
        look = self._dots(self._theme.style(mark.role))
        self._on(mark).plot(mark.x, mark.y, zorder=self._above, **look)

    @paint.register
    def _(self, mark: marks.Points) -> None:
        for truth, predicted, group in mark.groups():
            if group.any():
                style = replace(self._theme.style(truth), fill=self._theme.style(predicted).fill)
                look = self._dots(style.scaled(mark.size))
                self._ax.plot(mark.x[group], mark.y[group], zorder=self._above, **look)

    @paint.register
    def _(self, mark: marks.Region) -> None:
        style = self._theme.style(mark.role)
        path = rings_path(mark.rings)
        self._ax.add_patch(PathPatch(path, zorder=self._above, **_area(style)))
        if style.width:
            for x, y in mark.rings:
                around = np.append(x, x[0]), np.append(y, y[0])
                self._ax.plot(*around, zorder=self._above, **self._line(style))

    @paint.register
    def _(self, mark: marks.Band) -> None:
        axis = self._figure.right if mark.right else self._figure.y
        assert axis is not None
        lower, upper = (_within_reach(side, axis) for side in (mark.lower, mark.upper))
        look = _area(self._theme.style(mark.role))
        shown = np.isfinite(mark.x) & np.isfinite(lower) & np.isfinite(upper)
        on = self._on(mark)
        on.fill_between(mark.x, lower, upper, where=shown.tolist(), zorder=self._above, **look)

    @paint.register
    def _(self, mark: marks.RuleLine) -> None:
        across = self._ax.axvline if mark.vertical else self._ax.axhline
        across(mark.at, zorder=self._above, **self._line(self._theme.style(mark.role)))

    @paint.register
    def _(self, mark: marks.Arrow) -> None:
        look = self._line(self._theme.style(mark.role)) | {"shrinkA": 0, "shrinkB": 0}
        ends = (mark.x0, mark.y0), (mark.x1, mark.y1)
        if np.isfinite(ends).all() and ends[0] != ends[1]:
            size = 1.2 * self._em
            arrow = FancyArrowPatch(*ends, arrowstyle="-|>", mutation_scale=size, **look)
            arrow.set_zorder(self._above)
            self._ax.add_patch(arrow)

    @paint.register
    def _(self, mark: marks.Text) -> None:
        size = self._em * mark.scale
        if mark.letter:
            assert self._figure.y.range is not None
            low, high = self._figure.y.range
            height = self._ax.get_window_extent().height * 72 / self._ax.figure.dpi
            size = height * mark.letter / (high - low)
        side = next((_SIDES[letter] for letter in mark.anchor if letter in "we"), "center")
        level = next((_SIDES[letter] for letter in mark.anchor if letter in "ns"), "center")
        gap = _GAP * self._em
        self._ax.annotate(
            **_words(mark.text, "text"),
            xy=(mark.x, mark.y),
            xycoords="axes fraction" if mark.in_axes else "data",
            xytext=(gap * _AWAY[side], gap * _AWAY[level]),
            textcoords="offset points",
            ha=side,
            va=level,
            color=self._theme.style(mark.role).color,
            fontsize=size,
            annotation_clip=not mark.in_axes,
            zorder=self._above,
        )


def _area(style: Style) -> dict[str, Any]:
    return {"facecolor": style.fill or "none", "alpha": style.opacity, "linewidth": 0}


def _words(label: str, name: str) -> dict[str, Any]:
    """Return a label under the name of its argument, and whether it holds mathematics."""
    words, is_math = typeset(label, "sans")
    return {name: words} if is_math or "$" not in words else {name: words, "parse_math": False}


def _set_axis(ax: Axes, way: str, axis: Axis) -> None:
    """Give axes the scale, the range, the ticks and the label of an axis."""
    ax.set(**{f"{way}scale": "log" if axis.log else "linear", f"{way}lim": axis.range})
    getattr(ax, f"set_{way}label")(**_words(axis.title, f"{way}label"))
    line = ax.xaxis if way == "x" else ax.yaxis
    if axis.ticked is not None:
        line.set_ticks([tick.at for tick in find_ticks(axis, bool)])
    elif axis.whole and not axis.log:
        line.set_major_locator(MaxNLocator("auto", integer=True))


def _within_reach(values: Values, axis: Axis) -> Values:
    """Return the edge of a band; what lies far out of the axes ends nearer to them."""
    assert axis.range is not None
    low, high = axis.range
    if axis.log:
        room = 10.0**_FAR
        return np.clip(values, max(low / room, _LEAST), min(high * room, 1 / _LEAST))
    room = _FAR * (high - low)
    return np.clip(values, low - room, high + room)
