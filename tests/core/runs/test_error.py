"""The error over weights: what plain loops, differences and scipy find."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.error import WeightError
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import trained

KINDS = ("squared", "logistic", "hinge", "perceptron")
ROOM: dict[str, Any] = {"rule": "sgd", "eta": "0.1", "epochs": 3}
RUNS: list[tuple[str, dict[str, Any]]] = [
    ("and", ROOM),
    ("xor", {**ROOM, "l2": "0.05"}),
    ("three-points", {**ROOM, "offset": False}),
    ("slides", {**ROOM, "l2": "1/7"}),
    ("clusters", {**ROOM, "l2": "0.01"}),
    ("and", {"rule": "least-squares", "l1": "1/3", "l2": 2}),
    ("line-fit", {"rule": "least-squares", "solver": "gd", "eta": "0.1", "epochs": 3}),
]


def plain_error(run: Run, kind: str, weights: Any) -> float:
    """Return the error of some weights, point by point."""

    def loss(s: float, f: float) -> float:
        if kind == "squared":
            return (s - f) ** 2
        if kind == "logistic":
            return math.log(1 + math.exp(-f * s))
        return max(0.0, (1 if kind == "hinge" else 0) - f * s)

    rule, total = run.rule, 0.0
    bias = [1.0] if rule.offset else []
    for x, f in zip(run.dataset.points.tolist(), run.dataset.fitted.tolist(), strict=True):
        s = sum(a * b for a, b in zip([*x, *bias], weights, strict=True))
        total += loss(s, f)
        if rule.rule == "sgd":
            total += float(rule.l2) * sum(w * w for w in weights)
    if rule.rule == "least-squares":
        total += float(rule.l2) * sum(w * w for w in weights)
        if kind == "squared":
            total += float(rule.l1) * sum(abs(w) for w in weights[: run.dataset.dimension])
    return total


def errors() -> list[Any]:
    """Return every run with every error that is defined on it."""
    cases = [(name, rule, kind) for name, rule in RUNS for kind in KINDS]
    return [case for case in cases if case[0] != "line-fit" or case[2] == "squared"]


@pytest.mark.parametrize(("name", "rule", "kind"), errors())
def test_error_and_derivatives_are_those_of_plain_sums(
    name: str, rule: dict[str, Any], kind: str
) -> None:
    run = trained(name, **rule)
    error, count = WeightError(run, kind), run.space.dimension
    random = np.random.default_rng(0)
    for _ in range(5):
        weights = [Fraction(int(v), 7) for v in random.integers(-20, 20, count) * 3 + 1]
        at = np.array(weights, dtype=np.float64)
        plain = plain_error(run, kind, at.tolist())
        found = error.slopes(weights)
        assert found is not None and float(found.value) == pytest.approx(plain, rel=1e-12)
        assert error.over((1, 0), at)(at[None, [1, 0]])[0] == pytest.approx(plain, rel=1e-12)
        if found.gradient is not None:
            gradient = np.array(found.gradient, dtype=np.float64)
            slope = approx_fprime(at, lambda w: plain_error(run, kind, w.tolist()), 1e-6)
            assert gradient == pytest.approx(slope, rel=1e-3, abs=1e-3)
        if found.hessian is not None and found.newton is not None:
            hessian = np.array(found.hessian, dtype=np.float64)
            assert hessian @ np.array(found.newton, dtype=np.float64) == pytest.approx(gradient)


@pytest.mark.parametrize(("name", "rule", "kind"), errors())
def test_a_minimum_is_where_scipy_finds_one(name: str, rule: dict[str, Any], kind: str) -> None:
    run = trained(name, **rule)
    minimum = WeightError(run, kind).minimum
    if minimum is None:
        return
    least = plain_error(run, kind, minimum.rounded.tolist())
    start = np.zeros(run.space.dimension)
    found = minimize(
        lambda w: plain_error(run, kind, w.tolist()),
        start,
        method="Nelder-Mead",
        options={"xatol": 1e-7, "fatol": 1e-10, "maxiter": 20000},
    )
    assert least <= found.fun + 1e-9
    steps = np.random.default_rng(0).normal(size=(100, len(start)))
    assert all(
        plain_error(run, kind, (minimum.rounded + step / 100).tolist()) > least for step in steps
    )


def test_minima_of_the_lecture() -> None:
    fit = trained("line-fit", rule="least-squares")
    minimum = WeightError(fit, "squared").minimum
    assert minimum is not None and minimum.exact == [Fraction(1, 2), Fraction(7, 6)]
    slopes = WeightError(fit, "squared").slopes([Fraction(0), Fraction(0)])
    assert slopes is not None and slopes.value == 9 and slopes.gradient == [-12, -10]
    assert slopes.hessian == [[10, 6], [6, 6]]
    assert slopes.newton == [-Fraction(1, 2), -Fraction(7, 6)]


def test_there_is_no_logistic_minimum_where_a_line_separates() -> None:
    for name, rule in (("and", {}), ("three-points", {"offset": False})):
        assert WeightError(trained(name, **ROOM, **rule), "logistic").minimum is None
    on_xor = WeightError(trained("xor", **ROOM), "logistic").minimum
    assert on_xor is not None and on_xor.rounded == pytest.approx([0, 0, 0], abs=1e-9)


@pytest.mark.parametrize(("name", "rule"), RUNS)
def test_the_own_error_is_the_loss_that_is_plotted(name: str, rule: dict[str, Any]) -> None:
    run = trained(name, **rule)
    found = WeightError(run, measures.own_kind(run)).slopes(run.exact_weights_at(run.visits))
    plotted = measures.own_loss(run, np.array([len(run.history)]))[0]
    assert found is not None and float(found.value) == pytest.approx(plotted, rel=1e-12)
