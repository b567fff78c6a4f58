"""What tools know: the data, what is selected, how it is seen, and decimals to put points on."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.base.exact import FLOAT_INTEGERS, MOST_DECIMALS, decimal_integers
from perceptron_gui.core.data.dataset import Dataset, Indices
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.plane.points import crowd_size
from perceptron_gui.views.paint.scale import UNIT, Projection, plane_scale

from .selection import NONE, Hit, Targets, WeightsHandles, find_hit

_ROUND = (1, 2, 5)
# Least number of cells of a proposed grid, and least pixels between its visible lines.
_CELLS = 20
_APART = 8.0
_ROUNDING = 1e-9
_LEAST = sys.float_info.min


def snapped(values: ArrayLike, step: float) -> Values:
    """Return the nearest multiples of a step, each the float that its decimal reads as."""
    numbers = np.asarray(values, dtype=np.float64)
    return _multiples(np.rint(numbers / step), step, otherwise=numbers)


def _multiples(counts: Values, step: float, otherwise: Values) -> Values:
    """Return count · step; `otherwise` where floats do not hold the whole numbers for it."""
    unit = Decimal(repr(step)).normalize().as_tuple()
    exponent = int(unit.exponent)
    whole = counts * int("".join(map(str, unit.digits)))
    if exponent > MOST_DECIMALS or exponent < -MOST_DECIMALS:
        texts = (f"{count:.0f}e{exponent}" for count in whole.ravel())
        found = np.array([float(text) for text in texts]).reshape(whole.shape)
    else:
        # Both are whole numbers that floats hold, so the result is rounded once, and right.
        found = whole * 10.0**exponent if exponent >= 0 else whole / 10.0**-exponent
    return np.where(np.abs(whole) < FLOAT_INTEGERS, found, otherwise) + 0.0


def translated(points: Values, start: Values, end: Values) -> Values:
    """Return points (m, 2) moved by end − start, in exact decimals where all of these are."""
    moved = points + (end - start)
    known = decimal_integers(np.vstack([points, start, end]))
    if known is None:
        return moved
    scale = 10.0 ** known[1]
    return np.asarray(np.rint(moved * scale) / scale + 0.0)


def propose_step(span: float) -> float:
    """Return a round step for a grid on a range of this length."""
    exponent = math.floor(math.log10(span / _CELLS))
    fitting = [n for n in _ROUND if n * 10.0**exponent * _CELLS <= span * (1 + _ROUNDING)]
    return float(f"{max(fitting, default=1)}e{exponent}")


def finest_step(length: float) -> float:
    """Return the largest power of ten that is at most this length; products may come to 0."""
    return float(f"1e{math.floor(math.log10(max(length, _LEAST)) + _ROUNDING)}")


def visible_step(step: float, pixel: float) -> float:
    """Return the smallest round multiple of a step whose lines can be told apart on screen."""
    apart, power = step / pixel, 0
    while apart * 10.0**power * _ROUND[-1] < _APART:
        power += 1
    every = next(n * 10**power for n in (*_ROUND, 10) if n * 10.0**power * apart >= _APART)
    return float(_multiples(np.array(float(every)), step, otherwise=np.array(every * step)))


def grid_lines(low: float, high: float, step: float) -> Values:
    """Return where the lines of a grid are on an axis."""
    counts = np.arange(math.ceil(low / step), math.floor(high / step) + 1.0)
    return _multiples(counts, step, otherwise=counts * step)


# x0, x1, y0, y1
Range4 = tuple[float, float, float, float]

# What floats, and the squares of products of coordinates, can still show.
_SMALLEST, _LARGEST = 1e-60, 1e60
_FINEST = 1e-9


def zoomed(seen: Range4, across: float, up: float, factor: float) -> Range4:
    """Return ranges scaled by a factor about the place at these fractions."""
    x0, x1, y0, y1 = seen
    x, y = x0 + across * (x1 - x0), y0 + up * (y1 - y0)
    left, right = (x + factor * (end - x) for end in (x0, x1))
    low, high = (y + factor * (end - y) for end in (y0, y1))
    wide = left, right, low, high
    return wide if _can_be_shown(wide) else seen


def panned(seen: Range4, dx: float, dy: float) -> Range4:
    x0, x1, y0, y1 = seen
    moved = x0 + dx, x1 + dx, y0 + dy, y1 + dy
    return moved if _can_be_shown(moved) else seen


def _can_be_shown(ranges: Range4) -> bool:
    """Tell whether floats still distinguish ticks and points of these ranges."""
    size = max(map(abs, ranges))
    shorter = min(ranges[1] - ranges[0], ranges[3] - ranges[2])
    return size < _LARGEST and shorter > max(_SMALLEST, _FINEST * size)


_NOT_YET = Projection(1.0, 1.0, UNIT, UNIT)


@dataclass(frozen=True)
class Pointer:
    """Where the pointer is, in pixels from the upper left of the box, and what is held with it."""

    across: float
    down: float
    right: bool = False  # the right button
    shift: bool = False
    ctrl: bool = False
    corner: tuple[float, float] = (0.0, 0.0)  # of the box, which a legend may push aside

    @property
    def place(self) -> Values:
        """The pixels (2,)."""
        return np.array([self.across, self.down])

    @property
    def is_plain(self) -> bool:
        """Tell whether it is the left button and nothing else."""
        return not (self.right or self.shift or self.ctrl)

    def distance(self, other: Pointer) -> float:
        """Return how many pixels it has gone from another place on the screen."""
        return float(np.hypot(*(self.place + self.corner - other.place - other.corner)))


@dataclass(frozen=True, eq=False)
class CanvasScene:
    """Frozen; the canvas makes a new one whenever it is shown something else."""

    dataset: Dataset
    seen: Projection = _NOT_YET
    selection: Indices = field(default_factory=NONE.view)
    label: int = 1  # the class that is painted
    snap: float | None = None
    handles: WeightsHandles | None = None
    scale: float = 1.0  # pixels in a point

    @property
    def is_editable(self) -> bool:
        """Tell whether a place on the canvas is a point of the data."""
        return self.dataset.dimension == 2

    @property
    def range(self) -> Range4:
        """The part of the plane that is seen."""
        assert self.seen.x.range is not None
        assert self.seen.y.range is not None
        return *self.seen.x.range, *self.seen.y.range

    @property
    def step(self) -> float:
        """The grid that points are put on; without snapping one finer than a pixel."""
        return self.finest_step if self.grid is None else self.grid

    @property
    def finest_step(self) -> float:
        """A step of decimals that is finer than a pixel."""
        return finest_step(self.pixel)

    @cached_property
    def grid(self) -> float | None:
        """The step of the grid that is seen, on which points snap; None without snapping."""
        if self.snap is None or not self.is_editable:
            return self.snap
        return visible_step(self.snap, max(self._pixels))

    @property
    def stride(self) -> float:
        """How far an arrow key goes."""
        return self.grid or propose_step(self.range[1] - self.range[0])

    def stepped(self, place: Values, across: int, up: int) -> Values:
        """Return the place of the grid that is so many strides away, or the last one in sight."""
        target = snapped(place + np.array([across, up]) * self.stride, self.stride)
        x0, x1, y0, y1 = self.range
        ends = [grid_lines(*each, self.stride)[[0, -1]] for each in ((x0, x1), (y0, y1))]
        low, high = np.array(ends).T
        return np.asarray(np.clip(target, np.minimum(low, place), np.maximum(high, place)))

    def point_near(self, place: Values, besides: int | None) -> int | None:
        """Return the point within half a stride of a place of the grid, but not the one besides.

        Else one could not leave a point that lies between two lines of the grid.
        """
        if not len(self.dataset):
            return None
        away = np.abs(self.dataset.points - place).max(axis=1)
        if besides is not None:
            away[besides] = np.inf
        nearest = int(np.argmin(away))
        return nearest if away[nearest] < self.stride / 2 else None

    @property
    def pixel(self) -> float:
        """How long a pixel is in the units of the axes."""
        return min(self._pixels)

    @property
    def _pixels(self) -> tuple[float, float]:
        x0, x1, y0, y1 = self.range
        return (x1 - x0) / self.seen.width, (y1 - y0) / self.seen.height

    @cached_property
    def marker_scale(self) -> float:
        """How many pixels a point of a marker's style is; those of a crowd are smaller."""
        return plane_scale(self.scale, self.seen.height) * crowd_size(len(self.dataset))

    @cached_property
    def chosen(self) -> Indices:
        """The selected points that are there; the data may have changed before the selection."""
        return self.selection[self.selection < (len(self.dataset) if self.is_editable else 0)]

    @cached_property
    def pixels(self) -> Values:
        """Where the points are (n, 2)."""
        if not self.is_editable:
            return np.empty((0, 2))
        return self.pixels_of(self.dataset.points)

    @cached_property
    def targets(self) -> Targets:
        """What can be hit where the points may be edited."""
        line = arrow = None
        if self.handles is not None and self.is_editable:
            line = self.pixels_of(self.handles.line)
            arrow = None if self.handles.arrow is None else self.pixels_of(self.handles.arrow)
        return Targets(self.pixels, self.chosen, line, arrow, self.scale, self.marker_scale)

    def pixels_of(self, at: Values) -> Values:
        """Return where places (m, 2), or one (2,), are in pixels (m, 2)."""
        x, y = np.atleast_2d(at).T
        # All x one after another, then all y: hits are looked for much faster so.
        return np.stack([self.seen.across(x), self.seen.down(y)]).T

    def painted_label(self, pointer: Pointer) -> int:
        """Return the class that the pointer paints; right button or Shift mean the other one."""
        return -self.label if pointer.right or pointer.shift else self.label

    def hit(self, pointer: Pointer) -> Hit:
        return find_hit(pointer.place, self.targets)

    def holds(self, pointer: Pointer) -> bool:
        """Tell whether the pointer is in the box of the marks."""
        return 0 <= pointer.across <= self.seen.width and 0 <= pointer.down <= self.seen.height

    def raw_place(self, pointer: Pointer) -> Values:
        """Return x and y under the pointer, or at the edge of the box that it has left."""
        across = min(max(pointer.across, 0.0), self.seen.width)
        down = min(max(pointer.down, 0.0), self.seen.height)
        return np.array(self.seen.values_at(across, down))

    def place(self, pointer: Pointer) -> Values:
        """Return the point of the grid that is nearest to the pointer."""
        return self.snapped(self.raw_place(pointer))

    def snapped(self, place: Values) -> Values:
        return snapped(place, self.step)

    def found_at(self, place: Values) -> Indices:
        """Return which points have these coordinates."""
        x, y = self.dataset.points.T
        return np.flatnonzero((x == place[0]) & (y == place[1]))
