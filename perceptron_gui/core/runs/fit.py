"""A fit by least squares in numbers: Y, f, the normal equations, residuals and the error (003)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.paths.least_squares import NormalEquations, normal_equations

if TYPE_CHECKING:
    from .run import Run

Row = list[Fraction]
NOTHING_TO_SEPARATE = "Real targets are fitted, so there is nothing to separate."


@dataclass(frozen=True, eq=False)
class Design:
    """Y (n, D), whose rows are the points with the constant last, and the targets f (n,)."""

    rows: list[Row]
    targets: Row
    equations: NormalEquations | None  # None where integers do not hold their sums

    @property
    def squares(self) -> list[Row]:
        """YᵀY, without any penalty."""
        columns = list(zip(*self.rows, strict=True))
        return [[_product(a, b) for b in columns] for a in columns]

    @property
    def right(self) -> Row:
        """Yᵀf."""
        return [_product(column, self.targets) for column in zip(*self.rows, strict=True)]


def design_of(run: Run) -> Design:
    """Return Y and f of a run, exactly as typed."""
    rows, unit = run.space.exact_rows(np.arange(len(run.dataset)))
    signs = run.dataset.labels.tolist()
    exact = [[int(v) * sign * unit for v in row] for row, sign in zip(rows, signs, strict=True)]
    targets = [exact_number(v) for v in run.dataset.fitted.tolist()]
    return Design(exact, targets, normal_equations(run.space, run.rule.l2))


def residuals_at(run: Run, visit: int) -> Row:
    """Return yᵗa − f of every point after a visit, as the run computes its scores."""
    raw = run.history.weights_after(np.array([run.updates_at(visit)]))[0]
    labels, targets = run.dataset.labels.tolist(), run.dataset.fitted.tolist()
    agreements = [run.path.arithmetic.agreement(raw, i) for i in range(len(labels))]
    triples = zip(agreements, labels, targets, strict=True)
    return [a * y - exact_number(f) for a, y, f in triples]


def squared_error(run: Run, visit: int) -> Fraction:
    """Return E = Σ{yᵗa − f}² after a visit, penalties left out."""
    return sum((r * r for r in residuals_at(run, visit)), Fraction(0))


def _product(a: tuple[Fraction, ...] | Row, b: tuple[Fraction, ...] | Row) -> Fraction:
    return sum((u * v for u, v in zip(a, b, strict=True)), Fraction(0))
