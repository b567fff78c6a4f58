"""Updates as sums of arrows, on the plane of the points and in that of the weights."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Text
from perceptron_gui.figures.pictures import boundary, weight_space
from tests.figures.drawing import CASES, built, cursors, figure, run_on, trained

ARROWS = ("sum before", "sum step", "sum after")


@pytest.fixture(scope="module")
def lecture() -> Run:
    """The picture of lecture 001: (1, 1) + (−2, 1) = (−1, 2)."""
    return trained("vector-sum", init="1,1", tie="minus", offset=False)


def ends(drawn: Figure, key: str) -> tuple[tuple[float, float], tuple[float, float]]:
    arrow: Any = drawn.mark(key)
    return (arrow.x0, arrow.y0), (arrow.x1, arrow.y1)


@pytest.mark.parametrize("view", [boundary.VIEW, weight_space.VIEW])
def test_the_picture_of_lecture_001(lecture: Run, view: Any) -> None:
    drawn = built(view, lecture, 1, update=True, notation="001")
    assert ends(drawn, "sum before") == ((0, 0), (1, 1))
    assert ends(drawn, "sum step") == ((1, 1), (-1, 2))
    assert ends(drawn, "sum after") == ((0, 0), (-1, 2))
    assert drawn.notes[0] == (
        r"Update: $\theta + y^{(1)}x^{(1)} = (1, 1) + (-2, 1) = (-1, 2)$; the angle between "
        r"$\theta$ and $y^{(1)}x^{(1)}$ closed from $\approx 108.4$° to $\approx 36.9$°."
    )
    said = {mark.text for mark in drawn.marks if isinstance(mark, Text)}
    assert {"108.4°", "36.9°", r"$\theta$", r"new $\theta$", "$y^{(1)}x^{(1)}$"} <= said
    assert not drawn.has("weights")  # the arrow on the line would be the same once more


def test_a_visit_without_an_update_says_so(lecture: Run) -> None:
    for view in (boundary.VIEW, weight_space.VIEW):
        drawn = built(view, lecture, 2, update=True)
        assert not any(drawn.has(key) for key in ARROWS)
        assert "This visit changed no weights, so there is no sum of arrows." in drawn.notes
    assert built(boundary.VIEW, lecture, 2, update=True).has("weights")


def test_the_slides_with_their_offset() -> None:
    run = trained("slides", init="0.2,0,-0.1", eta="0.1", tie="plus")
    drawn = built(boundary.VIEW, run, 2, update=True)
    assert drawn.notes[0].startswith(
        r"Update: $w + \eta yx = (0.1, -0.1) + (0.2, 0.1) = (0.3, 0)$, "
        "and $w_0 = -0.2 + 0.1 = -0.1$;"
    )
    tail, tip = ends(drawn, "sum after")
    assert tail[0] == pytest.approx(1 / 3)  # on the new line, x₁ = 1/3
    assert tip[1] == pytest.approx(tail[1]) and tip[0] > tail[0]  # and at a right angle to it


@pytest.mark.parametrize(("name", "rule"), CASES)
@pytest.mark.parametrize("view", [boundary.VIEW, weight_space.VIEW])
def test_arrows_add_up_and_the_angle_closes(view: Any, name: str, rule: dict[str, Any]) -> None:
    run = trained(name, **rule)
    for cursor in cursors(run):
        drawn = built(view, run, cursor, update=True)
        if not drawn.has("sum step"):
            assert drawn.notes
            continue
        step = np.array(ends(drawn, "sum step"))
        total = np.array(ends(drawn, "sum after")) if drawn.has("sum after") else None
        if total is not None:
            assert total[1] == pytest.approx(step[1])
        if drawn.has("sum before"):
            before = np.array(ends(drawn, "sum before"))
            assert before[1] == pytest.approx(step[0])
            if total is not None:
                assert total[0] == pytest.approx(before[0])
                assert _angle(total, step) <= _angle(before, step) + 1e-9


def _angle(one: Any, other: Any) -> float:
    (x, y), (u, v) = one[1] - one[0], other[1] - other[0]
    return abs(math.atan2(x * v - y * u, x * u + y * v))


def test_long_weights_are_drawn_shorter_and_that_is_said() -> None:
    run = run_on([[1, 0], [-1, 1]], [1, -1], init="-300,0,0")
    drawn = figure(run, 1, update=True)
    assert "as long as the vectors." in drawn.notes[0]
    x0, x1 = drawn.x.range or (0.0, 0.0)
    assert all(x0 <= x <= x1 for key in ARROWS for x, _ in ends(drawn, key))
