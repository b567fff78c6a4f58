"""A page of matplotlib: lines, dots, areas and words in points, and the marks of a figure on it.

Points are counted from the lower left corner. There are no axes of matplotlib on the page: the
layout is ours, and theirs would take most of the time of a frame. What is added later is painted
above.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatchmethod
from typing import Any

import numpy as np
from matplotlib.figure import Figure as MplFigure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox, TransformedBbox
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.export.layout.axes import (
    HAIRLINE,
    TEXT_GAP,
    Box,
    PageProjection,
    corner_beside,
    rings_between,
)
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import Paragraph, paragraph, typeset
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style

# The head of an arrow: its length in points and line widths, and half its width over that.
_HEAD, _HEAD_PER_WIDTH, _SLENDER = 3.5, 2.2, 0.38
# Names of matplotlib, and sizes that look alike.
MARKERS = {
    "circle": ("o", 1.0),
    "triangle": ("^", 1.05),
    "square": ("s", 0.9),
    "diamond": ("D", 0.8),
    "cross": ("x", 0.8),
}


def line_look(style: Style, scale: float) -> dict[str, Any]:
    """Return the look of a line as matplotlib names it."""
    look = {"color": style.color, "linewidth": style.width * scale}
    return look | ({"linestyle": (0, style.dash)} if style.dash else {})


def dot_look(style: Style, scale: float) -> dict[str, Any]:
    """Return the look of markers as matplotlib names it."""
    marker, size = MARKERS[style.marker]
    look = {"ls": "none", "marker": marker, "ms": size * style.size * scale}
    return look | {"mew": style.width * scale, "mfc": style.fill or "none", "mec": style.color}


@dataclass(frozen=True)
class PageCanvas:
    """What can be drawn on a page; widths and sizes are multiplied by `scale`."""

    page: Page
    scale: float

    def curve(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        """Draw a line through points, broken at NaN."""
        raise NotImplementedError

    def dots(self, x: Values, y: Values, style: Style) -> None:
        """Draw a marker at every point, whole even at the edge of the axes."""
        raise NotImplementedError

    def area(self, path: Path, style: Style, clip: Box | None = None) -> None:
        """Fill a shape."""
        raise NotImplementedError

    def text(self, label: str, size: float, color: str, x: float, y: float, **placed: Any) -> None:
        """Write words from a point on, in the letters of the page."""
        raise NotImplementedError

    def arrow(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        """Draw an arrow between two points (2,); its head is as large however long it is."""
        start, tip = np.column_stack([x, y])
        length = float(np.hypot(*(tip - start)))
        if not length:
            return
        head = min((_HEAD + _HEAD_PER_WIDTH * style.width) * self.scale, length)
        back = (start - tip) * (head / length)
        aside = np.array([-back[1], back[0]]) * _SLENDER
        # The line ends inside the head, which would not be pointed otherwise.
        x, y = np.column_stack([start, tip + 0.7 * back])
        self.curve(x, y, style, clip)
        corners = np.array([tip, tip + back + aside, tip + 0.8 * back, tip + back - aside, tip])
        self.area(Path(corners, closed=True), replace(style, fill=style.color, opacity=1.0), clip)

    def draw_marks(self, figure: Figure, projection: PageProjection, em: float) -> None:
        """Draw the marks of a figure in its place; `em` is the size of their texts."""
        pen = MarkPen(self, projection, em)
        for mark in figure.marks:
            pen.paint(mark)

    def write(self, words: Paragraph, left: float, top: float, color: str) -> None:
        """Write a paragraph below and to the right of a point."""
        for line in words.lines:
            self.text(line.label, words.size, color, left, top - line.baseline)

    def write_upright(self, words: Paragraph, left: float, middle: float, color: str) -> None:
        """Write a paragraph upwards, to the right of a line and around its middle."""
        turned: dict[str, Any] = {"rotation": 90, "rotation_mode": "anchor", "ha": "center"}
        for line in words.lines:
            self.text(line.label, words.size, color, left + line.baseline, middle, **turned)


# Kind, what it is clipped to, its places and words, and its look as matplotlib names it.
Row = tuple[Any, ...]


@dataclass(frozen=True)
class RowCanvas(PageCanvas):
    """Lists what is drawn, from below upwards, for matplotlib here and in exported programs."""

    rows: list[Row]

    def curve(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        if not style.width or not len(x):
            return
        self.rows.append(("line", clip, x, y, line_look(style, self.scale)))

    def dots(self, x: Values, y: Values, style: Style) -> None:
        if not len(x):
            return
        self.rows.append(("line", None, x, y, dot_look(style, self.scale)))

    def area(self, path: Path, style: Style, clip: Box | None = None) -> None:
        if not style.fill or not np.size(path.vertices):
            return
        # A hairline closes the gap that smooth edges leave between shapes that touch.
        width = HAIRLINE * self.scale if style.opacity == 1 else 0.0
        look = {"color": style.fill, "alpha": style.opacity, "linewidth": width}
        self.rows.append(("area", clip, path, look))

    def text(self, label: str, size: float, color: str, x: float, y: float, **placed: Any) -> None:
        words, is_math = typeset(label, self.page.family)
        look = {"color": color, "size": size, **placed}
        if "$" in words and not is_math:
            look["parse_math"] = False
        if words:
            self.rows.append(("text", None, x, y, words, look))


_ARTISTS: dict[str, Any] = {"line": Line2D, "area": PathPatch, "text": Text}


def figure_of(page: Page, rows: list[Row]) -> MplFigure:
    """Return a figure of matplotlib as large as the page, with its rows drawn."""
    figure = MplFigure(figsize=page.inches, dpi=page.dpi, facecolor=page.theme.background)
    points = Affine2D().scale(1 / 72) + figure.dpi_scale_trans
    for kind, clip, *place, look in rows:
        artist = _ARTISTS[kind](*place, **look, transform=points, zorder=1)
        if clip is not None:
            corners = Bbox.from_extents(clip.left, clip.bottom, clip.right, clip.top)
            artist.set_clip_box(TransformedBbox(corners, points))
        figure.add_artist(artist)
    return figure


Corners = NDArray[np.float64]


def rings_path(rings: list[tuple[Values, Values]]) -> Path:
    """Return one path of all rings (m,), (m,); a ring within an odd number of others is a hole."""
    loops = [np.column_stack(ring) for ring in rings]
    loops = [loop for loop in loops if np.isfinite(loop).all()]
    turned = []
    for loop in loops:
        around = [other for other in loops if other is not loop]
        is_hole = sum(Path(other).contains_point(loop[0]) for other in around) % 2 == 1
        x, y = loop.T
        is_clockwise = np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) < 0
        # Pens fill where windings do not cancel, so holes turn against their shape.
        turned.append(loop[::-1] if is_clockwise != is_hole else loop)
    return _compound(turned)


def _compound(loops: list[Corners]) -> Path:
    paths = [Path(np.vstack([loop, loop[:1]]), closed=True) for loop in loops]
    return Path.make_compound_path(*paths) if paths else Path(np.empty((0, 2)))


def rings_of(path: Path) -> list[Corners]:
    """Return the closed rings (m, 2) of a path without curves; each repeats its first corner."""
    corners = np.asarray(path.vertices, dtype=np.float64)
    if path.codes is None or not len(corners):
        return [corners] * bool(len(corners))
    return np.split(corners, np.flatnonzero(np.asarray(path.codes) == Path.MOVETO)[1:])


# Bands may reach very far out of the axes, further than pens can fill; this is far enough.
_FAR = 1000.0
# On which side of a text its lines are aligned, and where that side is in its width.
_ALIGNED = {"w": ("left", 0.0), "e": ("right", 1.0)}


@dataclass(frozen=True)
class MarkPen:
    """Paints marks in the place that a projection has on a page; `em` is the size of texts."""

    canvas: PageCanvas
    projection: PageProjection
    em: float

    def _style(self, role: Role) -> Style:
        return self.canvas.page.theme.style(role)

    def _places(self, x: ArrayLike, y: ArrayLike, right: bool = False) -> tuple[Values, Values]:
        return self.projection.across(x), self.projection.up(y, right)

    @singledispatchmethod
    def paint(self, mark: object) -> None:
        raise TypeError(f"{type(mark).__name__} is not a mark")

    @paint.register
    def _(self, mark: marks.Line | marks.Steps) -> None:
        corners = mark.corners if isinstance(mark, marks.Steps) else (mark.x, mark.y)
        across, up = self._places(*corners, mark.right)
        gaps = np.where(np.isfinite(across) & np.isfinite(up), up, np.nan)
        self.canvas.curve(across, gaps, self._style(mark.role), self.projection.box)

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
                look = look.scaled(mark.size)
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
        sides = (self.projection.up(y, mark.right) for y in (mark.lower, mark.upper))
        lower, upper = (np.clip(side, *far) for side in sides)
        x = self.projection.across(mark.x)
        finite = np.isfinite(x) & np.isfinite(lower) & np.isfinite(upper)
        rings = rings_between(x, lower, upper, finite)
        path = _compound([np.column_stack(ring) for ring in rings])
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
        size = self.em * mark.scale
        if mark.letter:
            size = float(self.projection.up(mark.letter) - self.projection.up(0.0))
        words = paragraph(mark.text, self.canvas.page.family, size, box.width)
        corner = corner_beside((x, y), mark.anchor, words, TEXT_GAP * self.em)
        left, top = box.with_words_inside(corner, words)
        color = self._style(mark.role).color
        aligned, share = _ALIGNED.get(mark.anchor[-1], ("center", 0.5))
        across = left + share * words.width
        for line in words.lines:
            self.canvas.text(line.label, words.size, color, across, top - line.baseline, ha=aligned)
