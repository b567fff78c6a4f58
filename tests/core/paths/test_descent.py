"""Gradient descent and the solvers of least squares: where they end."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui import train
from tests.core.small_data import AND, XOR


def test_a_diverging_descent_stops_and_says_so() -> None:
    run = train(*AND, rule="least-squares", solver="gd", eta=10, epochs=10_000)
    assert run.status == "budget"
    assert any("without bound" in str(remark) for remark in run.remarks)
    assert np.isfinite(run.weights_at(run.visits)).all()


def test_gradient_descent_converges_below_its_limit_only() -> None:
    """MATH A4: η = 0.150 reaches (1, 1, −1.5), η = 0.157 does not."""
    good = train(*AND, rule="least-squares", solver="gd", eta="0.150", epochs=5000)
    assert good.status == "converged"
    assert good.weights_at(good.visits) == pytest.approx([1, 1, -1.5], abs=1e-9)
    bad = train(*AND, rule="least-squares", solver="gd", eta="0.157", epochs=5000)
    assert bad.status == "budget"


def test_a_limit_cycle_of_descent_is_not_convergence() -> None:
    """On XOR every visit moves the weights, though each epoch ends where it began."""
    run = train(*XOR, rule="sgd", loss="squared", eta="0.1")
    assert run.status == "budget"
    last = run.weights_after(np.arange(len(run.history) - 3, len(run.history) + 1))
    assert np.abs(np.diff(last, axis=0)).max() > 0.1


def test_descent_that_drew_only_right_points_has_not_converged() -> None:
    for seed in range(10):
        run = train(
            *AND, rule="sgd", schedule="inverse-sqrt", order="random", seed=seed, epochs=3000
        )
        assert run.status != "converged" or run.outcome.errors == 0


def test_newton_needs_one_step() -> None:
    run = train(*AND, rule="least-squares", solver="newton", init="5,-3,7")
    assert (run.status, run.outcome.updates) == ("converged", 1)
    assert run.exact_weights_at(1) == [1, 1, Fraction(-3, 2)]


def test_newton_aims_at_the_exact_solution() -> None:
    run = train(*XOR, rule="least-squares", solver="newton", eta="0.5")
    assert run.outcome.errors == 4 and not run.weights_at(run.visits).any()


def test_a_tiny_exact_step_is_made() -> None:
    run = train(*AND, rule="least-squares", init=["1", "1", "-1.4999999999999"])
    assert run.outcome.updates == 1
    assert run.exact_weights_at(1) == [1, 1, Fraction(-3, 2)]


def test_least_squares_that_is_not_unique_says_so() -> None:
    run = train([[1, 1], [2, 2]], [1, -1], rule="least-squares")
    assert any("not unique" in str(remark) for remark in run.remarks)
