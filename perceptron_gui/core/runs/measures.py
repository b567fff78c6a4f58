"""Numbers about a run at any positions k (updates made), computed only where they are shown.

Norms, losses, errors, agreement, the quantities of the two convergence proofs, and what a fit by
least squares comes to: Y, f, the normal equations, residuals and the error (003).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import dot, exact_number, floats_over, size_of
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.least_squares import NormalEquations, normal_equations
from perceptron_gui.core.paths.results import Result
from perceptron_gui.core.space.scoring import OtherPoints
from perceptron_gui.core.space.widest import WidestLine, widest_line

if TYPE_CHECKING:
    from .run import Run

Positions = NDArray[np.int64]
Values = NDArray[np.float64]
Row = list[Fraction]
NOTHING_TO_SEPARATE = "Real targets are fitted, so there is nothing to separate."
_PIECE = 1 << 20  # agreements computed at a time


def perceptron_loss(agreement: Values) -> Values:
    """Return max(0, −m)."""
    return np.maximum(0.0, -agreement)


LOSSES: dict[str, Callable[[Values], Values]] = {
    "perceptron": perceptron_loss,
    "hinge": lambda m: np.maximum(0.0, 1.0 - m),
    "logistic": lambda m: np.logaddexp(0.0, -m),  # ln(1 + e^−m), without overflow
    "squared": lambda m: (m - 1.0) ** 2,  # (s − y)², since y² = 1
}


def norm_sq(run: Run, ks: Positions) -> Values:
    """Return ‖w_k‖² (m,)."""
    if isinstance(run.path, KernelPath):
        return np.array([float(value) for value in run.path.norms_squared(ks)])
    weights = run.weights_after(ks)
    return np.asarray(np.einsum("ij,ij->i", weights, weights))


def exact_norm_sq(run: Run, k: int) -> Fraction:
    """Return ‖w_k‖² as a fraction; w is a sum of mistakes where a kernel takes the points."""
    if isinstance(run.path, KernelPath):
        return next(run.path.norms_squared(np.array([k])))
    raw = run.history.weights_after(np.array([k]))[0]
    weights = run.path.arithmetic.fractions(raw)
    return dot(weights, weights)


def mistake_squares(run: Run, ks: Positions) -> Values:
    """Return Σ‖x̃‖² over the points of the first k updates (m,); a loop adds it up every round."""
    loop = run.history.loop
    last = int(ks.max(initial=0))
    made = last if loop is None else min(last, loop.first + loop.updates)
    added = run.space.squares[run.path.points_of_updates(0, made)]
    sums = np.append(0.0, np.cumsum(added))
    if loop is None or last < loop.first + loop.updates:
        return np.asarray(sums[ks])
    return np.asarray(sums[loop.fold(ks)] + loop.rounds(ks) * (sums[-1] - sums[loop.first]))


def agreement(run: Run, ks: Positions, points: Positions | slice = slice(None)) -> Values:
    """Return y_i·s_i (m, n) of every point, or of some, after k updates."""
    return run.path.arithmetic.agreements_as_floats(run.history.weights_after(ks), points)


def predictions(run: Run, agreements: NDArray[Any]) -> NDArray[np.int8]:
    """Return what every point (n,) with this y·s (n,) is classified as; 0 for none."""
    signs = np.sign(agreements).astype(np.int8)
    return np.where(signs, signs * run.dataset.labels, np.int8(run.rule.sign_on_line))


def loss(run: Run, ks: Positions, kind: str = "perceptron") -> Values:
    """Return the loss summed over all points (m,)."""
    if kind == "perceptron":
        return loss_and_errors(run, ks)[:, 0]
    total = np.empty(len(ks))
    piece = max(1, _PIECE // max(1, len(run.dataset)))
    is_real = kind == "squared" and run.dataset.targets is not None
    for start in range(0, len(ks), piece):
        part = agreement(run, ks[start : start + piece])
        if is_real:
            found = (part * run.dataset.labels - run.dataset.fitted) ** 2
        else:
            found = LOSSES[kind](part)
        total[start : start + piece] = found.sum(axis=1)
    return total


def own_kind(run: Run) -> str:
    """Return the loss that the rule descends on."""
    if run.rule.rule == "least-squares":
        return "squared"
    return run.rule.loss if run.rule.uses_option("loss") else "perceptron"


def penalty(run: Run) -> Fraction:
    """Return the factor of ‖w‖² in the summed loss; sgd averages its loss, so there it is n·l2."""
    if not run.rule.uses_option("l2"):
        return Fraction(0)
    return run.rule.l2 * (len(run.dataset) if run.rule.rule == "sgd" else 1)


def own_loss(run: Run, ks: Positions) -> Values:
    """Return the loss that the rule descends on, summed over the points, penalty included (m,)."""
    total = loss(run, ks, own_kind(run))
    factor = float(penalty(run))
    total = total + factor * norm_sq(run, ks) if factor else total
    if run.rule.uses_option("l1") and run.rule.l1:
        weights = run.weights_after(ks)[:, : run.space.dimension - run.space.offset]
        total = total + float(run.rule.l1) * np.abs(weights).sum(axis=1)
    return total


def loss_and_errors(run: Run, ks: Positions) -> Values:
    """Return the perceptron loss and how many points are wrong (m, 2), which are found together."""
    limits, weights = run.error_limits, run.history.weights_after(ks)
    mistakes, losses = run.path.arithmetic.mistakes_and_shortfalls(weights, limits)
    return np.column_stack([losses, mistakes])


def along_separator(run: Run, ks: Positions) -> Values:
    """Return ⟨w_k, u⟩ (m,) with u = w*/‖w*‖, the maximum-margin direction."""
    if not run.verdict.has_separator:
        raise ValueError("data that no line separates, as far as floats can tell, have no w*")
    separator = np.array([float(v) for v in run.verdict.separator])
    if isinstance(run.path, KernelPath):
        # ⟨w, w*⟩ = Σ λ_j·y_j·s_j, since w* = Σ λ_j·y_j·φ(x_j).
        held = np.flatnonzero(separator)
        along = agreement(run, ks, held) @ separator[held]
        return np.asarray(along / math.sqrt(run.verdict.margin_squared))
    direction = separator / np.linalg.norm(separator)
    # Unlike a product of matrices, this does not depend on how positions are cut into pieces.
    return np.asarray(np.einsum("ij,j->i", run.weights_after(ks), direction))


def cosine(run: Run, ks: Positions) -> Values:
    """Return ⟨w_k, u⟩/‖w_k‖ (m,); NaN where w_k = 0 has no direction."""
    length = np.sqrt(norm_sq(run, ks))
    along = along_separator(run, ks)
    found: Values = np.divide(along, length, out=np.full(len(ks), np.nan), where=length > 0)
    return found


def angle_to_separator(run: Run, visit: int, of_lines: bool = False) -> float | None:
    """Return the degrees between the answer after a visit and w*; None without a direction.

    With an offset the angle between the weights is not the one that their lines enclose.
    """
    used = run.space.dimension - (run.space.offset if of_lines else 0)
    answer = run.result_at(visit)[:used]
    if not run.verdict.has_separator or not any(answer):
        return None
    if isinstance(run.path, KernelPath):  # whose directions are not those of the counts
        found = float(cosine(run, np.array([run.updates_at(visit)]))[0])
        return math.degrees(math.acos(min(max(found, -1.0), 1.0)))
    if not any(run.verdict.separator[:used]):
        return None
    best, own = direction_of(run.verdict.separator[:used]), direction_of(answer)
    # Unlike the arc cosine, this keeps its digits for small angles.
    halves = np.linalg.norm(own - best), np.linalg.norm(own + best)
    return math.degrees(2 * math.atan2(*map(float, halves)))


def widest_of(run: Run) -> WidestLine | None:
    """Return the widest line of a run's space, found once for all its snapshots."""
    return run.cache.get_or_compute("widest", None, lambda: widest_line(run.space, run.verdict))


