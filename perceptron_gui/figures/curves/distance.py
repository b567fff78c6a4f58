"""‖w_k − αw*‖² falling below a falling line, the other proof of convergence (003)."""

from __future__ import annotations

import math

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.extent import fitting, from_zero, heights
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Band, Line, Mark, with_halos
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.symbols import separator, weights_after
from perceptron_gui.figures.model.view import View, nothing_to_show
from perceptron_gui.figures.series import proof_axes as proof
from perceptron_gui.figures.series.envelope import Measure
from perceptron_gui.figures.series.extremes import Values
from perceptron_gui.figures.series.proof_axes import HighlightedProofOptions, Limit
from perceptron_gui.figures.series.timeline import CurveStyle, Timeline, crowd_note
from perceptron_gui.theory.convergence import statement as highlights
from perceptron_gui.theory.convergence.formulas import ProofFormulas, is_short_fraction, valued
from perceptron_gui.theory.inseparable.certificate_lines import why_not_separable

DISTANCE = Measure(measures.distance_sq)
_MEANINGS = {
    highlights.DISTANCE: ("distance", "distance-range"),
    highlights.DISTANCE_UPPER: ("upper",),
    highlights.LIMIT: ("limit", "meeting"),
}
_TOO_FAR = "The weights begin further away than an axis can reach."
_MARGIN = (
    "With a margin, points that are right move the weights too; then the distance need not fall "
    "by as much each time, and the line of the proof does not hold."
)


def build(dataset: Dataset, run: Run, cursor: int, options: HighlightedProofOptions) -> Figure:
    """Draw the distance up to the cursor; its line only where every step falls by as much."""
    bounds, best = run.bounds, separator(options.symbols)
    if bounds is None:
        apart = f"{why_not_separable(run)} So there is no ${best}$ to come closer to."
        why = run.why_no_bounds if run.verdict.separable else apart
        return nothing_to_show(VIEW.name, options, why or "")
    if math.isinf(proof.drawable(bounds.distance_limit * bounds.eta**2 * bounds.radius_squared)):
        return nothing_to_show(VIEW.name, options, _TOO_FAR)
    words = ProofFormulas(bounds, options.symbols)
    timeline = Timeline(run, cursor, options)
    name = rf"$\|{weights_after(options.symbols)} - \alpha {best}\|^2$"
    curves = timeline.curve_marks(DISTANCE, [CurveStyle("distance", Role.WEIGHTS, name)])
    falls = not bounds.mistakes_up_to
    limit = _limit(bounds, words) if falls else None
    x = proof.edges(timeline, limit, options)
    y = options.y_range or _height(curves, bounds, limit, x)
    line = _line(bounds, limit, x, y, f"at most ${words.distance}$") if limit else []
    notes = [*proof.limit_note(limit, x), *([] if falls else [_MARGIN]), words.scale]
    notes += crowd_note(curves)
    step = proof.highlighted_step(timeline, DISTANCE, options)
    marks = [*proof.with_limit(line, limit, x, y), *step, *curves, *timeline.cursor_mark(x)]
    marks = with_halos(marks, options.highlight, _MEANINGS)
    return timeline.figure(VIEW.name, x, Axis(name, range=y), marks, notes)


def _limit(bounds: Bounds, words: ProofFormulas) -> Limit:
    """Return where the distance would be 0."""
    limit = bounds.distance_limit
    exact = words.arrival(valued) if is_short_fraction(limit) else ""
    return Limit(proof.drawable(limit), 0.0, words.arrival(), exact)


def falling(bounds: Bounds, ks: Values) -> Values:
    """Return ‖w₀ − αw*‖² − kη²R² (m,)."""
    fall = bounds.eta**2 * bounds.radius_squared
    return float(bounds.distance_limit * fall) - ks * float(fall)


def _height(curves: list[Mark], bounds: Bounds, limit: Limit | None, x: Range) -> Range:
    """Return a range that shows the whole fall, or else the run and the line beside it."""
    if limit is None:
        return fitting(heights(curves))
    if limit.at < x[1]:
        return from_zero([falling(bounds, np.zeros(1))])
    return fitting([*heights(curves), falling(bounds, np.array([0.0, x[1]]))])


def _line(bounds: Bounds, limit: Limit, x: Range, y: Range, label: str) -> list[Band | Line]:
    before = np.array([x[0], proof.possible_until(limit, x)])
    ks = np.maximum(before, 0.0)
    return [
        proof.impossible("above", before, np.clip(falling(bounds, before), *y), y[1]),
        Line("upper", Role.UPPER_BOUND, ks, falling(bounds, ks), label),
    ]


_SHOWS = "How the weights come closer to a multiple of w*: the other proof that learning ends."
VIEW = View("distance", _SHOWS, HighlightedProofOptions, build)
