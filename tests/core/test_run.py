"""Runs: endings, budgets, overflow, keeping on, seeds, and what is recorded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core import compiling, measures
from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.errors import DataError, RuleError
from perceptron_gui.core.library import LIBRARY, make
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.run import Run
from perceptron_gui.core.visiting import Visiting

XOR = ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
AND = ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])


def noisy(n: int, seed: int = 0) -> Dataset:
    rng = np.random.Generator(np.random.PCG64(seed))
    points = np.round(rng.random((n, 2)) * 2 - 1, 3)
    labels = np.where((points @ [1.0, 0.7] > 0) ^ (rng.random(n) < 0.1), 1, -1)
    return Dataset.of(points, labels)


def test_a_tenth_is_a_tenth() -> None:
    """Floats make 8 updates of AND with η = 0.1, the chalkboard makes 18."""
    run = train(*AND, eta=0.1)
    assert run.outcome.updates == 18
    assert run.exact_weights_at(run.visits) == [Fraction(3, 10), Fraction(1, 5), Fraction(-2, 5)]
    assert run.outcome.weights.tolist() == [0.3, 0.2]


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


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "first-mistake", "worst"])
def test_a_budget_that_just_suffices_is_no_obstacle(order: str) -> None:
    needed = train(*AND, order=order).outcome.updates
    assert train(*AND, order=order, max_updates=needed).status == "converged"
    assert train(*AND, order=order, max_updates=needed - 1).status == "budget"


def test_overflow_is_foreseen_and_said() -> None:
    """Ten digits twice, and w₀ of fifteen: scores would pass 2⁶²."""
    points = [[1234567890.5, 3.5], [987654321.25, -2.5]]
    run = train(points, [1, -1], init="1e14,1e14,0", epochs=5)
    assert run.arithmetic == "float64"
    assert any("float64" in remark for remark in run.remarks)
    with pytest.raises(RuleError, match="--arithmetic exact"):
        train(points, [1, -1], init="1e14,1e14,0", arithmetic="exact")


def test_a_run_that_outgrows_integers_restarts_in_floats() -> None:
    """The integers fit at first; after some updates they would not."""
    far = [[30000000.01, 30000000.02], [30000000.03, 30000000.01]]
    run = train(far, [1, -1], eta=1, epochs=100_000, max_updates=200_000)
    assert run.arithmetic == "float64"
    assert any("outgrew exact integers at visit" in remark for remark in run.remarks)
    same = train(far, [1, -1], arithmetic="float64", epochs=100_000, max_updates=200_000)
    assert run.outcome.updates == same.outcome.updates
    assert np.array_equal(run.weights_at(run.visits), same.weights_at(same.visits))


def test_integers_beyond_53_bits_are_still_exact() -> None:
    """Scores between 2⁵³ and 2⁶² are integers no float holds; the run must not notice."""
    points = [[9007199.3, 1.1], [9007199.2, 1.2], [-3.1, 9007199.7]]
    rule = Rule.of({"epochs": 400, "arithmetic": "exact", "keep_going": True})
    run = Run(Dataset.of(points, [1, -1, 1]), rule).finish()
    x = [[Fraction(str(v)) for v in p] + [Fraction(1)] for p in points]
    w = [Fraction(0)] * 3
    made = []
    for t in range(run.visits):
        i, y = t % 3, [1, -1, 1][t % 3]
        if y * sum(a * b for a, b in zip(w, x[i], strict=True)) <= 0:
            w = [a + y * b for a, b in zip(w, x[i], strict=True)]
            made.append(t + 1)
    assert run.history.visits.tolist() == made
    assert run.exact_weights_at(run.visits) == w


def test_17_digit_floats_run_in_floats() -> None:
    run = train([[0.1 + 0.2, 1 / 3], [2 / 3, 0.7]], [1, -1])
    assert run.arithmetic == "float64"


def test_a_diverging_descent_stops_and_says_so() -> None:
    run = train(*AND, rule="least-squares", solver="gd", eta=10, epochs=10_000)
    assert run.status == "budget"
    assert any("without bound" in remark for remark in run.remarks)
    assert np.isfinite(run.weights_at(run.visits)).all()


def test_gradient_descent_converges_below_its_limit_only() -> None:
    """MATH A4: η = 0.150 reaches (1, 1, −1.5), η = 0.157 does not."""
    good = train(*AND, rule="least-squares", solver="gd", eta="0.150", epochs=5000)
    assert good.status == "converged"
    assert good.weights_at(good.visits) == pytest.approx([1, 1, -1.5], abs=1e-9)
    bad = train(*AND, rule="least-squares", solver="gd", eta="0.157", epochs=5000)
    assert bad.status == "budget"


def test_newton_needs_one_step() -> None:
    run = train(*AND, rule="least-squares", solver="newton", init="5,-3,7")
    assert (run.status, run.outcome.updates) == ("converged", 1)
    assert run.exact_weights_at(1) == [1, 1, Fraction(-3, 2)]


def test_least_squares_that_is_not_unique_says_so() -> None:
    run = train([[1, 1], [2, 2]], [1, -1], rule="least-squares")
    assert any("not unique" in remark for remark in run.remarks)


def test_a_random_order_never_claims_a_cycle_but_gives_the_certificate() -> None:
    for order in ("shuffled", "random", "random-mistake"):
        run = train(*XOR, order=order, epochs=200)
        assert run.status == "budget"
        found = run.recurrence
        assert found is not None and not found.is_cycle
        assert run.to_json()["cycle"] is None
        z = [[y * v for v in (*x, 1)] for x, y in zip(*XOR, strict=True)]
        total = [sum(c * r[j] for c, r in zip(found.counts, z, strict=True)) for j in range(3)]
        assert total == [0, 0, 0] and sum(found.counts) > 0
        assert np.array_equal(run.weights_at(found.start_visit), run.weights_at(found.end_visit))


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


def test_an_update_takes_at_most_sixteen_bytes() -> None:
    run = Run(noisy(500), Rule.of({"epochs": 200})).finish()
    assert len(run.history) > 10_000
    assert run.history.nbytes() <= 16 * len(run.history)


def test_readers_of_a_growing_history_keep_what_they_saw() -> None:
    run = Run(noisy(300), Rule.of({"epochs": 100}))
    run.advance(3000)
    early = run.history.visits
    before = early.copy()
    weights = run.weights_at(2500)
    run.finish()
    assert np.array_equal(early, before)
    assert np.array_equal(run.weights_at(2500), weights)


def test_visits_outside_a_run_are_refused() -> None:
    run = train(*AND)
    for visit in (-1, run.visits + 1):
        with pytest.raises(IndexError, match="visits go from 0 to 36"):
            run.weights_at(visit)


def test_there_is_nothing_to_train_on_without_points() -> None:
    with pytest.raises(DataError, match="no points to train on"):
        train([], [])


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
    assert measures.errors(run, ks).tolist() == wrong.tolist()
    with pytest.raises(ValueError, match="no w"):
        measures.cosine(run, ks)


def test_the_cosine_of_no_weights_is_undefined_and_rises_after() -> None:
    run = train(*AND)
    cosines = measures.cosine(run, np.arange(len(run.history) + 1))
    assert np.isnan(cosines[0])
    assert 0.9 < cosines[-1] <= 1


def test_compiled_and_plain_kernels_make_the_same_runs() -> None:
    """The same file of runs, once with numba and once without, in two processes."""
    code = """
