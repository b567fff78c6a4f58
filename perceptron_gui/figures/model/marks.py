"""The marks a figure is made of. Frozen, arrays included; two marks with equal content are equal.

The order of marks in a figure is the order of painting. A mark with a label is in the legend.
Coordinates are in the units of the axes; NaN breaks a line and parts the rings of a region.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.core.data.dataset import frozen

from .role import CLASS_ROLES, Role

Values = NDArray[np.float64]
Labels = NDArray[np.int8]
# The keys of the marks that a name of `HIGHLIGHTS` means in some figure.
Meanings = dict[str, tuple[str, ...]]

RANGE = "-range"  # the key of the area that a curve's values fill ends so

# Which side or corner of a text lies at its place, by the points of the compass.
ANCHORS = ("c", "n", "ne", "e", "se", "s", "sw", "w", "nw")


def as_values(values: ArrayLike) -> Values:
    """Return a private read-only array of floats (m,)."""
    found = np.array(values, dtype=np.float64, ndmin=1)
    found.setflags(write=False)
    return found


class ArrayValue:
    """Equality of frozen dataclasses that hold arrays."""

    def __eq__(self, other: object) -> bool:
        if other is self:
            return True
        if type(other) is not type(self):
            return NotImplemented
        # As in `vars`, which is far quicker than to ask for one field after another.
        return all(map(_same, vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]

    def _freeze(self, *names: str) -> None:
        """Turn fields into read-only arrays of one length."""
        values = vars(self)
        for name in names:
            values[name] = as_values(values[name])
            if len(values[name]) != len(values[names[0]]):
                lengths = [np.size(values[each]) for each in names]
                raise ValueError(f"{', '.join(names)} must have the same length, not {lengths}")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one is other or np.array_equal(one, other, equal_nan=True)
    return one is other or bool(one == other)


@dataclass(frozen=True, eq=False)
class _Curve(ArrayValue):
    """x and y (m,), measured on the left axis or on the right one.

    `name` is what a reader calls a curve whose label is not its name, or that has none. A
    `sampled` curve leaves out values between its places.
    """

    key: str
    role: Role
    x: Values
    y: Values
    label: str = ""
    right: bool = False
    name: str = ""
    sampled: bool = False

    def __post_init__(self) -> None:
        self._freeze("x", "y")

    @property
    def called(self) -> str:
        return self.name or self.label


class Line(_Curve):
    """A curve through points (m,)."""

    @classmethod
    def between(
        cls, key: str, role: Role, start: ArrayLike, end: ArrayLike, label: str = ""
    ) -> Line:
        """Return a straight line from one place (2,) to another."""
        x, y = np.column_stack([np.asarray(start), np.asarray(end)])
        return cls(key, role, x, y, label)


class Steps(_Curve):
    """A curve that keeps y[i] from x[i] to x[i + 1]."""

    @property
    def corners(self) -> tuple[Values, Values]:
        """The same curve as a line through its corners (2m − 1,)."""
        return np.repeat(self.x, 2)[1:], np.repeat(self.y, 2)[: max(0, 2 * len(self.y) - 1)]


class Dots(_Curve):
    """Markers of one role: rings around points, the updates on a curve."""


@dataclass(frozen=True, eq=False)
class Points(ArrayValue):
    """Labelled points: shape and outline by the true class, filling by the predicted one.

    `predicted` is −1, +1, or 0 where nothing is predicted; `label` says why. `index` numbers the
    points in the data set, since a figure may leave out those that others hide.
    """

    key: str
    x: Values
    y: Values
    truth: Labels
    predicted: Labels
    index: NDArray[np.int64]
    class_names: tuple[str, str] = ("−1", "+1")
    role: Role = Role.UNDECIDED
    label: str = ""
    size: float = 1.0  # of a marker, where that of its style is 1
    is_plain: bool = False  # filled as the class is: nothing is predicted of any point

    def __post_init__(self) -> None:
        self._freeze("x", "y")
        for name, kind in (("truth", np.int8), ("predicted", np.int8), ("index", np.int64)):
            values = frozen(np.asarray(getattr(self, name), dtype=kind))
            if len(values) != len(self.x):
                raise ValueError(f"{len(self.x)} points but {len(values)} of {name}")
            object.__setattr__(self, name, values)

    def groups(self) -> Iterator[tuple[Role, Role, NDArray[np.bool_]]]:
        """Yield the roles of a class and of a filling, and which points (n,) have both."""
        filled = self.truth if self.is_plain else self.predicted
        for truth, fill in product((-1, 1), (-1, 0, 1)):
            group = (self.truth == truth) & (filled == fill)
            yield CLASS_ROLES[truth], CLASS_ROLES[fill], group


@dataclass(frozen=True, eq=False)
class Region(ArrayValue):
    """A filled shape of one or more rings (NaN between them); rings inside rings are holes."""

    key: str
    role: Role
    x: Values
    y: Values
    label: str = ""

    def __post_init__(self) -> None:
        self._freeze("x", "y")

    @property
    def rings(self) -> list[tuple[Values, Values]]:
        """Every ring with at least three corners."""
        breaks = np.flatnonzero(np.isnan(self.x))
        starts, stops = [0, *(breaks + 1)], [*breaks, len(self.x)]
        pieces = [slice(a, b) for a, b in zip(starts, stops, strict=True) if b - a > 2]
        return [(self.x[piece], self.y[piece]) for piece in pieces]


@dataclass(frozen=True, eq=False)
class Band(ArrayValue):
    """The area between two curves over the same x (m,), without an outline."""

    key: str
    role: Role
    x: Values
    lower: Values
    upper: Values
    label: str = ""
    right: bool = False  # measured on the right axis

    def __post_init__(self) -> None:
        self._freeze("x", "lower", "upper")


@dataclass(frozen=True, eq=False)
class Arrow(ArrayValue):
    """An arrow from (x0, y0) to (x1, y1)."""

    key: str
    role: Role
    x0: float
    y0: float
    x1: float
    y1: float
    label: str = ""


@dataclass(frozen=True, eq=False)
class RuleLine(ArrayValue):
    """A straight line right across the figure, at an x (vertical) or at a y."""

    key: str
    role: Role
    at: float
    vertical: bool = True
    label: str = ""


@dataclass(frozen=True, eq=False)
class Text(ArrayValue):
    """Words, with mathematics between dollar signs, at a place of the axes.

    `anchor` says which side of the text lies there. With `in_axes` the place is a fraction of
    the axes, (0, 0) lower left; `scale` is the size relative to the figure's font. A small panel
    leaves out a text of a higher `rank` where it would cover another one.
    """

    key: str
    role: Role
    x: float
    y: float
    text: str
    anchor: str = "c"
    in_axes: bool = False
    scale: float = 1.0
    label: str = ""
    rank: int = 0  # those of rank 0 are always shown
    letter: float = 0.0  # the size of letters in units of y, where it grows with the axes

    def __post_init__(self) -> None:
        if self.anchor not in ANCHORS:
            raise ValueError(f"a text is anchored at one of {ANCHORS}, not {self.anchor!r}")


Mark = Line | Steps | Points | Dots | Region | Band | Arrow | RuleLine | Text


def with_halos(marks: Iterable[Mark], highlight: Sequence[str], meanings: Meanings) -> list[Mark]:
    """Return marks with a halo right below each highlighted one; labels stay with the marks."""
    keys = {key for name in highlight for key in meanings.get(name, ())}
    found: list[Mark] = []
    for mark in marks:
        if mark.key in keys and not isinstance(mark, Points | Text):
            found.append(replace(mark, key=f"highlight {mark.key}", role=Role.HIGHLIGHT, label=""))
        found.append(mark)
    return found
