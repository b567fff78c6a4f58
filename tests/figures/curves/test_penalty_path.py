"""The path over a penalty: curves from the solutions, and where weights become 0."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from perceptron_gui.figures.curves.penalty_path import VIEW
from tests.figures.drawing import built, is_finite, path_of, run_on, trained, words

figure = partial(built, VIEW)


def test_weights_become_zero_one_after_another() -> None:
    run = trained("and", rule="least-squares", lift="product", l1=1)
    drawn = figure(run, penalty="l1")
    assert path_of(drawn, "zero 2")[0].tolist() == [3]
    x, y = path_of(drawn, "weight 2")
    assert (y[x >= 3] == 0).all() and y[0] == pytest.approx(2)
    assert any("w₃ from l1 = 3" in text for text in words(drawn))
    assert drawn.has("now") and not figure(run).has("now")


def test_a_wide_path_has_a_logarithmic_axis_with_its_corners() -> None:
    run = trained("blobs", rule="least-squares", lift="quadratic")
    drawn = figure(run, penalty="l1")
    assert drawn.x.log
    for j in range(5):
        (at,), _ = path_of(drawn, f"zero {j}")
        x, y = path_of(drawn, f"weight {j}")
        assert (y[x >= at] == 0).all() and y[x < at][-1] != 0


@pytest.mark.parametrize("penalty", ["l1", "l2"])
def test_what_has_no_path_says_why(penalty: str) -> None:
    for run in (trained("and", rule="kernel"), trained("one-hot", lift="quadratic")):
        drawn = figure(run, penalty=penalty)
        assert not drawn.marks and len(drawn.notes) == 1


@pytest.mark.parametrize("scale", [0.0, 1e75, 1e-75])
@pytest.mark.parametrize("penalty", ["l1", "l2"])
def test_huge_tiny_and_level_points_are_drawn(scale: float, penalty: str) -> None:
    points = np.array([[1, 0], [-1, -1], [0, -1], [-1, 1]]) * scale
    for offset in (True, False):
        drawn = figure(run_on(points, [1, -1, 1, -1], epochs=5, offset=offset), penalty=penalty)
        assert is_finite(drawn) and words(drawn)
