"""Buckets of updates: where curves are lowest and highest in them, and their means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.values import frozen_value

Positions = NDArray[np.int64]
Values = NDArray[np.float64]


@frozen_value(eq=False)
class Curve:
    """The positions (m,) of a curve that a figure shows, ascending, and the values there."""

    ks: Positions
    values: Values


@frozen_value(eq=False)
class Buckets:
    """Where the buckets of a curve begin, and its lowest, mean and highest value in each (b,)."""

    first: Positions
    lowest: Values
    mean: Values
    highest: Values

    def part(self, chosen: slice) -> Buckets:
        """Return some of the buckets."""
        columns = self.lowest, self.mean, self.highest
        return Buckets(self.first[chosen], *(column[chosen] for column in columns))


@frozen_value(eq=False)
class Extremes:
    """Of c curves in b buckets: where they are lowest and highest, and their value there.

    The sign of the highest is changed, so that less is always more extreme. Both are (2, c, b);
    `first` (b,) says where buckets begin, `total` and `count` (c, b) add up what is in them.
    """

    at: Positions
    key: Values
    first: Positions
    total: Values
    count: Positions

    def __len__(self) -> int:
        return len(self.first)

    @classmethod
    def of(cls, values: Values, ks: Positions) -> Extremes:
        """Return a bucket for every position of the curves (c, m)."""
        key = np.stack([values, -values])
        key[np.isnan(key)] = np.inf
        known = ~np.isnan(values)
        total = np.where(known, values, 0.0)
        return cls(np.broadcast_to(ks, key.shape), key, ks, total, known.astype(np.int64))

    def merged(self, width: int) -> Extremes:
        """Return the extremes of every `width` buckets; the last of them may be fewer."""
        rest = len(self) % width
        if rest and len(self) > rest:  # whole rows need no copy
            whole = len(self) - rest
            return joined([self.part(0, whole).merged(width), self.part(whole).merged(rest)])
        width = rest or width
        shape = (*self.key.shape[:2], -1, width)
        key, at = self.key.reshape(shape), self.at.reshape(shape)
        best = key.argmin(axis=3)[..., None]  # the first, where several are equal
        with np.errstate(over="ignore"):  # a sum beyond all measure gives no mean
            total = self.total.reshape(shape[1:]).sum(axis=2)
        return Extremes(
            np.take_along_axis(at, best, axis=3)[..., 0],
            np.take_along_axis(key, best, axis=3)[..., 0],
            self.first[::width],
            total,
            self.count.reshape(shape[1:]).sum(axis=2),
        )

    def part(self, first: int, last: int | None = None) -> Extremes:
        """Return some of the buckets."""
        some = np.s_[..., first:last]
        at, key, begins = self.at[some], self.key[some], self.first[some]
        return Extremes(at, key, begins, self.total[some], self.count[some])

    def repeated(self, shifts: Positions) -> Extremes:
        """Return the same buckets again and again, each time so many updates later."""
        times = len(shifts)
        later = np.repeat(shifts, len(self))
        return Extremes(
            np.tile(self.at, times) + later,
            np.tile(self.key, times),
            np.tile(self.first, times) + later,
            np.tile(self.total, times),
            np.tile(self.count, times),
        )

    def curve(self, c: int, last: int, ends: Values) -> Curve:
        """Return one curve through its extremes up to `last`, with its two ends."""
        ks, first = np.unique(np.append(self.at[:, c], [0, last]), return_index=True)
        values = np.append([self.key[0, c], -self.key[1, c]], ends)[first]
        values[np.isinf(values)] = np.nan
        return Curve(ks[ks <= last], values[ks <= last])

    def buckets(self, c: int, last: int) -> Buckets:
        """Return the buckets of one curve that begin up to `last`; NaN where there is no value.

        The last round of a loop may end later, but tells nothing that earlier ones do not.
        """
        known = self.count[c] > 0
        mean = np.divide(self.total[c], self.count[c], out=np.full(len(known), np.nan), where=known)
        columns = self.key[0, c], mean, -self.key[1, c]
        finite = (np.where(np.isfinite(column), column, np.nan) for column in columns)
        return Buckets(self.first, *finite).part(slice(int((self.first <= last).sum())))


def joined(parts: Sequence[Extremes]) -> Extremes:
    """Return the buckets of all parts, one after another."""

    def column(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(part, name) for part in parts], axis=-1)

    return Extremes(*(column(field.name) for field in fields(Extremes)))
