"""Which point comes when, where descent and the solvers end, and how runs end."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.path import Visiting
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import AND, XOR, noisy


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


def test_descent_that_drew_only_right_points_has_not_converged() -> None:
    for seed in range(10):
        run = train(
            *AND, rule="sgd", schedule="inverse-sqrt", order="random", seed=seed, epochs=3000
        )
        assert run.status != "converged" or run.outcome.errors == 0


def test_keep_going_uses_the_whole_budget() -> None:
    converged = train(*AND, epochs=50, keep_going=True)
    assert (converged.status, converged.visits, converged.outcome.updates) == ("converged", 200, 18)
    cycle = train(*XOR, epochs=50, keep_going=True)
    assert (cycle.status, cycle.visits, cycle.outcome.updates) == ("cycle", 200, 200)
    assert cycle.recurrence is not None and cycle.recurrence.period_visits == 4


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "first-mistake", "worst"])
def test_budgets_end_every_run(order: str) -> None:
    dataset = noisy(50)
    by_epochs = Run(dataset, Rule.of({"order": order, "epochs": 3})).finish()
    assert by_epochs.visits == 150 and by_epochs.outcome.epochs == 3
    by_updates = Run(dataset, Rule.of({"order": order, "max_updates": 7})).finish()
    assert by_updates.outcome.updates == 7 and by_updates.status == "budget"
    # One that just suffices is no obstacle.
    needed = train(*AND, order=order).outcome.updates
    assert train(*AND, order=order, max_updates=needed).status == "converged"
    assert train(*AND, order=order, max_updates=needed - 1).status == "budget"


def test_a_run_that_outgrows_integers_restarts_in_floats() -> None:
    """The integers fit at first; after some updates they would not."""
    far = [[30000000.01, 30000000.02], [30000000.03, 30000000.01]]
    run = train(far, [1, -1], eta=1, epochs=100_000, max_updates=200_000)
    assert run.arithmetic == "float64"
    assert any("outgrew exact integers at visit" in str(remark) for remark in run.remarks)
    same = train(far, [1, -1], arithmetic="float64", epochs=100_000, max_updates=200_000)
    assert run.outcome.updates == same.outcome.updates
    assert np.array_equal(run.weights_at(run.visits), same.weights_at(same.visits))


def test_an_interrupted_run_ends_where_it_stands_and_says_so_once() -> None:
    run = Run(noisy(50), Rule())
    run.advance(7)
    run.interrupt()
    run.interrupt()
    run.advance(5)
    assert (run.status, run.visits) == ("budget", 7)
    assert run.remarks == ["interrupted after 7 visits"]


def test_random_visits_that_miss_a_wrong_point_do_not_converge() -> None:
    """Sixteen draws often miss the one point that is wrong; converged still means no errors."""
    rng = np.random.Generator(np.random.PCG64(3))
    points = np.round(1 + rng.random((16, 2)), 2)
    points[0] = [0.5, 0.4]
    labels = np.array([-1] + [1] * 15)
    for seed in range(40):
        rule = Rule.of({"order": "random", "seed": seed, "tie": "minus", "epochs": 5000})
        run = Run(Dataset.of(points, labels), rule).finish()
        assert run.status == "converged" and run.outcome.errors == 0


def test_a_random_order_never_claims_a_cycle_but_gives_the_certificate() -> None:
    for order in ("shuffled", "random", "random-mistake"):
        run = train(*XOR, order=order, epochs=200)
        assert run.status == "budget"
        found = run.recurrence
        assert found is not None and run.cycle is None
        assert run.to_json()["cycle"] is None
        z = [[y * v for v in (*x, 1)] for x, y in zip(*XOR, strict=True)]
        total = [sum(c * r[j] for c, r in zip(found.counts, z, strict=True)) for j in range(3)]
        assert total == [0, 0, 0] and sum(found.counts) > 0
        assert np.array_equal(run.weights_at(found.start_visit), run.weights_at(found.end_visit))


def test_short_minibatches_weigh_their_points_more_in_the_certificate() -> None:
    run = train(*XOR, rule="sgd", batch_size=3)
    assert run.status == "cycle" and run.recurrence is not None
    z = [[y * v for v in (*x, 1)] for x, y in zip(*XOR, strict=True)]
    shares = run.recurrence.certificate
    assert sum(shares) == 1
    assert [sum(c * r[j] for c, r in zip(shares, z, strict=True)) for j in range(3)] == [0, 0, 0]


def test_a_cycle_inside_the_budget_is_found_even_if_late() -> None:
    """Brent's search needs longer than the recurrence itself; the record is looked through."""
    for seed in range(20):
        dataset = noisy(5, seed)
        whole = Run(dataset, Rule.of({"epochs": 2000})).finish()
        if whole.status != "cycle" or whole.recurrence is None:
            continue
        laps = -(-whole.recurrence.end_visit // 5)
        just = Run(dataset, Rule.of({"epochs": laps + whole.recurrence.period_visits // 5}))
        assert just.finish().status == "cycle"
        assert just.recurrence is not None
        assert just.recurrence.start_visit == whole.recurrence.start_visit
        assert just.visits == whole.visits


def test_a_descent_that_comes_to_rest_is_seen_to() -> None:
    """Targets that one line meets: steps shrink until they are lost in rounding."""
    asked = {"rule": "sgd", "loss": "squared", "eta": "0.2", "epochs": 20_000}
    found = Run(Dataset.of([[0, 0], [1, 0]], [-1, 1]), Rule.of(asked)).finish()
    assert found.status == "converged"
    assert found.weights_at(found.visits) == pytest.approx([2, 0, -1], abs=1e-12)
    # Where no line does, the steps of a constant rate never end.
    points, labels = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1]], [-1, 1, -1, 1, 1]
    restless = Run(Dataset.of(points, labels), Rule.of({**asked, "epochs": 500})).finish()
    assert restless.status == "budget"
    assert restless.visits == 2500
