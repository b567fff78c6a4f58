"""The range of axes, which every pen uses, and the ticks on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
    # They are at least 1 apart, so that none comes twice. The first `np.unique` of a process would
    # import numpy's masked arrays: 8 ms before the first paint.
    return np.linspace(first, last, count).astype(np.int64)


def from_zero(values: Sequence[Values], least: float = 0.0) -> Range:
    """Return a range that holds values from 0 on, with room to see a curve that is 0."""
    flat = np.concatenate([*values, [0.0]])
    top = max(float(np.nanmax(flat)), least) or 1.0
    return -0.04 * top, 1.08 * top


def parted(upper: Axis, lower: Axis, share: float) -> tuple[Axis, Axis]:
    """Return two axes for one side each, so that curves of the first lie above those of the other.

    Those of the other one have this share of the height.
    """
    assert upper.range is not None and lower.range is not None
    (low, high), (least, most) = upper.range, lower.range
    below, above = share / (1 - share), (1 - share) / share
    bottom = low * (low / high) ** below if upper.log else low - (high - low) * below
    return (
        replace(upper, range=(bottom, high), ticked=upper.range),
        replace(lower, range=(least, most + (most - least) * above), ticked=lower.range),
    )


_MOST = 7
# Ranges that are dragged or zoomed stay numbers that floats can hold.
_FARTHEST, _MOST_DIGITS = 1e300, 300.0
_ROUND = (1, 2, 5)
# From here on numbers are powers of ten; before it they are written out.
_LARGE, _SMALL = 1e5, 1e-3
_EDGE = 1e-9


@dataclass(frozen=True)
class Tick:
    """A place on an axis and what stands there, as a label; minor ticks have none."""

    at: float
    label: str = ""


Ticks = tuple[Tick, ...]


def find_ticks(axis: Axis, fits: Callable[[Ticks], bool]) -> Ticks:
    """Return the finest round ticks whose labels fit, or none."""
    assert axis.range is not None
    low, high = axis.range
    if axis.ticked is not None:
        low, high = max(low, axis.ticked[0]), min(high, axis.ticked[1])
        if low >= high:  # zoomed to where there are none
            return ()
    powers = _powers(low, high) if axis.log and high / low > _ROUND[-1] else ()
    for ticks in chain(powers, _multiples(low, high, axis.whole)):
        named = tuple(tick for tick in ticks if tick.label)
        if named and len(named) <= _MOST and fits(named):
            return ticks
    return ()


def place(axis: Axis, value: float) -> float:
    """Return where a value lies along the axis: 0 at its beginning, 1 at its end."""
    return float(fractions(axis, value))


def fractions(axis: Axis, values: ArrayLike) -> Values:
    """Return where values lie along an axis: 0 at its beginning, 1 at its end."""
    assert axis.range is not None
    numbers = np.asarray(values, dtype=np.float64)
    low, high = axis.range
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        if axis.log:
            # What is not positive lies infinitely far below.
            numbers, low, high = np.log(np.maximum(numbers, 0.0)), np.log(low), np.log(high)
        return np.asarray((numbers - low) / (high - low))


def value_at(axis: Axis, fraction: float) -> float:
    """Return the value at a fraction of an axis; the inverse of `fractions`."""
    assert axis.range is not None
    low, high = axis.range
    if axis.log:
        low, high = math.log10(low), math.log10(high)
        exponent = low + fraction * (high - low)
        return math.pow(10.0, min(max(exponent, -_MOST_DIGITS), _MOST_DIGITS))
    return min(max(low + fraction * (high - low), -_FARTHEST), _FARTHEST)


def _multiples(low: float, high: float, whole: bool) -> Iterator[Ticks]:
    """Yield multiples of 1, 2, 5, 10 … in the range, the finest first, the last only one."""
    span = high - low
    exponent = math.floor(math.log10(span)) - 1
    while True:
        for factor in _ROUND:
            step = factor * 10.0**exponent
            first, last = math.ceil(low / step - _EDGE), math.floor(high / step + _EDGE)
            if last < first and step > span:
                return
            if exponent < 0 and whole:
                continue
            if first <= last < first + _MOST:  # others would be too many
                yield _numbered(range(first * factor, last * factor + 1, factor), exponent)
            if first == last:
                return
        exponent += 1


def _numbered(counts: range, exponent: int) -> Ticks:
    """Return ticks at count · 10^exponent, all written with the same digits."""
    values = [float(f"{count}e{exponent}") for count in counts]
    largest = max(map(abs, values))
    power = math.floor(math.log10(largest)) if largest else 0
    digits = power - exponent
    if _SMALL <= largest < _LARGE or not largest or digits > 3:
        return tuple(Tick(value, _written(value, max(0, -exponent))) for value in values)
    mantissas = [count / 10**digits for count in counts]
    return tuple(
        Tick(value, _scientific(f"{mantissa:.{max(0, digits)}f}", power) if value else "0")
        for value, mantissa in zip(values, mantissas, strict=True)
    )


def _written(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}".replace("-", "−")


def _scientific(mantissa: str, power: int) -> str:
    sign = "-" if mantissa.startswith("-") else ""
    if float(mantissa) in (1, -1):
        return f"${sign}10^{{{power}}}$"
    return f"${mantissa}\\times 10^{{{power}}}$"


def _powers(low: float, high: float) -> Iterator[Ticks]:
    """Yield ticks of a logarithmic axis, from 1, 2, 5, 10 … to a few powers of ten."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    decades = range(first, last + 1)

    def within(value: float) -> bool:
        return low * (1 - _EDGE) <= value <= high * (1 + _EDGE)

    def label(value: float, factor: int, decade: int) -> str:
        if _SMALL <= value < _LARGE:
            return _written(value, max(0, -decade))
        return _scientific(str(factor), decade)

    if len(decades) <= 4:
        yield tuple(
            Tick(value, label(value, factor, decade))
            for decade in decades
            for factor in _ROUND
            if within(value := float(f"{factor}e{decade}"))
        )
    every = 1
    while every < 2 * len(decades):
        powers = [Tick(float(f"1e{k}"), f"$10^{{{k}}}$") for k in decades if k % every == 0]
        minor = [Tick(float(f"{n}e{k}")) for k in decades for n in range(2, 10) if every == 1]
        yield tuple(tick for tick in powers + minor if within(tick.at))
        every += 1
