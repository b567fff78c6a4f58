"""The convergence proof of a visit on one page: the plane, both plots, and the lines between them.

The lines are those of `theory.convergence`; here they stand below what they are about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves import distance, norms
from perceptron_gui.figures.model.figure import Panel, Sheet
from perceptron_gui.figures.model.label import from_formula
from perceptron_gui.figures.model.options import highlight_option, separator_option
from perceptron_gui.figures.model.view import View, ViewOptions
from perceptron_gui.figures.pictures import boundary
from perceptron_gui.figures.series.timeline import recent_rounds
from perceptron_gui.theory.convergence.proof import BY_DATA, PROOFS, SQUEEZE, proof_of
from perceptron_gui.theory.run_text.words import why_words

from .overview import part

NAME = "proof"
_WIDTHS = (1.1, 1.0)
# The lines below the figures, those of one sentence together; the plane shows other premises.
_SENTENCES = (
    ("separator", "margin"),
    ("unchanged",),
    ("mistake", "cross-term"),
    ("along-gain", "norm-gain"),
    ("pull", "length"),
    ("drop",),
    ("squeeze", "distance-sum"),
    ("bound", "progress"),
    ("misprint",),
    ("tie",),
)


@dataclass(frozen=True)
class ProofSheetOptions(ViewOptions):
    """Which proof is shown, and what of it is emphasised."""

    which: str = option(
        SQUEEZE, Choice(tuple(PROOFS)), "the proof that is written out below the figures"
    )
    highlight: tuple[str, ...] = highlight_option()
    separator: tuple[Fraction, ...] = separator_option()


def build(dataset: Dataset, run: Run | None, cursor: int, options: ProofSheetOptions) -> Sheet:
    """Build the plane with R and γ beside ‖w‖² and, where there is a proof, the distance."""
    left, right = (options.aspect * width / sum(_WIDTHS) for width in _WIDTHS)
    drawn = partial(
        part, dataset=dataset, run=run, cursor=cursor, options=options, highlight=options.highlight
    )
    # A fixed range is one of the plane; the others have axes of their own.
    has_margin = (  # else the norms tell why not
        run is not None and not run.verdict_is_pending and run.verdict.has_separator
    )
    plane = drawn(boundary.VIEW, aspect=left, margin=has_margin, circle=True, range=options.range)
    if run is None or run.bounds is None:
        recent = None if run is None else recent_rounds(run, cursor)
        plots = [drawn(norms.VIEW, aspect=right, recent=recent)]
    else:
        pair = norms.VIEW, distance.VIEW
        given = options.separator
        plots = [replace(drawn(v, aspect=2 * right, separator=given), notes=()) for v in pair]
    panels = (
        Panel(plane, 0, 0, rows=len(plots)),
        *(Panel(plot, row, 1) for row, plot in enumerate(plots)),
    )
    notes = tuple(_proof_notes(run, cursor, options)) if run is not None else ()
    said = None if run is None else why_words(run)
    return Sheet(NAME, panels, len(plots), _WIDTHS, options.title, notes, said)


def _proof_notes(run: Run, cursor: int, options: ProofSheetOptions) -> Iterator[str]:
    """Yield the lines of the proof at this visit, or why there is none."""
    proof = proof_of(
        run, min(cursor, run.visits), options.symbols, options.which, options.separator
    )
    if proof.why and proof.obstacle != BY_DATA:
        yield proof.why
    formulas = {line.key: line.text for line in proof.lines}
    if not options.symbols.any_length:  # there the plane shows γ
        formulas = {key: formulas[key] for key in formulas if key not in _SENTENCES[0]}
    for keys in _SENTENCES:
        if parts := [from_formula(formulas[key]) for key in keys if key in formulas]:
            sentence = "; ".join(parts)
            yield f"{sentence[:1].upper()}{sentence[1:]}."


_SHOWS = (
    "Why learning ends: the plane with R and the margin, both proofs as plots, and their numbers."
)
VIEW = View(NAME, _SHOWS, ProofSheetOptions, build, needs_run=False, is_sheet=True)
