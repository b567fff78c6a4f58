"""What if: the step and the start, the constant coordinate, and classes that move."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.base.errors import DataError
from perceptron_gui.core.data.dataset import Dataset, MovePoints
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.what_if.bound import (
    BiasCurve,
    bias_curve,
    bound_at,
    step_effect,
)
from perceptron_gui.theory.what_if.margin import MarginDial
from tests.conftest import Approve
from tests.core.strategies import AND, XOR, trained

STEPS: tuple[dict[str, Any], ...] = (
    {},
    {"rule": "batch"},
    {"rule": "sgd"},
    {"init": "1,0,0"},
    {"margin": "0.5"},
    {"rule": "sgd", "loss": "hinge"},
    {"rule": "least-squares"},
)


def margin_after(dataset: Dataset, rule: Rule, margin: float) -> float:
    moved = MarginDial(dataset, rule).edit(margin).apply(dataset)
    return math.sqrt(separability(Space.of(moved, rule)).margin_squared)


def dialled(run: Run, margin: float) -> MovePoints:
    return MarginDial(run.dataset, run.rule).edit(margin)


@pytest.mark.parametrize("offset", [True, False])
@pytest.mark.parametrize("name", ["and", "separable", "shifted", "slow-pair", "blobs", "moons"])
def test_the_dial_gives_the_margin_that_was_asked_for(name: str, offset: bool) -> None:
    run = trained(name, offset=offset, epochs=3)
    for wanted in (0.05, 0.3, 1.0, 3.0):
        found = margin_after(run.dataset, run.rule, wanted)
        assert found == pytest.approx(wanted, abs=2e-3 * max(wanted, 0.05))
    assert margin_after(run.dataset, run.rule, 0.0) == 0


def test_classes_that_touch_keep_short_decimals() -> None:
    edit = dialled(trained("and"), 0.0)
    assert edit.points.tolist() == [[0.25, 0.25], [0.25, 1.25], [1.25, 0.25], [0.75, 0.75]]
    tenths = Dataset.of([[0.1, 0.2], [0.4, 0.2]], [-1, 1])
    moved = MarginDial(tenths, Rule()).edit(0.5).points
    assert max(len(repr(float(v))) for v in moved.ravel()) <= 9


def test_without_an_offset_the_way_is_that_of_the_separator() -> None:
    run = trained("three-points", offset=False)
    edit = dialled(run, 2.0)
    moved = (edit.points - run.dataset.points) * run.dataset.labels[:, None]
    w = np.array([float(v) for v in run.verdict.separator])
    assert np.abs(moved - moved[0]).max() < 1e-12
    assert np.abs(moved[0, 0] * w[1] - moved[0, 1] * w[0]) < 1e-3


def test_a_point_that_slips_past_a_thin_hull_all_but_touches_it() -> None:
    run = trained("three-points")
    assert margin_after(run.dataset, run.rule, 0.0) < 1e-3


@pytest.mark.parametrize(
    ("points", "labels", "rule", "why"),
    [
        ([[1, 2], [3, 4]], [1, 1], {}, "only one class"),
        (*XOR, {"lift": "product"}, "lift"),
        (*XOR, {}, "same mean"),
    ],
)
def test_what_cannot_move_says_why(
    points: Any, labels: Any, rule: dict[str, Any], why: str
) -> None:
    with pytest.raises(DataError, match=why):
        MarginDial(Dataset.of(points, labels), Rule.of(rule)).edit(0.5)


def test_a_margin_is_a_number_from_nought_on() -> None:
    for wrong in (-1.0, math.nan, math.inf):
        with pytest.raises(DataError, match="from 0 on"):
            dialled(trained("and"), wrong)


def test_the_bound_over_the_constant_is_that_of_the_literature() -> None:
    """MATH B3: `shifted` has the bounds 70929, 1296, 1004 and 2754."""
    run = trained("shifted")
    found = [round(bound_at(run, Fraction(b))) for b in (1, 10, 17, 50)]
    assert found == [70929, 1296, 1004, 2754]
    curve = bias_curve(run)
    assert isinstance(curve, BiasCurve)
    assert (curve.now, curve.bound_now) == (Fraction(1), Fraction(638362, 9))
    assert not curve.is_at_edge
    assert curve.best_bound == bound_at(run, curve.best) <= curve.bounds.min() * (1 + 1e-4)
    for near in (curve.best * Fraction(9, 10), curve.best * Fraction(11, 10)):
        assert bound_at(run, near) > curve.best_bound


def test_what_a_step_and_a_constant_change_reads_as_approved(approve: Approve) -> None:
    told = []
    for data, options in (
        *((AND, options) for options in STEPS),
        (AND, {"offset": False}),
        (XOR, {}),
        (XOR, {"init": "-2,1,0"}),
    ):
        run = train(*data, epochs=5, **options)
        found = bias_curve(run)
        why = found if isinstance(found, str) else "There is a best constant."
        effect = step_effect(run, NOTATIONS["000"])
        title = "η matters" if effect.matters else "η does not matter"
        told.append(f"# {options}\n{title}. {effect.sentence}\n{why}")
    approve("what_if", "\n\n".join(told))


@pytest.mark.parametrize("options", [{}, {"rule": "batch"}, {"rule": "sgd"}, {"init": "1,0,0"}])
def test_a_step_that_does_not_matter_leaves_the_same_mistakes(options: dict[str, Any]) -> None:
    runs = [train(*AND, eta=eta, arithmetic="auto", epochs=50, **options) for eta in ("1", "0.5")]
    same = runs[0].history.visits.tolist() == runs[1].history.visits.tolist()
    assert same != step_effect(runs[0], NOTATIONS["000"]).matters


@pytest.mark.parametrize(
    ("points", "labels", "rule"),
    [
        ([[-1.7, -1], [3, -1]], [-1, 1], {}),
        # The hulls of these hold the origin, which floats only see up to 1e-17.
        ([[0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 1]], [-1, -1, 1], {"offset": False}),
        ([[-2.4], [-3.0], [0], [0.9], [0.4]], [-1, -1, -1, -1, 1], {"bias_scale": 2}),
    ],
)
@pytest.mark.parametrize("wanted", [1e-5, 1e-3, 3.0])
def test_a_small_margin_is_as_exact_as_a_large_one(
    points: Any, labels: Any, rule: dict[str, Any], wanted: float
) -> None:
    found = margin_after(Dataset.of(points, labels), Rule.of(rule), wanted)
    assert found == pytest.approx(wanted, rel=2e-3)


def clouds(count: int, away: float) -> Run:
    """Return a run on two clouds, both of them far away from the origin."""
    points = np.round(np.random.default_rng(1).normal(size=(count, 2)), 2)
    labels = np.where(points[:, 0] > 0, 1, -1)
    points += labels[:, None] * [1, 0] + away
    return Run(Dataset.of(np.round(points, 2), labels), Rule(epochs=1)).finish()


@pytest.mark.parametrize(("count", "away"), [(20, 1e6), (300, 1e6), (20000, 2000)])
def test_far_points_have_the_bounds_of_exact_numbers(count: int, away: float) -> None:
    run = clouds(count, away)
    curve = bias_curve(run)
    assert isinstance(curve, BiasCurve)
    for at in range(0, len(curve.scales), 20):
        exact = bound_at(run, Fraction(f"{curve.scales[at]:.9g}"))
        assert curve.bounds[at] == pytest.approx(float(exact), rel=1e-6)
    assert curve.best_bound <= 1.001 * curve.bounds.min()
    assert 0.3 * away < curve.best < 3 * away


def test_the_curve_of_a_constant_can_be_cancelled_at_any_sample() -> None:
    run = trained("separable")
    assert run.verdict.separable
    looks = 0

    def check() -> None:
        nonlocal looks
        looks += 1
        if looks == 40:
            raise Cancelled

    with pytest.raises(Cancelled):
        bias_curve(run.with_cancel_check(check))
    shares: list[float] = []
    assert isinstance(bias_curve(run, lambda _what, share: shares.append(share)), BiasCurve)
    assert len(shares) > 81
    assert shares == sorted(shares)
    assert shares[-1] == 1
