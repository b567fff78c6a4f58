"""What a run is said to come with, done again in another way: margins, penalties, points left out.

Each check takes a problem and what draws the rest of it, and fails by an exception.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.descent import SolvePath
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import leave_one_out
from tests.core import textbook
from tests.core.strategies import Problem

TIES = ("minus", "plus", "always")
ETAS = (Fraction(1), Fraction(1, 10), Fraction(1, 3), Fraction(7))
MARGINS = (Fraction(0), Fraction(0), Fraction(1, 4), Fraction(2))
_WIDTHS = (Fraction(3, 10), Fraction(1), Fraction(3), Fraction(20))
_MOST_SUPPORTED = 7  # points, of which every support is tried
_ROUNDING = 1e-13  # of all that is added up


def compare_left_out(problem: Problem, chance: random.Random) -> None:
    """Train without each point by hand, and look which ones are wrong."""
    offset, scale = chance.random() < 0.7, chance.choice(("none", "centre", "range"))
    options: dict[str, Any] = {
        "tie": chance.choice(TIES), "eta": chance.choice(ETAS), "scale": scale,
        "order": chance.choice(("cyclic", "first-mistake", "worst")),
        "epochs": chance.randint(1, 30),
    }  # fmt: skip
    start = [Fraction(0)] * (len(problem.points[0]) + offset)
    if chance.random() < 0.5:
        start = [Fraction(chance.randint(-30, 30), 10) for _ in start]
    given = {**options, "offset": offset, "init": start}
    if scale == "none" and not offset and not any(start):
        given = {**options, "rule": "kernel", "kernel": "linear"}
    run = Run(problem.dataset, Rule.of(given)).finish()
    found = leave_one_out(run)
    wanted = textbook.left_out(problem.points, problem.labels, start, **options)
    if run.status != "converged" or wanted is None:
        return
    assert not isinstance(found, str), found
    assert list(found.errors) == wanted
    assert set(wanted) <= set(found.mistaken) or not found.is_bounded


def check_penalised(problem: Problem, chance: random.Random) -> None:
    """Look whether 0 is a subgradient where a sparse solution is said to be least."""
    lift, offset = chance.choice(("none", "quadratic")), chance.random() < 0.7
    l1, l2 = chance.choice((0.1, 0.5, 3.0, 20.0)), chance.choice((0.0, 0.0, 0.1))
    points = problem.dataset.points
    targets = [chance.randint(-500, 500) / chance.choice((1, 10)) for _ in points]
    dataset = Dataset.of_targets(points, targets)
    options = {"lift": lift, "offset": offset, "l1": l1, "l2": l2}
    run = Run(dataset, Rule.of({"rule": "least-squares", **options})).finish()
    pairs = combinations_with_replacement(points.T, 2) if lift == "quadratic" else ()
    columns = [*points.T, *(a * b for a, b in pairs), *[np.ones(len(points))] * offset]
    design, a = np.column_stack(columns), run.weights_at(run.visits)
    error = design @ a - targets
    slopes = 2 * (design.T @ error + l2 * a)
    pulls = np.array([l1] * (len(a) - offset) + [0.0] * offset)
    sizes = np.abs(design).T @ (np.abs(design) @ np.abs(a) + np.abs(targets)) + l2 * np.abs(a)
    allowed = _ROUNDING * sizes
    excess = np.where(a, np.abs(slopes + pulls * np.sign(a)), np.abs(slopes) - pulls)
    assert (excess <= allowed).all(), excess
    assert isinstance(run.path, SolvePath) and run.path.solution.exact is not None
    edge = np.flatnonzero((a != 0) | (np.abs(slopes) >= pulls - allowed))
    if run.path.solution.is_unique and not l2:
        assert np.linalg.matrix_rank(design[:, edge], 1e-9 * np.abs(design).max()) == len(edge)


def check_gaussian(problem: Problem, chance: random.Random) -> None:
    """Try all supports in 60 digits; a margin that is told has six digits, and is not too large."""
    width = chance.choice(_WIDTHS)
    first = {tuple(point): i for i, point in enumerate(problem.points)}
    kept = sorted(first.values())[:_MOST_SUPPORTED]
    points, labels = [problem.points[i] for i in kept], [problem.labels[i] for i in kept]
    dataset = Dataset(problem.dataset.points[kept], problem.dataset.labels[kept])
    options = {"rule": "kernel", "kernel": "gaussian", "width": width, "epochs": 1}
    verdict = Run(dataset, Rule.of(options)).verdict
    true = float(textbook.gaussian_margin_squared(points, labels, width))
    assert verdict.separable
    if verdict.margin_is_known:
        told = float(verdict.margin_squared)
        assert told * (1 - 1e-15) <= true <= told * (1 + 1e-6), (told, true)
    else:
        assert true < 1e-6, true


def compare_kernel(problem: Problem, chance: random.Random) -> None:
    """Count mistakes by hand, through cycles too: the weights are the counts, times the step."""
    options: dict[str, Any] = {
        "kernel": chance.choice(("linear", "poly")), "degree": chance.randint(1, 3),
        "tie": chance.choice(TIES), "eta": chance.choice(ETAS), "margin": chance.choice(MARGINS),
        "epochs": chance.randint(1, 30),
    }  # fmt: skip
    run = Run(problem.dataset, Rule.of({"rule": "kernel", "keep_going": True, **options})).finish()
    updates = textbook.kernel_perceptron(problem.points, problem.labels, **options)
    visits = run.history.visits_of(np.arange(len(run.history))).tolist()
    found = [(visit, run.point_of_update(k) or 0) for k, visit in enumerate(visits)]
    if run.arithmetic == "exact":  # else rounding may decide
        assert found == updates
    counts = [Fraction(0)] * len(problem.labels)
    for visit, i in found:
        counts[i] += options["eta"]
        assert run.exact_weights_at(visit) == counts
