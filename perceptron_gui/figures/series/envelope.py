"""Long curves, thinned: each bucket of updates shows its lowest and its highest value.

Where the extremes of small blocks of updates lie is found once and stored in the cache of the
run, which its snapshots share; a figure then only merges blocks to the buckets it needs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.paths.history import Loop
from perceptron_gui.core.runs.run import Run

from .extremes import Buckets, Curve, Extremes, Positions, Values, joined

_BLOCK = 8
# The memory of larger pieces goes back to the system after each, which takes twice as long.
_PIECE = 1 << 17
_LARGE_PIECE = 1 << 22  # between two looks at whether it is still wanted
# Runs with no more updates, and numbers to compute for them, have every value stored.
_FEW, _LITTLE = 1 << 14, 1 << 21
# Numbers computed for a curve: in all, and each time it is shown.
_MOST_SCANNED = 300_000_000
_MOST_SHOWN = 4_000_000
_FEWEST_POSITIONS = 50
# Where one position takes so many numbers, none is computed twice; so many are stored.
_DEAR, _MOST_STORED = 1 << 16, 1 << 16


@frozen_value
class Measure:
    """A number after any updates of a run (m,), or one for each of c curves (m, c)."""

    of: Callable[[Run, Positions], NDArray[np.float64] | NDArray[np.int64]]
    per_point: bool = False  # looks at every point
    in_pieces: bool = False  # takes no more memory where it is asked for very many positions

    def work(self, run: Run) -> int:
        """Return about how many numbers are computed for one position."""
        return len(run.dataset) if self.per_point else run.space.dimension

    def at(self, run: Run, ks: Positions) -> Values:
        """Return the values (c, m), NaN where there is none or one beyond all measure."""
        ks = ks if run.history.loop is None else run.history.loop.fold(ks)
        if _is_short(run, self):
            return _whole(run, self)[:, ks]
        return _stored_at(run, self, ks) if self.is_dear(run) else self.computed(run, ks)

    def is_dear(self, run: Run) -> bool:
        """Tell whether a single position takes long."""
        return self.work(run) >= _DEAR

    def computed(self, run: Run, ks: Positions) -> Values:
        """Return the values (c, m), not taken from the cache."""
        piece = max(1, (_LARGE_PIECE if self.in_pieces else _PIECE) // self.work(run))
        parts = [ks[first : first + piece] for first in range(0, len(ks), piece)]
        with np.errstate(over="ignore", invalid="ignore"):
            found = [self._some(run, part) for part in parts]
        values = np.concatenate(found, axis=1)
        values[~np.isfinite(values)] = np.nan
        return values

    def _some(self, run: Run, ks: Positions) -> Values:
        run.check_cancelled()
        return np.reshape(self.of(run, ks), (len(ks), -1)).T.astype(np.float64, copy=False)


def _is_short(run: Run, measure: Measure) -> bool:
    """Tell whether it takes no time and no room to know the value after every update."""
    length = _different(run)
    return length <= _FEW and length * measure.work(run) <= _LITTLE


def _different(run: Run) -> int:
    """Return after how many updates nothing new comes: those of a loop are counted once."""
    loop = run.history.loop
    return len(run.history) if loop is None else min(len(run.history), loop.first + loop.updates)


def _whole(run: Run, measure: Measure) -> Values:
    """Return the values (c, k + 1) after every update so far; small arrays cost mostly calls."""
    length = _different(run)
    return run.cache.get_or_extend(
        ("values", measure),
        lambda known: known.shape[1] > length,
        lambda _: measure.computed(run, np.arange(length + 1)),
    )


def _stored_at(run: Run, measure: Measure, ks: Positions) -> Values:
    """Return the values (c, m) at positions, computing only those that nobody asked for before."""
    wanted = np.unique(ks)

    def extended(known: tuple[Positions, Values] | None) -> tuple[Positions, Values]:
        if known is None or len(known[0]) > _MOST_STORED:
            return wanted, measure.computed(run, wanted)
        missing = np.setdiff1d(wanted, known[0], assume_unique=True)
        positions = np.concatenate([known[0], missing])
        values = np.concatenate([known[1], measure.computed(run, missing)], axis=1)
        order = np.argsort(positions)
        return positions[order], values[:, order]

    positions, values = run.cache.get_or_extend(
        ("dear values", measure), lambda known: bool(np.isin(wanted, known[0]).all()), extended
    )
    return values[:, np.searchsorted(positions, ks)]


def shown(run: Run, measure: Measure, last: int, limit: int, first: int = 0) -> list[Curve]:
    """Return every curve of a measure after 0…last updates, at no more than `limit` positions.

    The limit is at least 10. What comes before `first` is left out where the rest is short.
    """
    limit = min(limit, max(_FEWEST_POSITIONS, _MOST_SHOWN // measure.work(run)))
    if last - first < limit:
        return _sampled(run, measure, np.arange(first, last + 1))
    if not keeps_extremes(run, measure, last):
        return _sampled(run, measure, _spread(run, measure, last, limit))
    found = _extremes(run, measure, last, limit)
    ends = measure.at(run, np.array([0, last]))
    return [found.curve(c, last, ends[c]) for c in range(len(ends))]


def bucketed(run: Run, measure: Measure, last: int, most: int) -> list[Buckets]:
    """Return every curve of a measure after 0…last updates, in no more than `most` buckets.

    There may be as few as half of them; `most` is at least 3.
    """
    if keeps_extremes(run, measure, last):
        found = _extremes(run, measure, last, 2 * most + 4)
    else:
        limit = max(_FEWEST_POSITIONS, _MOST_SHOWN // measure.work(run))
        ks = _spread(run, measure, last, limit)
        found = _every(run, measure, ks).merged(-(-len(ks) // most))
    return [found.buckets(c, last) for c in range(len(found.total))]


def _extremes(run: Run, measure: Measure, last: int, limit: int) -> Extremes:
    loop = run.history.loop
    if loop is None or last < loop.first + loop.updates:
        return _buckets(run, measure, 0, last + 1, _width(last + 1, limit))
    return _looping(run, measure, loop, last, limit)


def keeps_extremes(run: Run, measure: Measure, last: int) -> bool:
    """Tell whether every update can be looked at; if not, curves show evenly spaced ones."""
    loop = run.history.loop
    different = last if loop is None else min(last, loop.first + loop.updates)
    return different * measure.work(run) <= _MOST_SCANNED


def _sampled(run: Run, measure: Measure, ks: Positions) -> list[Curve]:
    return [Curve(ks, values) for values in measure.at(run, ks)]


def _spread(run: Run, measure: Measure, last: int, limit: int) -> Positions:
    """Return positions from 0 to the last one, no more than a limit; dear ones are met again."""
    if not measure.is_dear(run):
        return np.linspace(0, last, limit).astype(np.int64)
    width = _power_of_two(-(-last // (limit - 1)))
    return np.append(np.arange(0, last, width), last)


def _width(count: int, limit: int) -> int:
    """Return the smallest power of two that cuts positions into few enough buckets.

    Each shows two, the ends of the curve two more, and so does what fills no block.
    """
    return _power_of_two(-(-count // ((limit - 4) // 2)))


def _every(run: Run, measure: Measure, ks: Positions) -> Extremes:
    return Extremes.of(measure.at(run, ks), ks)


def _buckets(run: Run, measure: Measure, start: int, stop: int, width: int) -> Extremes:
    """Return the extremes of buckets of `width` positions, from start to stop."""
    if _is_short(run, measure):
        return _short(run, measure, start, stop, width)
    if width < (block := _block(run, measure)):
        return _every(run, measure, np.arange(start, stop)).merged(width)
    whole, per_bucket = (stop - start) // block, width // block
    full = whole // per_bucket
    found = [_full(run, measure, start, full, block, width)] if full else []
    if whole % per_bucket:
        blocks = _blocks(run, measure, start, whole, block)
        found.append(blocks.part(full * per_bucket).merged(per_bucket))
    rest = np.arange(start + whole * block, stop)
    if len(rest):
        found.append(_every(run, measure, rest).merged(block))
    return joined(found)


def _short(run: Run, measure: Measure, start: int, stop: int, width: int) -> Extremes:
    """Return the same of a short run; a figure often asks twice, the second time for wider ones."""
    finest, found = run.cache.get_or_compute(
        ("short", measure),
        (start, stop),
        lambda: (width, Extremes.of_buckets(_whole(run, measure)[:, start:stop], start, width)),
    )
    if width % finest:
        return Extremes.of_buckets(_whole(run, measure)[:, start:stop], start, width)
    return found.merged(width // finest)


def _block(run: Run, measure: Measure) -> int:
    """Return the size of blocks; many curves must not take more memory than one."""
    curves = run.cache.get_or_compute(
        ("curves", measure), None, lambda: len(measure.at(run, np.array([0])))
    )
    return _BLOCK * _power_of_two(curves)


def _full(run: Run, measure: Measure, start: int, count: int, block: int, width: int) -> Extremes:
    """Return so many full buckets, merging only blocks that were not merged to such before."""
    if width == block:
        return _blocks(run, measure, start, count, block)
    per_bucket = width // block

    def extended(known: Extremes | None) -> Extremes:
        blocks = _blocks(run, measure, start, count * per_bucket, block)
        if known is None:
            return blocks.merged(per_bucket)
        return joined([known, blocks.part(len(known) * per_bucket).merged(per_bucket)])

    return _stored(run, (measure, start, width), count, extended)


def _blocks(run: Run, measure: Measure, start: int, count: int, block: int) -> Extremes:
    """Return the extremes of so many whole blocks, looking only at those not seen before."""
    at_once = max(1, _PIECE // block**2)

    def extended(known: Extremes | None) -> Extremes:
        found = [] if known is None else [known]
        for first in range(0 if known is None else len(known), count, at_once):
            last = min(first + at_once, count)
            ks = np.arange(start + first * block, start + last * block)
            found.append(_every(run, measure, ks).merged(block))
        return joined(found)

    return _stored(run, (measure, start, block), count, extended)


def _stored(
    run: Run,
    key: tuple[Measure, int, int],
    count: int,
    extended: Callable[[Extremes | None], Extremes],
) -> Extremes:
    """Return the first `count` buckets of those stored for a run, which are extended if needed."""
    found = run.cache.get_or_extend(("extremes", *key), lambda known: len(known) >= count, extended)
    return found.part(0, count)


def _looping(run: Run, measure: Measure, loop: Loop, last: int, limit: int) -> Extremes:
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
    return joined([_buckets(run, measure, 0, first, min(width, _power_of_two(first))), again])


def _shown_of(loop: Loop, rounds: int, width: int) -> int:
    """Return the most positions that buckets of this width show, as in `_width`."""
    some = -(-rounds // max(1, width // loop.updates))
    return 2 * (-(-loop.first // width) + 1 + some * (-(-loop.updates // width) + 1)) + 2


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()
