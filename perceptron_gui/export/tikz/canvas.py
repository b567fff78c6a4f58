"""A page of TikZ: lines, dots, areas and words as commands, and marks in axes of PGFPlots.

Marks are given in points on the page and written in the coordinates of their axes, cut to a box
around these: TeX has no room for what lies far outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import cycle, groupby
from typing import Any

import numpy as np
from matplotlib.path import Path
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike

from perceptron_gui.export.layout.axes import HAIRLINE, Box, PageProjection
from perceptron_gui.export.mpl.canvas import MarkPen, PageCanvas, rings_of
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style, colours_of

from .labels import to_latex

Place = tuple[float, float]

# How far beyond the axes marks are cut, in shares of them, so that no cut is seen; and where
# corners of areas are at most, in points.
_BEYOND, _FAR = 0.05, 1e6

# Where the ends differ by less than this share of them, five digits can not tell values apart.
_NARROW = 0.01
# PGFPlots multiplies values by a power of ten until the largest has as many digits before the
# point as the length of the axis. From 1000 points on, values from -9 to 9 are 18000 apart then,
# and TeX counts to 16383 only. Fractions come to 1100.
_LONG = 900.0
# A unit of a logarithmic axis, which is a factor of e, has to be shorter than that, too.
_LOG_NARROW = 1.5


@dataclass(frozen=True)
class AxisScale:
    """An axis with a range. Fractions of it are 0 at its beginning and 1 at its end."""

    axis: Axis
    length: float  # on the page, in points

    @property
    def in_fractions(self) -> bool:
        """Tell whether TeX is given fractions, because it could not compute with the values."""
        low, high = self._range
        if self.length > _LONG:
            return True
        if self.axis.log:
            return high < _LOG_NARROW * low
        return high - low < _NARROW * max(abs(low), abs(high))

    @property
    def is_log(self) -> bool:
        """Tell whether TeX is to take the logarithms; fractions are those of logarithms already."""
        return self.axis.log and not self.in_fractions

    @property
    def _range(self) -> Range:
        assert self.axis.range is not None
        return self.axis.range

    def options(self, name: str) -> str:
        """Return the options that say what the axis of this name shows."""
        low, high = self.written([0.0, 1.0])
        return f"{name}min={low}, {name}max={high}" + (f", {name}mode=log" if self.is_log else "")

    def written(self, places: ArrayLike) -> list[str]:
        """Return fractions of the axis as coordinates in its environment."""
        share = np.asarray(places, dtype=np.float64)
        low, high = (0.0, 1.0) if self.in_fractions else self._range
        if self.is_log:
            values = np.exp(np.log(low) + share * (np.log(high) - np.log(low)))
        else:
            values = low + share * (high - low)
            # Nought but for rounding: its power of ten means nothing.
            values = np.where(np.abs(values) < 1e-12 * (high - low), 0.0, values)
        return [f"{value:.9g}" for value in values.tolist()]


# Marks of PGFPlots, hollow and filled, and half their sizes, such that they look alike.
_MARKS = {
    "circle": ("o", "*", 0.5),
    "triangle": ("triangle", "triangle*", 0.62),
    "square": ("square", "square*", 0.45),
    "diamond": ("diamond", "diamond*", 0.62),
    "cross": ("x", "x", 0.56),
}
_ARROW = "-latex"
FONT = 10.0  # points: the size for which the letters of figures are drawn
# Lines are this far apart, in font sizes, as in the layout.
LEADING = 1.28
# Computer Modern is up to so much wider than the letters that the layout is measured with, so
# TeX sets what was measured in letters smaller by that.
WIDER = {"serif": 1.14, "sans": 1.0}
_ANCHORS = {"left": "base west", "center": "base", "right": "base east"}
_PER_LINE = 5
_BREAK = "(nan,nan)"


@dataclass(frozen=True, eq=False)
class TikzCanvas(PageCanvas):
    """Writes commands in points from the lower left corner of a page.

    Colours have the names of the theme, so that one of them can be changed in the file at once.
    """

    lines: list[str]
    colors: dict[str, str]  # those that were used

    def color(self, name: str) -> str:
        """Return what a colour of the theme is called in the file, which then defines it."""
        known = "pg" + name.title().replace("_", "")
        self.colors[known] = colours_of(self.page.theme.name)[name].removeprefix("#")
        return known

    def definitions(self) -> list[str]:
        return [rf"\definecolor{{{name}}}{{HTML}}{{{code}}}%" for name, code in self.colors.items()]

    def points(self, length: float) -> str:
        """Return a length of the theme in big points, which are 72 an inch."""
        return f"{length * self.scale:.4g}bp"

    def curve(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        self._stroke(x, y, style)

    def arrow(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        self._stroke(x, y, style, _ARROW)

    def _stroke(self, x: Values, y: Values, style: Style, *tips: str) -> None:
        options = [f"draw={self.color(style.color)}", f"line width={self.points(style.width)}"]
        if style.dash:
            lengths = (self.points(part * style.width) for part in style.dash)
            words = (f"{word} {length}" for word, length in zip(cycle(("on", "off")), lengths))
            options.append(f"dash pattern={' '.join(words)}")
        pieces = [piece for piece in self.pieces(x, y) if len(piece) > 1]
        if style.width and pieces:
            self.plot(", ".join([*options, *tips]), pieces)

    def area(self, path: Path, style: Style, clip: Box | None = None) -> None:
        if not style.fill:
            return
        fill = self.color(style.fill)
        options = f"draw=none, fill={fill}, fill opacity={style.opacity:g}"
        if style.opacity == 1:
            # A hairline closes the gap that smooth edges leave between shapes that touch.
            options = f"draw={fill}, line width={self.points(HAIRLINE)}, fill={fill}"
        rings = [self.ring(*ring.T) for ring in rings_of(path)]
        if any(rings):
            self.plot(f"{options}, even odd rule", [ring for ring in rings if ring])

    def dots(self, x: Values, y: Values, style: Style) -> None:
        if not len(x):
            return
        hollow, filled, half = _MARKS[style.marker]
        look = [f"draw={self.color(style.color)}", f"line width={self.points(style.width)}"]
        if style.fill:
            look.append(f"fill={self.color(style.fill)}")
        mark, size = filled if style.fill else hollow, self.points(style.size * half)
        options = f"only marks, mark={mark}, mark size={size}, mark options={{{', '.join(look)}}}"
        self.plot(options, [self.places(x, y)])

    def text(self, label: str, size: float, color: str, x: float, y: float, **placed: Any) -> None:
        anchor = _ANCHORS[placed.get("ha", "left")]
        # What was measured in the letters of the layout is set in those of TeX.
        look = f"anchor={anchor}, inner sep=0pt, text={self.color(color)}"
        look += f", scale={size / WIDER[self.page.family] / FONT:.4g}"
        if "rotation" in placed:
            look += f", rotate={placed['rotation']}"
        self.lines.append(rf"\node[{look}] at {self.spot(x, y)} {{{to_latex(label)}}};")

    def draw_marks(self, figure: Figure, projection: PageProjection, em: float) -> None:
        """Write the marks in their order, in an environment for each run on one axis."""
        box, axes = projection.box, projection.axes
        across = AxisScale(axes.x, box.width)
        for right, marks in groupby(figure.marks, lambda mark: getattr(mark, "right", False)):
            up = AxisScale(axes.right if right and axes.right else axes.y, box.height)
            self.lines.extend(
                [
                    r"\begin{axis}[",
                    f"  at={{({box.left:.3f}bp,{box.bottom:.3f}bp)}},",
                    f"  width={box.width:.3f}bp, height={box.height:.3f}bp,",
                    f"  {across.options('x')},",
                    f"  {up.options('y')},",
                    "]",
                ]
            )
            shared = self.page, self.scale, self.lines, self.colors
            pen = MarkPen(AxisCanvas(*shared, box, across, up), projection, em)
            for mark in marks:
                pen.paint(mark)
            self.lines.append(r"\end{axis}")

    def places(self, x: ArrayLike, y: ArrayLike) -> list[Place]:
        """Return places as `plot` takes them: here as they are."""
        return list(zip(np.asarray(x).tolist(), np.asarray(y).tolist(), strict=True))

    @property
    def around(self) -> Bbox | None:
        """What is not cut away; here everything stays."""
        return None

    def pieces(self, x: Values, y: Values) -> list[list[Place]]:
        """Return the pieces of a curve, which NaN and infinity part."""
        corners = np.column_stack([x, y])
        corners[~np.isfinite(corners)] = np.nan
        clip = None if self.around is None else self.around.extents
        cut = Path(corners).cleaned(clip=clip, remove_nans=True)
        codes = np.asarray(cut.codes)
        drawn = codes != Path.STOP
        pieces = rings_of(Path(np.asarray(cut.vertices)[drawn], codes[drawn]))
        return [self.places(*piece.T) for piece in pieces]

    def ring(self, x: Values, y: Values) -> list[Place]:
        """Return the corners of an area."""
        return self.places(x, y)

    def plot(self, options: str, pieces: Iterable[list[Place]]) -> None:
        """Write a path with these pieces."""
        shown = (" ".join(self.spot(*place) for place in piece) for piece in pieces)
        plots = " ".join(f"plot coordinates {{{each}}}" for each in shown)
        self.lines.append(rf"\path[{options}] {plots};")

    def spot(self, x: float, y: float) -> str:
        """Return a place as nodes have it."""
        return f"({x:.3f}bp,{y:.3f}bp)"


@dataclass(frozen=True, eq=False)
class AxisCanvas(TikzCanvas):
    """Writes the marks of an axis environment; all places become fractions of its axes."""

    box: Box
    x: AxisScale
    y: AxisScale

    def places(self, x: ArrayLike, y: ArrayLike) -> list[Place]:
        across = (np.asarray(x) - self.box.left) / self.box.width
        return super().places(across, (np.asarray(y) - self.box.bottom) / self.box.height)

    @property
    def around(self) -> Bbox:
        box = Bbox.from_extents(self.box.left, self.box.bottom, self.box.right, self.box.top)
        return box.expanded(1 + 2 * _BEYOND, 1 + 2 * _BEYOND)

    def ring(self, x: Values, y: Values) -> list[Place]:
        corners = np.clip(np.column_stack([x, y]), -_FAR, _FAR)
        cut = Path(corners, closed=True).clip_to_bbox(self.around)
        return self.places(*np.asarray(cut.vertices).T)

    def plot(self, options: str, pieces: Iterable[list[Place]]) -> None:
        """Write a plot with a few coordinates on every line, and breaks between its pieces."""
        texts: list[str] = []
        for piece in pieces:
            x, y = np.array(piece).T
            pairs = zip(self.x.written(x), self.y.written(y), strict=True)
            texts += [_BREAK] * bool(texts) + [f"({a},{b})" for a, b in pairs]
        lines = range(0, len(texts), _PER_LINE)
        joined = "\n  ".join("".join(texts[start : start + _PER_LINE]) for start in lines)
        self.lines.append(f"\\addplot[{options}] coordinates {{{joined}}};")

    def spot(self, x: float, y: float) -> str:
        ((across, up),) = self.places([x], [y])
        return f"(rel axis cs:{across:.6g},{up:.6g})"
