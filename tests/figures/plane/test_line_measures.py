"""What can be added to the plane: distances, intercepts, and updates as sums of arrows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.pictures import boundary, weight_space
from tests.figures.drawing import CASES, built, cursors, figure, trained


def at(drawn: Figure, key: str) -> tuple[float, float]:
    mark: Any = drawn.mark(key)
    return float(mark.x[0]), float(mark.y[0])


@pytest.mark.parametrize(("name", "rule"), CASES)
def test_feet_lie_on_the_line_below_their_points(name: str, rule: dict[str, Any]) -> None:
    run = trained(name, **rule)
    for cursor in cursors(run):
        drawn = figure(run, cursor, distance=True, pointed=1)
        if not drawn.has("foot 1"):
            assert drawn.notes
            continue
        line, way = drawn.mark("line") if drawn.has("line") else None, drawn.mark("distance 1")
        assert isinstance(way, Line)
        weights = [float(v) for v in run.result_at(cursor)]
        d = run.dataset.dimension
        score = float(run.space.features(run.dataset.points[1:2])[0] @ np.array(weights))
        length = float(np.hypot(way.x[1] - way.x[0], way.y[1] - way.y[0]))
        assert length == pytest.approx(abs(score) / np.linalg.norm(weights[:d]), abs=1e-9)
        if isinstance(line, Line) and len(line.x) == 2:
            ahead = np.array([line.x[1] - line.x[0], line.y[1] - line.y[0]])
            along = np.array([way.x[1] - way.x[0], way.y[1] - way.y[0]])
            assert ahead @ along == pytest.approx(0, abs=1e-7 * (1 + np.abs(ahead).max()))


def test_which_points_are_measured() -> None:
    run = trained("and")
    assert figure(run, 6, distance=True).has("foot 1")  # visited
    named = figure(run, 6, distance=True, highlight=("point 0", "point 2"))
    assert named.has("foot 0") and named.has("foot 2") and not named.has("foot 1")
    pointed = figure(run, 6, distance=True, pointed=3, highlight=("point 0",))
    assert pointed.has("foot 3") and not pointed.has("foot 0")
    assert figure(run, 6, distance=True, pointed=99).has("foot 1")  # which was deleted


@pytest.mark.parametrize("scale", [1, "1/3", 5])
def test_the_constant_coordinate_counts(scale: Any) -> None:
    run = trained("and", bias_scale=scale, tie="minus")
    weights, drawn = run.exact_weights_at(run.visits), figure(run, run.visits, intercept=True)
    for j in (0, 1):
        exact = -weights[-1] * Fraction(scale) / weights[j]
        if drawn.has(f"intercept {j}"):
            assert at(drawn, f"intercept {j}")[j] == pytest.approx(float(exact))


def ends(drawn: Figure, key: str) -> tuple[tuple[float, float], tuple[float, float]]:
    arrow: Any = drawn.mark(key)
    return (arrow.x0, arrow.y0), (arrow.x1, arrow.y1)


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
