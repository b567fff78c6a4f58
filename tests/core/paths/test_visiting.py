"""Which point comes when: draws are fair and the same everywhere."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptron_gui import train
from perceptron_gui.core.paths.visiting import Visiting
from tests.core.small_data import AND, XOR


def test_seeds_mean_the_same_on_every_machine() -> None:
    """Numbers written down once: a changed generator would change every saved session."""
    run = train(*XOR, order="shuffled", seed=2026, epochs=6)
    visited = "".join(str(run.path.visiting.points_of(t)[0]) for t in range(1, 25))
    assert visited == "013203121320021313022013"
    drawn = train(*XOR, order="random", seed=2**40, epochs=3).path.visiting
    assert "".join(str(drawn.points_of(t)[0]) for t in range(1, 13)) == "302011132322"
    assert train(*AND, init="random", seed=1).start == [Fraction(v, 10) for v in (-5, -3, 0)]


def test_shuffles_are_fair() -> None:
    """All 24 orders of four points come equally often, whatever came before (χ², p > 1e-6)."""
    orders = np.array([train_order(epoch) for epoch in range(6000)])
    codes = orders @ [64, 16, 4, 1]
    counts = np.unique(codes, return_counts=True)[1]
    assert len(counts) == 24
    assert ((counts - 250) ** 2 / 250).sum() < 70
    pairs = np.unique(orders[:-1, 0] * 4 + orders[1:, 0], return_counts=True)[1]
    assert ((pairs - 375) ** 2 / 375).sum() < 55


def train_order(epoch: int) -> list[int]:
    visiting = Visiting("shuffled", 4, seed=3)
    return [int(visiting.points_of(4 * epoch + j)[0]) for j in (1, 2, 3, 4)]
