"""The line as an affine space: H = x₀ + V, where V holds the differences u − v of its points.

They are at a right angle to w, since w·u = w·v for any two points of the line.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.lectures.notation import hoisted, number

from .box import Affine, right_angle
from .data_plane import DataPlane
from .line_measures import straight_line
from .text_places import TextPlaces
from .vector_sum import samples

Place = NDArray[np.float64]  # (2,)
# Where v and u are along the line in the box: beside w, which stands near its middle.
_ENDS = 0.14, 0.4
_CORNER = 0.03  # the side of the sign of a right angle, as a share of the shorter side
_NO_LINE = "V is shown beside a straight line of two coordinates, with the origin in view."


def directions(plane: DataPlane) -> Iterator[Mark]:
    """Yield V, x₀ from the origin to the line, and u − v on the line and in V."""
    if (found := _places(plane)) is None:
        return
    line, start, v, u = found
    through = Affine(line.a, line.b, 0.0).line(plane.box)
    yield Line("V", Role.GHOST, *through, label="$V$, parallel to it through the origin")
    if start.any():
        yield Arrow("x0", Role.ANGLE, 0.0, 0.0, *start.tolist())
    yield Arrow("difference in V", Role.VECTOR, 0.0, 0.0, *(u - v).tolist())
    yield Arrow("difference", Role.VECTOR, *v.tolist(), *u.tolist())
    yield Dots("u and v", Role.VECTOR, *np.column_stack([v, u]))
    if (arrow := plane.standing_arrow) is not None:
        side = _CORNER * min(plane.box.width, plane.box.height)
        foot, tip = np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1])
        ahead = side * (tip - foot) / np.hypot(*(tip - foot))
        yield right_angle("right angle of w", foot, ahead, np.array([-ahead[1], ahead[0]]))


def direction_names(plane: DataPlane, places: TextPlaces) -> Iterator[Text]:
    """Yield the names of all these beside them."""
    if (found := _places(plane)) is None:
        return
    line, start, v, u = found
    ends = np.column_stack(line.line(plane.box))
    through = np.column_stack(Affine(line.a, line.b, 0.0).line(plane.box))
    for tail, tip in (through, (np.zeros(2), start)):
        places.avoid(samples(tail, tip))
    named = [
        ("u", Role.VECTOR, "u", [u]),
        ("v", Role.VECTOR, "v", [v]),
        ("u - v", Role.VECTOR, "u - v", [(u + v) / 2, (u - v) / 2]),
        ("H", Role.NOTE, "H = x_0 + V", [ends[0] + t * (ends[1] - ends[0]) for t in (0.9, 0.8)]),
        ("V", Role.NOTE, "V", [through[0] + t * (through[1] - through[0]) for t in (0.95, 0.85)]),
    ]
    if start.any():
        named.append(("x0", Role.NOTE, "x_0", [start / 2]))
    for key, role, text, spots in named:
        at = [(float(x), float(y)) for x, y in spots]
        yield places.at_one_of(f"name of {key}", role, f"${text}$", at, 1.0, (0.02, 0.05))


def notes_on_directions(plane: DataPlane) -> Iterator[str]:
    """Yield why u − v is at a right angle to w, and whether the line is a vector space."""
    if _places(plane) is None:
        yield _NO_LINE
        return
    w = plane.options.symbols.normal
    _, constant = plane.run.space.line_of(plane.weights)
    (level,) = plane.context.numbers([-constant])
    product = hoisted(rf"{w} \cdot u = {w} \cdot v = {number(level)}")
    yield rf"On the line ${product}$, so ${w} \cdot (u - v) = 0$: a right angle."
    if constant:
        yield "$H$ does not hold the origin, so it is no vector space; $V$ is one."
    else:
        yield "$H$ holds the origin, so $H = V$."


def _places(plane: DataPlane) -> tuple[Affine, Place, Place, Place] | None:
    """Return the line, its point x₀ nearest to the origin, and v and u on it."""
    line = straight_line(plane)
    if line is None or plane.run.dataset.dimension != 2 or not plane.box.holds(0.0, 0.0):
        return None
    ends = np.column_stack(line.line(plane.box))
    if not len(ends):
        return None
    v, u = (ends[0] + share * (ends[1] - ends[0]) for share in _ENDS)
    return line, np.array(line.nearest(0.0, 0.0)), v, u
