"""Areas as paths of Qt: rings with holes, and bands between two curves."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style

from .ink import Ink, brush_of
from .shapes import Area, Shape, Strokes
from .strokes import dashed, pieces

# Far beyond every screen, and near enough for Qt to fill.
_FAR = 1e5
# Qt takes ten times as long to fill one path of a thousand corners as many of a few.
_LONGEST = 20


def rings_path(rings: list[tuple[Values, Values]]) -> QPainterPath:
    """Return one path of all rings (m,), (m,); a ring inside an odd number of others is a hole."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for x, y in rings:
        if np.isfinite(x).all() and np.isfinite(y).all():
            path.addPolygon(arrayToQPolygonF(np.clip(x, -_FAR, _FAR), np.clip(y, -_FAR, _FAR)))
            path.closeSubpath()
    return path


def band_paths(x: Values, lower: Values, upper: Values) -> list[QPainterPath]:
    """Return the area between two curves (m,) in pieces side by side, without those of NaN."""
    good = np.isfinite(x) & ~np.isnan(lower) & ~np.isnan(upper)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(int)))
    paths = []
    for start, stop in edges.reshape(-1, 2):
        cuts = [*range(start, stop - 1, _LONGEST), stop - 1]
        for first, last in pairwise(cuts):
            part = slice(first, last + 1)
            around = np.concatenate([x[part], x[part][::-1]])
            # Beyond the screen is far enough for what has no end.
            sides = np.clip(np.concatenate([lower[part], upper[part][::-1]]), -_FAR, _FAR)
            paths.append(rings_path([(around, sides)]))
    return paths


# The head: its length in points and line widths, and half its width over that.
_HEAD, _HEAD_PER_WIDTH, _SLENDER = 3.5, 2.2, 0.38


def arrow(x: Values, y: Values, ink: Ink, style: Style) -> list[Shape]:
    """Return an arrow between two places (2,); without a length there is none."""
    start, tip = np.clip(np.column_stack([x, y]), -_FAR, _FAR)
    length = float(np.hypot(*(tip - start)))
    if not length > 0:
        return []
    head = min((_HEAD + _HEAD_PER_WIDTH * style.width) * ink.scale, length)
    back = (start - tip) * (head / length)
    aside = np.array([-back[1], back[0]]) * _SLENDER
    # The line ends inside the head, which would not be pointed otherwise.
    lines = pieces(*np.column_stack([start, tip + 0.7 * back]))
    corners = np.array([tip, tip + back + aside, tip + 0.8 * back, tip + back - aside])
    filled = brush_of(replace(style, fill=style.color, opacity=1.0))
    return [
        Strokes(ink.pen(style), dashed(lines, ink.dashes(style)) if style.dash else lines),
        Area(filled, [rings_path([(corners[:, 0], corners[:, 1])])]),
    ]
