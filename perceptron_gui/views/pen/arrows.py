"""Arrows: a line, and a head that is as large however long the arrow is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perceptron_gui.figures.marks import Values
from perceptron_gui.figures.theme import Style

from .ink import Ink, brush_of
from .rings import rings_path
from .shapes import Area, Shape, Strokes
from .strokes import dashed, pieces

# The head: its length in points and line widths, and half its width over that.
_HEAD, _HEAD_PER_WIDTH, _SLENDER = 3.5, 2.2, 0.38
_FAR = 1e5


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
