"""Descent over points in the plane: beside the loop over blocks, fractions and decimals."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.block_kernels import LOGISTIC, loss_slope
from perceptron_gui.core.kernels.logistic_kernels import (
    FAR,
    RANGE,
    logistic_table,
    nearest,
    slope_beside,
)
from perceptron_gui.core.paths import descent
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.kernels.test_plane import assert_same, crowded, sliced, sparse

LOSSES = ["logistic", "squared", "hinge", "perceptron"]
ORDERS = ["cyclic", "shuffled", "random", "2,0,5"]
# The second and third let the rate fall or the weights fade, which is another loop.
OPTIONS: list[dict[str, Any]] = [
    {"eta": "0.02"},
    {"eta": "0.5", "schedule": "inverse", "l2": "0.01", "max_updates": 99},
    {"eta": "0.3", "schedule": "inverse-sqrt", "offset": False},
    {"eta": "0.0004", "l2": "0.1", "epochs": 300, "keep_going": False},
    {"eta": "1e60", "schedule": "inverse"},  # diverges
]


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if not compiler.load():
        pytest.skip("without numba there is nothing to compare with")


def by_blocks(
    dataset: Dataset, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, slices: list[int]
) -> Run:
    """Return the run that the general loop makes with blocks of one point."""
    with monkeypatch.context() as without:
        without.setattr(descent, "descend_plane_kernel", lambda *_: None)
        return sliced(dataset, options, slices)


def assert_close(found: Run, wanted: Run) -> None:
    """Check that two runs make the same updates, up to rounding."""
    assert (found.status, found.diverged, found.visits) == (
        wanted.status,
        wanted.diverged,
        wanted.visits,
    )
    assert np.array_equal(found.history.visits, wanted.history.visits)
    ks = np.arange(len(wanted.history) + 1)
    weights, others = found.history.weights_after(ks), wanted.history.weights_after(ks)
    assert np.allclose(weights, others, rtol=1e-9, atol=1e-12 * np.abs(others).max())


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("more", OPTIONS, ids=lambda more: "-".join(map(str, more.values())))
def test_the_loop_of_the_plane_descends_as_that_of_blocks(
    loss: str, order: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"rule": "sgd", "loss": loss, "order": order, "epochs": 40, "keep_going": True}
    asked = {**options, **more}
    found = sliced(crowded(12), asked, [1, 3, 70])
    wanted = by_blocks(crowded(12), asked, monkeypatch, [5, 90])
    assert_close(found, wanted)
    if loss in ("hinge", "perceptron") and "l2" not in more:
        assert_same(found, wanted)  # a step is ±rate·z, and scores are added in one order


@pytest.mark.parametrize("loss", ["logistic", "perceptron"])
def test_points_far_apart_in_memory_are_those_drawn(
    loss: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more points than stay near the processor, which are fetched some at a time."""
    asked = {"rule": "sgd", "loss": loss, "order": "shuffled", "epochs": 2, "l2": "0.01"}
    found = sliced(sparse(20_000), asked, [100, 1000, 19_000])
    assert_close(found, by_blocks(sparse(20_000), asked, monkeypatch, []))


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("more", OPTIONS[:3], ids=["plain", "fading", "slower"])
def test_slices_and_the_compiler_change_no_digit(
    loss: str, order: str, more: dict[str, Any]
) -> None:
    """What a score needs of the last visit is handed on, wherever a slice ends and in what."""
    rule = Rule.of({"rule": "sgd", "loss": loss, "order": order, "epochs": 15, **more})
    whole = Run(crowded(13), rule).finish()
    run = Run(crowded(13), rule)
    for turn in range(30):
        if turn % 2:
            run.advance(1 + turn % 5)
            continue
        with pytest.MonkeyPatch.context() as uncompiled:
            for kernel in compiler.kernels():
                uncompiled.setattr(kernel, "compiled", None)
            run.advance(1 + turn % 5)
    assert_same(run.finish(), whole)


def test_the_squared_loss_is_that_of_fractions() -> None:
    """Rounding stays where it begins: in the last digits."""
    points = [["0.3", "1.7"], ["-1.1", "0.4"], ["2.5", "-0.6"], ["0.9", "0.2"], ["-0.7", "-1.3"]]
    labels = [1, -1, 1, -1, 1]
    eta, fade = Fraction("0.05"), Fraction("0.01")
    run = train(
        points, labels, rule="sgd", loss="squared", eta="0.05", l2="0.01", epochs=40, init="1,-2,3"
    )
    w = [Fraction(1), Fraction(-2), Fraction(3)]
    for visit in range(200):
        x = [*map(Fraction, points[visit % 5]), Fraction(1)]
        slope = 2 * (sum(a * b for a, b in zip(w, x, strict=True)) - labels[visit % 5])
        w = [a - eta * (slope * b + 2 * fade * a) for a, b in zip(w, x, strict=True)]
        w = [a.limit_denominator(10**30) for a in w]
        assert run.weights_at(visit + 1) == pytest.approx([float(a) for a in w], rel=1e-13)


