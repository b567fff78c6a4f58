"""Rectangles on a page, in points, and how tracks of a grid share a length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from perceptron_gui.base.values import frozen_value


@frozen_value
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
