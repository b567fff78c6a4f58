"""What both proofs start from: R and the points that attain it, w*, γ and its points, η and w₀."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perceptron_gui.base.exact import compare, whole_numbers
from perceptron_gui.base.number_text import number
from perceptron_gui.base.text import listed
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import point_number

from .formulas import step
from .statement import MARGIN, RADIUS, RADIUS_POINT, SEPARATOR, SUPPORT, Statement, formula_line
from .terms import ProofTerms, square

_MOST_NAMED = 6  # more points nobody reads
_NEAR = 1e-9  # what floats cannot tell apart for sure is decided in integers


def margin_points(run: Run) -> list[int]:
    """Return the points of separable data with ⟨z, w*⟩ = γ², whether or not their λ is 0."""
    signs = _margin_signs(run)
    return sorted({*run.verdict.support, *(i for i, sign in signs.items() if sign == 0)})


def premise_lines(terms: ProofTerms) -> Iterator[Statement]:
    """Yield what is known of the data and of the rule."""
    run, formulas = terms.run, terms.formulas
    if run.rule.scale != "none":
        yield formula_line("scale", r"\text{all vectors are those of the scaled points}")
    if run.rule.offset:
        last = "first" if terms.notation.constant_first else "last"
        constant = number(run.rule.bias_scale)
        formula = rf"\text{{every vector has the constant coordinate }}{constant}\text{{ {last}}}"
        yield formula_line("space", formula)
    size = square(terms.any_signed_name if terms.notation.sign_switched else "x")
    who = _points_text(run.space.radius_points)
    yield formula_line(
        "radius",
        f"{formulas.radius_squared} {terms.valued(terms.bounds.radius_squared)}"
        rf"\text{{, the largest }}{size}\text{{, that of {who}}}",
        (RADIUS, RADIUS_POINT),
    )
    yield formula_line(
        "separator", f"{formulas.separator} = {terms.vector(terms.best)}", (SEPARATOR,)
    )
    yield _margin(terms)
    if terms.bounds.eta != 1 or terms.bounds.mistakes_up_to:
        yield formula_line("step", _step(terms))


def _margin(terms: ProofTerms) -> Statement:
    z, best = terms.any_signed_name, terms.formulas.separator
    meaning = "" if terms.notation.sign_switched else " = yx"
    who = _points_text(margin_points(terms.run))
    formula = (
        rf"\langle {z}, {best}\rangle \ge \|{best}\|^2 = \gamma^2 "
        rf"{terms.valued(terms.bounds.margin_squared)}\text{{ for every }}{z}{meaning}"
        rf"\text{{, with equality for {who}}}"
    )
    return formula_line("margin", formula, (MARGIN, SUPPORT), _holds_margin(terms.run))


def _step(terms: ProofTerms) -> str:
    bounds = terms.bounds
    text = f"{step(terms.notation)} = {number(terms.number(bounds.eta))}"
    if bounds.mistakes_up_to:
        text += rf"\text{{, margin }}m = {number(terms.number(bounds.mistakes_up_to))}"
    return text


def _holds_margin(run: Run) -> bool:
    """Return whether ⟨z, w*⟩ ≥ γ² for every point, and = for those that hold it."""
    signs = _margin_signs(run)
    return min(signs.values(), default=0) >= 0 and all(
        signs.get(i) == 0 for i in run.verdict.support
    )


def _margin_signs(run: Run) -> dict[int, int]:
    """Return the sign of ⟨z, w*⟩ − γ² for all points where floats do not tell that it is 1."""
    return run.cache.get_or_compute("margin signs", None, lambda: _unclear_signs(run))


def _unclear_signs(run: Run) -> dict[int, int]:
    space, verdict = run.space, run.verdict
    scale = max(abs(v) for v in verdict.separator)
    direction = np.array([float(v / scale) for v in verdict.separator])
    least = float(verdict.margin_squared / scale)
    scores = space.signed @ direction
    room = _NEAR * (abs(least) + float(np.abs(space.signed).max()))
    unclear = np.flatnonzero(scores < least + room)
    rows, unit = space.exact_rows(unclear)
    vector, whole = whole_numbers(verdict.separator)
    signs = compare(rows, vector, verdict.margin_squared * whole / unit)
    return dict(zip(unclear.tolist(), signs.tolist(), strict=True))


def _points_text(points: Sequence[int]) -> str:
    """Write point 3, points 1, 2 and 3, or 17 points."""
    if len(points) == 1:
        return f"point {point_number(points[0])}"
    if len(points) > _MOST_NAMED:
        return f"{len(points)} points"
    return f"points {listed([str(point_number(i)) for i in points])}"
