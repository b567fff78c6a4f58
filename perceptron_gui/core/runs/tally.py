"""The weights as a tally: w = w₀ + c·Σ α_i·y_i·x̃_i, where α_i counts the mistakes on point i.

Only mistakes matter: a point that never was one can be left out and nothing moves. So there are
at most as many leave-one-out errors as points ever mistaken. That holds for points as they are:
scaled ones move when one of them is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import dot
from perceptron_gui.base.number_text import json_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.history import with_rounds
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.path import DETERMINISTIC, BlockPath, PointPath
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.space.space import Space

from .run import Run

Counts = NDArray[np.int64]

_MOST_WORK = 50_000_000  # multiplications of all runs without one point
_MOST_BLOCK_WORK = 20_000_000  # of finding out which points a batch got wrong


@dataclass(frozen=True, eq=False)
class MistakeTally:
    """How often every point was mistaken (n,), and what each mistake adds: factor·y·x̃."""

    counts: Counts
    factor: Fraction

    @property
    def mistaken(self) -> list[int]:
        """The points that were ever mistaken."""
        return [int(i) for i in np.flatnonzero(self.counts)]


@dataclass(frozen=True)
class LeaveOneOut:
    """Which points a run gets wrong that was trained on all the others."""

    mistaken: tuple[int, ...]  # ever, in the whole run
    errors: tuple[int, ...]
    points: int
    is_bounded: bool  # all errors are among the points ever mistaken


def tally_at(run: Run, visit: int) -> MistakeTally | str:
    """Return the tally after a visit, or the sentence that says why the weights are none."""
    path, updates = run.path, int(run.updates_at(visit))
    if isinstance(path, PointPath | KernelPath):
        return MistakeTally(_counted(run, updates), run.rule.eta)
    if not isinstance(path, BlockPath):
        return "Steps of this rule differ in length, so its weights are no tally of mistakes."
    length, block = len(path.visiting.sequence), path.visiting.block
    if length % block:
        return "A last, shorter block takes longer steps, so the weights are no plain tally."
    if updates * block * run.space.dimension > _MOST_BLOCK_WORK:
        return "So many steps over several points each are not counted here."
    eta = run.rule.eta
    return MistakeTally(_counted(run, updates), eta if run.rule.rule == "batch" else eta / block)


def _counted(run: Run, updates: int) -> Counts:
    """Return how often every point (n,) entered the first updates; a loop is counted once."""

    def counts(made: int) -> Counts:
        points = run.path.points_of_updates(0, made)
        return np.bincount(points, minlength=len(run.dataset)).astype(np.int64)

    loop = run.history.loop
    if loop is None:
        return counts(updates)
    return with_rounds(counts, updates, loop.first, loop.updates)


def same_without(run: Run) -> bool:
    """Return whether the run makes the same updates without a point that was never mistaken.

    Floats prove nothing: without that point the rest may be exact, unless the kernel never is.
    """
    rule, n = run.rule, len(run.dataset)
    is_gaussian = (rule.rule, rule.kernel) == ("kernel", "gaussian")
    return (
        isinstance(run.path, PointPath | KernelPath)
        and rule.order in DETERMINISTIC
        and rule.scale == "none"
        and (run.arithmetic == "exact" or is_gaussian)
        # Of fewer points an epoch has fewer visits, so the budget may end before the mistakes do.
        and not (run.path.visiting.chooses_mistakes and run.visits > rule.epochs * (n - 1))
    )


def leave_one_out(run: Run) -> LeaveOneOut | str:
    """Return the leave-one-out errors of a run that has converged, or why there are none.

    Points that were never mistaken are correct if the run is the `same_without` them. Every other
    point needs a run without it, by the same rule.
    """
    rule, path = run.rule, run.path
    if not isinstance(path, PointPath | KernelPath) or RULES[rule.rule].answer:
        return "Leaving one out is told only of rules that answer with their last weights."
    if rule.order not in DETERMINISTIC:
        return f"Without a point the order ({rule.order}) would draw other points; try cyclic."
    if run.status != "converged":
        return "Leaving one out is told only of runs that converge."
    mistaken = [int(i) for i in np.flatnonzero(_counted(run, len(run.history)))]
    left_out = mistaken if same_without(run) else list(range(len(run.dataset)))
    work = run.space.dimension  # multiplications of a visit
    if isinstance(path, KernelPath):
        work = 1 + work * len(run.history) // max(1, run.visits)
    elif path.visiting.chooses_mistakes:
        work *= len(run.dataset)
    if len(left_out) * max(run.visits, len(run.dataset)) * work > _MOST_WORK:
        more = f"{len(left_out)} more runs of this length"
        return f"Leaving one out would take {more}; try fewer points."

    def find_errors() -> LeaveOneOut:
        errors = []
        for i in left_out:
            run.check_cancelled()
            agreement = _agreement_without(run, i)
            if agreement < 0 or (agreement == 0 and run.error_limits[i] >= 0):
                errors.append(i)
        return LeaveOneOut(tuple(mistaken), tuple(errors), len(run.dataset), same_without(run))

    return run.cache.get_or_compute("leave one out", len(run.history), find_errors)


def tally_report(run: Run) -> dict[str, Any]:
    """Return the tally at the end of a run and its leave-one-out errors, as JSON."""
    tally, found = tally_at(run, run.visits), leave_one_out(run)
    if isinstance(tally, str):
        return {"counts": None, "why_no_tally": tally}
    entry = {"counts": tally.counts.tolist(), **json_number("factor", tally.factor)}
    if isinstance(found, str):
        return {**entry, "leave_one_out": None, "why_no_leave_one_out": found}
    listed = {"mistaken": list(found.mistaken), "errors": list(found.errors)}
    return {**entry, "leave_one_out": listed}


def _agreement_without(run: Run, i: int) -> Fraction:
    """Return y·s of a point after a run on the others; if there are none, w₀ answers."""
    points, labels, rule = run.dataset.points, run.dataset.labels, run.rule
    others = Dataset(np.delete(points, i, axis=0), np.delete(labels, i))
    if rule.arithmetic == "exact":  # scaled without the point, the others may have more digits
        rule = replace(rule, arithmetic="auto")
    space, weights = Space.of(others, rule), run.start
    if len(others):
        other = Run(others, rule).finish()
        weights = other.exact_weights_at(other.visits)
        if isinstance(run.path, KernelPath):  # the point itself counts nothing
            weights.insert(i, Fraction(0))
    if isinstance(run.path, KernelPath):
        return run.path.arithmetic.agreement(run.path.arithmetic.raw(weights), i)
    # The others were scaled without the point: scores are those of the coordinates as typed.
    normal, constant = space.line_of(weights)
    rows, unit = Space(run.dataset, lift=rule.lift).exact_rows([i])
    return dot([*normal, constant], [int(z) * unit for z in rows[0]])