def direction_of(weights: Sequence[Fraction]) -> Values:
    """Return weights (D,), not all of them 0, at the length 1."""
    scaled = floats_over(weights, size_of(weights))
    return np.asarray(scaled / np.linalg.norm(scaled))


def distance_sq(run: Run, ks: Positions) -> Values:
    """Return ‖w_k − α·w*‖² (m,) with the α of 003's proof: each update shortens it by η²R²."""
    if run.bounds is None:
        raise ValueError("003's α needs separable data and a rule its proof covers")
    alpha = float(run.bounds.distance_scale)
    if isinstance(run.path, KernelPath):
        along = along_separator(run, ks) * math.sqrt(run.verdict.margin_squared)
        square = alpha**2 * float(run.verdict.margin_squared)
        return np.asarray(norm_sq(run, ks) - 2 * alpha * along + square)
    target = alpha * np.array([float(v) for v in run.verdict.separator])
    away = run.weights_after(ks) - target
    return np.asarray(np.einsum("ij,ij->i", away, away))


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
        return [[dot(a, b) for b in columns] for a in columns]

    @property
    def right(self) -> Row:
        """Yᵀf."""
        return [dot(column, self.targets) for column in zip(*self.rows, strict=True)]


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


def judged_on(run: Run, points: Values, labels: NDArray[np.int8]) -> Result:
    """Return the answer of a run as it judges other points (m, d), scaled as those of training."""
    others = OtherPoints(run.space, points, labels, run.path.arithmetic)
    limits = others.limits(Fraction(0), run.rule.on_line_is_wrong(labels))
    return run.result.judging(others, limits, labels)


def answer_on_test(run: Run) -> Result | None:
    """Return the answer of a run as it judges the points kept out of training, if there are any."""
    test = run.dataset.test
    if test is None:
        return None
    version = run.path.arithmetic.is_exact
    found = run.cache.get_or_compute(
        "test points", version, lambda: judged_on(run, test.points, test.labels)
    )
    return found.along(run.path)
