"""H = x₀ + V: V goes through the origin, and u − v lies in it, at a right angle to w."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.pictures.boundary import VIEW
from tests.core.strategies import trained
from tests.figures.drawing import built, path_of


@pytest.mark.parametrize(
    ("data", "rule"),
    [("and", {}), ("slides", {"init": "2,3,-6"}), ("shifted", {}), ("vector-sum", {})],
)
def test_differences_of_points_of_the_line_are_at_a_right_angle_to_w(
    data: str, rule: dict[str, Any]
) -> None:
    run = trained(data, **rule)
    drawn = built(VIEW, run, directions=True)
    w, b = run.weights_at(run.visits)[:2], run.weights_at(run.visits)[2]
    v, u = np.column_stack(path_of(drawn, "u and v"))
    assert (u != v).any() and [w @ u + b, w @ v + b] == pytest.approx([0, 0], abs=1e-9)
    arrow: Any = drawn.mark("difference in V")
    difference = np.array([arrow.x1 - arrow.x0, arrow.y1 - arrow.y0])
    assert (arrow.x0, arrow.y0) == (0, 0) and difference == pytest.approx(u - v)
    assert w @ difference == pytest.approx(0, abs=1e-9)
    start: Any = drawn.mark("x0")
    through = np.column_stack(path_of(drawn, "V"))
    for place in through:  # x₀ moves V onto the line
        assert w @ place == pytest.approx(0, abs=1e-9)
        assert w @ (place + np.array([start.x1, start.y1])) + b == pytest.approx(0, abs=1e-9)


def test_a_line_through_the_origin_is_its_own_v() -> None:
    drawn = built(VIEW, trained("three-points", offset=False, tie="minus"), directions=True)
    assert not drawn.has("x0") and "so H = V." in to_plain(drawn.notes[-1])


@pytest.mark.parametrize("rule", [{"init": "0,0,1"}, {"lift": "quadratic"}])
def test_without_a_straight_line_there_is_no_v(rule: dict[str, Any]) -> None:
    drawn = built(VIEW, trained("xor", **rule), 0, directions=True)
    assert not drawn.has("V") and "straight line" in drawn.notes[-1]
