"""Runs as others hold them: refusals, remarks, seeds, snapshots, and readers beside."""

from __future__ import annotations

import threading
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.errors import DataError, RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.small_data import AND, noisy


def test_there_is_nothing_to_train_on_without_points() -> None:
    with pytest.raises(DataError, match="no points to train on"):
        train([], [])


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"eta": "1e999999999"}, "--eta"),
        ({"seed": "1e99999999"}, "--seed"),
        ({"init": "1e999999999,0,0"}, "--init"),
        ({"order": 3}, "--order"),
        ({"init": 3}, "--init"),
        ({"order": None}, "--order"),
    ],
)
def test_odd_options_get_a_sentence(options: dict[str, Any], what: str) -> None:
    with pytest.raises(RuleError, match=what):
        train(*AND, **options)


def test_the_pocket_goes_by_errors_where_only_mistakes_are_visited() -> None:
    run = train(*AND, rule="pocket", order="first-mistake")
    assert run.outcome.result_errors == 0
    assert any("goes by errors" in str(remark) for remark in run.remarks)


def test_the_same_seed_gives_the_same_run_and_another_does_not() -> None:
    dataset = noisy(30)

    def path(seed: int, init: str = "zeros") -> Any:
        rule = Rule.of({"order": "shuffled", "seed": seed, "epochs": 5, "init": init})
        return Run(dataset, rule).finish().history.visits.tolist()

    assert path(7) == path(7) != path(8)
    assert path(7, "random") != path(7)
    starts = [train(*AND, init="random", seed=seed).start for seed in range(5)]
    assert len({tuple(start) for start in starts}) == 5
    assert all(abs(v) <= 1 and (v * 10).denominator == 1 for start in starts for v in start)


@pytest.mark.parametrize("rule", ["pla", "averaged", "voted", "pocket", "batch", "sgd"])
def test_a_snapshot_never_changes_while_the_run_goes_on(rule: str) -> None:
    options = {"rule": rule, "order": "shuffled", "tie": "minus"}
    options = {name: options[name] for name in options if rule != "batch" or name != "order"}
    data = make(LIBRARY["blobs"], n=40)
    run = Run(data, Rule.of({**options, "epochs": 200, "keep_going": True}))
    run.advance(100)
    seen = run.snapshot()
    told = (seen.status, seen.visits, len(seen.history), seen.result_at(seen.visits), seen.remarks)
    weights = seen.weights_at(np.arange(seen.visits + 1))
    run.finish()
    assert run.visits > seen.visits
    assert told == (
        seen.status,
        seen.visits,
        len(seen.history),
        seen.result_at(seen.visits),
        seen.remarks,
    )
    assert np.array_equal(weights, seen.weights_at(np.arange(seen.visits + 1)))
    assert np.array_equal(weights, run.weights_at(np.arange(seen.visits + 1)))
    assert seen.result_at(seen.visits) == run.result_at(seen.visits)


def test_a_snapshot_outlives_a_cycle_that_shortens_its_run() -> None:
    run = Run(make(LIBRARY["xor"]), Rule.of({"tie": "minus"}))
    run.advance(7)
    seen = run.snapshot()
    weights = seen.weights_at(np.arange(8))
    run.finish()
    assert np.array_equal(weights, seen.weights_at(np.arange(8)))
    assert seen.cache is run.cache


def test_a_snapshot_outlives_a_restart_in_floats() -> None:
    far = Dataset.of([[10000000.01, 10000000.02], [10000000.03, 10000000.01]], [1, -1])
    run = Run(far, Rule.of({"max_updates": 50}))
    run.advance(1)
    seen = run.snapshot()
    run.finish()
    assert (run.arithmetic, len(run.remarks)) == ("float64", 1)
    assert (seen.arithmetic, seen.status, seen.remarks) == ("exact", "computing", [])
    assert seen.exact_weights_at(1) == [Fraction("10000000.01"), Fraction("10000000.02"), 1]


def test_a_reader_on_another_thread_sees_visits_and_updates_that_belong_together() -> None:
    run = Run(noisy(200), Rule.of({"order": "shuffled", "epochs": 3000, "rule": "averaged"}))
    whole = Run(noisy(200), Rule.of({"order": "shuffled", "epochs": 3000, "rule": "averaged"}))
    whole.finish()
    worker = threading.Thread(target=run.finish)
    worker.start()
    while worker.is_alive():
        outcome = run.outcome
        assert outcome.updates == whole.updates_at(outcome.visits)
        wanted = whole.result_at(outcome.visits)
        assert outcome.result_weights.tolist() == [float(v) for v in wanted[:2]]
    worker.join()
    assert run.outcome.updates == whole.outcome.updates
