"""What is on a page, as literals that a program draws: the same lines, areas and words."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.path import Path

from perceptron_gui.base.values import frozen_value
from perceptron_gui.export.layout.boxes import Box
from perceptron_gui.export.layout.decorations import as_sheet, decorations_of
from perceptron_gui.export.layout.layout import arrange
from perceptron_gui.export.layout.margins import HAIRLINE
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import typeset
from perceptron_gui.export.mpl.canvas import MARKERS, PageCanvas
from perceptron_gui.export.mpl.pen import matplotlib_settings, paint_sheet
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style

# Kind, what it is clipped to, its places and words, and its look as matplotlib names it.
Row = tuple[Any, ...]


@frozen_value(eq=False)
class RecordingCanvas(PageCanvas):
    """Records what is drawn; places are rounded to hundredths of a point."""

    rows: list[Row]

    def _add(self, kind: str, clip: Box | None, *place: Any, **look: Any) -> None:
        box = clip and tuple(_short([clip.left, clip.bottom, clip.right, clip.top]))
        self.rows.append((kind, box, *place, look))

    def curve(self, x: Values, y: Values, style: Style, clip: Box | None = None) -> None:
        """Record a line through points, broken at NaN."""
        if not style.width or not len(x):
            return
        look: dict[str, Any] = {"color": style.color, "linewidth": _size(style.width * self.scale)}
        if style.dash:
            look["linestyle"] = (0, tuple(_short(style.dash)))
        self._add("line", clip, _short(x), _short(y), **look)

    def dots(self, x: Values, y: Values, style: Style) -> None:
        """Record a marker at every point."""
        if not len(x):
            return
        marker, size = MARKERS[style.marker]
        size *= style.size * self.scale
        look = {"marker": marker, "ms": _size(size), "mew": _size(style.width * self.scale)}
        colors = {"mfc": style.fill or "none", "mec": style.color}
        self._add("line", None, _short(x), _short(y), ls="none", **look, **colors)

    def area(self, path: Path, style: Style, clip: Box | None = None) -> None:
        """Record the rings of a filled shape."""
        corners = np.asarray(path.vertices, dtype=np.float64)
        if not style.fill or not len(corners):
            return
        starts = np.flatnonzero(np.asarray(path.codes) == Path.MOVETO)[1:]
        rings = [(_short(ring[:, 0]), _short(ring[:, 1])) for ring in np.split(corners, starts)]
        # A hairline closes the gap that smooth edges leave between shapes that touch.
        width = _size(HAIRLINE * self.scale) if style.opacity == 1 else 0
        self._add("area", clip, rings, color=style.fill, alpha=style.opacity, linewidth=width)

    def text(self, label: str, size: float, color: str, x: float, y: float, **placed: Any) -> None:
        """Record words from a point on."""
        words, is_math = typeset(label, self.page.family)
        if words:
            words = words if is_math else words.replace("$", r"\$")
            self._add("text", None, *_short([x, y]), words, color=color, size=_size(size), **placed)


def _short(values: Any) -> list[float]:
    """Return numbers with two decimals, and none where they are whole."""
    rounded = np.round(np.asarray(values, dtype=np.float64), 2).tolist()
    return [int(value) if value == value // 1 else value for value in rounded]


def _size(value: float) -> float:
    return round(float(value), 3)


def recorded_rows(drawing: Figure | Sheet, page: Page) -> list[Row]:
    """Return what a figure or a sheet draws, from below upwards."""
    with matplotlib_settings(page):
        sheet = as_sheet(drawing)
        around = decorations_of(sheet)
        layout = arrange(around, page)
        canvas = RecordingCanvas(page, layout.letters.em / 10.0, [])
        paint_sheet(canvas, sheet, around, layout)
        return canvas.rows
