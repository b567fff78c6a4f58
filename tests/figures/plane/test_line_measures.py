"""Distances from the line, and where it meets the axes, against numpy and the lectures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Line
from tests.figures.drawing import CASES, cursors, figure, run_on, trained


def at(drawn: Figure, key: str) -> tuple[float, float]:
    mark: Any = drawn.mark(key)
    return float(mark.x[0]), float(mark.y[0])


@pytest.fixture(scope="module")
def line_of_001() -> Any:
    """2x₁ + 3x₂ − 6 = 0, the line of lecture 001, right about both points."""
    return run_on([[3, 3], [0, 0]], [1, -1], init="2,3,-6")


def test_intercepts_of_the_line_of_lecture_001(line_of_001: Any) -> None:
    drawn = figure(line_of_001, 0, intercept=True, notation="001")
    assert at(drawn, "intercept 0") == (3, 0) and at(drawn, "intercept 1") == (0, 2)
    said = "The line meets the axes at x₁ = −θ₀/θ₁ = 3 and x₂ = −θ₀/θ₂ = 2."
    assert to_plain(drawn.notes[-1]) == said


def test_the_distance_of_lecture_004(line_of_001: Any) -> None:
    """|w·z + b|/‖w‖ of (3, 3): 9/√13."""
    drawn = figure(line_of_001, 1, distance=True)
    foot = np.array(at(drawn, "foot 0"))
    assert 2 * foot[0] + 3 * foot[1] == pytest.approx(6)
    assert np.linalg.norm(foot - [3, 3]) == pytest.approx(9 / 13**0.5)
    assert r"distance $|s|/\|w\| = 9/\sqrt{13} \approx 2.496$" in drawn.notes[-1]
    plain = to_plain(drawn.notes[-1])
    assert "s = 9" in plain and "w·x = ‖w‖ ‖x‖ cos ∠ = 15" in plain
    assert "‖w‖ = √13, ‖x‖ = √18 and the angle ≈ 11.3°" in plain


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


def test_a_line_through_the_origin_and_lines_along_an_axis() -> None:
    through = figure(run_on([[1, 0], [-1, 0]], [1, -1], init="1,1,0"), 0, intercept=True)
    assert "The line goes through the origin, where it meets both axes." in through.notes
    along = figure(run_on([[1, 0], [-1, 0]], [1, -1], init="0,2,1"), 0, intercept=True)
    assert not along.has("intercept 0") and at(along, "intercept 1") == (0, -0.5)
    assert "It is parallel to the axis of $x_1$." in along.notes
    without = figure(trained("one-hot"), 2, intercept=True)
    assert any("points have no others" in note for note in without.notes)


@pytest.mark.parametrize("scale", [1, "1/3", 5])
def test_the_constant_coordinate_counts(scale: Any) -> None:
    run = trained("and", bias_scale=scale, tie="minus")
    weights, drawn = run.exact_weights_at(run.visits), figure(run, run.visits, intercept=True)
    for j in (0, 1):
        exact = -weights[-1] * Fraction(scale) / weights[j]
        if drawn.has(f"intercept {j}"):
            assert at(drawn, f"intercept {j}")[j] == pytest.approx(float(exact))
    assert ("−Bw₀/w₁" in to_plain(drawn.notes[-1])) == (scale != 1)
