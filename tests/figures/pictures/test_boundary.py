"""The boundary: what is drawn and what may be added are the numbers of the engine."""

from __future__ import annotations

import math
from typing import Any

import matplotlib.path
import numpy as np
import pytest
from hypothesis import given, settings

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Points
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import Path
from tests.core.strategies import Problem, problems, ties
from tests.figures.drawing import (
    CASES,
    cursors,
    figure,
    holds,
    path_of,
    points_of,
    run_on,
    signed_area,
    trained,
    view_size,
)

ZERO, OFFSET = "All weights are 0 and a tie is", "Only the offset is not 0, so"


def sides_of(drawn: Figure) -> dict[int, Path]:
    """Return the sides of the line by their sign, which make up the view if there are any."""
    keys = {1: "positive side", -1: "negative side"}
    sides = {sign: path_of(drawn, key) for sign, key in keys.items() if drawn.has(key)}
    if sides:
        area = sum(map(signed_area, sides.values()))
        assert area == pytest.approx(math.prod(view_size(drawn)), rel=1e-9)
    return sides


@pytest.mark.parametrize(("name", "rule"), [case for case in CASES if case[0] != "one-hot"])
def test_the_line_has_score_nought_and_its_sides_hold_the_points(
    name: str, rule: dict[str, Any]
) -> None:
    run = trained(name, **rule)
    for cursor in cursors(run):
        drawn = figure(run, cursor)
        weights = np.array([float(v) for v in run.result_at(cursor)])
        if drawn.has("line"):
            at = np.column_stack(path_of(drawn, "line"))[:, : run.dataset.dimension]
            features = run.space.features(at[~np.isnan(at[:, 0])])
            assert np.abs(features @ weights).max() <= 1e-12 * np.abs(features * weights).max()
        sides = sides_of(drawn)
        points = points_of(drawn)
        if run.rule.tie == "always":
            assert (points.truth != points.predicted).sum() == run.result.errors(cursor)
        scores = run.space.features(run.dataset.points) @ weights
        for x, y, s in zip(points.x, points.y, scores[points.index], strict=True):
            if abs(s) > 1e-9 * np.abs(weights).sum():
                assert holds(sides[int(np.sign(s))], x, y)


@given(problems(), ties)
@settings(max_examples=30)
def test_points_on_the_line_are_predicted_by_the_tie_rule(problem: Problem, tie: str) -> None:
    run = Run(problem.dataset, Rule.of({"tie": tie, "epochs": 5})).finish()
    weights = run.exact_weights_at(run.visits)
    predicted = points_of(figure(run, run.visits)).predicted
    for x, found in zip(problem.augmented(), predicted.tolist(), strict=True):
        score = sum(a * b for a, b in zip(weights, x, strict=True))
        at_nought = {"minus": -1, "plus": 1, "always": 0}[tie]
        assert found == ((score > 0) - (score < 0) or at_nought)


@pytest.mark.parametrize(
    ("init", "tie", "side", "note"),
    [
        ("0,0,0", "always", None, "All weights are 0: every score is 0, and there is no line."),
        ("0,0,0", "plus", "positive side", f"{ZERO} +1, which is predicted everywhere."),
        ("0,0,0", "minus", "negative side", f"{ZERO} −1, which is predicted everywhere."),
        ("0,0,2", "minus", "positive side", f"{OFFSET} +1 is predicted everywhere."),
        ("0,0,-2", "always", "negative side", f"{OFFSET} −1 is predicted everywhere."),
    ],
)
def test_no_weights_no_line(init: str, tie: str, side: str | None, note: str) -> None:
    drawn = figure(trained("and", init=init, tie=tie), 0)
    assert not drawn.has("line")
    assert not drawn.has("weights")
    assert [key for key in ("positive side", "negative side") if drawn.has(key)] == (
        [side] if side else []
    )
    assert [to_plain(text) for text in drawn.notes] == [note]
    assert points_of(drawn).is_plain == (side is None)  # filled as the classes are


def test_the_ghost_is_there_only_where_the_line_moved() -> None:
    run = trained("and", tie="minus")
    visits = set(run.history.visits.tolist())
    with_line = {t for t in range(1, run.visits + 1) if run.weights_at(t - 1)[:2].any()}
    seen = {
        t for t in range(1, run.visits + 1) if figure(run, t, range=(-9, 9, -9, 9)).has("ghost")
    }
    assert seen == visits & with_line


