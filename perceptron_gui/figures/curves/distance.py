"""‖w_k − αw*‖² falling below a falling line, the other proof of convergence (003).

α may be another one than that of the proof: if it is large enough, another line falls; if not,
nothing makes the distance fall.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from perceptron_gui.base.params import Number, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import fitting, from_zero, heights
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Band, Line, Mark, Values, with_halos
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, nothing_to_show
from perceptron_gui.figures.series import proof_axes as proof
from perceptron_gui.figures.series.envelope import Measure, Positions
from perceptron_gui.figures.series.proof_axes import HighlightedProofOptions, Limit
from perceptron_gui.figures.series.timeline import CurveStyle, Timeline, crowd_note
from perceptron_gui.theory.convergence import statement as highlights
from perceptron_gui.theory.convergence.formulas import (
    Basis,
    ProofFormulas,
    basis_of,
    is_short_fraction,
    rounded,
    valued,
    why_not,
)

DISTANCE = Measure(measures.distance_sq)
_MEANINGS = {
    highlights.DISTANCE: ("distance", "distance-range"),
    highlights.DISTANCE_UPPER: ("upper",),
    highlights.LIMIT: ("limit", "meeting"),
}
_TOO_FAR = "The weights begin further away than an axis can reach."
_MARGIN = (
    "With a margin, correct points move the weights too; then the distance need not fall "
    "by as much each time, and the line of the proof does not hold."
)
_MOST_COUNTED = 100_000  # updates whose distances are compared


@dataclass(frozen=True)
class DistanceOptions(HighlightedProofOptions):
    alpha: Fraction | None = option(
        None, Number(), "a factor α of w* other than the one of the proof", title="α",
        effect="Too small, and the distance need not fall; too large, and the bound is worse.",
    )  # fmt: skip


@dataclass(frozen=True)
class DistanceTo:
    """What measures ‖w_k − v‖²; those of equal v are the same."""

    target: tuple[float, ...]

    def __call__(self, run: Run, ks: Positions) -> Values:
        away = run.weights_after(ks) - np.array(self.target)
        return np.asarray(np.einsum("ij,ij->i", away, away))


@dataclass(frozen=True)
class Descent:
    """Where a multiple of w* is, and by how much the distance to it falls with every mistake."""

    basis: Basis
    alpha: Fraction
    start: Fraction  # ‖w₀ − αw*‖²
    is_proofs: bool  # α is that of the proof

    @property
    def fall(self) -> Fraction:
        """2αηγ − η²R²; not above 0 where α is too small."""
        return self.basis.fall(self.alpha)

    @property
    def limit(self) -> Fraction:
        """The update after which the distance would be below 0."""
        return self.start / self.fall

    def falling(self, ks: Values) -> Values:
        """Return ‖w₀ − αw*‖² − k(2αηγ − η²R²) (m,)."""
        return float(self.start) - ks * float(self.fall)


def build(dataset: Dataset, run: Run, cursor: int, options: DistanceOptions) -> Figure:
    """Draw the distance up to the cursor; its line only where every step falls by as much."""
    bounds, best = run.bounds, options.symbols.separator
    if bounds is None:
        return nothing_to_show(VIEW.name, options, proof.why_no_separator(run, options.symbols))
    if options.separator and (why := why_not(run, options.separator)):
        return nothing_to_show(VIEW.name, options, why)
    descent = descent_of(run, options)
    if math.isinf(proof.drawable(descent.start)):
        return nothing_to_show(VIEW.name, options, _TOO_FAR)
    words = ProofFormulas(descent.basis.bounds, options.symbols, by_distance=True)
    timeline = Timeline(run, cursor, options)
    name = rf"$\|{options.symbols.weights_after} - \alpha {best}\|^2$"
    measure = DISTANCE
    if options.separator or not descent.is_proofs:
        target = tuple(float(descent.alpha * value) for value in descent.basis.vector)
        measure = Measure(DistanceTo(target))
    curves = timeline.curve_marks(measure, [CurveStyle("distance", Role.WEIGHTS, name)])
    falls = not bounds.mistakes_up_to and descent.fall > 0
    limit = None
    if falls:
        arrival: Callable[..., str] = words.arrival
        if not descent.is_proofs:
            arrival = partial(words.arrival_with_any_alpha, descent.limit)
        exact = arrival(valued) if is_short_fraction(descent.limit) else ""
        limit = Limit(proof.drawable(descent.limit), 0.0, arrival(), exact)
    x = proof.edges(timeline, limit, options)
    y = options.y_range or _height(curves, descent, limit, x)
    label = words.distance if descent.is_proofs else words.distance_with_any_alpha
    line: list[Band | Line] = []
    if limit:
        before = np.array([x[0], proof.possible_until(limit, x)])
        ks = np.maximum(before, 0.0)
        line = [
            proof.impossible("above", before, np.clip(descent.falling(before), *y), y[1]),
            Line("upper", Role.UPPER_BOUND, ks, descent.falling(ks), f"at most ${label}$"),
        ]
    notes = [*proof.limit_note(limit, x), *([_MARGIN] if bounds.mistakes_up_to else [])]
    if not descent.is_proofs:  # first, since a low panel shows no other one
        notes[:0] = _on_alpha(timeline, measure, descent, words)
    notes.append(words.scale_of(descent.basis, None if descent.is_proofs else descent.alpha))
    notes += crowd_note(curves)
    step = proof.highlighted_step(timeline, measure, options)
    marks = [*proof.with_limit(line, limit, x, y), *step, *curves, *timeline.cursor_mark(x)]
    marks = with_halos(marks, options.highlight, _MEANINGS)
    return timeline.figure(VIEW.name, x, Axis(name, range=y), marks, notes)


def descent_of(run: Run, options: DistanceOptions) -> Descent:
    """Return what the weights come closer to; the run has bounds, and a given w* separates."""
    assert run.bounds is not None
    basis = basis_of(run, run.bounds, options.symbols, options.separator)
    alpha = basis.alpha if options.alpha is None else options.alpha
    return Descent(basis, alpha, basis.away(run.start, alpha), alpha == basis.alpha)


def _on_alpha(
    timeline: Timeline, measure: Measure, descent: Descent, words: ProofFormulas
) -> list[str]:
    """Say of another α how large it has to be, and how often the distance has risen so far."""
    least, k = descent.basis.alpha / 2, timeline.updates
    value = valued(least) if is_short_fraction(least) else rounded(least)
    limit = f"$\\alpha > {words.half_alpha} {value}$"
    if descent.fall > 0:
        return [f"For every {limit} the distance falls with every mistake."]
    said = f"It is sure to fall only for {limit}."
    if not 0 < k <= _MOST_COUNTED:
        return [said]
    (away,) = measure.at(timeline.run, np.arange(k + 1))
    risen = int((np.diff(away) > 1e-9 * (1 + np.abs(away[:-1]))).sum())
    return [f"{said} So far it has risen at ${risen}$ of ${k}$ updates."]


def _height(curves: list[Mark], descent: Descent, limit: Limit | None, x: Range) -> Range:
    """Return a range that shows the whole fall, or else the run and the line beside it."""
    if limit is None:
        return fitting(heights(curves))
    if limit.at < x[1]:
        return from_zero([descent.falling(np.zeros(1))])
    return fitting([*heights(curves), descent.falling(np.array([0.0, x[1]]))])


_SHOWS = "How the weights come closer to a multiple of w*: the other proof that learning ends."
VIEW = View("distance", _SHOWS, DistanceOptions, build)
