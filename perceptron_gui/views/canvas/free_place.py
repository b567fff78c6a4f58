"""Where something stands on the plane so that it hides as little as it can."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QSize

from perceptron_gui.figures.model.marks import ArrayValue, Arrow, Dots, Line, Mark, Points, Values

_MOST_PLACES = 1000  # of one kind that are looked at
_SAMPLES = 200  # of a line


@dataclass(frozen=True, eq=False)
class Spots(ArrayValue):
    """Places (n, 2) in pixels, and how far what is drawn there reaches around each."""

    places: Values
    reach: float = 0.0

    def hidden_by(self, corners: Values, size: QSize) -> NDArray[np.bool_]:
        """Return which places (n,) boxes of a size would hide, by their upper left corners (m, 2).

        Of very many only some are looked at.
        """
        places = self.places[:: len(self.places) // _MOST_PLACES + 1]
        away = places[None, :, :] - corners[:, None, :]
        ends = np.array([size.width(), size.height()]) + self.reach
        return np.asarray(((away > -self.reach) & (away < ends)).all(axis=2))


@dataclass(frozen=True, eq=False)
class Surroundings(ArrayValue):
    """The box of the marks, and what is to be seen in it, all in pixels of the same widget."""

    box: QRect
    asked: Spots  # points that are visited or asked about
    points: Spots  # all others too
    line: Spots  # places along it
    arrow: Spots


def places_along(mark: Mark) -> Values:
    """Return places (n, 2) on a mark, in units of the axes: its points, or many along its lines."""
    if isinstance(mark, Dots | Points):
        return np.column_stack([mark.x, mark.y])
    if isinstance(mark, Arrow):
        corners = np.array([[mark.x0, mark.y0], [mark.x1, mark.y1]])
    elif isinstance(mark, Line):
        corners = np.column_stack([mark.x, mark.y])
    else:
        return np.empty((0, 2))
    shares = np.linspace(0.0, 1.0, max(2, _SAMPLES // max(1, len(corners) - 1)))[:, None, None]
    return (corners[:-1] + shares * np.diff(corners, axis=0)).reshape(-1, 2)


def free_place(around: Surroundings, size: QSize, wanted: QPoint, step: int) -> QPoint:
    """Return the upper left corner nearest to the wanted one where a box hides least.

    It hides points that are asked about last of all, then as few others as it can, and then
    rather neither the line nor the arrow. Corners are tried in steps of so many pixels.
    """
    corners = _corners(around.box, size, wanted, step)
    away = corners - np.array([wanted.x(), wanted.y()])
    asked, points, line, arrow = (
        spots.hidden_by(corners, size)
        for spots in (around.asked, around.points, around.line, around.arrow)
    )
    drawn = line.any(axis=1).astype(int) + arrow.any(axis=1)
    # The last key decides first.
    order = np.lexsort((np.hypot(*away.T), drawn, points.sum(axis=1), asked.sum(axis=1)))
    return QPoint(*corners[order[0]].astype(int).tolist())


def _corners(box: QRect, size: QSize, wanted: QPoint, step: int) -> Values:
    """Return corners (m, 2) of boxes of a size inside of another: the wanted one and many more."""
    ranges = (
        (box.left(), box.width() - size.width(), wanted.x()),
        (box.top(), box.height() - size.height(), wanted.y()),
    )
    along = []
    for start, slack, at in ranges:
        last = start + max(0, slack)
        along.append(np.unique([*range(start, last, step), last, min(max(at, start), last)]))
    return np.stack(np.meshgrid(*along), axis=-1).reshape(-1, 2).astype(np.float64)
