"""The weights that fit best, over a growing penalty: ridge shrinks them all, ℓ₁ makes them 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from perceptron_gui.base.params import Choice, option
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.penalty_path import PenaltyPath, lasso_path, ridge_path
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.axes import fitting
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, RuleLine, Values
from perceptron_gui.figures.model.role import CONTESTANTS, Role
from perceptron_gui.figures.model.view import NO_VECTOR, View, ViewOptions, nothing_to_show
from perceptron_gui.lectures.notation import equals

NAME = "path"
RIDGE, LASSO = "l2", "l1"
_MOST_WEIGHTS = 12
_TOO_MANY = f"Paths are drawn of up to {_MOST_WEIGHTS} weights."
_NOT_EXACT = (
    "This path is not exact: the solution is not unique, or its numbers have too many digits."
)
_WIDE = 50.0  # from this ratio of corners on, only a logarithmic axis shows all
_SAMPLES = 401
_BEYOND = 1.08  # the last corner, where nothing changes any more


@dataclass(frozen=True)
class PathOptions(ViewOptions):
    penalty: str = option(
        RIDGE,
        Choice(
            {RIDGE: "the squares of the weights, offset included",
             LASSO: "the sizes of the weights, offset left out"},
            titles={RIDGE: "Ridge (l2)", LASSO: "ℓ₁ (l1)"},
        ),
        "which penalty grows",
    )  # fmt: skip


def build(dataset: Dataset, run: Run, cursor: int, options: PathOptions) -> Figure:
    """Return a curve for every weight, and the penalty of the run."""
    if run.rule.rule == "kernel":
        return nothing_to_show(NAME, options, NO_VECTOR)
    if run.space.dimension > _MOST_WEIGHTS:
        return nothing_to_show(NAME, options, _TOO_MANY)
    is_ridge = options.penalty == RIDGE
    found = run.cache.get_or_compute(NAME, options.penalty, lambda: (_path_of(run, is_ridge),))[0]
    if found is None:
        return nothing_to_show(NAME, options, _NOT_EXACT)
    notation, offset = options.symbols, run.space.dimension - 1 if run.rule.offset else None
    names = [
        f"${notation.line_offset if j == offset else notation.weight(j)}$"
        for j in range(run.space.dimension)
    ]
    penalties = np.array(found.penalties, dtype=np.float64)
    weights = np.array(found.weights, dtype=np.float64)
    marks: list[Mark] = [RuleLine("zero", Role.ZERO, 0.0, vertical=False)]
    is_log = is_ridge or penalties[-1] > _WIDE * penalties[1] > 0
    if not is_ridge:
        penalties, weights = _drawn_corners(penalties, weights, is_log)
    if set_to := _penalty_of(run, options.penalty):
        label = f"{options.penalty} of this rule"
        marks.append(RuleLine("now", Role.CURSOR, float(set_to), label=label))
    for j, name in enumerate(names):
        role = CONTESTANTS[j % len(CONTESTANTS)]
        marks.append(Line(f"weight {j}", role, penalties, weights[:, j], label=name))
        zero = None if is_ridge or j == offset else found.zero_from(j)
        if zero is not None:
            at = np.array([float(zero)]), np.zeros(1)
            marks.append(Dots(f"zero {j}", Role.LEAST, *at, label="" if j else "becomes 0"))
    x = options.x_range or (fitting([penalties], log=True) if is_log else None)
    term = rf"\|{notation.path}\|^2" if is_ridge else r"\sum |w_j|"
    across = Axis(f"{options.penalty}, the factor of ${term}$", range=x, log=is_log)
    up = Axis("weights of least squares", range=options.y_range)
    notes = tuple(_notes(found, names, offset, is_ridge))
    return Figure(NAME, across, up, tuple(marks), title=options.title, notes=notes)


def _drawn_corners(penalties: Values, weights: Values, is_log: bool) -> tuple[Values, Values]:
    """Return the broken line as it is drawn, a bit beyond its end; logarithms bend its pieces."""
    drawn = np.append(penalties, _BEYOND * penalties[-1])
    if is_log:
        first, last = np.log10(drawn[1] / 4), np.log10(drawn[-1])
        drawn = np.union1d(np.logspace(first, last, _SAMPLES), drawn[1:])
    columns = [np.interp(drawn, penalties, column) for column in weights.T]
    return drawn, np.column_stack(columns)


def _path_of(run: Run, is_ridge: bool) -> PenaltyPath | None:
    return ridge_path(run.space) if is_ridge else lasso_path(run.space, _penalty_of(run, RIDGE))


def _penalty_of(run: Run, name: str) -> Fraction:
    """Return a penalty of the run, where it fits by least squares."""
    value: Fraction = getattr(run.rule, name)
    return value if run.rule.rule == "least-squares" else Fraction(0)


def _notes(
    found: PenaltyPath, names: list[str], offset: int | None, is_ridge: bool
) -> Iterator[str]:
    if is_ridge:
        yield "As the ridge grows all weights go to 0, the offset too, but none stays there."
        return
    zeros = ((found.zero_from(j), name) for j, name in enumerate(names) if j != offset)
    known = sorted((Fraction(zero), name) for zero, name in zeros if zero is not None)
    steps = ", ".join(rf"{name} from $\text{{l1}} {equals(zero)}$" for zero, name in known)
    yield f"Weights become 0: {steps}."


_SHOWS = "The weights of least squares over a growing ridge or ℓ₁ penalty."
VIEW = View(NAME, _SHOWS, PathOptions, build, title="Penalty path")
