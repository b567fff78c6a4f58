"""What is read from the record of a run: weights, updates and errors at any visit."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.small_data import AND, XOR, noisy


def test_a_tenth_is_a_tenth() -> None:
    """Floats make 8 updates of AND with η = 0.1, the chalkboard makes 18."""
    run = train(*AND, eta=0.1)
    assert run.outcome.updates == 18
    assert run.exact_weights_at(run.visits) == [Fraction(3, 10), Fraction(1, 5), Fraction(-2, 5)]
    assert run.outcome.weights.tolist() == [0.3, 0.2]


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


def test_a_loop_of_a_single_visit_counts_from_its_start() -> None:
    run = train(*XOR, rule="batch", epochs=9, keep_going=True)
    assert run.recurrence is not None and run.recurrence.period_visits == 1
    assert run.updates_at(np.arange(10)).tolist() == list(range(10))
    assert run.history.visits.tolist() == list(range(1, 10))


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
