"""Tests of how a run holds its numbers: exact in any unit, and told where they are not."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run

CLOUDS = make(LIBRARY["blobs"], n=40, noise=2)
WHOLE = np.rint(100 * CLOUDS.points)


@pytest.mark.parametrize(
    ("rule", "order"),
    [("batch", "cyclic")]
    + [("pla", order) for order in ("cyclic", "shuffled", "random", "first-mistake", "worst")],
)
@pytest.mark.parametrize("factor", [10, 10**5])
def test_larger_units_change_no_update(factor: int, rule: str, order: str) -> None:
    small, large = (Dataset.of(WHOLE * each, CLOUDS.labels) for each in (1, factor))
    chosen = Rule.of({"rule": rule, "order": order, "epochs": 30, "offset": False})
    one, other = Run(small, chosen).finish(), Run(large, chosen).finish()
    assert one.path.arithmetic.is_exact
    assert other.path.arithmetic.is_exact
    assert len(one.history) == len(other.history) > 10
    ks = np.arange(len(one.history))
    assert np.array_equal(one.history.visits_of(ks), other.history.visits_of(ks))
    scaled = [weight * factor for weight in one.exact_weights_at(one.visits)]
    assert other.exact_weights_at(other.visits) == scaled


def test_a_margin_may_be_wider_than_all_coordinates() -> None:
    far = Rule.of({"margin": 10**7, "epochs": 3})
    run = Run(CLOUDS, far).finish()
    assert run.path.arithmetic.is_exact
    assert len(run.history) == run.visits == 120  # every visit is too near to the line


@pytest.mark.parametrize("size", [2**29, 2**31 - 1, 2**31, 2**40])
def test_what_outgrows_integers_is_computed_in_floats_and_says_so(size: int) -> None:
    pair = Dataset.of([[size, 0], [0, size]], [1, -1])
    run = Run(pair, Rule()).finish()
    assert (run.status, run.outcome.errors) == ("converged", 0)
    assert run.arithmetic == ("exact" if size == 2**29 else "float64")
