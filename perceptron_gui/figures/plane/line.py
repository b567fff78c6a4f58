"""The line of the boundary: its two sides, where it was before, and w standing on it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.marks import Arrow, Line, Mark, Region, Text
from perceptron_gui.figures.model.role import Role

from .box import Affine, Path, PlaneBox
from .data_plane import DataPlane
from .projection import Straight, normal_name

# The arrow of w is as long as w itself, within these shares of the shorter side of the box.
_SHORTEST, _LONGEST = 0.15, 0.35
_EDGE = 0.06


def sides(plane: DataPlane) -> Iterator[Region]:
    """Yield where +1 and where −1 is predicted."""
    _, positive, negative = plane.division
    if len(positive[0]):
        yield Region("positive side", Role.POSITIVE_SIDE, *positive)
    if len(negative[0]):
        yield Region("negative side", Role.NEGATIVE_SIDE, *negative)


def ghost(plane: DataPlane) -> Iterator[Line]:
    """Yield the line before the visit, where the visit changed it."""
    if not plane.context.is_update:
        return
    before = plane.run.exact_weights_at(plane.context.visit - 1)
    line = plane.projection.line(before, plane.box)
    if len(line[0]):
        yield Line("ghost", Role.GHOST, *line, label="before this visit")


def decision_line(plane: DataPlane) -> Iterator[Mark]:
    """Yield the line, and w as an arrow that stands on it."""
    line = plane.division.line
    if not len(line[0]):
        return
    yield Line("line", Role.BOUNDARY, *line, label="decision line")
    if isinstance(plane.score, Straight):
        yield from _arrow(plane, plane.score.affine, line)


def _arrow(plane: DataPlane, score: Affine, line: Path) -> Iterator[Arrow | Text]:
    """Yield w where it stands on the line, near the middle of the box, and its name."""
    box = plane.box
    d = plane.run.dataset.dimension
    norm = float(np.hypot(score.a, score.b))
    direction = np.array([score.a, score.b]) / norm
    foot = _nearest_on(line, np.array(box.middle))
    shorter = min(box.width, box.height)
    length = float(np.linalg.norm([float(value) for value in plane.weights[:d]]))
    length = min(max(length, _SHORTEST * shorter), _LONGEST * shorter)
    length = min(length, _room(box, foot, direction, _EDGE * shorter))
    if length < _EDGE * shorter:
        return
    tip = foot + length * direction
    yield Arrow("weights", Role.WEIGHTS, *foot.tolist(), *tip.tolist())
    (x, y), name = tip.tolist(), f"${normal_name(plane.options.symbols)}$"
    yield Text("weights name", Role.WEIGHTS, x, y, name, anchor_beyond(*direction))


def _nearest_on(line: Path, place: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the point of a segment nearest to a place, but not quite at an end."""
    start, end = np.column_stack(line)
    along = end - start
    size = float(np.abs(along).max())
    share = float((place - start) / size @ (along / size)) / float(np.square(along / size).sum())
    return np.asarray(start + min(max(share, 0.15), 0.85) * along)


def _room(
    box: PlaneBox, foot: NDArray[np.float64], direction: NDArray[np.float64], edge: float
) -> float:
    """Return how far one can go from a point before coming too near to the edge of the box."""
    rooms = []
    sides = (box.x0, box.y0), (box.x1, box.y1)
    for start, step, low, high in zip(foot.tolist(), direction.tolist(), *sides, strict=True):
        if step:
            rooms.append(((high - edge if step > 0 else low + edge) - start) / step)
    return float(min(rooms))


def anchor_beyond(dx: float, dy: float) -> str:
    """Return the anchor of a text that is to lie beyond a point in this direction."""
    near = 0.38 * float(np.hypot(dx, dy))  # sin 22.5°: eight directions
    upright = "s" if dy > near else "n" if dy < -near else ""
    level = "w" if dx > near else "e" if dx < -near else ""
    return upright + level or "c"


def notes_on_the_line(plane: DataPlane) -> Iterator[str]:
    """Yield notes on the projection, and why there is no line where there is none."""
    score = plane.score
    if plane.projection.note:
        yield plane.projection.note
    if score is None:
        return
    if score.constant:
        yield f"Only the offset is not 0, so ${plane.everywhere:+d}$ is predicted everywhere."
    elif score.constant is not None and plane.everywhere:
        tie = f"${plane.everywhere:+d}$"
        yield f"All weights are 0 and a tie is {tie}, which is predicted everywhere."
    elif score.constant is not None:
        yield "All weights are 0: every score is 0, and there is no line."
    elif not len(plane.division.line[0]):
        yield "The decision line lies outside this view."
