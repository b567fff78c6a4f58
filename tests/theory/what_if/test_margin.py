"""The margin dial where it is hard: small margins, and classes that overlap exactly."""

from __future__ import annotations

import math
from typing import Any

import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import apply_edit
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.theory.what_if.margin import MarginDial


def margin_after(dataset: Dataset, margin: float, **options: Any) -> float:
    rule = Rule.of(options)
    moved = apply_edit(MarginDial(dataset, rule).edit(margin), dataset)[0]
    return math.sqrt(separability(Space.of(moved, rule)).margin_squared)


@pytest.mark.parametrize("wanted", [1e-3, 1e-5])
def test_a_small_margin_is_as_exact_as_a_large_one(wanted: float) -> None:
    pair = Dataset.of([[-1.7, -1], [3, -1]], [-1, 1])
    assert margin_after(pair, wanted) == pytest.approx(wanted, rel=2e-3)


@pytest.mark.parametrize("wanted", [1e-3, 3.0])
def test_rounding_is_no_margin_to_start_from(wanted: float) -> None:
    # The hulls of both sets hold the origin, which floats only see up to 1e-17.
    signed = Dataset.of([[0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 1]], [-1, -1, 1])
    assert margin_after(signed, wanted, offset=False) == pytest.approx(wanted, rel=2e-3)
    between = Dataset.of([[-2.4], [-3.0], [0], [0.9], [0.4]], [-1, -1, -1, -1, 1])
    assert margin_after(between, wanted, bias_scale=2) == pytest.approx(wanted, rel=2e-3)
