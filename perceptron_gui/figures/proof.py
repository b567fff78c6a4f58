"""What the views of the convergence proofs share: how far they reach, and where they end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from perceptron_gui.core.bounds import Bounds
from perceptron_gui.core.notation import Notation

from .envelope import Values
from .figure import Range
from .marks import Band, Dots, Mark, RuleLine, Text
from .proof_words import ProofWords
from .role import Role
from .series import SeriesOptions, Timeline
from .view import option

_SAMPLES = 400
IMPOSSIBLE = "impossible"
# A bound this many times further than the run would leave nothing of the run to see.
_FAR = 6
_LARGEST = 1e300


@dataclass(frozen=True)
class ProofOptions(SeriesOptions):
    """What the views of a proof listen to."""

    until: str = option(
        "auto",
        "choice",
        "how far to go: to the last update, to the bound, or to the bound unless it is far",
        ("auto", "run", "bound"),
    )


@dataclass(frozen=True)
class Limit:
    """The last possible update: where the bounds meet, and the formula that says so."""

    at: float
    height: float
    formula: str


def meeting(bounds: Bounds, notation: Notation) -> Limit:
    """Return where the bounds of ‖w‖² meet."""
    k = Fraction(bounds.limit)
    height = drawable(bounds.start_norm_squared + k * bounds.growth)
    place = drawable(k) if math.isfinite(height) else math.inf
    return Limit(place, height, ProofWords(bounds, notation).meeting)


def drawable(number: float | Fraction) -> float:
    """Return a number as a float, and as infinity when an axis could not reach it."""
    return float(number) if number < _LARGEST else math.inf


def proof_edges(
    timeline: Timeline, limit: Limit | None, options: ProofOptions, log: bool = False
) -> Range:
    """Return edges of the axis a little beyond the limit, or beyond the run."""
    if options.x_range is not None:
        return options.x_range
    high = (1.04 if limit is None else 1.25) * max(timeline.last, 4)
    if limit is not None and limit.at <= _furthest(timeline, options):
        high = max(1.12 * limit.at, 1.02 * timeline.last, 2.0)
    return 0.9 if log else -0.015 * high, high


def _furthest(timeline: Timeline, options: ProofOptions) -> float:
    """Return how far away a limit may be to be shown."""
    made = max(timeline.run.history.length, 1)
    return {"run": 0.0, "bound": _LARGEST}.get(options.until, _FAR * made)


def grid(x: Range, log: bool) -> Values:
    """Return where smooth curves are computed."""
    return np.geomspace(*x, _SAMPLES) if log else np.linspace(*x, _SAMPLES)


def impossible(
    key: str, x: Values, lower: Values | float, upper: Values | float, label: str = ""
) -> Band:
    """Return a zone where nothing can be; one of a figure is in the legend."""
    low, high = (np.broadcast_to(edge, x.shape) for edge in (lower, upper))
    return Band(f"impossible-{key}", Role.IMPOSSIBLE, x, low, high, label)


def with_limit(
    marks: Sequence[Mark], limit: Limit | None, x: Range, y: Range, log: bool = False
) -> list[Mark]:
    """Add the line after which no update is possible, where it is in view."""
    if limit is None or limit.at >= x[1]:
        return list(marks)
    after = impossible("after", np.array([possible_until(limit, x), x[1]]), *y)
    if limit.at <= x[0]:
        return [after, *marks]
    # The words stand where no curve is: below where the bounds meet high up, else above.
    share, anchor = (0.05, "se") if limit.height > _level(0.5, y, log) else (0.95, "ne")
    return [
        after,
        *marks,
        RuleLine("limit", Role.LIMIT, limit.at),
        Dots("meeting", Role.LIMIT, np.array([limit.at]), np.array([limit.height])),
        Text(
            "limit-text", Role.NOTE, limit.at, _level(share, y, log), f"${limit.formula}$ ", anchor
        ),
    ]


def possible_until(limit: Limit | None, x: Range) -> float:
    """Return how far to the right of the axis updates are possible."""
    return x[1] if limit is None else min(max(limit.at, x[0]), x[1])


def _level(share: float, y: Range, log: bool) -> float:
    """Return the value at a share of the height of an axis."""
    return y[0] * (y[1] / y[0]) ** share if log else y[0] + share * (y[1] - y[0])


def limit_note(limit: Limit | None, x: Range) -> list[str]:
    """State a limit that is out of view."""
    if limit is None or limit.at < x[1]:
        return []
    return [f"No update is possible after ${limit.formula}$, which is out of view."]
