"""Norms, losses, errors and cosines at many positions; the bound against brute force."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.point_kernels import judge
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.warm_up import use_every_kernel
from tests.core.strategies import AND, noisy

_RANDOM = np.random.default_rng(7)


def made(decimals: int, tie: str) -> Run:
    points = np.round(_RANDOM.normal(size=(1100, 2)), decimals)
    dataset = Dataset.of(points, _RANDOM.choice([-1, 1], 1100))
    return Run(dataset, Rule(tie=tie, epochs=1)).finish()


def by_hand(run: Run, k: int) -> tuple[Fraction, int]:
    """Return the loss and the errors after k updates, in fractions."""
    weights = run.path.arithmetic.fractions(run.history.weights_after(np.array([k]))[0])
    loss, errors = Fraction(0), 0
    for point, label in zip(run.dataset.points.tolist(), run.dataset.labels.tolist(), strict=True):
        row = [*(Fraction(str(value)) for value in point), Fraction(1)]
        score = sum((w * x for w, x in zip(weights, row, strict=True)), Fraction(0))
        tied = {"always": True, "plus": label < 0, "minus": label > 0}[run.rule.tie]
        errors += label * score < 0 or (score == 0 and tied)
        loss += max(Fraction(0), -label * score)
    return loss, errors


def assert_by_hand(run: Run, ks: list[int], tolerance: float) -> None:
    losses, errors = zip(*(by_hand(run, k) for k in ks), strict=True)
    at = np.array(ks)
    assert measures.loss(run, at) == pytest.approx([float(v) for v in losses], rel=tolerance)
    assert run.errors_after(at).tolist() == list(errors)


@pytest.mark.parametrize("tie", ["always", "plus", "minus"])
@pytest.mark.parametrize("decimals", [0, 2])
def test_the_compiled_loop_finds_what_numpy_and_fractions_find(decimals: int, tie: str) -> None:
    if not compiler.load():
        pytest.skip("numba is not there, or switched off")
    run = made(decimals, tie)
    ks = np.arange(len(run.history) + 1)
    overloads, judge.compiled = judge.compiled, None  # as before it is compiled
    plain = measures.loss(run, ks), run.errors_after(ks)
    assert measures.loss_and_errors(run, ks).T.tolist() == [each.tolist() for each in plain]
    judge.compiled = overloads
    use_every_kernel()
    assert judge.is_ready
    assert measures.loss(run, ks) == pytest.approx(plain[0], rel=1e-12, abs=1e-12)
    assert run.errors_after(ks).tolist() == plain[1].tolist()
    together = measures.loss_and_errors(run, ks).T
    assert together[0].tolist() == measures.loss(run, ks).tolist()
    assert together[1].tolist() == plain[1].tolist()
    assert_by_hand(run, [0, 1, len(run.history) // 2, len(run.history)], 1e-12)


def test_measures_at_any_positions_are_those_of_the_weights() -> None:
    run = Run(noisy(40), Rule.of({"epochs": 20, "eta": "0.1"})).finish()
    ks = np.array([0, 1, len(run.history), 5, 17])
    weights = run.weights_after(ks)
    x = np.column_stack([run.dataset.points, np.ones(40)])
    m = weights @ (x * run.dataset.labels[:, None]).T
    assert measures.norm_sq(run, ks) == pytest.approx((weights**2).sum(axis=1))
    assert measures.agreement(run, ks) == pytest.approx(m, abs=1e-12)
    assert measures.loss(run, ks) == pytest.approx(np.maximum(0, -m).sum(axis=1))
    assert measures.loss(run, ks, "hinge") == pytest.approx(np.maximum(0, 1 - m).sum(axis=1))
    assert measures.loss(run, ks, "logistic") == pytest.approx(np.log1p(np.exp(-m)).sum(axis=1))
    assert measures.loss(run, ks, "squared") == pytest.approx(((m - 1) ** 2).sum(axis=1))
    wrong = (measures.agreement(run, ks) <= 0).sum(axis=1)
    assert run.errors_after(ks).tolist() == wrong.tolist()
    with pytest.raises(ValueError, match="no w"):
        measures.cosine(run, ks)


def test_the_cosine_of_no_weights_is_undefined_and_rises_after() -> None:
    run = train(*AND)
    cosines = measures.cosine(run, np.arange(len(run.history) + 1))
    assert np.isnan(cosines[0])
    assert 0.9 < cosines[-1] <= 1


positive = st.fractions(Fraction(1, 50), 20, max_denominator=60)


@given(positive, positive, positive, st.fractions(-3, 3, max_denominator=30), positive)
def test_the_most_updates_are_those_of_the_inequality(
    radius: Fraction, margin: Fraction, eta: Fraction, along: Fraction, more: Fraction
) -> None:
    # ‖w₀‖² ≥ ⟨w₀, p⟩²/‖p‖² (Cauchy and Schwarz), and R ≥ γ.
    start = along**2 / margin + more
    bounds = Bounds(margin + radius, margin, eta, start, along)
    most = bounds.most_updates

    def possible(k: int) -> bool:
        side = along**2 / margin + 2 * k * eta * along + k * k * eta**2 * margin
        ahead = along + k * eta * margin > 0
        return not ahead or side <= start + k * eta**2 * (margin + radius)

    assert possible(most) and not possible(most + 1)
    assert most <= bounds.limit < most + 1
    assert bounds.limit <= float(bounds.distance_limit) * (1 + 1e-9)


def test_numbers_at_the_limits_can_be_written() -> None:
    points = [[1e75, 1e-75], [1e75, -1e-75], [-1e75, -1e-75]]
    run = train(points, [1, -1, -1], epochs=1, eta="1e-75", init="1e75,1e75,1e75")
    assert run.to_json()["theory"]["most_updates"] > 10**299
    json.dumps(run.to_json(), allow_nan=False)
