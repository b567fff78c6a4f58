"""The marks of a figure as shapes in pixels."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QPainterPath

from perceptron_gui.figures.model.marks import (
    Arrow,
    Band,
    Dots,
    Line,
    Points,
    Region,
    RuleLine,
    Steps,
    Text,
    Values,
)
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style

from .areas import arrow, band_paths, rings_path
from .ink import Ink, brush_of, line_width
from .markers import Marker
from .projection import Projection
from .shapes import Area, Shape, Stamps, Strokes, Words
from .strokes import Pieces, cut, dashed, merged, pieces
from .text import RichText

_GAP = 0.4  # between a text and its place, in font sizes
_ALIGN = {"w": "left", "e": "right"}


def placed(mark: Text, x: float, y: float, width: float, height: float, ink: Ink) -> Words:
    """Return the words of a text at a place, moved into the box where they would reach out."""
    color, align = ink.style(mark.role).color, _ALIGN.get(mark.anchor[-1], "center")
    text = RichText(mark.text, ink.font(mark.scale), color, width, align)
    gap = _GAP * ink.em
    aside, above = -text.width / 2, -text.height / 2
    if "w" in mark.anchor:
        aside = gap
    elif "e" in mark.anchor:
        aside = -gap - text.width
    if "n" in mark.anchor:
        above = gap
    elif "s" in mark.anchor:
        above = -gap - text.height
    left, top = x + aside, y + above
    return Words(text, _within(left, width - text.width), _within(top, height - text.height))


def _within(at: float, last: float) -> float:
    return max(0.0, min(at, last))


_CLASSES = {-1: Role.NEGATIVE, 0: Role.UNDECIDED, 1: Role.POSITIVE}
_SIDES = (Role.NEGATIVE_SIDE, Role.POSITIVE_SIDE)  # between which there is a line
_EDGE = 1e-6  # in pixels


@singledispatch
def shapes(mark: object, projection: Projection, ink: Ink) -> list[Shape]:
    """Return what a mark looks like, in the order of painting."""
    raise TypeError(f"{type(mark).__name__} is not a mark")


@shapes.register
def _(mark: Line, projection: Projection, ink: Ink) -> list[Shape]:
    across, down = projection.across(mark.x), projection.down(mark.y, mark.right)
    return [_curve(across, down, projection, ink, ink.style(mark.role))]


@shapes.register
def _(mark: Steps, projection: Projection, ink: Ink) -> list[Shape]:
    x, y = mark.corners
    across, down = projection.across(x), projection.down(y, mark.right)
    return [_curve(across, down, projection, ink, ink.style(mark.role))]


@shapes.register
def _(mark: RuleLine, projection: Projection, ink: Ink) -> list[Shape]:
    if mark.vertical:
        at = float(projection.across(mark.at))
        x, y = np.array([at, at]), np.array([projection.height, 0.0])
    else:
        at = float(projection.down(mark.at))
        x, y = np.array([0.0, projection.width]), np.array([at, at])
    return [_curve(x, y, projection, ink, ink.style(mark.role))]


@shapes.register
def _(mark: Dots, projection: Projection, ink: Ink) -> list[Shape]:
    x, y = projection.across(mark.x), projection.down(mark.y, mark.right)
    shown = _shown(x, y, projection)
    group = Marker(ink.style(mark.role), ink.scale), x[shown], y[shown]
    return [Stamps([group], projection.width, projection.height)]


@shapes.register
def _(mark: Points, projection: Projection, ink: Ink) -> list[Shape]:
    x, y = projection.across(mark.x), projection.down(mark.y)
    shown = _shown(x, y, projection)
    groups = []
    for truth in (-1, 1):
        outline = ink.style(_CLASSES[truth])
        for predicted in (-1, 0, 1):
            chosen = shown & (mark.truth == truth) & (mark.predicted == predicted)
            look = replace(outline, fill=ink.style(_CLASSES[predicted]).fill)
            groups.append((Marker(look, ink.scale), x[chosen], y[chosen]))
    return [Stamps(groups, projection.width, projection.height)]


@shapes.register
def _(mark: Region, projection: Projection, ink: Ink) -> list[Shape]:
    style = ink.style(mark.role)
    rings = [(projection.across(x), projection.down(y)) for x, y in mark.rings]
    area = _area([rings_path(rings)], style, smooth=mark.role not in _SIDES)
    if not style.width or not rings:
        return area
    # Breaks between the rings keep them apart; one by one they take far longer.
    x, y = (
        np.concatenate([part for ring in rings for part in (ring[axis], ring[axis][:1], [np.nan])])
        for axis in (0, 1)
    )
    return [*area, _curve(x, y, projection, ink, style)]


@shapes.register
def _(mark: Band, projection: Projection, ink: Ink) -> list[Shape]:
    style = ink.style(mark.role)
    across = projection.across(mark.x)
    lower, upper = projection.down(mark.lower), projection.down(mark.upper)
    paths = band_paths(across, lower, upper)
    return _area(paths, style, smooth=len(paths) == 1)


@shapes.register
def _(mark: Arrow, projection: Projection, ink: Ink) -> list[Shape]:
    x, y = projection.across([mark.x0, mark.x1]), projection.down([mark.y0, mark.y1])
    return arrow(x, y, ink, ink.style(mark.role))


@shapes.register
def _(mark: Text, projection: Projection, ink: Ink) -> list[Shape]:
    if mark.in_axes:
        x, y = mark.x * projection.width, (1.0 - mark.y) * projection.height
    else:
        x, y = float(projection.across(mark.x)), float(projection.down(mark.y))
    if not mark.in_axes and not _shown(np.array([x]), np.array([y]), projection).all():
        return []
    return [placed(mark, x, y, projection.width, projection.height, ink)]


def _curve(x: Values, y: Values, projection: Projection, ink: Ink, style: Style) -> Strokes:
    lines: Pieces = np.empty((0, 4))
    if style.width:
        lines = cut(pieces(x, y), projection.width, projection.height)
        lines = merged(lines, line_width(style, ink.scale))
    return Strokes(ink.pen(style), dashed(lines, ink.dashes(style)) if style.dash else lines)


def _area(paths: list[QPainterPath], style: Style, smooth: bool) -> list[Shape]:
    """Return an area; where two touch, smooth edges would leave a seam, and take their time."""
    return [Area(brush_of(style), paths, smooth)] if style.fill else []


def _shown(x: Values, y: Values, projection: Projection) -> NDArray[np.bool_]:
    """Tell which places lie in the box, edges included."""
    inside = (x >= -_EDGE) & (x <= projection.width + _EDGE)
    return np.asarray(inside & (y >= -_EDGE) & (y <= projection.height + _EDGE))
