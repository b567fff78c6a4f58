"""The range of axes. Every pen uses it, so that all of them show the same part of the plane."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .figure import Axis, Figure, Range
from .marks import Arrow, Band, Dots, Line, Mark, Points, Steps, Values

_PADDING = 0.04


def with_ranges(figure: Figure) -> Figure:
    """Return the figure with a range on every axis: its own, or one that shows all marks."""
    if figure.x.range and figure.y.range and (figure.right is None or figure.right.range):
        return figure

    def fitted(axis: Axis, marks: Iterable[Mark], way: int) -> Axis:
        if axis.range is not None:
            return axis
        values = [each for mark in marks for each in _coordinates(mark)[way]]
        return replace(axis, range=fitting(values, axis.log))

    right = [mark for mark in figure.marks if getattr(mark, "right", False)]
    left = [mark for mark in figure.marks if not getattr(mark, "right", False)]
    return replace(
        figure,
        x=fitted(figure.x, figure.marks, 0),
        y=fitted(figure.y, left, 1),
        right=figure.right and fitted(figure.right, right, 1),
    )


def _coordinates(mark: Mark) -> tuple[list[Values], list[Values]]:
    """Return what an automatic range has to show of a mark, across and up."""
    if isinstance(mark, Line | Steps | Points | Dots):
        return [mark.x], [mark.y]
    if isinstance(mark, Band):
        return [mark.x], [mark.lower, mark.upper]
    if isinstance(mark, Arrow):
        return [np.array([mark.x0, mark.x1])], [np.array([mark.y0, mark.y1])]
    return [], []


def fitting(values: list[Values], log: bool = False, padding: float = _PADDING) -> Range:
    """Return a range that holds all finite values, with some room around them."""
    flat = np.concatenate([np.ravel(part) for part in values]) if values else np.empty(0)
    flat = flat[np.isfinite(flat)]
    if log:
        flat = np.log10(flat[flat > 0])
    if not len(flat):
        return (0.1, 10.0) if log else (0.0, 1.0)
    low, high = float(flat.min()), float(flat.max())
    if log:
        room = max((high - low) * padding, 0.1)
        return float(10 ** max(low - room, -300.0)), float(10 ** min(high + room, 300.0))
    room = (high - low) * padding
    # Equal values, or values that differ by less than floats can tell apart, still need an axis.
    if room <= 1e-9 * max(abs(low), abs(high)):
        room = 0.5 * max(abs(low), abs(high)) or 0.5
    return low - room, high + room


def heights(marks: Sequence[Mark], right: bool = False) -> list[Values]:
    """Return the values of all curves on one of the axes."""
    curves = (m for m in marks if isinstance(m, Line | Steps | Dots | Band) and m.right == right)
    return [values for mark in curves for values in _coordinates(mark)[1]]


def sampled(first: int, last: int, most: int) -> NDArray[np.int64]:
    """Return at most so many whole numbers from the first to the last, both of them included."""
    count = min(last - first + 1, most)
    return np.unique(np.linspace(first, last, count).astype(np.int64))


def from_zero(values: Sequence[Values], least: float = 0.0) -> Range:
    """Return a range that holds values from 0 on, with room to see a curve that is 0."""
    flat = np.concatenate([*values, [0.0]])
    top = max(float(np.nanmax(flat)), least) or 1.0
    return -0.04 * top, 1.08 * top
