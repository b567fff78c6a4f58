"""The range of axes. Every pen uses it, so that all of them show the same part of the plane."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    left = [mark for mark in figure.marks if not getattr(mark, "right", False)]
    right = [mark for mark in figure.marks if getattr(mark, "right", False)]
    return replace(
        figure,
        x=_fitted(figure.x, [values for mark in figure.marks for values in _across(mark)]),
        y=_fitted(figure.y, [values for mark in left for values in _up(mark)]),
        right=figure.right
        and _fitted(figure.right, [values for mark in right for values in _up(mark)]),
    )


def _across(mark: Mark) -> Iterator[Values]:
    """Yield the x coordinates that an automatic range has to show."""
    if isinstance(mark, Line | Steps | Points | Dots | Band):
        yield mark.x
    elif isinstance(mark, Arrow):
        yield np.array([mark.x0, mark.x1])


def _up(mark: Mark) -> Iterator[Values]:
    if isinstance(mark, Line | Steps | Points | Dots):
        yield mark.y
    elif isinstance(mark, Band):
        yield mark.lower
        yield mark.upper
    elif isinstance(mark, Arrow):
        yield np.array([mark.y0, mark.y1])


def _fitted(axis: Axis, values: list[Values]) -> Axis:
    return axis if axis.range is not None else replace(axis, range=fitting(values, axis.log))


def fitting(values: list[Values], log: bool = False, padding: float = _PADDING) -> Range:
    """Return a range that holds all finite values, with some room around them."""
    flat = np.concatenate([np.ravel(part) for part in values]) if values else np.empty(0)
    flat = flat[np.isfinite(flat)]
    if log:
        return _fitting_log(flat[flat > 0], padding)
    if not len(flat):
        return 0.0, 1.0
    low, high = float(flat.min()), float(flat.max())
    room = (high - low) * padding
    # Equal values, or values that differ by less than floats can tell apart, still need an axis.
    if room <= 1e-9 * max(abs(low), abs(high)):
        room = 0.5 * max(abs(low), abs(high)) or 0.5
    return low - room, high + room


def _fitting_log(flat: Values, padding: float) -> Range:
    if not len(flat):
        return 0.1, 10.0
    low, high = np.log10(float(flat.min())), np.log10(float(flat.max()))
    room = max((high - low) * padding, 0.1)
    return float(10 ** max(low - room, -300.0)), float(10 ** min(high + room, 300.0))


def heights(marks: Sequence[Mark], right: bool = False) -> list[Values]:
    """Return the values of all curves on one of the axes."""
    found: list[Values] = []
    for mark in marks:
        if isinstance(mark, Band) and mark.right == right:
            found += [mark.lower, mark.upper]
        elif isinstance(mark, Line | Steps | Dots) and mark.right == right:
            found.append(mark.y)
    return found


def sampled(first: int, last: int, most: int) -> NDArray[np.int64]:
    """Return at most so many whole numbers from the first to the last, both of them included."""
    count = min(last - first + 1, most)
    return np.unique(np.linspace(first, last, count).astype(np.int64))


def from_zero(values: Sequence[Values], least: float = 0.0) -> Range:
    """Return a range that holds values from 0 on, with room to see a curve that is 0."""
    flat = np.concatenate([*values, [0.0]])
    top = max(float(np.nanmax(flat)), least) or 1.0
    return -0.04 * top, 1.08 * top
