"""The cosine of the angle between w_k and w*, above the floor that the proof puts under it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import heights
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Band, Line, RuleLine, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, nothing_to_show
from perceptron_gui.figures.series import proof_axes as proof
from perceptron_gui.figures.series.envelope import Measure
from perceptron_gui.figures.series.proof_axes import Limit, ProofOptions
from perceptron_gui.figures.series.timeline import CurveStyle, Timeline, crowd_note
from perceptron_gui.theory.convergence.formulas import ProofFormulas

COSINE = Measure(measures.cosine)


def build(dataset: Dataset, run: Run, cursor: int, options: ProofOptions) -> Figure:
    """Draw the cosine up to the cursor; its floor only where the proof holds."""
    best = options.symbols.separator
    if not run.verdict.has_separator:
        return nothing_to_show(VIEW.name, options, proof.why_no_separator(run, options.symbols))
    timeline = Timeline(run, cursor, options)
    after = options.symbols.weights_after
    name = rf"$\langle {after}, {best}\rangle/(\|{after}\|\,\|{best}\|)$"
    curves = timeline.curve_marks(COSINE, [CurveStyle("cosine", Role.WEIGHTS, name)])
    limit, notes = None, [str(run.why_no_bounds)]
    if run.bounds is not None:
        limit = replace(proof.meeting(run.bounds, options.symbols), height=1.0)
        notes = ProofFormulas(run.bounds, options.symbols).direction
    x = proof.edges(timeline, limit, options)
    low = min([0.0, *(float(np.nanmin(v)) for v in heights(curves) if np.isfinite(v).any())])
    y = options.y_range or (low - 0.04 * (1 - low), 1 + 0.12 * (1 - low))
    bounds = proof.with_limit(_bounds(run.bounds, limit, x, y, options), limit, x, y)
    one = RuleLine("one", Role.ZERO, 1.0, vertical=False)
    marks = (*bounds, one, *curves, *timeline.cursor_mark(x))
    up = Axis(f"cosine between ${after}$ and ${best}$", range=y)
    notes = [*proof.limit_note(limit, x), *crowd_note(curves), *notes]
    return timeline.figure(VIEW.name, x, up, marks, notes)


def floor(bounds: Bounds, ks: Values) -> Values:
    """Return (a + kηγ)/√(‖w₀‖² + kη²R²), NaN while a + kηγ is negative and it is no floor.

    Where both are 0, at k = 0, so is the limit of their quotient.
    """
    low, high = bounds.lower(ks), bounds.upper(ks)
    ratio: Values = np.divide(low, high, out=np.zeros(np.shape(ks)), where=high > 0)
    is_floor = float(bounds.start_along) + ks * float(bounds.eta * bounds.margin_squared) >= 0
    return np.where(is_floor, np.sqrt(ratio), np.nan)


def _bounds(
    bounds: Bounds | None, limit: Limit | None, x: Range, y: Range, options: ProofOptions
) -> list[Band | Line]:
    above = proof.impossible("above", np.array(x), min(1.0, y[1]), y[1])
    if bounds is None or limit is None:
        return [above]
    ks = proof.grid((max(x[0], 0.0), x[1]), log=False)
    before = proof.grid((max(x[0], 0.0), proof.possible_until(limit, x)), log=False)
    below = np.clip(np.nan_to_num(floor(bounds, before), nan=y[0]), *y)
    label = f"at least ${ProofFormulas(bounds, options.symbols).floor}$"
    return [
        above,
        proof.impossible("below", before, y[0], below),
        Line("floor", Role.LOWER_BOUND, ks, floor(bounds, ks), label),
    ]


_SHOWS = "How the weights turn towards w*: the cosine of their angle, and its floor in the proof."
VIEW = View("cosine", _SHOWS, ProofOptions, build)
