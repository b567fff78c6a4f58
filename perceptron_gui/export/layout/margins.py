"""How much room ticks and labels need around a pair of axes, in points."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.figures.model.ticks import Ticks, find_ticks, place

from .boxes import Box
from .decorations import AxesDecorations
from .text import PageFont

# Font sizes of ticks, and in font sizes of the page: tick, room before its number, before a label.
TICK_FONT = 0.85
TICK, PAD, GAP = 0.3, 0.3, 0.25
_APART, _SPARSE, _BELOW = 0.8, 2.6, 1.6
# How long ticks without a number are, of the length of others.
MINOR_TICK = 0.6
# Widths of lines, in those of a theme: of the frame, the grid, and around areas that touch.
FRAME_LINE, GRID_LINE, HAIRLINE = 0.8, 0.6, 0.25


@dataclass(frozen=True)
class PageMargins:
    """From the axes outwards: numbers first (`*_ticks`), then all that is needed."""

    left_ticks: float = 0.0
    right_ticks: float = 0.0
    bottom_ticks: float = 0.0
    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def __or__(self, other: PageMargins) -> PageMargins:
        pairs = zip(astuple(self), astuple(other), strict=True)
        return PageMargins(*(max(pair) for pair in pairs))


class PageTicks(NamedTuple):
    """The ticks of a pair of axes, and of the axis at the right."""

    x: Ticks
    y: Ticks
    right: Ticks


def axes_ticks(axes: AxesDecorations, box: Box, letters: PageFont) -> PageTicks:
    """Return the ticks of axes in a box; where units are equal, steps are equal too."""
    x = axis_ticks(axes.x, box.width, letters, False)
    y = axis_ticks(axes.y, box.height, letters, True)
    right = axis_ticks(axes.right, box.height, letters, True) if axes.right else ()
    if axes.equal:
        step = max(_step(x), _step(y))
        x = axis_ticks(axes.x, box.width, letters, False, step) or x
        y = axis_ticks(axes.y, box.height, letters, True, step) or y
    return PageTicks(x, y, right)


@lru_cache(maxsize=128)
def axis_ticks(
    axis: Axis, length: float, letters: PageFont, upright: bool, step: float = 0.0
) -> Ticks:
    """Return the ticks that fit along an axis as long as this, at least a step apart."""

    def fits(ticks: Ticks) -> bool:
        if _step(ticks) < step:
            return False
        for one, next_one in pairwise(ticks):
            apart = (place(axis, next_one.at) - place(axis, one.at)) * length
            widths = letters.width(one.label, TICK_FONT) + letters.width(next_one.label, TICK_FONT)
            beside = max(widths / 2 + _APART * letters.em, _SPARSE * letters.em)
            if apart < (_BELOW * letters.em if upright else beside):
                return False
        return True

    return find_ticks(axis, fits)


def _step(ticks: Ticks) -> float:
    """Return how far the first ticks are apart, to as many digits as their numbers have."""
    return float(f"{ticks[1].at - ticks[0].at:.9g}") if len(ticks) > 1 else 0.0


def find_margins(axes: AxesDecorations, box: Box, letters: PageFont) -> PageMargins:
    """Return the room around axes in a box."""
    out = (TICK + PAD) * letters.em
    ticks = axes_ticks(axes, box, letters)
    across, up = () if axes.unlabelled_x else ticks.x, () if axes.unlabelled_y else ticks.y
    left_ticks = out + _widest(up, letters)
    right_ticks = out + _widest(ticks.right, letters) if axes.right else 0.0
    below = (letters.lines(tick.label, math.inf, TICK_FONT).height for tick in across)
    bottom_ticks = out + max(below, default=0.0)
    # How far the first and the last number reach beyond the axis, in whole points.
    halves = [(tick, letters.width(tick.label, TICK_FONT) / 2) for tick in across if tick.label]
    places = [(half, place(axes.x, tick.at)) for tick, half in halves]
    before = math.ceil(max((half - at * box.width for half, at in places), default=0.0))
    after = math.ceil(max((half - (1 - at) * box.width for half, at in places), default=0.0))
    bottom = bottom_ticks + _label("" if axes.unlabelled_x else axes.x.title, box.width, letters)
    # Labels that stand upright may reach down beside the numbers of the lower axis.
    long = box.height + bottom
    left = left_ticks + _label("" if axes.unlabelled_y else axes.y.title, long, letters)
    right = right_ticks + _label(axes.right.title if axes.right else "", long, letters)
    return PageMargins(
        left_ticks, right_ticks, bottom_ticks, max(left, before), max(right, after), bottom
    )


def _widest(ticks: Ticks, letters: PageFont) -> float:
    return max((letters.width(tick.label, TICK_FONT) for tick in ticks), default=0.0)


def _label(title: str, length: float, letters: PageFont) -> float:
    return GAP * letters.em + letters.lines(title, length).height if title else 0.0