def test_a_descent_that_comes_to_rest_is_seen_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Targets that one line meets: steps shrink until they are lost in rounding."""
    points = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1]]
    labels = [-1, 1, -1, 1, 1]
    asked = {"rule": "sgd", "loss": "squared", "eta": "0.2", "epochs": 20_000}
    fitted = [[x, 0] for x, _ in points[:2]]
    dataset = Dataset.of(fitted, labels[:2])
    found, wanted = sliced(dataset, asked, [7, 1000]), by_blocks(dataset, asked, monkeypatch, [])
    assert found.status == wanted.status == "converged"
    assert abs(found.visits - wanted.visits) <= 6
    assert found.weights_at(found.visits) == pytest.approx([2, 0, -1], abs=1e-12)
    # Where no line does, the steps of a constant rate never end.
    restless = sliced(Dataset.of(points, labels), {**asked, "epochs": 500}, [])
    assert restless.status == "budget" and restless.visits == 2500


def test_a_point_at_the_origin_moves_nothing_without_an_offset() -> None:
    for loss in ("logistic", "squared"):
        run = train(
            [[0, 0], [1, 2]], [1, -1], rule="sgd", loss=loss, offset=False, epochs=3, eta=0.05
        )
        assert run.history.visits.tolist() == [2, 4, 6]


def exactly(m: float) -> Decimal:
    """Return σ(−m) to forty digits."""
    with localcontext() as precise:
        precise.prec = 40
        return 1 / (1 + Decimal(m).exp())


def units_off(value: float, m: float) -> float:
    """Return by how many units of its last binary digit a slope at m is wrong."""
    wanted = exactly(m)
    return abs(float((-Decimal(value) - wanted) / Decimal(math.ulp(float(wanted)))))


MARGINS = [*np.linspace(-65, 65, 1301), *np.linspace(-1, 1, 400), 700.0, -700.0, 63.96, -63.99]


@pytest.mark.parametrize("aside", [0.0, 0.003, -0.003])
def test_the_logistic_function_is_right_around_the_node_of_any_good_guess(aside: float) -> None:
    table = logistic_table()
    looked_up = 0
    for m in map(float, MARGINS):
        node, row = nearest(m + aside)
        if not -RANGE <= node < RANGE:
            assert abs(m) > RANGE - 1 / 16
            continue
        assert abs(m - node) < FAR
        slope, guess = slope_beside(m - node, row, table)
        assert units_off(float(slope), m) <= 3
        assert guess == pytest.approx(slope, rel=0.01)
        looked_up += 1
    assert looked_up > 1600


def test_the_quotient_is_no_better() -> None:
    """It is taken outside of the table, and by all other loops."""
    worst = max(units_off(loss_slope(LOGISTIC, m, 1.0, 0.0), m) for m in map(float, MARGINS))
    assert 1 < worst <= 2


def test_a_point_that_is_fitted_exactly_makes_no_update() -> None:
    """Its slope is 0; after the other point's step it is not."""
    run = train(
        [[1, 0], [0, 1]], [1, -1], rule="sgd", loss="squared", offset=False, init="1,0", eta="0.25",
        epochs=2,
    )  # fmt: skip
    assert run.history.visits.tolist() == [2, 4]
    assert run.weights_at(4).tolist() == [1, -0.75]


@pytest.mark.parametrize("loss", ["logistic", "squared"])
@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
def test_points_at_the_origin_among_others_without_an_offset(
    loss: str, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = Dataset.of([[0, 0], [1, 2], [0.5, -1], [0, 0], [3, 1]], [1, -1, 1, -1, 1])
    asked = {"rule": "sgd", "loss": loss, "order": order, "offset": False, "eta": "0.05"}
    found = sliced(dataset, {**asked, "epochs": 30}, [3, 40])
    assert_close(found, by_blocks(dataset, {**asked, "epochs": 30}, monkeypatch, []))
    assert len(found.history) == 90


@pytest.mark.parametrize("eta", ["1e-70", "1e-20", "1e60"])
def test_steps_of_any_size_are_those_of_the_formula(
    eta: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loss in ("logistic", "squared"):
        asked = {"rule": "sgd", "loss": loss, "eta": eta, "epochs": 3}
        found = sliced(crowded(7), asked, [4])
        wanted = by_blocks(crowded(7), asked, monkeypatch, [])
        assert found.visits == wanted.visits and found.diverged == wanted.diverged
        last = found.weights_at(found.visits), wanted.weights_at(wanted.visits)
        assert last[0] == pytest.approx(last[1], rel=1e-9, abs=0)


def test_scores_that_leap_far_are_as_exact() -> None:
    """Points so far away that the guess of a score is of no use."""
    rng = np.random.Generator(np.random.PCG64(4))
    points, labels = (
        np.round(rng.normal(size=(30, 2)) * 300, 1),
        np.where(rng.random(30) < 0.5, -1, 1),
    )
    run = train(points, labels, rule="sgd", loss="logistic", eta="0.0003", epochs=20)
    w = np.zeros(3)
    for visit in range(run.visits):
        z = labels[visit % 30] * np.append(points[visit % 30], 1.0)
        w = w - 0.0003 * loss_slope(LOGISTIC, float(w @ z), 1.0, 0.0) * z
        assert run.weights_at(visit + 1) == pytest.approx(w, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("size", [1e2, 1e4, 1e6, 1e8])
def test_a_step_that_cancels_the_weights_loses_no_digit(size: float) -> None:
    """After two visits w₁ is exactly 0, and the third score is that of w₂ alone."""
    run = train(
        [[2 * size, 0], [size, 1], [1.5 * size, 3]], [1, -1, 1],
        rule="sgd", loss="logistic", offset=False, epochs=1,
    )  # fmt: skip
    w = np.zeros(2)
    for x, y in zip(run.dataset.points, run.dataset.labels, strict=True):
        w = w - loss_slope(LOGISTIC, float(y * (w @ x)), 1.0, 0.0) * y * x
    assert run.weights_at(2)[0] == 0
    assert run.weights_at(3) == pytest.approx(w, rel=1e-13)