import json, sys
from tests.core.test_run import noisy
from perceptron_gui.core import compiling
from perceptron_gui.core.library import LIBRARY, make
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.run import Run
if sys.argv[1] == "compiled":
    assert compiling.load()
dataset = noisy(60)
for options in json.loads(sys.argv[2]):
    print(json.dumps(Run(dataset, Rule.of(options)).finish().to_json()))
assert compiling.is_loaded() == (sys.argv[1] == "compiled")
"""
    cases: list[dict[str, Any]] = [
        {"order": order, "arithmetic": arithmetic, "epochs": 8, "seed": 5}
        for order in ("cyclic", "shuffled", "random", "first-mistake", "random-mistake", "worst")
        for arithmetic in ("exact", "float64")
    ]
    cases += [
        {"rule": "sgd", "loss": loss, "batch_size": 7, "schedule": schedule, "epochs": 8}
        for loss in ("perceptron", "hinge", "logistic", "squared")
        for schedule in ("constant", "inverse-sqrt")
    ]
    cases += [{"rule": "batch", "epochs": 20}, {"offset": False, "epochs": 8}, {"lift": "product"}]
    printed = [
        subprocess.run(
            [sys.executable, "-c", code, mode, json.dumps(cases)],
            env={**os.environ, "PERCEPTRON_GUI_KERNELS": mode},
            check=True, capture_output=True, text=True,
        ).stdout
        for mode in ("compiled", "python")
    ]  # fmt: skip
    assert printed[0] == printed[1] and len(printed[0].splitlines()) == len(cases)


def test_a_small_run_never_waits_for_the_compiler() -> None:
    code = """
