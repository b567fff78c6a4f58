"""The convergence proof of a visit on one page: the plane, both plots, and the lines between them.

What the lines say is `theory.proof_lines`; here they are put below what they speak of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run
from perceptron_gui.theory.proof_lines import BY_DATA, PROOFS, SQUEEZE, proof_of

from . import boundary, distance, norms
from .emphasis import lit_option
from .figure import Figure, Panel, Sheet
from .label import from_formula
from .view import View, ViewOptions, draw, option

NAME = "proof"
_WIDTHS = (1.1, 1.0)
# The lines that are told, those of one sentence together; the plane says what is given.
_SENTENCES = (
    ("unchanged",),
    ("mistake", "cross-term"),
    ("along-gain", "norm-gain"),
    ("pull", "length"),
    ("drop",),
    ("squeeze", "distance-sum"),
    ("bound", "progress"),
)


@dataclass(frozen=True)
class ProofSheetOptions(ViewOptions):
    """Which proof is told, and what of it is emphasised."""

    which: str = option(
        SQUEEZE, "choice", "the proof that is told in numbers below the figures", tuple(PROOFS)
    )
    lit: tuple[str, ...] = lit_option()


def build(dataset: Dataset, run: Run | None, cursor: int, options: ProofSheetOptions) -> Sheet:
    """Build the plane with R and γ beside ‖w‖² and, where there is a proof, the distance."""
    left, right = (options.aspect * width / sum(_WIDTHS) for width in _WIDTHS)

    def part(view: View, aspect: float, **more: Any) -> Figure:
        more["lit"] = options.lit
        chosen = view.options(
            notation=options.notation,
            detail=options.detail,
            horizon=options.horizon,
            aspect=aspect,
            **more,
        )
        figure = draw(view, dataset, run, cursor, chosen)
        assert isinstance(figure, Figure)
        return figure

    # A fixed range is one of the plane; the others have axes of their own.
    has_margin = run is not None and run.verdict.separable  # else the norms tell why not
    plane = part(boundary.VIEW, left, margin=has_margin, circle=True, range=options.range)
    if run is None or run.bounds is None:
        plots = [part(norms.VIEW, right)]
    else:
        plots = [replace(part(view, 2 * right), notes=()) for view in (norms.VIEW, distance.VIEW)]
    panels = (
        Panel(plane, 0, 0, rows=len(plots)),
        *(Panel(plot, row, 1) for row, plot in enumerate(plots)),
    )
    notes = tuple(_told(run, cursor, options)) if run is not None else ()
    return Sheet(NAME, panels, len(plots), _WIDTHS, options.title, notes)


def _told(run: Run, cursor: int, options: ProofSheetOptions) -> Iterator[str]:
    """Yield the lines of the proof at this visit, or why there is none."""
    proof = proof_of(run, min(cursor, run.visits), options.symbols, options.which)
    if proof.why and proof.obstacle != BY_DATA:
        yield proof.why
    formulas = {line.key: line.formula for line in proof.lines}
    for keys in _SENTENCES:
        if told := [from_formula(formulas[key]) for key in keys if key in formulas]:
            sentence = "; ".join(told)
            yield f"{sentence[:1].upper()}{sentence[1:]}."


VIEW = View(
    NAME,
    "Why learning ends: the plane with R and the margin, both proofs as plots, and their numbers.",
    ProofSheetOptions,
    build,
)
