"""Bounds of random starts, however large or small the numbers are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import Bounds
from perceptron_gui.labs.common.lab import finished
from perceptron_gui.labs.orders.trials import OrderTrials

HUGE = Dataset.of([[3.1e70, -2.2e70], [-4.4e70, 9.4e70], [-3.5e70, 8.7e70]], [1, 1, -1])
TINY = Dataset.of([[3e-70, -2e-70], [-4e-70, 9e-70]], [1, -1])
MIXED = Dataset.of([[1e70, 1], [-1e-70, 1], [3, 1e-70]], [1, -1, 1])


@pytest.mark.parametrize("dataset", [HUGE, TINY, MIXED], ids=["huge", "tiny", "mixed"])
@pytest.mark.parametrize("options", [{}, {"lift": "quadratic"}, {"eta": "1e-30", "margin": 1}])
@pytest.mark.parametrize("what", ["orders", "starts"])
def test_limits_of_any_size_are_those_of_every_start(
    dataset: Dataset, options: dict[str, Any], what: str
) -> None:
    rule = Rule.of({"epochs": 3, **options})
    found = finished(OrderTrials(dataset, rule, 9, what=what))
    assert found.limits is not None
    assert found.limits.dtype == np.float64
    for trial, limit in enumerate(found.limits.tolist()):
        bounds = found.bounds_of(trial)
        assert isinstance(bounds, Bounds)
        assert limit == pytest.approx(min(float(min(bounds.limit, 10**300)), 1e300), rel=1e-6)
