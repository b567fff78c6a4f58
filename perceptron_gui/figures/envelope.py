"""Long curves, thinned: of every bucket of updates the lowest and the highest value are kept.

Where the extremes of small blocks of updates lie is found once and kept for as long as the
record of the run lives, which its snapshots share; a figure then only merges blocks to the
buckets it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.history import Loop, Record
from perceptron_gui.core.run import Run

Positions = NDArray[np.int64]
Values = NDArray[np.float64]

_BLOCK = 8
# Larger pieces leave the cache of the processor and are several times slower.
_PIECE = 1 << 16
# Numbers computed for a curve: once for all, and whenever it is shown.
_MOST_SCANNED = 300_000_000
_MOST_SHOWN = 4_000_000
_FEWEST_POSITIONS = 50


@dataclass(frozen=True)
class Measure:
    """A number after any updates of a run (m,), or one for each of c curves (m, c)."""

    of: Callable[[Run, Positions], NDArray[np.float64] | NDArray[np.int64]]
    per_point: bool = False  # looks at every point

    def work(self, run: Run) -> int:
        """Return about how many numbers are computed for one position."""
        return len(run.dataset) if self.per_point else run.space.dimension

    def at(self, run: Run, ks: Positions) -> Values:
        """Return the values (c, m), NaN where there is none or one beyond all measure."""
        piece = max(1, _PIECE // self.work(run))
        parts = [ks[first : first + piece] for first in range(0, len(ks), piece)]
        with np.errstate(over="ignore", invalid="ignore"):
            found = [np.reshape(self.of(run, part), (len(part), -1)).T for part in parts]
        values = np.concatenate(found, axis=1, dtype=np.float64)
        values[~np.isfinite(values)] = np.nan
        return values


@dataclass(frozen=True, eq=False)
class Curve:
    """The positions (m,) of a curve that a figure shows, ascending, and the values there."""

    ks: Positions
    values: Values


def shown(run: Run, measure: Measure, last: int, limit: int) -> list[Curve]:
    """Return every curve of a measure after 0…last updates, at no more than `limit` positions.

    The limit is at least 10.
    """
    limit = min(limit, max(_FEWEST_POSITIONS, _MOST_SHOWN // measure.work(run)))
    if last < limit:
        return _sampled(run, measure, np.arange(last + 1))
    if not keeps_extremes(run, measure, last):
        return _sampled(run, measure, np.linspace(0, last, limit).astype(np.int64))
    loop = run.history.loop
    if loop is None or last < loop.first + loop.updates:
        found = _buckets(run, measure, 0, last + 1, _width(last + 1, limit))
    else:
        found = _looping(run, measure, loop, last, limit)
    ends = measure.at(run, np.array([0, last]))
    return [found.curve(c, last, ends[c]) for c in range(len(ends))]


def keeps_extremes(run: Run, measure: Measure, last: int) -> bool:
    """Tell whether every update can be looked at; if not, curves show evenly spaced ones."""
    loop = run.history.loop
    different = last if loop is None else min(last, loop.first + loop.updates)
    return different * measure.work(run) <= _MOST_SCANNED


def _sampled(run: Run, measure: Measure, ks: Positions) -> list[Curve]:
    return [Curve(ks, values) for values in measure.at(run, ks)]


def _width(count: int, limit: int) -> int:
    """Return the smallest power of two that cuts positions into few enough buckets.

    Each shows two, the ends of the curve two more, and so does what fills no block.
    """
    return _power_of_two(-(-count // ((limit - 4) // 2)))


@dataclass(frozen=True, eq=False)
class _Extremes:
    """Where c curves are lowest and highest in b buckets, and their value, its sign changed for
    the highest so that less is always more extreme: both (2, c, b)."""

    at: Positions
    key: Values

    @classmethod
    def of(cls, values: Values, first: int) -> _Extremes:
        """Take every position from `first` on as a bucket of its own."""
        key = np.stack([values, -values])
        key[np.isnan(key)] = np.inf
        ks = np.arange(first, first + values.shape[1])
        return cls(np.broadcast_to(ks, key.shape), key)

    def merged(self, width: int) -> _Extremes:
        """Return the extremes of every `width` buckets; the last of them may be fewer."""
        rest = self.count % width
        if rest and self.count > rest:  # whole rows need no copy
            whole = self.count - rest
            return _joined([self.part(0, whole).merged(width), self.part(whole).merged(rest)])
        shape = (*self.key.shape[:2], -1, rest or width)
        key, at = self.key.reshape(shape), self.at.reshape(shape)
        best = key.argmin(axis=3)[..., None]  # the first, where several are equal
        return _Extremes(
            np.take_along_axis(at, best, axis=3)[..., 0],
            np.take_along_axis(key, best, axis=3)[..., 0],
        )

    @property
    def count(self) -> int:
        """How many buckets there are."""
        return int(self.key.shape[2])

    def part(self, first: int, last: int | None = None) -> _Extremes:
        """Return some of the buckets."""
        return _Extremes(self.at[..., first:last], self.key[..., first:last])

    def repeated(self, shifts: Positions) -> _Extremes:
        """Return the same buckets again and again, each time so many updates later."""
        at = np.tile(self.at, len(shifts)) + np.repeat(shifts, self.at.shape[2])
        return _Extremes(at, np.tile(self.key, len(shifts)))

    def curve(self, c: int, last: int, ends: Values) -> Curve:
        """Return one curve through its extremes up to `last`, with its two ends."""
        ks, first = np.unique(np.append(self.at[:, c], [0, last]), return_index=True)
        values = np.append([self.key[0, c], -self.key[1, c]], ends)[first]
        values[np.isinf(values)] = np.nan
        return Curve(ks[ks <= last], values[ks <= last])


def _buckets(run: Run, measure: Measure, start: int, stop: int, width: int) -> _Extremes:
    """Return the extremes of buckets of `width` positions, from start to stop."""
    curves = len(measure.at(run, np.array([start])))
    block = _BLOCK * _power_of_two(curves)  # many curves must not take more memory
    if width < block:
        return _Extremes.of(measure.at(run, np.arange(start, stop)), start).merged(width)
    whole = (stop - start) // block
    found = [_blocks(run, measure, start, whole, block).merged(width // block)] if whole else []
    rest = np.arange(start + whole * block, stop)
    if len(rest):
        found.append(_Extremes.of(measure.at(run, rest), int(rest[0])).merged(block))
    return _joined(found)


# Every reader that finds too little here makes the same again, so threads need no lock.
_KEPT: WeakKeyDictionary[Record, dict[tuple[Measure, int], _Extremes]] = WeakKeyDictionary()


def _blocks(run: Run, measure: Measure, start: int, count: int, block: int) -> _Extremes:
    """Return the extremes of so many whole blocks, looking only at those not seen before."""
    kept = _KEPT.setdefault(run.history.record, {})
    found = [kept[measure, start]] if (measure, start) in kept else []
    known = found[0].count if found else 0
    at_once = max(1, _PIECE // block**2)
    for first in range(known, count, at_once):
        last = min(first + at_once, count)
        ks = np.arange(start + first * block, start + last * block)
        found.append(_Extremes.of(measure.at(run, ks), int(ks[0])).merged(block))
    if known < count:
        found = [_joined(found)]
        kept[measure, start] = found[0]
    return found[0].part(0, count)


def _looping(run: Run, measure: Measure, loop: Loop, last: int, limit: int) -> _Extremes:
    """Return what is before a loop and then its first round again and again, or some of them."""
    rounds = (last - loop.first) // loop.updates + 1
    width = _width(last + 1, limit)
    while _shown_of(loop, rounds, width) > limit:
        width *= 2
    first, period = loop.first, loop.updates
    shifts = np.arange(0, rounds, max(1, width // period)) * period
    once = _buckets(run, measure, first, first + period, min(width, _power_of_two(period)))
    again = once.repeated(shifts)
    if not first:
        return again
    return _joined([_buckets(run, measure, 0, first, min(width, _power_of_two(first))), again])


def _shown_of(loop: Loop, rounds: int, width: int) -> int:
    """Return the most positions that buckets of this width show, as in `_width`."""
    some = -(-rounds // max(1, width // loop.updates))
    return 2 * (-(-loop.first // width) + 1 + some * (-(-loop.updates // width) + 1)) + 2


def _joined(parts: list[_Extremes]) -> _Extremes:
    """Return the buckets of all parts, one after another."""
    return _Extremes(
        np.concatenate([part.at for part in parts], axis=2),
        np.concatenate([part.key for part in parts], axis=2),
    )


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()
