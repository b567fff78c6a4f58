"""‖w_k‖² squeezed between a line and a parabola until they meet (Novikoff)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import number
from perceptron_gui.base.params import Choice, Flag, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import Bounds, why_not_covered
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import fitting, from_zero, heights, sampled
from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.marks import Band, Line, Mark, Text, with_halos
from perceptron_gui.figures.model.options import LOG_AXES
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, nothing_to_show
from perceptron_gui.figures.series import proof_axes as proof
from perceptron_gui.figures.series.envelope import Measure
from perceptron_gui.figures.series.proof_axes import HighlightedProofOptions, Limit
from perceptron_gui.figures.series.timeline import CurveStyle, Timeline, crowd_note, diverged_note
from perceptron_gui.lectures.notation import equals
from perceptron_gui.theory.convergence import statement as highlights
from perceptron_gui.theory.convergence.formulas import ProofFormulas, basis_of, why_not
from perceptron_gui.theory.inseparable.certificate_lines import why_not_separable
from perceptron_gui.theory.run_text.words import ending

NORM = Measure(measures.norm_sq)
_MEANINGS = {
    highlights.NORM: ("norm", "norm-range"),
    highlights.NORM_UPPER: ("upper",),
    highlights.NORM_LOWER: ("lower",),
    highlights.LIMIT: ("limit", "meeting"),
}


@dataclass(frozen=True)
class NormOptions(HighlightedProofOptions):
    scale: str = option("linear", Choice(("linear", "log")), "the scale of both axes")
    middle: bool = option(
        False, Flag(), "the sum of ‖x‖² over the mistakes, between ‖w‖² and its upper bound"
    )

    def __post_init__(self) -> None:
        if self.log and self.range is not None and min(self.range) <= 0:
            raise OptionError("range", LOG_AXES)

    @property
    def log(self) -> bool:
        return self.scale == "log"


def build(dataset: Dataset, run: Run, cursor: int, options: NormOptions) -> Figure:
    """Draw ‖w_k‖² up to the cursor, with the bounds that hold for this run and no others."""
    squeeze = run.bounds
    if squeeze is not None and options.separator:
        if why := why_not(run, options.separator):
            return nothing_to_show(VIEW.name, options, why)
        squeeze = basis_of(run, squeeze, options.symbols, options.separator).bounds
    timeline = Timeline(run, cursor, options)
    name = rf"$\|{options.symbols.weights_after}\|^2$"
    curves = timeline.curve_marks(NORM, [CurveStyle("norm", Role.WEIGHTS, name)])
    ceiling = run.bounds
    if ceiling is None and not why_not_covered(run.rule):  # its upper line needs no margin
        margin = run.rule.margin if run.rule.uses_option("margin") else Fraction(0)
        start = run.space.radius_squared, Fraction(0), run.rule.eta, dot(run.start, run.start)
        ceiling = Bounds(*start, Fraction(0), margin)
    limit = proof.meeting(squeeze, options.symbols) if squeeze is not None else None
    x = proof.edges(timeline, limit, options, options.log)
    y = options.y_range or _height(curves, ceiling, limit, x, options)
    lines = _bounds(ceiling, squeeze, limit, x, y, options)
    if options.middle and ceiling is not None:
        lines.append(_middle(timeline, ceiling, options))
    bounds = proof.with_limit(lines, limit, x, y)
    if timeline.first_visit and ceiling is not None and float(ceiling.upper(x[0])) > y[1]:
        # The upper bound in words, where it lies above the last visits that are shown.
        value = equals(ceiling.start_norm_squared + timeline.updates * ceiling.growth)
        far = f"far above: ${ProofFormulas(ceiling, options.symbols).upper} {value}$"
        bounds.append(Text("upper-value", Role.UPPER_BOUND, 0.5, 1.0, far, "n", in_axes=True))
    step = proof.highlighted_step(timeline, NORM, options)
    marks = [*bounds, *step, *curves, *timeline.cursor_mark(x)]
    marks = with_halos(marks, options.highlight, _MEANINGS)
    notes = diverged_note(run, options.log)
    if squeeze is not None and limit is not None:
        # How far the run is from its bound, in one line: a low panel has room for no more. The
        # bound is written out where it is a fraction, or where its line is out of view.
        where = "" if limit.at < x[1] else ", out of view"
        formula = limit.exact or (limit.formula if where else "")
        said = f": ${formula}${where}" if formula else ""
        most = number(Fraction(squeeze.most_updates))
        notes.append(f"So far $k = {timeline.updates}$ of at most ${most}${said}.")
    notes += crowd_note(curves)
    notes += _notes(timeline, options)
    return timeline.figure(VIEW.name, x, Axis(name, range=y, log=options.log), marks, notes)


def _height(
    curves: list[Mark], ceiling: Bounds | None, limit: Limit | None, x: Range, options: NormOptions
) -> Range:
    """Return a range that shows where the bounds meet, or else the run and what is near it."""
    norms = heights(curves)
    if ceiling is None:
        return fitting(norms, log=True) if options.log else from_zero(norms)
    meet = limit is not None and limit.at < x[1]
    if options.log:
        ks = proof.grid(x, log=True)
        known = [ceiling.upper(ks), *norms, *([ceiling.lower(ks)] if meet else [])]
        return fitting(known, log=True)
    if limit is not None and meet:
        return from_zero([ceiling.upper([limit.at])])
    highest = max(2.5 * float(np.nanmax(np.concatenate(norms))), float(ceiling.upper(1)))
    return from_zero([np.array([min(highest, float(ceiling.upper(x[1])))])])


def _bounds(
    ceiling: Bounds | None,
    squeeze: Bounds | None,
    limit: Limit | None,
    x: Range,
    y: Range,
    options: NormOptions,
) -> list[Band | Line]:
    """Return the curves that hold for this run, and the zones that they forbid.

    The upper one is straight and the lower one convex, so that a chord between two values that
    lie between them never enters a zone.
    """
    if ceiling is None:
        return []
    words = ProofFormulas(ceiling, options.symbols)
    counted, possible = (max(x[0], 0.0), x[1]), (x[0], proof.possible_until(limit, x))
    before = proof.corners(possible, y, ceiling, options.log)
    zones = [proof.impossible("above", before, np.clip(ceiling.upper(before), *y), y[1])]
    ks = proof.corners(counted, y, ceiling, options.log)
    lines = [Line("upper", Role.UPPER_BOUND, ks, ceiling.upper(ks), f"at most ${words.upper}$")]
    if squeeze is not None:
        before, ks = proof.grid(possible, options.log), proof.grid(counted, options.log)
        zones.append(proof.impossible("below", before, y[0], np.clip(squeeze.lower(before), *y)))
        label = f"at least ${words.lower}$"
        lines.append(Line("lower", Role.LOWER_BOUND, ks, squeeze.lower(ks), label))
    return [*zones, *lines]


def _middle(timeline: Timeline, ceiling: Bounds, options: NormOptions) -> Line:
    """Return what the mistakes made so far have added at most, each with its own ‖x̃‖²."""
    ks = sampled(timeline.first, timeline.updates, options.detail)
    squares = measures.mistake_squares(timeline.run, ks)
    per_update = float(2 * ceiling.eta * ceiling.mistakes_up_to)
    values = float(ceiling.start_norm_squared) + float(ceiling.eta**2) * squares + per_update * ks
    label = f"at most ${ProofFormulas(ceiling, options.symbols).middle}$"
    return Line("middle", Role.STEP, timeline.positions(ks), values, label)


def _notes(timeline: Timeline, options: NormOptions) -> list[str]:
    run = timeline.run
    if run.bounds is not None:
        return ProofFormulas(run.bounds, options.symbols).direction
    if reason := why_not_covered(run.rule):
        return [reason]
    if run.verdict_is_pending:
        return [run.missing_verdict]
    if run.verdict.separable:  # by a margin that is not known
        return [str(run.why_no_bounds)]
    weights = options.symbols.bare_weights
    notes = [f"{why_not_separable(run)} So $\\|{weights}\\|^2$ has no lower bound."]
    found = run.cycle
    if found is not None and found.end_visit <= timeline.last_visit:
        notes.append(ending(run).full)
    return notes


_SHOWS = "The squared length of the weights, squeezed between two bounds until they meet."
VIEW = View("norms", _SHOWS, NormOptions, build)
