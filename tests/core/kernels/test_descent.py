"""Descent beside its formula, fractions and decimals."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels.block_kernels import LOGISTIC, loss_slope
from perceptron_gui.core.paths.descent import LOSSES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.kernels.test_loops import crowded

ORDERS = ["cyclic", "shuffled", "random", "2,0,5"]
OPTIONS: list[dict[str, Any]] = [
    {"eta": "0.02"},
    {"eta": "0.5", "schedule": "inverse", "l2": "0.01"},
    {"eta": "0.3", "schedule": "inverse-sqrt", "offset": False},
    {"eta": "0.04", "batch_size": 5, "l2": "0.01"},
    {"eta": "1e-70"},
]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("options", OPTIONS, ids=lambda more: "-".join(map(str, more.values())))
def test_every_step_is_that_of_the_formula(
    loss: str, order: str, options: dict[str, Any]
) -> None:
    """Digit by digit, from left to right; only e⁻ᵐ is rounded by every library in its own way."""
    asked = {"arithmetic": "float64", "epochs": 6, "keep_going": True, **options}
    run = Run(crowded(12), Rule.of({"rule": "sgd", "loss": loss, "order": order, **asked})).finish()
    assert run.visits >= 6
    eta, l2 = float(run.rule.eta), float(run.rule.l2)
    for visit in range(1, run.visits + 1):
        w, points = run.weights_at(visit - 1), run.path.visiting.points_of(visit)
        gradient = np.zeros_like(w)
        for z in run.space.signed[points]:
            score = w[0] * z[0]
            for j in range(1, len(w)):
                score += w[j] * z[j]
            gradient += loss_slope(LOSSES[loss], score, 1.0, 1.0) * z
        rate = {"inverse": eta / visit, "inverse-sqrt": eta / math.sqrt(visit)}
        step = rate.get(run.rule.schedule, eta) * (gradient / len(points) + 2 * l2 * w)
        exactness = 1e-15 if loss == "logistic" else 0
        assert run.weights_at(visit) == pytest.approx(w - step, rel=exactness, abs=exactness)


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


def test_the_logistic_slope_is_within_two_units_of_its_last_binary_digit() -> None:
    margins = [*np.linspace(-65, 65, 1301), *np.linspace(-1, 1, 400), 700.0, -700.0]
    for m in map(float, margins):
        wanted = exactly(m)
        off = Decimal(-loss_slope(LOGISTIC, m, 1.0, 0.0)) - wanted
        assert abs(off / Decimal(math.ulp(float(wanted)))) <= 2
