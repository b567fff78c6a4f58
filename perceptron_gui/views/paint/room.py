"""Which ticks fit along axes, and how much room their numbers and labels need, in pixels."""

from __future__ import annotations

import math
from dataclasses import astuple
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtGui import QFont, QFontMetricsF

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.ticks import Ticks, find_ticks, place

from .ink import Ink
from .projection import Projection
from .text import RichText

# The size of numbers, and in font sizes: ticks, room before numbers, before labels, at the edges.
TICK_FONT = 0.85
TICK, PAD, GAP, EDGE = 0.3, 0.3, 0.2, 0.4
_APART, _SPARSE, _BELOW = 0.8, 2.6, 1.6
_USUAL = "−0.5"


@frozen_value
class Margins:
    """From the box outwards: numbers first (`*_ticks`), then all that is needed."""

    left_ticks: int = 0
    right_ticks: int = 0
    bottom_ticks: int = 0
    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0

    def __or__(self, other: Margins) -> Margins:
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Margins(*(max(pair) for pair in pairs))


class AxesTicks(NamedTuple):
    """The ticks of a pair of axes, and of the axis at the right."""

    x: Ticks
    y: Ticks
    right: Ticks


NO_TICKS = AxesTicks((), (), ())


class AxesLabels(NamedTuple):
    """What stands beside the axes, broken into lines."""

    x: RichText
    y: RichText
    right: RichText


def axes_ticks(seen: Projection, equal: bool, ink: Ink) -> AxesTicks:
    """Return the ticks of the ranges that are seen; where units are equal, steps are equal too."""
    along = _Direction(False, seen.width, ink.font(TICK_FONT), ink.em)
    upright = _Direction(True, seen.height, ink.font(TICK_FONT), ink.em)
    x, y = _axis_ticks(seen.x, along), _axis_ticks(seen.y, upright)
    right = _axis_ticks(seen.right, upright) if seen.right else ()
    if equal:
        step = max(_step(x), _step(y))
        x = _axis_ticks(seen.x, along, step) or x
        y = _axis_ticks(seen.y, upright, step) or y
    return AxesTicks(x, y, right)


class _Direction(NamedTuple):
    """How long an axis is and how large its numbers are, one above another or side by side."""

    is_upright: bool
    length: float
    font: QFont
    em: float


@lru_cache(maxsize=256)
def _axis_ticks(axis: Axis, direction: _Direction, step: float = 0.0) -> Ticks:
    """Return the ticks that fit along an axis, at least a step apart."""
    metrics, em = QFontMetricsF(direction.font), direction.em

    def fits(ticks: Ticks) -> bool:
        if _step(ticks) < step:
            return False
        for one, next_one in pairwise(ticks):
            apart = (place(axis, next_one.at) - place(axis, one.at)) * direction.length
            widths = _width(one.label, metrics) + _width(next_one.label, metrics)
            beside = max(widths / 2 + _APART * em, _SPARSE * em)
            if apart < (_BELOW * em if direction.is_upright else beside):
                return False
        return True

    return find_ticks(axis, fits)


def _step(ticks: Ticks) -> float:
    """Return how far the first ticks are apart, to as many digits as their numbers have."""
    return float(f"{ticks[1].at - ticks[0].at:.9g}") if len(ticks) > 1 else 0.0


def _width(label: str, metrics: QFontMetricsF) -> float:
    return metrics.horizontalAdvance(to_plain(label))


def find_margins(seen: Projection, ticks: AxesTicks, labels: AxesLabels, ink: Ink) -> Margins:
    """Return the room that is needed around the box."""
    metrics, em = QFontMetricsF(ink.font(TICK_FONT)), ink.em
    out, edge = (TICK + PAD) * em, EDGE * em
    # Room for a usual number at least: axes should not move when one gets a sign.
    usual = metrics.horizontalAdvance(_USUAL)
    left_ticks = out + max([usual, *(_width(tick.label, metrics) for tick in ticks.y)])
    right_ticks = out + max([usual, *(_width(tick.label, metrics) for tick in ticks.right)])
    bottom_ticks = out + metrics.capHeight()
    right = right_ticks + _label(labels.right, em) if seen.right else 0.0
    # The first and the last number may reach beyond their axis.
    halves = [(_width(tick.label, metrics) / 2, place(seen.x, tick.at)) for tick in ticks.x]
    before = max((half - at * seen.width for half, at in halves), default=0.0)
    after = max((half - (1 - at) * seen.width for half, at in halves), default=0.0)
    needed = (
        left_ticks,
        right_ticks,
        bottom_ticks,
        max(left_ticks + _label(labels.y, em), before) + edge,
        max(right, after) + edge,
        edge,
        bottom_ticks + _label(labels.x, em) + edge,
    )
    return Margins(*map(math.ceil, needed))


def _label(label: RichText, em: float) -> float:
    return GAP * em + label.height if label.width > 1 else 0.0
