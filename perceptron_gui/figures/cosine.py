"""The cosine of the angle between w_k and w*, above the floor that the proof puts under it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perceptron_gui.core import measures
from perceptron_gui.core.bounds import Bounds
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run

from .certificate import why_not_separable
from .envelope import Measure, Values
from .figure import Axis, Figure, Range
from .lecture import separator, weights_after
from .marks import Line, Mark, RuleLine
from .proof import (
    IMPOSSIBLE,
    Limit,
    ProofOptions,
    grid,
    impossible,
    limit_note,
    meeting,
    possible_until,
    proof_edges,
    with_limit,
)
from .proof_words import ProofWords
from .role import Role
from .series import Stroke, Timeline, heights
from .view import View, nothing_to_show

COSINE = Measure(measures.cosine)


def build(dataset: Dataset, run: Run | None, cursor: int, options: ProofOptions) -> Figure:
    """Draw the cosine up to the cursor; its floor only where the proof holds."""
    if run is None:
        return nothing_to_show(VIEW.name, options)
    best = separator(options.symbols)
    if not run.verdict.separable:
        why = f"{why_not_separable(run)} So there is no ${best}$ to turn towards."
        return nothing_to_show(VIEW.name, options, why)
    timeline = Timeline(run, cursor, options)
    after = weights_after(options.symbols)
    name = rf"$\langle {after}, {best}\rangle/(\|{after}\|\,\|{best}\|)$"
    curves = timeline.drawn(COSINE, [Stroke("cosine", Role.WEIGHTS, name)])
    limit, notes = None, [str(run.why_no_bounds)]
    if run.bounds is not None:
        limit = replace(meeting(run.bounds, options.symbols), height=1.0)
        notes = ProofWords(run.bounds, options.symbols).direction
    x = proof_edges(timeline, limit, options)
    low = min([0.0, *(float(np.nanmin(v)) for v in heights(curves) if np.isfinite(v).any())])
    y = options.y_range or (low - 0.04 * (1 - low), 1 + 0.12 * (1 - low))
    bounds = with_limit(_bounds(run.bounds, limit, x, y, options), limit, x, y)
    return Figure(
        VIEW.name,
        timeline.axis(x),
        Axis(f"cosine between ${after}$ and ${best}$", range=y),
        (
            *bounds,
            RuleLine("one", Role.ZERO, 1.0, vertical=False),
            *curves,
            *timeline.cursor_mark(x),
        ),
        title=options.title,
        notes=(*limit_note(limit, x), *notes),
    )


def floor(bounds: Bounds, ks: Values) -> Values:
    """Return (a + kηγ)/√(‖w₀‖² + kη²R²), which is a floor once a + kηγ is positive, else NaN."""
    low, high = bounds.lower(ks), bounds.upper(ks)
    ratio: Values = np.divide(low, high, out=np.full(len(ks), np.nan), where=low > 0)
    return np.sqrt(ratio)


def _bounds(
    bounds: Bounds | None, limit: Limit | None, x: Range, y: Range, options: ProofOptions
) -> list[Mark]:
    above = impossible("above", np.array(x), min(1.0, y[1]), y[1], IMPOSSIBLE)
    if bounds is None or limit is None:
        return [above]
    ks = grid((max(x[0], 0.0), x[1]), log=False)
    before = grid((max(x[0], 0.0), possible_until(limit, x)), log=False)
    below = np.clip(np.nan_to_num(floor(bounds, before), nan=y[0]), *y)
    label = f"at least ${ProofWords(bounds, options.symbols).floor}$"
    return [
        above,
        impossible("below", before, y[0], below),
        Line("floor", Role.LOWER_BOUND, ks, floor(bounds, ks), label),
    ]


VIEW = View(
    "cosine",
    "How the weights turn towards w*: the cosine of their angle, and its floor in the proof.",
    ProofOptions,
    build,
)
