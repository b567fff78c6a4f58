"""Many trials: each is the run that `Run` makes, orders and starts are drawn fairly and anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from perceptron_gui.base.errors import DataError, RuleError
from perceptron_gui.base.limits import LimitError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.arithmetic import Raw
from perceptron_gui.document.sources import load_data
from perceptron_gui.labs.lab import finished
from perceptron_gui.labs.orders.findings import OrderFindings, different_rows
from perceptron_gui.labs.orders.trials import OrderTrials
from tests.core.strategies import Problem, biases, etas, margins, problems, ties

AND, XOR = make(LIBRARY["and"]), make(LIBRARY["xor"])
IRIS = load_data("iris").dataset
LONG_DIGITS = Dataset.of([[1 / 3, 0.1], [-np.pi, 2 / 7], [0.5, -np.e], [1.5, 1.1]], [1, -1, 1, -1])
small = st.integers(-2, 2)
shapes = st.tuples(st.integers(0, 30), st.integers(1, 4))
HUGE = Dataset.of([[3.1e70, -2.2e70], [-4.4e70, 9.4e70], [-3.5e70, 8.7e70]], [1, 1, -1])
TINY = Dataset.of([[3e-70, -2e-70], [-4e-70, 9e-70]], [1, -1])
MIXED = Dataset.of([[1e70, 1], [-1e-70, 1], [3, 1e-70]], [1, -1, 1])


def tried(dataset: Dataset, trials: int = 100, what: str = "orders", **rule: Any) -> OrderFindings:
    """Return what all trials found."""
    found: OrderFindings = finished(OrderTrials(dataset, Rule.of(rule), trials, seed=3, what=what))
    return found


def assert_each_is_a_run(dataset: Dataset, found: OrderFindings) -> None:
    """Check every trial against the run of its own rule."""
    for trial in range(len(found)):
        run = Run(dataset, found.rule_of(trial)).finish()
        made = run.status, run.visits, int(run.updates_at(run.visits))
        seen = str(found.statuses[trial]), found.visits[trial], found.updates[trial]
        assert seen == made
        assert found.weights_of(trial) == run.exact_weights_at(run.visits)
        proved = run.recurrence
        assert found.periods[trial] == (0 if proved is None else proved.period_visits)


@settings(max_examples=60)
@given(
    problem=problems(most=5),
    what=st.sampled_from(["orders", "starts"]),
    limits=st.sampled_from([(1000, 10**6), (3, 10**6), (40, 7), (7, 10**6)]),
    rule=st.fixed_dictionaries(
        {
            "tie": ties,
            "eta": etas,
            "bias_scale": biases,
            "margin": margins,
            "offset": st.booleans(),
            "arithmetic": st.sampled_from(["auto", "float64"]),
        }
    ),
)
def test_every_trial_is_a_run(
    problem: Problem, what: str, limits: tuple[int, int], rule: dict[str, Any]
) -> None:
    found = tried(problem.dataset, 9, what, epochs=limits[0], max_updates=limits[1], **rule)
    assert_each_is_a_run(problem.dataset, found)


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (AND, {"rule": "averaged", "init": "random", "seed": 4}),
        (AND, {"rule": "pocket", "order": "shuffled", "keep_going": True}),
        (XOR, {"lift": "product", "tie": "plus"}),
        (XOR, {"rule": "sgd", "loss": "hinge", "eta": "0.5"}),
        (LONG_DIGITS, {"epochs": 50}),
        (Dataset.of([[1, 2]], [1]), {}),
        (Dataset.of([[0, 0]], [1]), {"offset": False}),
        (Dataset.of([[3], [1], [2]], [-1, -1, -1]), {"tie": "minus"}),
        (Dataset.of([[1e20, 1], [3e17, -2]], [1, -1]), {"epochs": 30}),
        (IRIS, {"tie": "minus"}),
        (AND, {"order": "3,0,3,1"}),
        # Points may fit into 32 bits where their weights do not.
        (Dataset.of([[1, 0], [-1, 0]], [1, -1]), {"init": "3000000000,1,0"}),
    ],
)
@pytest.mark.parametrize("what", ["orders", "starts"])
def test_rules_lifts_and_odd_data_are_tried_as_they_are_run(
    data: Dataset, rule: dict[str, Any], what: str
) -> None:
    assert_each_is_a_run(data, tried(data, 8, what, **rule))


def test_a_cycle_that_the_search_had_no_time_for_is_found_at_the_budget() -> None:
    slow = tried(XOR, 24, init="10,-7,3")
    needed = int(slow.visits.max()) // 4 + 1
    for epochs in range(1, 2 * needed):
        assert_each_is_a_run(XOR, tried(XOR, 24, init="10,-7,3", epochs=epochs))


def test_lines_are_counted_once_whatever_their_length() -> None:
    one = Dataset.of([[1, 1], [2, 2]], [1, 1])
    found = tried(one, offset=False)
    assert (len(found.solutions), len(found.lines)) == (2, 1)
    floating = tried(one, offset=False, arithmetic="float64")
    assert (len(floating.solutions), len(floating.lines)) == (2, 1)


def test_a_limit_of_visits_ends_after_the_trial_that_reaches_it() -> None:
    visits = tried(IRIS, 50).visits
    limit = int(visits[:20].sum())
    for size in (1, 50):
        trials = OrderTrials(IRIS, Rule(), 50, seed=3, most_visits=limit)
        while not trials.is_over:
            trials.advance(size)
        assert trials.done == trials.total == len(trials.result()) == 20


def test_a_seed_draws_the_same_again_and_another_one_something_else() -> None:
    for what in ("orders", "starts"):
        one, again, other = (
            finished(OrderTrials(IRIS, Rule(), 20, seed, what)) for seed in (1, 1, 2)
        )
        assert one.rule_of(17) == again.rule_of(17) != other.rule_of(17)
        assert one.rule_of(17) != one.rule_of(16)


def test_random_orders_are_permutations_and_spread_evenly() -> None:
    found = tried(Dataset.of(np.arange(10)[:, None], [1] * 10), 2000)
    assert not found.is_all
    orders = np.array([found.order_of(trial) for trial in range(2000)])
    assert (np.sort(orders, axis=1) == np.arange(10)).all()
    # The mean of a position is 4.5 ± 0.064; the bounds are five of these away.
    assert np.abs(orders.mean(axis=0) - 4.5).max() < 0.33


def test_starts_are_short_decimals_as_large_as_an_update() -> None:
    found = tried(IRIS, 300, "starts", eta="0.1")
    starts = np.array([[float(v) for v in found.start_of(trial)] for trial in range(300)])
    assert 0.9 < np.abs(starts).max() <= 1
    assert np.abs(starts.mean(axis=0)).max() < 0.2
    assert all(v * 100 == int(v * 100) for v in found.start_of(7))


@pytest.mark.parametrize("places", [5, 7])  # after an update, and before the first
def test_weights_that_outgrow_integers_go_on_in_floats_as_runs_do(places: int) -> None:
    unit = 10.0**-places
    far = Dataset.of([[10000 + unit, 1], [9999 + unit, 1]], [1, -1])
    found = tried(far, epochs=2000, eta=10**3)
    assert found.remarks == (
        "Computed in float64: the weights of some trials outgrew exact integers.",
    )
    assert_each_is_a_run(far, found)
    with pytest.raises(RuleError, match="exact"):
        tried(far, epochs=2000, eta=10**3, arithmetic="exact")


def test_huge_data_get_fewer_epochs_and_are_told_so() -> None:
    many = Dataset.of(np.tile([[0.1], [3.7]], (10000, 1)), [1, -1, -1, 1] * 5000)
    trials = OrderTrials(many, Rule.of({"epochs": 10**6}), 1)
    assert finished(trials).remarks == ()
    assert trials.result().rule_of(0).epochs == 2**24 // 20000
    endless = finished(OrderTrials(many, Rule.of({"epochs": 10**6, "arithmetic": "float64"}), 1))
    assert endless.remarks == ("No trial goes on after 838 epochs.",)


def test_without_points_nothing_is_tried() -> None:
    with pytest.raises(DataError, match="no points"):
        tried(Dataset.of([], []))


@given(
    st.one_of(
        arrays.arrays(np.int64, shapes, elements=small),
        arrays.arrays(np.float64, shapes, elements=small.map(float)),
    )
)
def test_they_are_those_of_numpy(rows: Raw) -> None:
    first, counts = different_rows(rows)
    different, where, times = np.unique(rows, axis=0, return_index=True, return_counts=True)
    assert rows[first].tolist() == different.tolist()
    assert first.tolist() == where.tolist()
    assert counts.tolist() == times.tolist()


@pytest.mark.parametrize("dataset", [AND, HUGE, TINY, MIXED], ids=["and", "huge", "tiny", "mixed"])
@pytest.mark.parametrize("options", [{}, {"lift": "quadratic"}, {"eta": "1e-30", "margin": 1}])
@pytest.mark.parametrize("what", ["orders", "starts"])
def test_limits_of_any_size_are_those_of_every_start(
    dataset: Dataset, options: dict[str, Any], what: str
) -> None:
    found = tried(dataset, 9, what, epochs=3, **options)
    assert found.limits is not None
    assert found.limits.dtype == np.float64
    most = []
    for trial, limit in enumerate(found.limits.tolist()):
        bounds = found.bounds_of(trial)
        assert isinstance(bounds, Bounds)
        assert limit == pytest.approx(min(float(min(bounds.limit, 10**300)), 1e300), rel=1e-6)
        assert found.updates[trial] <= bounds.most_updates
        most.append(bounds.most_updates)
    assert found.most_updates == pytest.approx(max(most), rel=1e-12)


def test_trials_that_would_fill_the_memory_are_refused_before_they_begin() -> None:
    """440 columns make 97461 dimensions with a quadratic lift."""
    rng = np.random.Generator(np.random.PCG64(1))
    dataset = Dataset.of(np.round(rng.normal(size=(4, 440)), 1), [-1, 1, -1, 1])
    rule = Rule.of({"lift": "quadratic"})
    with pytest.raises(LimitError, match="1000 trials in 97461 dimensions would"):
        OrderTrials(dataset, rule, 1000, what="starts")
    assert OrderTrials(dataset, rule, 10, what="starts").total == 10
