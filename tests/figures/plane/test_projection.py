"""What is shown of the plane, the same at every visit, and where small texts stand in it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.figures.plane.text_places import TextPlaces
from tests.figures.drawing import (
    CASES,
    EVERYTHING,
    cursors,
    figure,
    path_of,
    points_of,
    run_on,
    trained,
    view_size,
)


@pytest.mark.parametrize(("name", "rule"), CASES)
def test_the_view_is_the_same_at_every_visit_and_has_the_aspect(
    name: str, rule: dict[str, Any]
) -> None:
    run = trained(name, **rule)
    seen = {(drawn.x.range, drawn.y.range) for drawn in (figure(run, t) for t in cursors(run))}
    assert len(seen) == 1
    width, height = view_size(figure(run, run.visits, aspect=2.0))
    assert width / height == pytest.approx(2.0)
    fixed = figure(run, 1, range=(-3.0, 4.0, -1.0, 2.0))
    assert (fixed.x.range, fixed.y.range) == ((-3.0, 4.0), (-1.0, 2.0))


def test_the_origin_is_in_the_picture_unless_it_costs_too_much() -> None:
    for name, rule, is_in in [
        ("slides", {}, True),
        ("shifted", {}, False),
        ("shifted", {"offset": False}, True),
    ]:
        drawn = figure(trained(name, epochs=2, **rule), 0)
        assert drawn.x.range is not None
        assert (drawn.x.range[0] < 0) == is_in


def test_four_dimensions_are_seen_along_w() -> None:
    run = trained("one-hot", init="3,-1,2,0.5,-1")
    for cursor in (0, 2, run.visits):
        drawn, w = figure(run, cursor), run.weights_at(cursor)
        norm = float(np.linalg.norm(w[:4]))
        points = points_of(drawn)
        scores = run.dataset.points[points.index] @ w[:4]
        assert points.x * norm == pytest.approx(scores)
        spread = run.dataset.points - run.dataset.points.mean(axis=0)
        across = spread - np.outer(spread @ w[:4], w[:4]) / norm**2
        widest = np.linalg.svd(across)[1][0]
        assert np.linalg.norm(points.y - points.y.mean()) == pytest.approx(widest)
        x, _ = path_of(drawn, "line")
        assert x == pytest.approx(-w[4] / norm)
        assert x[0] == x[1]


def test_a_lift_of_many_dimensions_has_no_line_and_says_so() -> None:
    drawn = figure(trained("one-hot", lift="quadratic"), 4, **EVERYTHING)
    assert not any(drawn.has(key) for key in ("line", "margin", "circle", "positive side"))
    assert any("no curve in a plane" in note for note in drawn.notes)


def test_lines_that_cross_meet_in_their_crossing() -> None:
    run = trained("xor-pm", lift="product")  # ends with −4x₁x₂ = 0
    x, y = path_of(figure(run, run.visits), "line")
    drawn = ~np.isnan(x)
    assert np.minimum(np.abs(x[drawn]), np.abs(y[drawn])).max() < 1e-15
    assert np.hypot(x[drawn], y[drawn]).min() < 1e-4


def test_a_loop_smaller_than_the_grid_is_drawn() -> None:
    points = [[0.001, 0], [0, 0.001], [-0.001, 0], [0, -0.001], [2, 2], [-3, 1], [0.3, -2]]
    labels = [-1, -1, -1, -1, -1, -1, -1]
    run = run_on(points, labels, lift="quadratic", init="0,0,-4,0,-4,0.0000001")
    drawn = figure(run, 0)
    x, y = path_of(drawn, "line")
    assert np.hypot(x, y) == pytest.approx(math.sqrt(1e-7 / 4))


def test_coordinates_of_all_sizes_are_seen_along_w() -> None:
    points = [[-1e-70, 3, 3e70, 3e-70, 1000], [3e70, 1000, 4, 1000, 0]]
    run = run_on(points, [1, 1])
    drawn = figure(run, run.visits, **EVERYTHING)
    assert points_of(drawn).x == pytest.approx([3e70, 4])  # w is the first point


@pytest.mark.parametrize("points", [[[3, 4]], [[0, 0]], [[3, 4], [3, 4]], [[1, 2], [5, 6]], [[7]]])
def test_one_point_or_one_class_will_do(points: list[list[float]]) -> None:
    run = run_on(points, [1] * len(points))
    for cursor in cursors(run):
        drawn = figure(run, cursor, **EVERYTHING)
        assert points_of(drawn).predicted.tolist() == ([1] if cursor else [0]) * len(points)


BOX = PlaneBox(0.0, 1.0, 0.0, 1.0)


def test_a_text_alone_stands_above_its_place() -> None:
    text = TextPlaces(BOX).beside("a", Role.NOTE, "1", 0.5, 0.5)
    assert (text.x, text.anchor) == (0.5, "s")
    assert 0.5 < text.y < 0.6


def test_texts_of_one_place_go_to_different_sides() -> None:
    places = TextPlaces(BOX)
    found = [places.beside(str(i), Role.NOTE, "1/4", 0.5, 0.5) for i in range(4)]
    assert len({text.anchor for text in found}) == 4


def test_a_text_at_the_edge_stays_inside() -> None:
    assert TextPlaces(BOX).beside("a", Role.NOTE, "1/4", 0.5, 0.99).anchor == "n"
    assert "w" in TextPlaces(BOX).beside("a", Role.NOTE, "1/4", 0.0, 0.5).anchor


def test_marks_are_avoided() -> None:
    above = [(0.5, 0.58), (0.5, 0.61)]
    assert TextPlaces(BOX, above).beside("a", Role.NOTE, "1", 0.5, 0.5).anchor != "s"


def test_the_place_with_room_is_chosen() -> None:
    crowd = [(0.1 + dx, 0.1 + dy) for dx in (-0.1, 0, 0.1) for dy in (-0.1, 0, 0.1)]
    text = TextPlaces(BOX, crowd).at_one_of("a", Role.NOTE, "1", [(0.1, 0.1), (0.8, 0.8)])
    assert text.x > 0.5
