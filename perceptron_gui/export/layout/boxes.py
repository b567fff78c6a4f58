"""Rectangles on a page, in points: what is placed in them, and how a grid shares a length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.ticks import fractions

from .decorations import AxesDecorations
from .text import Paragraph

POINTS_PER_INCH = 72.0
TEXT_GAP = 0.4  # between a text and its place, in font sizes
_EDGE = 1e-9

Corner = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle on the page."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom

    def with_ratio(self, ratio: float) -> Box:
        """Return the largest box within, `ratio` times as wide as high, at its top."""
        width = min(self.width, self.height * ratio)
        height = min(self.height, width / ratio)
        middle = (self.left + self.right) / 2
        return Box(middle - width / 2, self.top - height, middle + width / 2, self.top)

    def shortened(self, height: float) -> Box:
        """Return the box without so much of its top and of its bottom."""
        return replace(self, bottom=self.bottom + height, top=self.top - height)

    def beside(self, wanted: float, width: float) -> float:
        """Return where something this wide begins: as wanted, if it then ends in the box."""
        return max(self.left, min(wanted, self.right - width))

    def with_words_inside(self, corner: Corner, words: Paragraph) -> Corner:
        """Return the upper left corner of words, moved so that they do not leave the box."""
        left, top = corner
        return self.beside(left, words.width), max(min(top, self.top), self.bottom + words.height)

    def frame(self, closed: bool) -> list[Corner]:
        """Return the corners of the left and the lower side, and the last one if closed."""
        corners = [(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)]
        return [*corners, (self.right, self.top)] if closed else corners


def corner_beside(place: Corner, anchor: str, words: Paragraph, gap: float) -> Corner:
    """Return the upper left corner of words whose `anchor` lies a gap beside a place."""
    aside = -words.width / 2
    if "e" in anchor or "w" in anchor:
        aside = -gap - words.width if "e" in anchor else gap
    above = words.height / 2
    if "n" in anchor or "s" in anchor:
        above = -gap if "n" in anchor else gap + words.height
    return place[0] + aside, place[1] + above


def rings_between(
    x: Values, lower: Values, upper: Values, shown: NDArray[np.bool_]
) -> list[tuple[Values, Values]]:
    """Return the areas between two curves (m,), one for every run of two or more shown values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], shown, [False]]).astype(int)))
    runs = [slice(a, b) for a, b in edges.reshape(-1, 2) if b - a > 1]
    return [(np.append(x[r], x[r][::-1]), np.append(lower[r], upper[r][::-1])) for r in runs]


class Track(NamedTuple):
    """A column or row of a grid: margins reach from start to stop, the axes between them."""

    start: float
    axes_start: float
    axes_stop: float
    stop: float


def share_out(
    length: float,
    before: Sequence[float],
    after: Sequence[float],
    shares: Sequence[float],
    gap: float,
) -> list[Track]:
    """Return tracks from 0 to the length; what margins and gaps leave goes to the axes."""
    free = length - sum(before) - sum(after) - gap * (len(shares) - 1)
    # Axes of no length cannot be drawn, so on a page that is too small they keep a point.
    unit = max(free, len(shares)) / sum(shares)
    tracks: list[Track] = []
    start = 0.0
    for margin, margin_after, each in zip(before, after, shares, strict=True):
        axes_start = start + margin
        axes_stop = axes_start + unit * each
        tracks.append(Track(start, axes_start, axes_stop, axes_stop + margin_after))
        start = tracks[-1].stop + gap
    return tracks


@dataclass(frozen=True)
class PageProjection:
    """Axes in the place they have on a page."""

    box: Box
    axes: AxesDecorations

    def across(self, x: ArrayLike) -> Values:
        """Return x coordinates in points."""
        return self.box.left + self.box.width * fractions(self.axes.x, x)

    def up(self, y: ArrayLike, right: bool = False) -> Values:
        """Return y coordinates in points, measured on the left or on the right axis."""
        axis = self.axes.right if right and self.axes.right else self.axes.y
        return self.box.bottom + self.box.height * fractions(axis, y)

    def shows(self, x: Values | float, y: Values | float) -> NDArray[np.bool_]:
        """Tell which points of the page lie in the axes, edges included."""
        room = _EDGE * (self.box.width + self.box.height)
        return np.asarray(
            (self.box.left - room <= x)
            & (x <= self.box.right + room)
            & (self.box.bottom - room <= y)
            & (y <= self.box.top + room)
        )
