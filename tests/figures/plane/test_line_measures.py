"""What can be added to the plane: distances, intercepts, and updates as sums of arrows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Line, Text
from perceptron_gui.figures.pictures import boundary, weight_space
from tests.figures.drawing import CASES, built, cursors, figure, run_on, trained


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