@pytest.mark.parametrize("name", ["and", "three-points", "shifted", "slides"])
def test_the_arrow_stands_on_the_line_and_points_along_w(name: str) -> None:
    run = trained(name, init="0.2,0.1,-0.1")
    for cursor in range(0, run.visits + 1, 1 + run.visits // 50):
        drawn = figure(run, cursor)
        if not drawn.has("weights"):
            continue
        arrow: Any = drawn.mark("weights")
        w = run.weights_at(cursor)
        foot, tip = np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1])
        length = float(np.linalg.norm(tip - foot))
        assert w[:2] @ foot + w[2] == pytest.approx(0, abs=1e-9 * np.abs(w).sum() * 30)
        assert (tip - foot) / length == pytest.approx(w[:2] / np.linalg.norm(w[:2]))
        shorter = min(view_size(drawn))
        assert 0.05 * shorter < length < 0.36 * shorter


def test_the_visited_point_is_marked_as_what_it_was() -> None:
    run = trained("three-points", offset=False, tie="minus")
    for visit, (point, role, label) in enumerate(
        [
            (0, Role.MISTAKE, "mistake"),
            (1, Role.MISTAKE, "mistake"),
            (2, Role.SUCCESS, "correct"),
            (0, Role.SUCCESS, "correct"),
        ],
        start=1,
    ):
        mark = figure(run, visit).mark("visited")
        assert (mark.role, mark.label) == (role, label)
        x, y = path_of(figure(run, visit), "visited")
        assert [x[0], y[0]] == run.dataset.points[point].tolist()
    assert not figure(run, 0).has("visited")


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ("tenths", {"rule": "averaged"}),
        ("tenths", {"rule": "voted"}),
        ("tenths", {"rule": "pocket"}),
        ("slides", {"rule": "sgd", "loss": "squared", "eta": "0.3"}),
    ],
)
def test_a_ring_never_says_correct_around_the_other_class(
    data: str, options: dict[str, str]
) -> None:
    run, neutral = trained(data, epochs=10, **options), 0
    for visit in range(1, run.visits):  # the last one has no ring
        shown = figure(run, visit)
        ring, point = shown.mark("visited"), shown.mark("visited points")
        assert isinstance(point, Points)
        if ring.role is Role.SUCCESS:
            assert point.predicted[0] != -point.truth[0]
        neutral += ring.role is Role.VISITED
    assert neutral


def test_points_hidden_by_their_like_are_left_out_but_never_the_visited_one() -> None:
    run = trained("blobs", epochs=1)
    many = run_on(np.tile(run.dataset.points, (30, 1)), np.tile(run.dataset.labels, 30), epochs=1)
    for visit in (0, 150, 2999):
        drawn = figure(many, visit)
        shown = points_of(drawn)
        assert len(shown.x) <= len(run.dataset) + 1
        assert {(x, y) for x, y in many.dataset.points.round(2).tolist()} == {
            (x, y) for x, y in np.column_stack([shown.x, shown.y]).round(2).tolist()
        }
        if visit:
            assert many.path.visiting.points_of(visit)[0] in shown.index
    # Others of their kind do not hide points of another class or another prediction.
    assert set(points_of(figure(many, 150)).truth.tolist()) == {-1, 1}


def test_a_class_is_asked_about_the_next_point_before_its_visit() -> None:
    run = trained("and")
    for cursor in (0, 5, run.visits - 1):
        asked: Any = figure(run, cursor, asked=True).mark("asked")
        i = int(run.path.visiting.points_of(cursor + 1)[0])
        assert [asked.x.tolist(), asked.y.tolist()] == [[v] for v in run.dataset.points[i]]
        assert not figure(run, cursor, asked=True).has("visited")
        shown, hidden = (points_of(figure(run, cursor, asked=each)) for each in (False, True))
        others = np.arange(len(run.dataset)) != i
        assert hidden.predicted[i] == 0  # its prediction is not told
        assert hidden.predicted[others].tolist() == shown.predicted[others].tolist()
    after: Any = figure(run, run.visits, asked=True).mark("asked")
    assert after.x.tolist() == []


def test_the_band_is_as_wide_as_the_largest_margin_and_free_of_points() -> None:
    run = trained("and")
    drawn = figure(run, 0, margin=True)
    w = np.array([float(v) for v in run.verdict.separator])
    x, y = path_of(drawn, "margin")
    scores = np.abs(w[0] * x + w[1] * y + w[2])
    # Corners of the band lie on its two edges, or between them on the edge of the view.
    assert scores.max() == pytest.approx(float(run.verdict.margin_squared))
    support = path_of(drawn, "support")
    held = np.abs(w[0] * support[0] + w[1] * support[1] + w[2])
    assert held == pytest.approx(float(run.verdict.margin_squared))
    x, y = path_of(drawn, "separator")
    assert x + y == pytest.approx(1.5)
    assert any("γ²/‖w*‖² = 1/17" in to_plain(note) for note in drawn.notes)


