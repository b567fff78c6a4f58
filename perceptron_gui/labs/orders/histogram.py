"""How many updates other orders of the same points need, or other starts, beside the bound."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Region, RuleLine, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, nothing_to_show, option

from .adversary import AdversaryResult, find_extremes
from .findings import STATUSES, OrderFindings
from .options import TrialOptions, endings, findings_of, named, tried

# More bars than this nobody tells apart; then each counts several k.
_MOST_BARS = 40
_BAR = 0.8  # the share of its room that a bar fills
_BARS = {
    "converged": (Role.WEIGHTS, "converged"),
    "cycle": (Role.CONTESTANT_3, "first round of a cycle"),
    "budget": (Role.CONTESTANT_2, "stopped before the end"),
}


@frozen_value(eq=False)
class Bars:
    """Where bars stand: each counts `width` values of k, the first from `first` on."""

    first: int
    width: int
    count: int

    @classmethod
    def of(cls, updates: NDArray[np.int64], most: int = _MOST_BARS) -> Bars:
        """Choose the thinnest round bars that are not too many."""
        low, high = int(updates.min()), int(updates.max())
        widths = (factor * 10**power for power in range(19) for factor in (1, 2, 5))
        width = next(w for w in widths if high // w - low // w < most)
        return cls(low // width * width, width, high // width - low // width + 1)

    @property
    def edges(self) -> Range:
        """Where the first bar begins and the last one ends."""
        return self.first - 0.5, self.first + self.count * self.width - 0.5

    def at(self, x: float) -> range | None:
        """Return the values of k that the bar at a place of the axis counts, if there is one."""
        bar = math.floor((x + 0.5 - self.first) / self.width)
        first = self.first + bar * self.width
        return range(first, first + self.width) if 0 <= bar < self.count else None

    def counts(self, updates: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many trials belong to each bar."""
        return np.bincount((updates - self.first) // self.width, minlength=self.count)

    def region(self, lower: NDArray[np.int64], upper: NDArray[np.int64]) -> tuple[Values, Values]:
        """Return the rings of all bars that are not empty, from lower to upper."""
        x, y = list[float](), list[float]()
        for bar in np.flatnonzero(upper > lower).tolist():
            middle = self.first + bar * self.width + (self.width - 1) / 2
            left, right = middle - _BAR * self.width / 2, middle + _BAR * self.width / 2
            low, high = float(lower[bar]), float(upper[bar])
            gap = [np.nan] if x else []
            x += [*gap, left, right, right, left]
            y += [*gap, low, low, high, high]
        return np.array(x), np.array(y)


def stacked(bars: Bars, counts: dict[str, NDArray[np.int64]]) -> Iterator[Region]:
    """Yield the bars of every ending, each standing on those before it."""
    ground = np.zeros(bars.count, dtype=np.int64)
    for status, each in counts.items():
        if each.any():
            role, label = _BARS[status]
            yield Region(status, role, *bars.region(ground, ground + each), label=label)
        ground = ground + each


NAME = "orders"
# The bound is drawn where it is at most so many times as far away as the longest run.
_FAR = 3.0
# So many weights are followed for a figure.
_MOST_STATES = 100_000


@frozen_value
class OrderOptions(TrialOptions):
    """What may be marked beside the trials."""

    adversary: bool = option(
        False, "switch", "the longest and the shortest run there can be from this start"
    )


def build(dataset: Dataset, run: Run | None, cursor: int, options: OrderOptions) -> Figure:
    """Draw how many updates the trials made, and how many this run has made up to the cursor."""
    if run is None:
        return nothing_to_show(NAME, options)
    try:
        found = findings_of(run, options)
    except RuleError as error:
        return nothing_to_show(NAME, options, str(error))
    # Other starts have other extremes.
    extremes = _extremes_of(run) if options.adversary and options.what == "orders" else None
    own = int(run.updates_at(min(cursor, run.visits))), int(run.updates_at(run.visits))
    return draw_result(found, options, own, extremes)


EXTREMES = "order extremes"


def _extremes_of(run: Run) -> AdversaryResult:
    def search() -> AdversaryResult:
        try:
            return find_extremes(run.dataset, run.rule, most_states=_MOST_STATES)
        except RuleError as error:
            return AdversaryResult(None, None, 0, str(error))

    return run.cache.get_or_compute(EXTREMES, None, search)


def draw_result(
    found: OrderFindings,
    options: OrderOptions,
    own: tuple[int, int] | None = None,
    extremes: AdversaryResult | None = None,
) -> Figure:
    """Draw what trials found; `own` are the updates of the run at hand, up to here and in all."""
    if not len(found):
        return nothing_to_show(NAME, options, "Nothing has been tried yet.")
    bars = Bars.of(found.updates)
    lines = [*_own(own), *_adversary(extremes), *_bound(found)]
    x = options.x_range or _width(bars, lines, own)
    counts = {status: bars.counts(found.updates[found.ended(status)]) for status in STATUSES}
    tallest = max(int(np.sum(list(counts.values()), axis=0).max()), 1)
    return Figure(
        NAME,
        Axis("updates $k$", range=x, whole=True),
        Axis(found.what, range=options.y_range or (0.0, 1.1 * tallest), whole=True),
        (*stacked(bars, counts), *(line for line in lines if x[0] <= line.at <= x[1])),
        title=options.title,
        notes=tuple(_notes(found, bars, own, extremes, x)),
    )


def _own(own: tuple[int, int] | None) -> Iterator[RuleLine]:
    if own is not None:
        so_far = " so far" if own[0] < own[1] else ""
        label = f"this run{so_far}: $k = {own[0]}$"
        yield RuleLine("own", Role.BOUNDARY, float(own[0]), label=label)


def _adversary(extremes: AdversaryResult | None) -> Iterator[RuleLine]:
    """Yield the ends of what is possible in any order, choosing every mistake freely."""
    if extremes is None:
        return
    for key, role, mistakes in (
        ("shortest", Role.LOWER_BOUND, extremes.shortest),
        ("longest", Role.UPPER_BOUND, extremes.longest),
    ):
        if mistakes is not None:
            k = len(mistakes)
            yield RuleLine(key, role, float(k), label=f"{key} possible: $k = {k}$")


def _bound(found: OrderFindings) -> Iterator[RuleLine]:
    most = found.most_updates
    if most is not None:
        which = "bound" if found.what == "orders" else "largest bound"
        yield RuleLine("bound", Role.LIMIT, float(most), label=f"{which}: $k \\le {most}$")


def _width(bars: Bars, lines: list[RuleLine], own: tuple[int, int] | None) -> Range:
    """Return how far k goes: all bars and lines, the bound where it is near, 0 where it is."""
    low, high = bars.edges
    near = [line.at for line in lines if line.key != "own" and line.at <= _FAR * max(high, 1.0)]
    known = [low, high, *near, *([float(own[1])] if own is not None else [])]
    left, right = min(known), max(known)
    left = min(left, -0.5) if left <= right / 2 else left
    room = 0.03 * max(right - left, 1.0)
    return left - room, right + room


def _notes(
    found: OrderFindings,
    bars: Bars,
    own: tuple[int, int] | None,
    extremes: AdversaryResult | None,
    x: Range,
) -> Iterator[str]:
    yield f"{tried(found)} {spread(found)}"
    fewest, most = found.updates[found.best], found.updates[found.worst]
    if fewest < most and found.count("converged"):
        yield (
            f"Fewest with {named(found, found.best)} ($k = {fewest}$), "
            f"most with {named(found, found.worst)} ($k = {most}$)."
        )
    yield from endings(found)
    unknown = extremes.why_unknown if extremes is not None else ""
    yield from dict.fromkeys(note for note in (*_on_the_bound(found, x), unknown) if note)
    if bars.width > 1:
        yield f"A bar counts {bars.width} values of $k$."
    if own is not None and not x[0] <= own[0] <= x[1]:
        plural = "" if own[0] == 1 else "s"
        yield f"This run has made {own[0]} update{plural} so far, which lies outside."
    yield from map(from_user, found.remarks)


def spread(found: OrderFindings) -> str:
    """Say how many updates were made, or that nothing converged."""
    converged, cycles = found.count("converged"), found.count("cycle")
    if converged:
        is_all = converged == len(found)
        made = _from_to(found.updates[found.counted], "update")
        if converged == 1:
            return f"{'It' if is_all else 'The only one that converges'} makes {made}."
        those = "They" if is_all else f"The {converged} that converge"
        return f"{those} make {made}, mean {found.mean:.4g}, median {found.median:g}."
    if cycles < len(found):
        told = f"; {cycles} of {len(found)} cycle" if cycles else ""
        return f"None converged within its budget{told}."
    who = "All of them cycle" if cycles > 1 else "It cycles"
    return f"{who}, in rounds of {_from_to(found.periods, 'visit')}."


def _from_to(values: NDArray[np.int64], noun: str) -> str:
    """Write 1 update, 3 updates, or 0 to 1 updates."""
    low, high = int(values.min()), int(values.max())
    which = str(low) if low == high else f"{low} to {high}"
    return f"{which} {noun}{'' if low == high == 1 else 's'}"


def _on_the_bound(found: OrderFindings, x: Range) -> Iterator[str]:
    most = found.most_updates
    if most is None:
        yield found.why_no_bound
    elif most > x[1]:
        which = "bound" if found.what == "orders" else "largest bound of all starts"
        yield f"The {which} is far away: $k \\le {most}$."


VIEW = View(
    NAME,
    "How many updates other orders of the points need, or other starts, beside the bound.",
    OrderOptions,
    build,
)
