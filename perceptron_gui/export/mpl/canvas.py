"""A page of matplotlib: lines, dots, areas and words in points from its lower left corner.

There are no axes of matplotlib on it. The layout is ours, and theirs would take most of the time
of a frame. What is added later is painted above.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure as MplFigure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox, Transform, TransformedBbox

from perceptron_gui.base.values import frozen_value
from perceptron_gui.export.layout.boxes import POINTS_PER_INCH, Box
from perceptron_gui.export.layout.margins import HAIRLINE
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import Paragraph, font, typeset
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style

# The head of an arrow: its length in points and line widths, and half its width over that.
_HEAD, _HEAD_PER_WIDTH, _SLENDER = 3.5, 2.2, 0.38
# Names of matplotlib, and sizes that look alike.
_MARKERS = {
    "circle": ("o", 1.0),
    "triangle": ("^", 1.05),
    "square": ("s", 0.9),
    "diamond": ("D", 0.8),
    "cross": ("x", 0.8),
}


@frozen_value
class PageCanvas:
    """A figure of matplotlib as large as a page; widths and sizes are multiplied by `scale`."""

    figure: MplFigure
    page: Page
    scale: float
    points: Transform  # to pixels

    @classmethod
    def blank(cls, page: Page, scale: float) -> PageCanvas:
        """Return a page with nothing but its background."""
        figure = MplFigure(figsize=page.inches, dpi=page.dpi, facecolor=page.theme.background)
        points = Affine2D().scale(1 / POINTS_PER_INCH) + figure.dpi_scale_trans
        return cls(figure, page, scale, points)

    def _add(self, artist: Artist, clip: Box | None = None) -> None:
        artist.set_zorder(1)
        artist.set_transform(self.points)
        if clip is not None:
            corners = Bbox.from_extents(clip.left, clip.bottom, clip.right, clip.top)
            artist.set_clip_box(TransformedBbox(corners, self.points))
        self.figure.add_artist(artist)

    def curve(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        """Draw a line through points, broken at NaN."""
        if not style.width:
            return
        line = Line2D(
            x,
            y,
            color=style.color,
            linewidth=style.width * self.scale,
            linestyle=(0, style.dash) if style.dash else "-",
            dash_capstyle="butt",
            solid_capstyle="butt",
            solid_joinstyle="round",
        )
        self._add(line, clip)

    def dots(self, x: Values, y: Values, style: Style) -> None:
        """Draw a marker at every point, whole even at the edge of the axes."""
        marker, size = _MARKERS[style.marker]
        dots = Line2D(
            x,
            y,
            linestyle="none",
            marker=marker,
            markersize=size * style.size * self.scale,
            markerfacecolor=style.fill or "none",
            markeredgecolor=style.color,
            markeredgewidth=style.width * self.scale,
        )
        self._add(dots)

    def area(self, path: Path, style: Style, clip: Box | None = None) -> None:
        """Fill a shape."""
        if not style.fill:
            return
        # A hairline closes the gap that smooth edges leave between shapes that touch.
        width = HAIRLINE * self.scale if style.opacity == 1 else 0.0
        self._add(PathPatch(path, color=style.fill, alpha=style.opacity, linewidth=width), clip)

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

    def text(self, label: str, size: float, color: str, x: float, y: float, **placed: Any) -> None:
        """Write words from a point on, in the letters of the page."""
        words, is_math = typeset(label, self.page.family)
        text = Text(x, y, words, parse_math=is_math, color=color)
        text.set(fontproperties=font(self.page.family, size), **placed)
        self._add(text)

    def write(self, words: Paragraph, left: float, top: float, color: str) -> None:
        """Write a paragraph below and to the right of a point."""
        for line in words.lines:
            self.text(line.label, words.size, color, left, top - line.baseline)

    def write_upright(self, words: Paragraph, left: float, middle: float, color: str) -> None:
        """Write a paragraph upwards, to the right of a line and around its middle."""
        turned: dict[str, Any] = {"rotation": 90, "rotation_mode": "anchor", "ha": "center"}
        for line in words.lines:
            self.text(line.label, words.size, color, left + line.baseline, middle, **turned)
