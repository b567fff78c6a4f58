"""Which point comes when, and where gradient descent and the solvers end."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.paths.visiting import Visiting
from tests.core.small_data import AND, XOR


def test_seeds_mean_the_same_on_every_machine() -> None:
    """Numbers written down once: a changed generator would change every saved session."""
    run = train(*XOR, order="shuffled", seed=2026, epochs=6)
    visited = "".join(str(run.path.visiting.points_of(t)[0]) for t in range(1, 25))
    assert visited == "013203121320021313022013"
    drawn = train(*XOR, order="random", seed=2**40, epochs=3).path.visiting
    assert "".join(str(drawn.points_of(t)[0]) for t in range(1, 13)) == "302011132322"
    assert train(*AND, init="random", seed=1).start == [Fraction(v, 10) for v in (-5, -3, 0)]


def test_shuffles_are_fair() -> None:
    """All 24 orders of four points come equally often, whatever came before (χ², p > 1e-6)."""
    orders = np.array([train_order(epoch) for epoch in range(6000)])
    codes = orders @ [64, 16, 4, 1]
    counts = np.unique(codes, return_counts=True)[1]
    assert len(counts) == 24
    assert ((counts - 250) ** 2 / 250).sum() < 70
    pairs = np.unique(orders[:-1, 0] * 4 + orders[1:, 0], return_counts=True)[1]
    assert ((pairs - 375) ** 2 / 375).sum() < 55


def train_order(epoch: int) -> list[int]:
    visiting = Visiting("shuffled", 4, seed=3)
    return [int(visiting.points_of(4 * epoch + j)[0]) for j in (1, 2, 3, 4)]


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
