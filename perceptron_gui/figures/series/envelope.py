"""Long curves, thinned: each bucket of updates shows its lowest and its highest value.

Buckets are as wide as a power of two and stored in the cache of the run, which its snapshots share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.marks import Values

Positions = NDArray[np.int64]

# Numbers computed at a time. The memory of larger pieces goes back to the system after each, which
# takes twice as long.
_PIECE = 1 << 17
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
    """Where buckets of c curves begin (b,), and what is in each (c, b); NaN where there is nothing.

    The positions of the lowest and the highest value are those where they come first.
    """

    first: Positions
    low_at: Positions
    lowest: Values
    mean: Values
    high_at: Positions
    highest: Values

    @classmethod
    def of(cls, values: Values, ks: Positions, width: int) -> Buckets:
        """Return a bucket for every `width` positions of the curves (c, m), or fewer at the end."""
        lacking = np.full((len(values), -len(ks) % width), np.nan)
        rows = np.hstack([values, lacking]).reshape(len(values), -1, width)
        known = np.isfinite(rows)
        low = np.where(known, rows, np.inf).argmin(axis=2)
        high = np.where(known, rows, -np.inf).argmax(axis=2)
        count = known.sum(axis=2)
        with np.errstate(over="ignore", invalid="ignore"):  # a sum beyond all measure has no mean
            mean = np.where(known, rows, 0.0).sum(axis=2) / np.where(count, count, np.nan)
        begins = np.arange(0, len(ks), width)
        lowest, highest = (np.take_along_axis(rows, at[..., None], 2)[..., 0] for at in (low, high))
        mean[~np.isfinite(mean)] = np.nan
        return cls(ks[begins], ks[begins + low], lowest, mean, ks[begins + high], highest)

    def part(self, chosen: slice) -> Buckets:
        return Buckets(*(column[..., chosen] for column in vars(self).values()))

    def repeated(self, shifts: Positions) -> Buckets:
        """Return the same buckets again and again, each time so many updates later."""

        def later(at: Positions) -> Positions:
            return np.tile(at, len(shifts)) + np.repeat(shifts, len(self.first))

        def again(values: Values) -> Values:
            return np.tile(values, len(shifts))

        low, high = again(self.lowest), again(self.highest)
        first, mean = later(self.first), again(self.mean)
        return Buckets(first, later(self.low_at), low, mean, later(self.high_at), high)

    def curve(self, c: int, last: int, ends: Values) -> Curve:
        """Return one curve through its extremes up to `last`, with its two ends."""
        ks, first = np.unique(
            np.concatenate([self.low_at[c], self.high_at[c], [0, last]]), return_index=True
        )
        values = np.concatenate([self.lowest[c], self.highest[c], ends])[first]
        return Curve(ks[ks <= last], values[ks <= last], sampled=True)


def joined(*parts: Buckets) -> Buckets:
    """Return the buckets of all parts, one after another."""
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return Buckets(*(np.concatenate(column, axis=-1) for column in columns))


@dataclass(frozen=True)
class Measure:
    """A number after any updates of a run (m,), or one for each of c curves (m, c)."""

    of: Callable[[Run, Positions], NDArray[np.float64] | NDArray[np.int64]]
    per_point: bool = False  # looks at every point

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
        piece = max(1, _PIECE // self.work(run))
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
    return [found.curve(c, last, each) for c, each in enumerate(ends)]


def bucketed(run: Run, measure: Measure, last: int, most: int) -> Buckets:
    """Return the curves of a measure after 0…last updates, in no more than `most` buckets.

    There may be as few as half of them; `most` is at least 3.
    """
    if keeps_extremes(run, measure, last):
        found = _extremes(run, measure, last, 2 * most + 2)
        # The last round of a loop may end later, but tells nothing that earlier ones do not.
        return found.part(slice(int((found.first <= last).sum())))
    limit = max(_FEWEST_POSITIONS, _MOST_SHOWN // measure.work(run))
    ks = _spread(run, measure, last, limit)
    return Buckets.of(measure.at(run, ks), ks, -(-len(ks) // most))


def keeps_extremes(run: Run, measure: Measure, last: int) -> bool:
    """Tell whether every update can be looked at; if not, curves show evenly spaced ones."""
    return min(last, _different(run)) * measure.work(run) <= _MOST_SCANNED


def _spread(run: Run, measure: Measure, last: int, limit: int) -> Positions:
    """Return positions from 0 to the last one; where they are expensive, most are known already."""
    if measure.work(run) < _EXPENSIVE:
        return np.linspace(0, last, limit).astype(np.int64)
    width = _power_of_two(-(-last // (limit - 1)))
    return np.append(np.arange(0, last, width), last)


def _extremes(run: Run, measure: Measure, last: int, limit: int) -> Buckets:
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

    def one_round() -> Buckets:
        ks = np.arange(first, first + period)
        return Buckets.of(measure.at(run, ks), ks, min(width, _power_of_two(period)))

    again = run.cache.get_or_compute(("round", measure), width, one_round).repeated(shifts)
    before = min(width, _power_of_two(first)) if first else 0
    return joined(_thinned(run, measure, first, before), again) if first else again


def _thinned(run: Run, measure: Measure, stop: int, width: int) -> Buckets:
    """Return the extremes of buckets of `width` positions, from 0 to `stop`.

    Full buckets are stored: while a run grows, only what is new is looked at.
    """
    whole = stop // width * width
    rest = np.arange(whole, stop)
    tail = [Buckets.of(measure.at(run, rest), rest, width)] if len(rest) else []
    if not whole:
        return tail[0]
    stored: dict[str, Buckets] = run.cache.get_or_compute(("buckets", measure, width), None, dict)
    full = stored.get("full")
    begin = 0 if full is None else len(full.first) * width
    parts = [] if full is None else [full]
    at_once = max(1, _PIECE // width) * width
    for first in range(begin, whole, at_once):
        ks = np.arange(first, min(first + at_once, whole))
        parts.append(Buckets.of(measure.at(run, ks), ks, width))
    # Not read again: another thread may store shorter ones meanwhile.
    full = stored["full"] = joined(*parts)
    return joined(full.part(slice(whole // width)), *tail)


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()
