"""The bound over the constant coordinate where points lie far from the origin."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.what_if.constant import BiasCurve, bias_curve, bound_at


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


def test_points_at_both_ends_of_what_is_allowed_have_a_curve() -> None:
    run = Run(Dataset.of([[1e70, 1], [-1e-70, 1], [3, 1e-70]], [1, -1, 1]), Rule()).finish()
    curve = bias_curve(run)
    assert isinstance(curve, BiasCurve)
    assert np.isfinite(curve.bounds).all()
