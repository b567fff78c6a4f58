"""The mistakes of a first pass stay below the bound that needs no separating line, all the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.runs.bounds import FirstPass, first_pass_of
from perceptron_gui.figures.curves.mistakes import VIEW
from tests.core.strategies import trained
from tests.figures.drawing import built, path_of

CASES: list[tuple[str, dict[str, Any]]] = [
    ("blobs", {}),
    ("blobs", {"order": "shuffled", "eta": "0.1"}),
    ("moons", {"order": "shuffled", "seed": 3, "tie": "minus"}),
    ("spirals", {"offset": False}),
    ("separable", {"bias_scale": 5}),
    ("moons", {"lift": "quadratic", "epochs": 20}),
]


@pytest.mark.parametrize(("data", "rule"), CASES)
def test_a_pass_stays_below_its_bound_at_every_visit(data: str, rule: dict[str, Any]) -> None:
    """k ≤ ((R + D)/γ)² with D² = Σ max(0, γ − y⟨u, x̃⟩)² over the points that were visited."""
    run = trained(data, **rule)
    found = first_pass_of(run)
    assert isinstance(found, FirstPass) and found.bound.says_something
    drawn = built(VIEW, run)
    (t, made), (every, most) = path_of(drawn, "mistakes"), path_of(drawn, "bound")
    assert made.tolist() == run.updates_at(t.astype(int)).tolist()
    assert (made <= most).all() and every[-1] == t[-1] == len(run.dataset)
    u = np.array([float(value) for value in found.bound.direction]) * found.bound.margin
    lacking = np.maximum(0, found.bound.margin - run.space.signed @ u)
    visited = lacking[run.path.visiting.order_of(0)]
    radius = float(found.bound.radius_squared) ** 0.5
    for at in (0, 1, len(visited) // 2, len(visited)):
        shortfall = float(np.linalg.norm(visited[:at]))
        assert most[at] == pytest.approx(((radius + shortfall) / found.bound.margin) ** 2)
    assert int(most[-1] * (1 + 1e-12)) == found.bound.most_mistakes


def test_without_a_bound_the_figure_says_why() -> None:
    assert "start at 0" in built(VIEW, trained("and", init="1,0,0")).notes[0]
    alone = built(VIEW, trained("xor"))
    assert not alone.has("bound") and alone.has("mistakes")
    assert path_of(alone, "every")[1].tolist() == [0, 1, 2, 3, 4]
