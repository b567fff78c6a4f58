"""Random runs against textbook loops, and verdicts against their own proofs."""

from __future__ import annotations

import argparse
import math
import random
from fractions import Fraction
from itertools import cycle, islice
from typing import Any

import numpy as np
from scipy.optimize import linprog

from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels.block_kernels import loss_slope
from perceptron_gui.core.paths.descent import LOSSES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from tests.core import textbook
from tests.core.runs.test_properties import assert_is_first_recurrence, assert_same_path
from tests.core.space.test_separability import assert_proved, signed
from tests.core.strategies import Problem

from .answers import (
    ETAS,
    MARGINS,
    TIES,
    check_gaussian,
    check_penalised,
    compare_kernel,
    compare_left_out,
)
from .campaign import Campaign, Outcome

_BIASES = (Fraction(1), Fraction(10), Fraction(1, 5))
_ORDERS = ("cyclic", "listed", "shuffled", "random", "first-mistake", "worst", "random-mistake")
_CHOSEN = ("first-mistake", "worst", "random-mistake")
_MOST_EPOCHS = 15
_LOSSES = ("perceptron", "hinge", "logistic", "squared")


def _problem(chance: random.Random) -> Problem:
    """Return few points with few decimals: ties, duplicates and collinear points are common."""
    n, d, scale = chance.randint(1, 9), chance.randint(1, 4), 10 ** chance.randint(0, 2)
    reach = chance.choice((1, 3, 10)) * scale
    floats = [[chance.randint(-reach, reach) / scale for _ in range(d)] for _ in range(n)]
    labels = [chance.choice((-1, 1)) for _ in range(n)]
    exact = [[exact_number(value) for value in row] for row in floats]
    return Problem(Dataset.of(floats, labels), exact, labels)


def _compare_run(problem: Problem, chance: random.Random) -> None:
    """Train by a rule drawn at random, and do the same by hand."""
    tie, eta, bias = chance.choice(TIES), chance.choice(ETAS), chance.choice(_BIASES)
    offset, order = chance.random() < 0.7, chance.choice(_ORDERS)
    epochs = chance.randint(1, _MOST_EPOCHS)
    points = problem.augmented(offset, bias)
    n = len(points)
    start = [Fraction(0)] * len(points[0])
    if chance.random() < 0.5:
        start = [Fraction(chance.randint(-30, 30), 10) for _ in start]
    listed = [chance.randrange(n) for _ in range(chance.randint(1, 2 * n))]
    options: dict[str, Any] = {
        "tie": tie, "eta": eta, "bias_scale": bias, "offset": offset, "init": start,
        "order": listed if order == "listed" else order, "epochs": epochs,
        "seed": chance.randrange(2**40),
    }  # fmt: skip
    margin = Fraction(0)
    if order not in _CHOSEN:
        margin = options["margin"] = chance.choice(MARGINS)
    run = Run(problem.dataset, Rule.of(options)).finish()
    assert run.arithmetic == "exact"
    if order in ("first-mistake", "worst"):
        trace = textbook.chosen_mistakes(
            points, problem.labels, start, eta=eta, tie=tie, worst=order == "worst",
            most=run.budget,
        )  # fmt: skip
        assert_same_path(run, trace)
        return
    visits = _visits(run, order, listed)
    trace = textbook.perceptron(
        points, problem.labels, visits, start, eta=eta, tie=tie, margin=margin
    )
    assert_same_path(run, trace)
    if order in ("cyclic", "listed") and run.status == "cycle":
        assert_is_first_recurrence(run, trace, len(listed) if order == "listed" else n)
    if run.status == "converged":
        weights = trace.weights_at(run.visits)
        visited = {i for _, i, *_ in trace.visits} if order == "listed" else range(n)
        for i in visited:
            score = textbook.dot(weights, points[i])
            assert not textbook.is_mistake(problem.labels[i], score, tie, margin)


def _visits(run: Run, order: str, listed: list[int]) -> list[int]:
    """Return the points in the order of their visits; drawn ones as the run says it drew them."""
    if order == "listed":
        return list(islice(cycle(listed), run.visits))
    if order == "cyclic":
        return list(islice(cycle(range(len(run.dataset))), run.visits))
    if order == "random-mistake":
        chosen: list[int] = run.path.points_of_updates(0, len(run.history)).tolist()
        return chosen
    drawn = [int(run.path.visiting.points_of(visit)[0]) for visit in range(1, run.visits + 1)]
    n = len(run.dataset)
    if order == "shuffled":
        epochs = [drawn[first : first + n] for first in range(0, len(drawn), n)]
        assert all(sorted(epoch) == list(range(n)) for epoch in epochs if len(epoch) == n)
    return drawn


