"""Long curves, thinned: each bucket of updates shows its lowest and its highest value.

The extremes of narrow buckets are found once and stored in the cache of the run, which its
snapshots share; a figure merges them to the buckets it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.marks import Values

Positions = NDArray[np.int64]

# Stored for all curves of a measure: 7 MB, which a figure merges in half a millisecond.
_MOST_BUCKETS = 1 << 17
# Numbers computed at a time. The memory of larger pieces goes back to the system after each, which
# takes twice as long; where no memory is needed, only cancelling waits for the end of a piece.
_PIECE, _LARGE_PIECE = 1 << 17, 1 << 22
# Numbers computed for a curve: in all, and each time it is shown.
_MOST_SCANNED, _MOST_SHOWN = 300_000_000, 4_000_000
_FEWEST_POSITIONS = 50
_EXPENSIVE = 1 << 16  # numbers for one position; from here on values are remembered


@dataclass(frozen=True, eq=False)
class Curve:
    """The positions (m,) of a curve that a figure shows, ascending, and the values there."""

    ks: Positions
    values: Values
    sampled: bool = False  # leaves out some of the positions between its ends


@dataclass(frozen=True, eq=False)
class Buckets:
    """Where the buckets of a curve begin, and its lowest, mean and highest value in each (b,)."""

    first: Positions
    lowest: Values
    mean: Values
    highest: Values

    def part(self, chosen: slice) -> Buckets:
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
        return Curve(ks[ks <= last], values[ks <= last], sampled=True)

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
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return Extremes(*(np.concatenate(column, axis=-1) for column in columns))


@dataclass(frozen=True)
class Measure:
    """A number after any updates of a run (m,), or one for each of c curves (m, c)."""

    of: Callable[[Run, Positions], NDArray[np.float64] | NDArray[np.int64]]
    per_point: bool = False  # looks at every point
    in_pieces: bool = False  # takes no more memory where it is asked for very many positions

    def work(self, run: Run) -> int:
        """Return about how many numbers are computed for one position."""
        return len(run.dataset) if self.per_point else run.space.dimension

    def at(self, run: Run, ks: Positions) -> Values:
        """Return the values (c, m), NaN where there is none or it is not finite."""
        ks = ks if run.history.loop is None else run.history.loop.fold(ks)
        if self.work(run) < _EXPENSIVE:
            return self._computed(run, ks)
        known: dict[int, Values] = run.cache.get_or_compute(("values", self), None, dict)
        missing = np.array([k for k in ks.tolist() if k not in known], dtype=np.int64)
        if len(missing):
            known.update(zip(missing.tolist(), self._computed(run, missing).T, strict=True))
        return np.stack([known[k] for k in ks.tolist()], axis=1)

    def _computed(self, run: Run, ks: Positions) -> Values:
        piece = max(1, (_LARGE_PIECE if self.in_pieces else _PIECE) // self.work(run))
        found = []
        for first in range(0, len(ks), piece):
            run.check_cancelled()
            part = ks[first : first + piece]
            with np.errstate(over="ignore", invalid="ignore"):
                found.append(np.reshape(self.of(run, part), (len(part), -1)).T)
        values = np.ascontiguousarray(np.concatenate(found, axis=1), dtype=np.float64)
        values[~np.isfinite(values)] = np.nan
        return values


def _different(run: Run) -> int:
    """Return after how many updates nothing new comes: those of a loop are counted once."""
    loop = run.history.loop
    return len(run.history) if loop is None else min(len(run.history), loop.first + loop.updates)


def shown(run: Run, measure: Measure, last: int, limit: int, first: int = 0) -> list[Curve]:
    """Return every curve of a measure after 0…last updates, at no more than `limit` positions.

    The limit is at least 10. What comes before `first` is left out where the rest is short.
    """
    limit = min(limit, max(_FEWEST_POSITIONS, _MOST_SHOWN // measure.work(run)))
    is_short = last - first < limit
    if is_short or not keeps_extremes(run, measure, last):
        ks = np.arange(first, last + 1) if is_short else _spread(run, measure, last, limit)
        return [Curve(ks, values, not is_short) for values in measure.at(run, ks)]
    found = _extremes(run, measure, last, limit)
    ends = measure.at(run, np.array([0, last]))
    return [found.curve(c, last, ends[c]) for c in range(len(ends))]


def bucketed(run: Run, measure: Measure, last: int, most: int) -> list[Buckets]:
    """Return every curve of a measure after 0…last updates, in no more than `most` buckets.

    There may be as few as half of them; `most` is at least 3.
    """
    if keeps_extremes(run, measure, last):
        found = _extremes(run, measure, last, 2 * most + 2)
    else:
        limit = max(_FEWEST_POSITIONS, _MOST_SHOWN // measure.work(run))
        ks = _spread(run, measure, last, limit)
        found = _every(run, measure, ks).merged(-(-len(ks) // most))
    return [found.buckets(c, last) for c in range(len(found.total))]


def keeps_extremes(run: Run, measure: Measure, last: int) -> bool:
    """Tell whether every update can be looked at; if not, curves show evenly spaced ones."""
    return min(last, _different(run)) * measure.work(run) <= _MOST_SCANNED


def _spread(run: Run, measure: Measure, last: int, limit: int) -> Positions:
    """Return positions from 0 to the last one; where they are expensive, most are known already."""
    if measure.work(run) < _EXPENSIVE:
        return np.linspace(0, last, limit).astype(np.int64)
    width = _power_of_two(-(-last // (limit - 1)))
    return np.append(np.arange(0, last, width), last)


def _extremes(run: Run, measure: Measure, last: int, limit: int) -> Extremes:
    """Return the extremes up to an update; a loop is its first round again and again, or some."""
    # The smallest power of two that cuts positions into few enough buckets; each shows two, and
    # the ends of the curve two more.
    loop, width = run.history.loop, _power_of_two(-(-(last + 1) // ((limit - 2) // 2)))
    if loop is None or last < loop.first + loop.updates:
        return _thinned(run, measure, last + 1, width)
    first, period = loop.first, loop.updates
    rounds = (last - first) // period + 1

    def most_shown() -> int:
        some = -(-rounds // max(1, width // period))
        return 2 * (-(-first // width) + 1 + some * (-(-period // width) + 1)) + 2

    while most_shown() > limit:
        width *= 2
    shifts = np.arange(0, rounds, max(1, width // period)) * period
    inside = min(width, _power_of_two(period))
    once = run.cache.get_or_compute(
        ("round", measure),
        inside,
        lambda: _every(run, measure, np.arange(first, first + period)).merged(inside),
    )
    again = once.repeated(shifts)
    if not first:
        return again
    return joined([_thinned(run, measure, first, min(width, _power_of_two(first))), again])


def _every(run: Run, measure: Measure, ks: Positions) -> Extremes:
    return Extremes.of(measure.at(run, ks), ks)


def _thinned(run: Run, measure: Measure, stop: int, width: int) -> Extremes:
    """Return the extremes of buckets of `width` positions, from 0 to `stop`."""
    narrow = _width_stored(run, measure)
    if narrow <= min(width, stop):
        narrow, stored = _narrow(run, measure, stop)
    if narrow > min(width, stop):
        return _every(run, measure, np.arange(stop)).merged(width)
    whole, ratio = stop // narrow, width // narrow
    full = whole // ratio * ratio
    tail = [stored.part(full, whole)]
    if stop % narrow:
        rest = np.arange(whole * narrow, stop)
        tail.append(_every(run, measure, rest).merged(narrow))
    return joined([stored.part(0, full).merged(ratio), joined(tail).merged(ratio)])


def _width_stored(run: Run, measure: Measure) -> int:
    """Return the width of the narrow buckets that are stored of a run."""
    curves = run.cache.get_or_compute(
        ("curves", measure), None, lambda: len(measure.at(run, np.array([0])))
    )
    return _power_of_two(-(-(_different(run) + 1) * curves // _MOST_BUCKETS))


def _narrow(run: Run, measure: Measure, stop: int) -> tuple[int, Extremes]:
    """Return the width of narrow buckets, and those that are full before `stop`, or more of them.

    Only positions that were not seen before are looked at. While a run grows they are merged.
    """
    width, found = _width_stored(run, measure), list[Extremes]()
    stored: dict[str, tuple[int, Extremes]] = run.cache.get_or_compute(
        ("buckets", measure), None, dict
    )
    if known := stored.get("last"):
        if known[0] >= width and (len(known[1]) + 1) * known[0] > stop:
            return known
        width = max(width, known[0])
        ratio = width // known[0]
        found.append(known[1].part(0, len(known[1]) // ratio * ratio).merged(ratio))
    begin = len(found[0]) * width if found else 0
    at_once = max(1, _PIECE // width**2) * width
    for first in range(begin, stop // width * width, at_once):
        ks = np.arange(first, min(first + at_once, stop // width * width))
        found.append(Extremes.of(measure.at(run, ks), ks).merged(width))
    made = stored["last"] = width, joined(found)
    return made


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()