import sys
from perceptron_gui import train
train([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_numba_everything_still_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "load", lambda: False)
    for kernel in compiling._kernels:
        monkeypatch.setattr(kernel, "compiled", None)
    run = Run(noisy(30), Rule.of({"epochs": 300})).finish()
    assert run.visits == 9000 or run.status == "cycle"


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


def test_the_pocket_goes_by_errors_where_only_mistakes_are_visited() -> None:
    run = train(*AND, rule="pocket", order="first-mistake")
    assert run.outcome.result_errors == 0
    assert any("goes by errors" in remark for remark in run.remarks)


def test_convergence_on_the_last_visit_of_the_budget_is_seen() -> None:
    run = train([[1]], [1], order="first-mistake", epochs=1)
    assert (run.status, run.outcome.errors) == ("converged", 0)


def test_newton_aims_at_the_exact_solution() -> None:
    run = train(*XOR, rule="least-squares", solver="newton", eta="0.5")
    assert run.outcome.errors == 4 and not run.weights_at(run.visits).any()


def test_a_tiny_exact_step_is_made() -> None:
    run = train(*AND, rule="least-squares", init=["1", "1", "-1.4999999999999"])
    assert run.outcome.updates == 1
    assert run.exact_weights_at(1) == [1, 1, Fraction(-3, 2)]


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


def test_a_loop_of_a_single_visit_counts_from_its_start() -> None:
    run = train(*XOR, rule="batch", epochs=9, keep_going=True)
    assert run.recurrence is not None and run.recurrence.period_visits == 1
    assert run.updates_at(np.arange(10)).tolist() == list(range(10))
    assert run.history.visits.tolist() == list(range(1, 10))


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
    assert seen.history.record is run.history.record


def test_while_one_thread_compiles_others_go_on_in_plain_python() -> None:
    kernel = compiling.Kernel(lambda x: x + 1)
    compiling._kernels.remove(kernel)

    class Compiled:
        overloads: tuple[object, ...] = ()

        def __call__(self, x: int) -> str:
            return "compiled"

    kernel.compiled = Compiled()
    compiling.compile_on_this_thread()
    try:
        assert kernel(1) == "compiled"
        with compiling.without_compiling():
            assert kernel(1) == 2
        assert kernel(1) == "compiled"
        elsewhere: list[object] = []
        other = threading.Thread(target=lambda: elsewhere.append(kernel(1)))
        other.start()
        other.join()
        assert elsewhere == [2]
        Compiled.overloads = (object(),)
        other = threading.Thread(target=lambda: elsewhere.append(kernel(1)))
        other.start()
        other.join()
        assert elsewhere == [2, "compiled"]
    finally:
        compiling.compile_on_any_thread()
