"""The small pictures of a legend: what a role looks like as a line, a dot, an area or an arrow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtGui import QPainterPath

from perceptron_gui.figures.legend import Entry
from perceptron_gui.figures.theme import Style

from .arrows import arrow
from .ink import Ink, brush_of
from .markers import Marker
from .shapes import Area, Shape, Stamps, Strokes
from .strokes import dashed, pieces

# Widths in font sizes, how large an area is and how large dots may be.
_WIDE, _NARROW = 2.2, 1.0
_AREA, _DOT = 0.8, 1.0


def swatch_width(entry: Entry, ink: Ink) -> float:
    """Return how wide the picture is."""
    return (_NARROW if entry.shape in ("dots", "area") else _WIDE) * ink.em


def swatch(entry: Entry, left: float, middle: float, ink: Ink) -> list[Shape]:
    """Return the picture to the right of a place."""
    style, width = entry.style(ink.theme), swatch_width(entry, ink)
    x, y = np.array([left, left + width]), np.array([middle, middle])
    if entry.shape == "dots":
        marker = Marker(replace(style, size=min(style.size, _DOT * ink.em / ink.scale)), ink.scale)
        return [Stamps([(marker, x.mean(keepdims=True), y[:1])], left + width, 2 * middle)]
    if entry.shape == "area":
        return _area(left, middle, ink, style)
    if entry.shape == "arrow":
        return arrow(x, y, ink, style)
    lines = pieces(x, y)
    if style.dash:
        lines = dashed(lines, _fitted(style, width, ink))
    return [Strokes(ink.pen(style), lines)]


def _fitted(style: Style, length: float, ink: Ink) -> tuple[float, ...]:
    """Return dashes stretched so that the line begins and ends with one."""
    dashes = ink.dashes(style)
    first, period = dashes[0], sum(dashes)
    whole = max(1, round((length - first) / period))
    stretch = length / (whole * period + first)
    return tuple(part * stretch for part in dashes)


def _area(left: float, middle: float, ink: Ink, style: Style) -> list[Shape]:
    size = _AREA * ink.em
    x = left + np.array([0.0, 1.2, 1.2, 0.0, 0.0]) * size
    y = middle + np.array([-0.5, -0.5, 0.5, 0.5, -0.5]) * size
    path = QPainterPath()
    path.addRect(left, middle - size / 2, 1.2 * size, size)
    edge = [Strokes(ink.pen(style), pieces(x, y))] if style.width else []
    return [Area(brush_of(style), [path]), *edge]
