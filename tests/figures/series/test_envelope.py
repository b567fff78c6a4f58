"""Curves over many updates: thinned without losing an extreme, or an area if not to be followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.agreement import AGREEMENT, CLASSES
from perceptron_gui.figures.curves.cosine import COSINE
from perceptron_gui.figures.curves.norms import NORM
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.series.envelope import (
    Buckets,
    Curve,
    Measure,
    Positions,
    bucketed,
    shown,
)
from tests.core.strategies import Problem, problems
from tests.figures.timelines import IRIS

LOSS = Measure(measures.loss, per_point=True)
ERRORS = Measure(Run.errors_after, per_point=True)
FLOWERS = Dataset.of(*IRIS)
CLOUDS = make(LIBRARY["blobs"], n=12, noise=3)
WANDERING = Run(CLOUDS, Rule.of({"order": "shuffled"})).finish()
RISING = Run(make(LIBRARY["slow-pair"], n=20), Rule()).finish()
ALTERNATING = tuple(i for pair in zip(range(50), range(50, 100), strict=True) for i in pair)
ENDLESS = {"epochs": 10**9, "max_updates": 10**9, "keep_going": True}
limits = st.integers(10, 400)
# The cosine of no weights is missing, and must never be an extreme.
each_measure = pytest.mark.parametrize(
    ("run", "measure", "values_of"),
    [
        (WANDERING, NORM, measures.norm_sq),
        (WANDERING, ERRORS, Run.errors_after),
        (WANDERING, AGREEMENT, measures.agreement),
        (RISING, COSINE, measures.cosine),
    ],
    ids=["norm", "errors", "agreement", "cosine"],
)


def assert_keeps_extremes(curve: Curve, values: Values, limit: int) -> None:
    """Compare a curve with all the values it was made from, bucket by bucket."""
    assert len(curve.ks) <= limit
    assert (np.diff(curve.ks) > 0).all()
    assert curve.ks[0] == 0 and curve.ks[-1] == len(values) - 1
    np.testing.assert_allclose(curve.values, values[curve.ks], rtol=1e-14, equal_nan=True)
    assert len(curve.ks) == len(values) or len(values) > limit
    if np.isfinite(values).any():  # in each bucket too, as those of `bucketed` show
        assert np.nanmin(curve.values) == np.nanmin(values)
        assert np.nanmax(curve.values) == np.nanmax(values)


def assert_buckets(buckets: Buckets, values: Values, most: int) -> None:
    """Compare buckets with all the values that they were made from."""
    assert buckets.first[0] == 0 and (np.diff(buckets.first) > 0).all()
    assert len(buckets.first) <= most
    ends = [*buckets.first[1:].tolist(), len(values)]
    for number, (first, end) in enumerate(zip(buckets.first.tolist(), ends, strict=True)):
        for c, column in enumerate(values[first:end].T):
            known = column[np.isfinite(column)]
            found = [row[c, number] for row in (buckets.lowest, buckets.mean, buckets.highest)]
            wanted = [known.min(), known.mean(), known.max()] if len(known) else [np.nan] * 3
            np.testing.assert_allclose(found, wanted, rtol=1e-12, equal_nan=True)


@each_measure
@settings(max_examples=30)
@given(limit=limits, most=st.integers(3, 200), data=st.data())
def test_thinned_curves_and_buckets_keep_the_extremes_of_all_their_updates(
    run: Run, measure: Measure, values_of: Any, limit: int, most: int, data: st.DataObject
) -> None:
    last = data.draw(st.integers(0, len(run.history)))
    values = values_of(run, np.arange(last + 1)).astype(float).reshape(last + 1, -1)
    for curve, column in zip(shown(run, measure, last, limit), values.T, strict=True):
        assert_keeps_extremes(curve, column, limit)
    assert_buckets(bucketed(run, measure, last, most), values, most)


def test_a_growing_run_is_thinned_like_a_finished_one() -> None:
    rule = Rule.of({"order": "shuffled", "seed": 3})
    whole = Run(CLOUDS, rule).finish()
    growing = Run(CLOUDS, rule)
    while not growing.is_over:
        growing.advance(777)
        last = growing.outcome.updates
        for measure in (NORM, LOSS, CLASSES):
            for ours, theirs in zip(
                shown(growing, measure, last, 60), shown(whole, measure, last, 60), strict=True
            ):
                assert ours.ks.tolist() == theirs.ks.tolist()
                assert ours.values.tolist() == theirs.values.tolist()


@settings(max_examples=60)
@given(problems(most=5), limits, st.integers(1, 4000))
def test_a_loop_repeats_the_extremes_of_its_first_round(
    problem: Problem, limit: int, epochs: int
) -> None:
    run = Run(problem.dataset, Rule.of({"epochs": epochs, "keep_going": True})).finish()
    last = len(run.history)
    values = measures.norm_sq(run, np.arange(last + 1))
    (curve,) = shown(run, NORM, last, limit)
    assert len(curve.ks) <= limit
    assert curve.ks[0] == 0 and curve.ks[-1] == last
    assert curve.values.tolist() == values[curve.ks].tolist()
    assert curve.values.min() == values.min() and curve.values.max() == values.max()


@pytest.mark.parametrize("limit", [10, 37, 200, 2000])
def test_a_late_and_long_loop_is_looked_at_once(limit: int) -> None:
    run = Run(FLOWERS, Rule.of({"offset": False, "order": ALTERNATING, **ENDLESS})).finish()
    loop = run.history.loop
    assert loop is not None and loop.first > 1000 and loop.updates > 100
    looked_at: list[int] = []

    def norm(run: Run, ks: Positions) -> Values:
        looked_at.extend(ks.tolist())
        return measures.norm_sq(run, ks)

    last = len(run.history)
    (curve,) = shown(run, Measure(norm), last, limit)
    once = measures.norm_sq(run, np.arange(loop.first + loop.updates))
    assert last == 10**9 and len(curve.ks) <= limit and curve.ks[-1] == last
    assert len(looked_at) <= len(once) + 10
    assert curve.values.tolist() == measures.norm_sq(run, curve.ks).tolist()
    assert curve.values.min() == once.min() and curve.values.max() == once.max()


def test_a_curve_over_many_points_can_be_given_up_and_drawn_again() -> None:
    looks = 0

    def give_up() -> None:
        nonlocal looks
        looks += 1
        if looks > 3:
            raise Cancelled

    run = Run(make(LIBRARY["blobs"], n=5000), Rule(epochs=3)).finish()
    last = len(run.history)
    with pytest.raises(Cancelled):
        shown(run.with_cancel_check(give_up), LOSS, last, 200)
    whole = shown(run, LOSS, last, 200)
    assert looks == 4
    assert whole[0].ks[-1] == last
    shown(run.with_cancel_check(give_up).snapshot(), ERRORS, last, 200)
    assert looks == 4, "a snapshot is for other readers"
