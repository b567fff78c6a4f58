"""How many updates other orders of the same points need, or other starts, beside the bound."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Region, RuleLine, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import nothing_to_show

from .adversary import AdversaryResult
from .findings import STATUSES, Bars, OrderFindings
from .study import OrderOptions, Study
from .words import endings, named, spread, tried

NAME = "orders"
_BAR = 0.8  # the share of its room that a bar fills
_BARS = {
    "converged": (Role.WEIGHTS, "converged"),
    "cycle": (Role.CONTESTANT_3, "first round of a cycle"),
    "budget": (Role.CONTESTANT_2, "stopped (limit)"),
}
# The bound is drawn where it is at most so many times as far away as the longest run.
_FAR = 3.0


def draw_study(study: Study, run: Run, cursor: int, options: OrderOptions) -> Figure:
    """Draw how many updates the trials made, and how many this run has made up to the cursor."""
    own = int(run.updates_at(min(cursor, run.visits))), int(run.updates_at(run.visits))
    return draw_result(study.found, options, own, study.extremes)


def draw_result(
    found: OrderFindings,
    options: OrderOptions,
    own: tuple[int, int] | None = None,
    extremes: AdversaryResult | None = None,
    has_facts: bool = False,
) -> Figure:
    """Draw what trials found; `own` are the updates of the run at hand, up to here and in all.

    Where the facts stand beside the figure, its notes leave them out.
    """
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
        (*_stacked(bars, counts), *(line for line in lines if x[0] <= line.at <= x[1])),
        title=options.title,
        notes=tuple(_notes(found, bars, own, extremes, x, has_facts)),
    )


def _stacked(bars: Bars, counts: dict[str, NDArray[np.int64]]) -> Iterator[Region]:
    """Yield the bars of every ending, each standing on those before it."""
    ground = np.zeros(bars.count, dtype=np.int64)
    for status, each in counts.items():
        if each.any():
            role, label = _BARS[status]
            yield Region(status, role, *_region(bars, ground, ground + each), label=label)
        ground = ground + each


def _region(
    bars: Bars, lower: NDArray[np.int64], upper: NDArray[np.int64]
) -> tuple[Values, Values]:
    """Return the rings of all bars that are not empty, from lower to upper."""
    x, y = list[float](), list[float]()
    for bar in np.flatnonzero(upper > lower).tolist():
        middle = bars.first + bar * bars.width + (bars.width - 1) / 2
        left, right = middle - _BAR * bars.width / 2, middle + _BAR * bars.width / 2
        low, high = float(lower[bar]), float(upper[bar])
        gap = [np.nan] if x else []
        x += [*gap, left, right, right, left]
        y += [*gap, low, low, high, high]
    return np.array(x), np.array(y)


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
    has_facts: bool,
) -> Iterator[str]:
    if not has_facts:
        yield f"{tried(found)} {spread(found)}"
    fewest, most = found.updates[found.best], found.updates[found.worst]
    if fewest < most and found.count("converged"):
        yield (
            f"Fewest with {named(found, found.best)} ($k = {fewest}$), "
            f"most with {named(found, found.worst)} ($k = {most}$)."
        )
    if not has_facts:
        yield from endings(found)
    unknown = extremes.why_unknown if extremes is not None else ""
    yield from dict.fromkeys(note for note in (*_on_the_bound(found, x), unknown) if note)
    if bars.width > 1:
        yield f"A bar counts {bars.width} values of $k$."
    if own is not None and not x[0] <= own[0] <= x[1]:
        plural = "" if own[0] == 1 else "s"
        yield f"This run has made {own[0]} update{plural} so far, which lies outside."
    yield from map(from_user, found.remarks)


def _on_the_bound(found: OrderFindings, x: Range) -> Iterator[str]:
    most = found.most_updates
    if most is None:
        yield found.why_no_bound
    elif most > x[1]:
        which = "bound" if found.what == "orders" else "largest bound of all starts"
        yield f"The {which} is far away: $k \\le {most}$."
