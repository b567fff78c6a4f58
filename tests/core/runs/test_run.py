"""Runs as others hold them: snapshots, outcomes, their record, the verdict and stored results."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Event, Thread

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import VerdictPending, VerdictSearch
from perceptron_gui.core.space.space import Space
from tests.core.strategies import AND, noisy
from tests.core.textbook import cyclic, perceptron


@pytest.mark.parametrize("rule", ["pla", "averaged", "voted", "pocket", "batch", "sgd"])
def test_a_snapshot_never_changes_while_the_run_goes_on(rule: str) -> None:
    options = {"rule": rule, "order": "shuffled", "tie": "minus"}
    options = {name: options[name] for name in options if rule != "batch" or name != "order"}
    data = make(LIBRARY["blobs"], n=40)
    run = Run(data, Rule.of({**options, "epochs": 200, "keep_going": True}))
    run.advance(100)
    seen = run.snapshot()

    def facts() -> tuple[object, ...]:
        answer = seen.result_at(seen.visits)
        return seen.status, seen.visits, len(seen.history), answer, seen.remarks

    before = facts()
    weights = seen.weights_at(np.arange(seen.visits + 1))
    run.finish()
    assert run.visits > seen.visits
    assert facts() == before
    assert np.array_equal(weights, seen.weights_at(np.arange(seen.visits + 1)))
    assert np.array_equal(weights, run.weights_at(np.arange(seen.visits + 1)))
    assert seen.result_at(seen.visits) == run.result_at(seen.visits)


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


def test_an_average_over_many_updates_is_that_of_fractions_from_wherever_it_goes_on() -> None:
    options = Rule.of({"rule": "averaged", "order": "shuffled", "epochs": 2000, "eta": "0.3"})
    run = Run(noisy(200), options).finish()
    assert len(run.history) > 70_000  # more than are added up at a time
    places = [run.visits, 90_000, 5, run.visits - 1, 130_000, 0]
    found = {visit: run.result_at(visit) for visit in places}
    z, total = run.path.arithmetic.z.tolist(), [0, 0, 0]
    points = run.path.points_of_updates(0, len(run.history)).tolist()
    raw, made = [0, 0, 0], iter(zip(run.history.visits.tolist(), points, strict=True))
    due, i = next(made)
    for visit in range(1, run.visits + 1):
        if visit == due:
            raw = [w + x for w, x in zip(raw, z[i], strict=True)]
            due, i = next(made, (0, 0))
        total = [s + w for s, w in zip(total, raw, strict=True)]
        if visit in found:
            unit = run.path.arithmetic.unit
            assert unit is not None
            assert found[visit] == [Fraction(s, visit) * unit for s in total]
    assert found[0] == [0, 0, 0]


def test_numbers_out_of_reach_end_a_descent_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = train(
            [["1e75", 0], ["-1e75", "0.5"], [1, 2]], [1, -1, 1],
            rule="sgd", loss="squared", eta="1e60", epochs=3,
        )  # fmt: skip
    assert run.diverged


def test_integers_beyond_53_bits_are_still_exact() -> None:
    """Scores between 2⁵³ and 2⁶² are integers no float holds; the run must not notice."""
    points, labels = [[9007199.3, 1.1], [9007199.2, 1.2], [-3.1, 9007199.7]], [1, -1, 1]
    rule = Rule.of({"epochs": 400, "arithmetic": "exact", "keep_going": True})
    run = Run(Dataset.of(points, labels), rule).finish()
    x = [[Fraction(str(v)) for v in p] + [Fraction(1)] for p in points]
    start = [Fraction(0)] * 3
    trace = perceptron(x, labels, cyclic(3, 400), start, eta=Fraction(1), tie="always")
    assert run.history.visits.tolist() == [t for t, *_ in trace.updates]
    assert run.exact_weights_at(run.visits) == trace.weights_at(run.visits)


def test_weights_anywhere_are_rebuilt_bit_for_bit() -> None:
    dataset = noisy(200)
    for arithmetic in ("exact", "float64"):
        rule = Rule.of({"epochs": 40, "arithmetic": arithmetic, "eta": "0.1"})
        run = Run(dataset, rule).finish()
        assert len(run.history) > 1000
        space, kind = run.space, run.path.arithmetic
        step = float(rule.eta) if arithmetic == "float64" else int(run.path.step)  # type: ignore[attr-defined]
        weights = np.zeros(space.dimension, dtype=kind.z.dtype)
        for k, i in enumerate(run.path.points_of_updates(0, len(run.history))):
            weights = weights + step * kind.z[i]
            if k % 97 == 0 or k > len(run.history) - 3:
                raw = run.history.weights_after(np.array([k + 1]))[0]
                assert np.array_equal(raw, weights)
    visits = np.array([run.visits, 0, 5, 5, run.visits // 2])
    each = np.array([run.weights_at(int(v)) for v in visits])
    assert np.array_equal(run.weights_at(visits), each)


def test_visits_outside_a_run_are_refused() -> None:
    run = train(*AND)
    for visit in (-1, run.visits + 1):
        with pytest.raises(IndexError, match="visits go from 0 to 36"):
            run.weights_at(visit)


def test_floats_count_errors_as_the_loop_saw_them() -> None:
    """A float run that converged has no errors, ties in the last bit included."""
    rng = np.random.Generator(np.random.PCG64(11))
    for seed in range(30):
        points = rng.random((12, 3)) / 3
        labels = np.where(points @ [1.0, -0.7, 0.2] > 0.05, 1, -1)
        for tie in ("always", "minus", "plus"):
            rule = Rule.of({"arithmetic": "float64", "tie": tie, "seed": seed, "eta": "0.1"})
            run = Run(Dataset.of(points, labels), rule).finish()
            assert run.status != "converged" or run.outcome.errors == 0
            for k in range(0, len(run.history), 7):
                raw = run.history.weights_after(np.array([k]))
                i = run.point_of_update(k)
                assert i is not None
                one = run.path.arithmetic.agreement(raw[0], i)
                assert float(one) == run.path.arithmetic.agreements(raw)[0, i]


def test_who_does_not_wait_has_no_verdict_until_somebody_has_found_it() -> None:
    run = Run(make(LIBRARY["and"]), Rule()).finish()
    screen = run.snapshot().without_waiting()
    assert screen.verdict_is_pending
    with pytest.raises(VerdictPending):
        _ = screen.verdict
    assert screen.waiting().verdict.separable
    assert screen.verdict_is_pending  # a snapshot never changes
    later = screen.without_waiting()
    assert later.verdict is run.verdict
    assert later.bounds == run.bounds


def test_rules_without_a_theorem_need_no_verdict_to_say_so() -> None:
    run = Run(make(LIBRARY["and"]), Rule.of({"rule": "least-squares"})).without_waiting()
    assert "Computing" not in str(run.why_no_bounds)


def test_one_computes_and_the_others_wait_or_leave() -> None:
    random = np.random.default_rng(0)
    points = np.round(random.normal(size=(40, 8)), 2)
    labels = np.where(random.random(40) < 0.5, 1, -1)
    search = VerdictSearch(Space.of(Dataset.of(points, labels), Rule()))
    began, may_go_on = Event(), Event()

    def held() -> None:
        began.set()
        may_go_on.wait()

    def cancelled() -> None:
        raise Cancelled

    first = Thread(target=search.find, args=(held,))
    first.start()
    began.wait()
    with pytest.raises(Cancelled):
        search.find(cancelled)
    may_go_on.set()
    found = search.find()
    first.join()
    assert found is search.found


def test_a_search_that_was_cancelled_can_be_begun_again() -> None:
    def cancelled() -> None:
        raise Cancelled

    search = VerdictSearch(Space.of(make(LIBRARY["xor"]), Rule()))
    with pytest.raises(Cancelled):
        search.find(cancelled)
    assert not search.find().separable


def trained() -> Run:
    return Run(make(LIBRARY["and"]), Rule()).finish()


def test_a_result_is_computed_once_for_all_snapshots_of_a_run() -> None:
    run = trained()
    assert run.cache.get_or_compute("orders", 1, lambda: "first") == "first"
    assert run.snapshot().cache.get_or_compute("orders", 1, pytest.fail) == "first"
    assert trained().cache.get_or_compute("orders", 1, lambda: "of another") == "of another"


class _Key(str):
    """Lets the other thread go on whenever it is looked up."""

    __slots__ = ()

    def __hash__(self) -> int:
        os.sched_yield()
        return str.__hash__(self)


def test_threads_that_ask_for_different_versions_each_get_their_own() -> None:
    cache, before = trained().cache, sys.getswitchinterval()

    def ask(version: int) -> None:
        for _ in range(500):
            found = cache.get_or_compute(_Key("one"), version, lambda: version)
            assert found == version

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(ask, version) for version in (1, 2)]:
                done.result()
    finally:
        sys.setswitchinterval(before)
