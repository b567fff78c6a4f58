"""What the views of the convergence proofs share: how far they reach, and where they end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Range
from perceptron_gui.figures.model.marks import Band, Dots, Line, Mark, RuleLine, Values
from perceptron_gui.figures.model.options import highlight_option, separator_option
from perceptron_gui.figures.model.role import Role
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.convergence.formulas import (
    ProofFormulas,
    is_short_fraction,
    valued,
)
from perceptron_gui.theory.convergence.statement import VISITED
from perceptron_gui.theory.inseparable.certificate_lines import why_not_separable

from .envelope import Measure
from .timeline import SeriesOptions, Timeline

_SAMPLES = 400
# A bound this many times further than the run would leave nothing of the run to see.
_FAR = 6
_LARGEST = 1e300


@dataclass(frozen=True)
class ProofOptions(SeriesOptions):
    until: str = option(
        "auto",
        Choice(("auto", "run", "bound")),
        "how far to go: to the last update, to the bound, or to the bound unless it is far",
    )


@dataclass(frozen=True)
class HighlightedProofOptions(ProofOptions):
    """Options of views that the lines of a proof highlight."""

    highlight: tuple[str, ...] = highlight_option()
    separator: tuple[Fraction, ...] = separator_option()


def highlighted_step(
    timeline: Timeline, measure: Measure, options: HighlightedProofOptions
) -> list[Mark]:
    """Return the halo of the update that the visit made, if that is highlighted."""
    k = timeline.updates
    if VISITED not in options.highlight or timeline.run.updates_at(max(timeline.visit - 1, 0)) == k:
        return []
    (values,) = measure.at(timeline.run, np.array([k - 1, k]))
    return [Line("highlight step", Role.HIGHLIGHT, np.array([k - 1.0, k]), values)]


@dataclass(frozen=True)
class Limit:
    """The last possible update: where the bounds meet, and the formula that says so."""

    at: float
    height: float
    formula: str
    exact: str = ""  # the formula with a fraction, where that is short enough to be read


def meeting(bounds: Bounds, notation: Notation) -> Limit:
    """Return where the bounds of ‖w‖² meet."""
    k = Fraction(bounds.limit)
    height = drawable(bounds.start_norm_squared + k * bounds.growth)
    place = drawable(k) if math.isfinite(height) else math.inf
    words, limit = ProofFormulas(bounds, notation), bounds.exact_limit
    exact = words.meeting(valued) if limit and is_short_fraction(limit) else ""
    return Limit(place, height, words.meeting(), exact)


def why_no_separator(run: Run, notation: Notation) -> str:
    """Say of a run without bounds why there is no w*, or why none is known."""
    if run.verdict.separable:
        return run.why_no_bounds or ""
    return f"{why_not_separable(run)} So there is no ${notation.separator}$."


def drawable(number: float | Fraction) -> float:
    """Return a number as a float, and as infinity when an axis could not reach it."""
    return float(number) if number < _LARGEST else math.inf


def edges(
    timeline: Timeline, limit: Limit | None, options: ProofOptions, log: bool = False
) -> Range:
    """Return edges of the axis a little beyond the limit, or beyond the run."""
    if options.x_range is not None:
        return options.x_range
    if timeline.first_visit and not log:
        return timeline.edges(options, 0.04)
    high = (1.04 if limit is None else 1.25) * max(timeline.last, 4)
    made = max(timeline.run.history.length, 1)
    farthest = {"run": 0.0, "bound": _LARGEST}.get(options.until, _FAR * made)
    if limit is not None and limit.at <= farthest:
        high = max(1.12 * limit.at, 1.02 * timeline.last, 2.0)
    return 0.9 if log else -0.015 * high, high


def grid(x: Range, log: bool) -> Values:
    """Return where smooth curves are computed."""
    return np.geomspace(*x, _SAMPLES) if log else np.linspace(*x, _SAMPLES)


def corners(x: Range, y: Range, ceiling: Bounds, log: bool) -> Values:
    """Return where the straight upper bound is computed: at its ends, and where it leaves y.

    On logarithmic axes it is curved.
    """
    if log:
        return grid(x, log)
    start, growth = float(ceiling.start_norm_squared), float(ceiling.growth)
    leaves = [(edge - start) / growth for edge in y] if growth > 0 else []
    return np.array(sorted({*x, *(min(max(at, x[0]), x[1]) for at in leaves)}))


def impossible(key: str, x: Values, lower: Values | float, upper: Values | float) -> Band:
    """Return a zone where nothing can be."""
    low, high = np.broadcast_to(lower, x.shape), np.broadcast_to(upper, x.shape)
    return Band(f"impossible-{key}", Role.IMPOSSIBLE, x, low, high)


def with_limit(marks: Sequence[Band | Line], limit: Limit | None, x: Range, y: Range) -> list[Mark]:
    """Add the line after which no update is possible; of what is in view the zones come first."""
    ends = limit is not None and limit.at < x[1]
    zones = [impossible("after", np.array([possible_until(limit, x), x[1]]), *y)] if ends else []
    shown: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Band):
            zones += [mark] if (mark.upper > mark.lower).any() else []
            continue
        there = mark.y[(mark.x >= x[0]) & (mark.x <= x[1]) & np.isfinite(mark.y)]
        if len(there) and there.min() <= y[1] and there.max() >= y[0]:  # it comes into view
            shown.append(mark)
    zones[:1] = [replace(zone, label="impossible") for zone in zones[:1]]
    if limit is not None and x[0] < limit.at < x[1]:
        shown.append(RuleLine("limit", Role.LIMIT, limit.at, label=f"${limit.formula}$"))
        place = np.array([limit.at]), np.array([limit.height])
        shown.append(Dots("meeting", Role.LIMIT, *place))
    return [*zones, *shown]


def possible_until(limit: Limit | None, x: Range) -> float:
    """Return how far to the right of the axis updates are possible."""
    return x[1] if limit is None else min(max(limit.at, x[0]), x[1])


def limit_note(limit: Limit | None, x: Range) -> list[str]:
    """State a limit that is out of view, or one that is a fraction."""
    if limit is None:
        return []
    if limit.at >= x[1]:
        formula = limit.exact or limit.formula
        return [f"No update is possible after ${formula}$, which is out of view."]
    return [f"No update is possible after ${limit.exact}$."] if limit.exact else []