def _check_verdict(problem: Problem, chance: random.Random) -> None:
    """Let a verdict prove itself in fractions, and linear programming agree."""
    space = Space(problem.dataset, offset=chance.random() < 0.7)
    verdict, z = separability(space), space.signed
    assert_proved(verdict, signed(space))
    solved = linprog(np.zeros(z.shape[1]), A_ub=-z, b_ub=-np.ones(len(z)), bounds=(None, None))
    assert verdict.separable == solved.success


def _check_scaled(problem: Problem, chance: random.Random) -> None:
    """Move points far away and scale them: with an offset that changes no verdict."""
    far, decimals = chance.choice((0.0, 2024.0, 1e8)), chance.randint(0, 8)
    points = np.round(problem.dataset.points * chance.uniform(0.1, 1) + far, decimals)
    dataset = Dataset.of(points, problem.labels)
    lift = {"lift": chance.choice(("none", "quadratic"))}
    plain = separability(Space.of(dataset, Rule.of(lift)))
    scale = {"scale": chance.choice(("centre", "range", "standard"))}
    space = Space.of(dataset, Rule.of({**lift, **scale}))
    verdict = separability(space)
    assert verdict.separable == plain.separable
    rows, unit = space.exact_rows(list(range(len(space))))
    assert_proved(verdict, [[int(value) * unit for value in row] for row in rows])


def _compare_descent(problem: Problem, chance: random.Random) -> None:
    """Do every step of a descent again from the weights before it, as the formula is written."""
    loss, eta, l2 = (
        chance.choice(_LOSSES),
        chance.choice((0.01, 0.3, 5.0)),
        chance.choice((0, 0.01)),
    )
    factor = chance.choice((1.0, 1e3, 1e-3))
    dataset = Dataset.of(problem.dataset.points * factor, problem.labels)
    options: dict[str, Any] = {
        "rule": "sgd", "loss": loss, "eta": eta, "l2": l2, "offset": chance.random() < 0.7,
        "order": chance.choice(("cyclic", "shuffled", "random")), "epochs": 6, "keep_going": True,
        "seed": chance.randrange(2**40), "arithmetic": "float64",
    }  # fmt: skip
    run = Run(dataset, Rule.of(options)).finish()
    z = run.space.signed
    for visit in range(1, run.visits + 1):
        row = z[run.path.visiting.points_of(visit)[0]]
        before, after = run.weights_at(visit - 1), run.weights_at(visit)
        score = float(before @ row)
        if abs(score - {"perceptron": 0, "hinge": 1}.get(loss, math.inf)) < 1e-9:
            continue  # rounding, or the tie rule, decides
        slope = loss_slope(LOSSES[loss], score, 1.0, 0.0)
        wanted = before - eta * (slope * row + 2 * l2 * before)
        size, reach = np.abs(before).max(), np.abs(row).max()
        rounding = 1e-14 * size * reach  # of the score, by which the slope may change twice
        allowed = 1e-9 * (size + eta * abs(slope) * reach) + 2 * eta * rounding * reach
        assert np.abs(after - wanted).max() <= allowed


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--count", type=int, default=20_000, help="problems that are drawn")
    parser.add_argument("--seed", type=int, default=1, help="the first of them")


_CHECKS = {
    "runs": _compare_run,
    "verdicts": _check_verdict,
    "scaled verdicts": _check_scaled,
    "descents": _compare_descent,
    "points left out": compare_left_out,
    "sparse solutions": check_penalised,
    "Gaussian margins": check_gaussian,
    "kernel runs": compare_kernel,
}


def _run(options: argparse.Namespace, outcome: Outcome) -> None:
    for seed in range(options.seed, options.seed + options.count):
        chance = random.Random(seed)
        problem = _problem(chance)
        for what, act in _CHECKS.items():
            outcome.counts[what] += 1
            try:
                act(problem, chance)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told
                outcome.fail(f"{what} of problem {seed}: {error!r}")


RUNS = Campaign("runs", "runs, verdicts and answers done again by hand", _add_options, _run)
