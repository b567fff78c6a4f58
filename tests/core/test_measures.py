"""Losses and errors at many positions: the compiled loop finds what numpy and fractions find."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.core import compiling, measures
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.measure_kernels import compile_judge, judge
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.run import Run

_RANDOM = np.random.default_rng(7)


def made(decimals: int, tie: str) -> Run:
    points = np.round(_RANDOM.normal(size=(30, 2)), decimals)
    dataset = Dataset.of(points, _RANDOM.choice([-1, 1], 30))
    return Run(dataset, Rule(tie=tie, epochs=40)).finish()


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


@pytest.mark.parametrize("tie", ["always", "plus", "minus"])
@pytest.mark.parametrize("decimals", [0, 2])
def test_the_compiled_loop_finds_what_numpy_and_fractions_find(decimals: int, tie: str) -> None:
    if not compiling.load():
        pytest.skip("numba is not there, or switched off")
    run = made(decimals, tie)
    ks = np.arange(len(run.history) + 1)
    overloads, judge.compiled = judge.compiled, None  # as before it is compiled
    plain = measures.loss(run, ks), measures.errors(run, ks)
    judge.compiled = overloads
    compile_judge()
    assert judge.is_ready
    assert measures.loss(run, ks) == pytest.approx(plain[0], rel=1e-12, abs=1e-12)
    assert measures.errors(run, ks).tolist() == plain[1].tolist()
    for k in (0, 1, len(run.history) // 2, len(run.history)):
        loss, errors = by_hand(run, k)
        assert float(measures.loss(run, np.array([k]))[0]) == pytest.approx(float(loss), rel=1e-12)
        assert int(measures.errors(run, np.array([k]))[0]) == errors


def test_numbers_too_large_for_the_loop_are_still_counted() -> None:
    compiling.load()
    points = [[1e6, 0.000001], [-1e6, 0.000002], [1e6, -0.000003]]
    run = Run(Dataset.of(points, [1, -1, -1]), Rule(epochs=5)).finish()
    for k in range(len(run.history) + 1):
        loss, errors = by_hand(run, k)
        assert float(measures.loss(run, np.array([k]))[0]) == pytest.approx(float(loss), rel=1e-9)
        assert int(measures.errors(run, np.array([k]))[0]) == errors
