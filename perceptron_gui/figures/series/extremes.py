"""Curves in buckets: the lowest and the highest value of each, and where they lie. No run here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

Positions = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Curve:
    """The positions (m,) of a curve that a figure shows, ascending, and the values there."""

    ks: Positions
    values: Values


@dataclass(frozen=True, eq=False)
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


@dataclass(frozen=True, eq=False)
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
        key, unknown = np.stack([values, -values]), np.isnan(values)
        total, count = values, np.ones(values.shape, dtype=np.int64)
        if unknown.any():
            key[:, unknown] = np.inf
            total, count = np.where(unknown, 0.0, values), (~unknown).astype(np.int64)
        return cls(np.broadcast_to(ks, key.shape), key, ks, total, count)

    @property
    def values(self) -> Values:
        """The lowest values (c, b), NaN where there is none."""
        return np.where(np.isinf(self.key[0]), np.nan, self.key[0])

    def merged(self, width: int) -> Extremes:
        """Return the extremes of every `width` buckets; the last of them may be fewer."""
        width = min(width, max(1, len(self)))
        if width == 1:
            return self
        lacking = -len(self) % width
        at, key, total, count = self.at, self.key, self.total, self.count
        if lacking:  # filled up with what is never the most extreme and counts nothing
            at = _filled_up(at, lacking, 0)
            key = _filled_up(key, lacking, np.inf)
            total, count = _filled_up(total, lacking, 0.0), _filled_up(count, lacking, 0)
        shape = (*key.shape[:2], -1, width)
        best = key.reshape(shape).argmin(axis=3)  # the first, where several are equal
        best += width * np.arange(best.size).reshape(best.shape)
        with np.errstate(over="ignore"):  # a sum beyond all measure gives no mean
            total = total.reshape(shape[1:]).sum(axis=2)
        return Extremes(
            at.reshape(-1)[best],
            key.reshape(-1)[best],
            self.first[::width],
            total,
            count.reshape(shape[1:]).sum(axis=2),
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


def _filled_up(column: NDArray[Any], lacking: int, value: float) -> NDArray[Any]:
    """Return a column (…, b) with so many equal values after it."""
    found = np.empty((*column.shape[:-1], column.shape[-1] + lacking), column.dtype)
    found[..., :-lacking] = column
    found[..., -lacking:] = value
    return found


def joined(parts: Sequence[Extremes]) -> Extremes:
    """Return the buckets of all parts, one after another."""

    def column(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(part, name) for part in parts], axis=-1)

    return Extremes(*(column(field.name) for field in fields(Extremes)))
