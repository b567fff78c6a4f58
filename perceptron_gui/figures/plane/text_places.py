"""Where small texts stand beside marks, so that texts do not cover each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Text, Values
from perceptron_gui.figures.model.role import Role

from .box import PlaneBox

# About how wide a letter and how high a text is, as shares of the box, on a small page.
_LETTER, _HEIGHT = 0.024, 0.075
_GAP = 0.02  # between a place and a text beside it, as a share of the box
# How far from its mark a text is, near or farther away, as shares of the shorter side.
_AWAY = (0.065, 0.14)
_MARK = 0.025
# How much worse it is to leave the box than to cover something.
_OUTSIDE = 10
# Sides of a mark, in the order in which they are tried.
_SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))

# Rows of left, right, bottom and top.
Areas = NDArray[np.float64]


class TextPlaces:
    """Finds a place for one text after another; what is placed stays free of later ones."""

    def __init__(
        self, box: PlaneBox, avoided: Sequence[tuple[float, float]] = (), zoom: float = 1.0
    ) -> None:
        """Avoid marks at some places; `zoom` is how much larger words are than in one figure."""
        self._box = box
        self._zoom = zoom
        self._taken: Areas = np.empty((0, 4))
        self.avoid(avoided)

    def avoid(self, places: Sequence[tuple[float, float]]) -> None:
        room = _MARK * self._zoom * min(self._box.width, self._box.height)
        x, y = np.array(places, dtype=np.float64).reshape(-1, 2).T
        areas = np.column_stack([x - room, x + room, y - room, y + room])
        self._taken = np.vstack([self._taken, areas])

    def at_one_of(
        self,
        key: str,
        role: Role,
        text: str,
        places: Sequence[tuple[float, float]],
        scale: float = 0.85,
        distances: Sequence[float] = _AWAY,
        sides: Sequence[tuple[float, float]] = _SIDES,
    ) -> Text:
        """Return a text beside one of some places, the first that has room enough."""
        shorter = min(self._box.width, self._box.height)
        tried = [
            (x + shorter * away * dx, y + shorter * away * dy, dx, dy)
            for away, (x, y), (dx, dy) in product(distances, places, sides)
        ]
        box, (x, y, *_) = self._box, np.array(tried).T
        areas = self._areas(text, np.array(tried), scale)
        is_inside = (box.x0 <= x) & (x <= box.x1) & (box.y0 <= y) & (y <= box.y1)
        # A text whose place is not in the box would not be drawn.
        undrawn = np.where(is_inside, 0.0, _OUTSIDE * box.width * box.height)
        best = int((self._covered(areas) + undrawn).argmin())
        self._taken = np.vstack([self._taken, areas[best]])
        at_x, at_y, dx, dy = tried[best]
        return Text(key, role, at_x, at_y, text, anchor_beyond(dx, dy), scale=scale)

    def _areas(self, text: str, tried: NDArray[np.float64], scale: float) -> Areas:
        """Return about what a text covers that lies beyond places in some directions."""
        x, y, dx, dy = tried.T
        size = self._zoom * scale
        width = _LETTER * self._box.width * size * (len(to_plain(text)) + 1)
        height = _HEIGHT * self._box.height * size
        across, up = _GAP * self._box.width * size, _GAP * self._box.height * size
        left = x - width / 2 + np.sign(dx) * (width / 2 + across)
        bottom = y - height / 2 + np.sign(dy) * (height / 2 + up)
        return np.column_stack([left, left + width, bottom, bottom + height])

    def _covered(self, areas: Areas) -> Values:
        """Return how much of other texts, of marks and of the outside each area covers."""
        left, right, bottom, top = areas.T
        box = self._box
        outside = np.maximum(np.maximum(box.x0 - left, right - box.x1), 0) * box.height
        outside += np.maximum(np.maximum(box.y0 - bottom, top - box.y1), 0) * box.width
        taken = self._taken
        width = np.minimum(right[:, None], taken[:, 1]) - np.maximum(left[:, None], taken[:, 0])
        height = np.minimum(top[:, None], taken[:, 3]) - np.maximum(bottom[:, None], taken[:, 2])
        shared = np.maximum(width, 0) * np.maximum(height, 0)
        return np.asarray(_OUTSIDE * outside + shared.sum(axis=1))


def anchor_beyond(dx: float, dy: float) -> str:
    """Return the anchor of a text that is to lie beyond a point in this direction."""
    near = 0.38 * float(np.hypot(dx, dy))  # sin 22.5°: eight directions
    upright = "s" if dy > near else "n" if dy < -near else ""
    level = "w" if dx > near else "e" if dx < -near else ""
    return upright + level or "c"
