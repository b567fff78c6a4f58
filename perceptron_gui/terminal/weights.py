"""Weights in words, and the fit of real targets: its equations, its line and its error."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.base.text import Numbers, count, vector, written
from perceptron_gui.core.runs.fit import NOTHING_TO_SEPARATE, Design, design_of, squared_error
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import Space

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SMALL = 6  # rows and columns of a matrix that is printed


def written_line(space: Space, weights: Numbers) -> str:
    """Write weights as (1, 2), offset −3, where the offset is that of the line, b = B·v."""
    if not space.offset:
        return vector(weights)
    scale = space.bias_scale if isinstance(weights[-1], Fraction) else float(space.bias_scale)
    return f"{vector(weights[:-1])}, offset {written(weights[-1] * scale)}"


def shown_numbers(run: Run, values: Sequence[Fraction]) -> Numbers:
    """Return fractions where the run is exact, else the floats they stand for."""
    return values if run.arithmetic == "exact" else [float(v) for v in values]


def original_line(run: Run, weights: Sequence[Fraction]) -> str:
    """Write the line of weights with the points as they were typed."""
    normal, constant = run.space.line_of(weights)
    *shown, level = shown_numbers(run, [*normal, constant])
    return f"{vector(shown)}, offset {written(level)}"


def equation_lines(run: Run) -> list[str]:
    """Return Y, f and the normal equations of a small set with real targets, exactly."""
    found = design_of(run)
    lines = [NOTHING_TO_SEPARATE]
    if max(len(found.rows), len(found.right)) > _SMALL:
        return lines
    ridge = f" + {written(run.rule.l2)}·I" if run.rule.l2 else ""
    return [
        *lines,
        f"  Y = {_matrix(found.rows)}, f = {vector(found.targets)}",
        f"  YᵀY = {_matrix(found.squares)}, Yᵀf = {vector(found.right)}",
        *([] if run.rule.l1 else [f"  (YᵀY{ridge})·a = Yᵀf: {_written_equations(found)}"]),
    ]


def _written_equations(found: Design) -> str:
    """Write 5·a₁ + 3·a₂ = 6, 3·a₁ + 3·a₂ = 5."""
    if found.equations is None:
        return "its numbers have too many digits to be written here"
    lines = []
    for row, right in zip(found.equations.matrix, found.equations.right, strict=True):
        terms = [
            f"{written(value)}·a{str(j + 1).translate(SUBSCRIPTS)}"
            for j, value in enumerate(row)
            if value
        ]
        left = " + ".join(terms or ["0"]).replace("+ −", "− ")
        lines.append(f"{left} = {written(right)}")
    return ", ".join(lines)


def _matrix(rows: Sequence[Sequence[Fraction]]) -> str:
    return f"({'; '.join(', '.join(written(v) for v in row) for row in rows)})"


def fit_lines(run: Run) -> list[str]:
    """Return the fitted line and its squared error, that of points as they were typed."""
    weights = run.result_at(run.outcome.visits)
    line = f"Fit: a = {written_line(run.space, shown_numbers(run, weights))}"
    if not run.diverged:
        error = written(shown_numbers(run, [squared_error(run, run.visits)])[0])
        line += f", squared error {error} over {count(len(run.dataset), 'point')}"
    typed = f"In the coordinates as typed: a = {original_line(run, weights)}."
    return [f"{line}.", *([] if run.rule.scale == "none" else [typed])]
