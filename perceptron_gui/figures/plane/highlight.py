"""What the boundary emphasises while a line of a proof speaks of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perceptron_gui.figures.model.emphasis import Meanings
from perceptron_gui.figures.model.marks import Dots, Line
from perceptron_gui.figures.model.role import Role
from perceptron_gui.theory.convergence.premises import margin_points, radius_points
from perceptron_gui.theory.convergence.statement import (
    LINE,
    MARGIN,
    POINT,
    RADIUS,
    RADIUS_POINT,
    SEPARATOR,
    SUPPORT,
    VISITED,
    numbers_of,
)

from .data_plane import DataPlane

MEANINGS: Meanings = {
    RADIUS: ("circle",),
    RADIUS_POINT: ("radius",),
    SEPARATOR: ("separator",),
    MARGIN: ("margin",),
    LINE: ("ghost", "line"),
}


def highlighted_points(plane: DataPlane) -> list[int]:
    """Return the points that are emphasised, each once."""
    highlight = plane.options.highlight
    named = [i for i in numbers_of(POINT, highlight) if i < len(plane.run.dataset)]
    return sorted({*named, *(i for name in highlight for i in _points_of(name, plane))})


def _points_of(name: str, plane: DataPlane) -> Sequence[int]:
    run = plane.run
    if name == SUPPORT and run.verdict.separable:
        return margin_points(run)
    if name == RADIUS_POINT:
        return radius_points(run)
    return plane.context.points if name == VISITED and plane.context.index is not None else ()


def radius_line(plane: DataPlane) -> Iterator[Line]:
    """Yield the way from the origin to a point that attains R, where the plane shows it."""
    is_seen = plane.projection.shows_all_coordinates and plane.run.rule.lift == "none"
    if plane.options.highlights(RADIUS_POINT) and is_seen:
        x, y = plane.projection.points[radius_points(plane.run)[0]].tolist()
        yield Line("radius", Role.RADIUS, np.array([0.0, x]), np.array([0.0, y]))


def halos(plane: DataPlane) -> Iterator[Dots]:
    """Yield discs below the points that are emphasised."""
    if found := highlighted_points(plane):
        x, y = plane.projection.points[found].T
        yield Dots("highlight points", Role.HIGHLIGHT, x, y)
