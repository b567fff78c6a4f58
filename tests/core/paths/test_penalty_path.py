"""Paths over a penalty: what scikit-learn and the normal equations find at single penalties."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import Lasso

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.paths.penalty_path import lasso_path, ridge_path
from perceptron_gui.core.space.space import Space

RANDOM = np.random.default_rng(3)
SPACES: dict[str, Space] = {
    "and": Space(make(LIBRARY["and"])),
    "line-fit": Space(make(LIBRARY["line-fit"])),
    "no offset": Space(make(LIBRARY["three-points"]), offset=False),
    "lifted": Space(make(LIBRARY["blobs"], n=30), lift="quadratic"),
    "many": Space(
        Dataset.of_targets(RANDOM.integers(-9, 10, (40, 7)), RANDOM.integers(-9, 10, 40))
    ),
}


def plain(space: Space) -> tuple[Any, Any]:
    return space.signed * space.labels[:, None], space.dataset.fitted


@pytest.mark.parametrize("name", SPACES)
def test_every_place_of_the_ridge_path_solves_its_normal_equations(name: str) -> None:
    design, targets = plain(SPACES[name])
    found = ridge_path(SPACES[name])
    for penalty, weights in list(zip(found.penalties, found.weights, strict=True))[::20]:
        ridge = float(penalty) * np.eye(design.shape[1])
        expected = np.linalg.solve(design.T @ design + ridge, design.T @ targets)
        assert np.array(weights) == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("name", SPACES)
def test_the_lasso_path_goes_through_the_solutions_of_scikit_learn(name: str) -> None:
    space, found = SPACES[name], lasso_path(SPACES[name], Fraction(0))
    assert found is not None
    design, targets = plain(space)
    corners = np.array(found.penalties, dtype=np.float64)
    assert (np.diff(corners) > 0).all()
    weights = np.array(found.weights, dtype=np.float64)
    used = design.shape[1] - space.offset
    for penalty in [*np.linspace(0.01, 0.99, 12) * corners[-1], 1.5 * corners[-1]]:
        model = Lasso(penalty / (2 * len(design)), fit_intercept=space.offset, tol=1e-13)
        model.max_iter = 1_000_000
        model.fit(design[:, :used], targets)
        own = [np.interp(penalty, corners, weights[:, j]) for j in range(used)]
        assert own == pytest.approx(model.coef_, abs=1e-5)


def test_the_slope_of_the_homework_becomes_zero_exactly() -> None:
    found = lasso_path(SPACES["line-fit"], Fraction(0))
    assert found is not None
    # m(l1) = (2·1 − l1)/4 and c = 5/3 − m, so m is 0 from l1 = 2 on.
    assert found.penalties == [0, 2] and found.zero_from(0) == 2
    assert found.weights == [[Fraction(1, 2), Fraction(7, 6)], [0, Fraction(5, 3)]]


def test_a_path_that_is_not_exact_is_none() -> None:
    twice = Dataset.of([[1, 1], [2, 2], [0, 0]], [1, -1, 1])  # both columns are the same
    assert lasso_path(Space(twice), Fraction(0)) is None