def test_the_widest_line_is_as_far_from_the_points_as_it_says() -> None:
    run = trained("slides")  # where w* is another line
    drawn = figure(run, 0, margin=True, widest=True)
    x, _ = path_of(drawn, "widest")
    assert x == pytest.approx(1.5)
    band, _ = path_of(drawn, "widest band")
    assert band.min() == pytest.approx(1.0)
    assert band.max() == pytest.approx(2.0)
    assert drawn.has("separator")
    assert any("d = 0.5 (d² = 0.25)" in to_plain(note) for note in drawn.notes)


def test_where_w_star_is_the_widest_line_there_is_one_line_with_both_names() -> None:
    run = trained("and")
    drawn = figure(run, 0, margin=True, widest=True)
    assert not drawn.has("widest")
    assert "widest" in drawn.mark("separator").label
    alone = figure(run, 0, widest=True)
    assert alone.has("widest")
    assert len(path_of(alone, "support")[0]) == 3


@pytest.mark.parametrize("rule", [{}, {"offset": False}, {"bias_scale": 10}])
def test_the_circle_holds_all_points_and_touches_the_farthest(rule: dict[str, Any]) -> None:
    run = trained("clusters", **rule)
    drawn = figure(run, 0, circle=True)
    x, y = path_of(drawn, "circle")
    constant = run.rule.bias_scale**2 if run.rule.offset else 0
    assert np.hypot(x, y) == pytest.approx(math.sqrt(run.verdict.radius_squared - constant))
    assert drawn.x.range is not None
    assert drawn.x.range[0] < x.min()
    assert drawn.x.range[1] > x.max()


def test_the_line_of_the_average_is_the_decision_line_and_that_of_w_is_faint() -> None:
    run = trained("three-points", rule="averaged", offset=False, tie="minus", epochs=3)
    drawn = figure(run, 3)
    x, y = path_of(drawn, "line")
    assert 2 * x - y / 3 == pytest.approx(0, abs=1e-12)  # 001: (2, −1/3) after one pass
    line, now = drawn.mark("line"), drawn.mark("now")
    assert (line.role, line.label) == (Role.BOUNDARY, "decision line (average)")
    assert (now.role, now.label) == (Role.NOW, "$w$ now")
    x, y = path_of(drawn, "now")
    w = run.weights_at(3)
    assert w[0] * x + w[1] * y == pytest.approx(0, abs=1e-12)
    assert drawn.mark("weights").role is Role.NOW


@pytest.mark.parametrize("rule", ["averaged", "voted", "pocket"])
@pytest.mark.parametrize("name", ["xor", "clusters", "three-points"])
def test_points_are_filled_as_the_answer_says(name: str, rule: str) -> None:
    run = trained(name, rule=rule, tie="minus", epochs=4)
    for visit in range(min(run.visits, 14) + 1):
        drawn = figure(run, visit)
        points = points_of(drawn)
        wrong = int((points.predicted != points.truth).sum())
        assert wrong == run.result.errors(visit)


def test_mistakes_that_cancel_draw_no_line() -> None:
    run = trained("xor-pm", rule="kernel", kernel="linear", keep_going=True, epochs=5)
    lines = [figure(run, visit).has("line") for visit in range(9)]
    assert lines == [False, True, True, True] * 2 + [False]


@pytest.mark.parametrize("tie", ["minus", "always"])
def test_the_border_of_a_vote_is_drawn_however_many_lines_vote(tie: str) -> None:
    run = trained("blobs", rule="voted", tie=tie, epochs=20)
    assert len(run.history) > 150
    drawn = figure(run, run.visits)
    places = np.random.default_rng(1).uniform((-6, -3), (6, 4), (400, 2))
    homogeneous = np.column_stack([places, np.ones(len(places))])
    votes = np.zeros(len(places))
    for visit in range(1, run.visits + 1):
        votes += np.sign(homogeneous @ run.weights_at(visit))
    ring = np.column_stack(path_of(drawn, "positive side"))
    is_above = matplotlib.path.Path(ring[np.isfinite(ring).all(axis=1)]).contains_points(places)
    is_near = np.abs(votes) < 0.02 * run.visits  # which a border within a cell cannot decide
    assert ((votes > 0) == is_above)[~is_near].all() and is_near.mean() < 0.1
    assert drawn.has("line")
