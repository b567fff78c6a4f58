"""Lines and curves cut to a box, what is shown of the plane, small texts, and crowds of points."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.plane import box
from perceptron_gui.figures.plane.box import Affine, PlaneBox
from perceptron_gui.figures.plane.contour import Contour
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.figures.plane.points import crowd_size, unhidden
from tests.figures.drawing import (
    CASES,
    EVERYTHING,
    cursors,
    figure,
    holds,
    path_of,
    points_of,
    rings,
    run_on,
    signed_area,
    trained,
    view_size,
)

UNIT = PlaneBox(0.0, 1.0, 0.0, 1.0)
NUMBERS = st.floats(-100, 100).map(lambda value: round(value, 3))


@st.composite
def boxes(draw: st.DrawFn) -> PlaneBox:
    x, y = draw(NUMBERS), draw(NUMBERS)
    return PlaneBox(x, x + draw(st.floats(0.01, 50)), y, y + draw(st.floats(0.01, 50)))


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        (Affine(1, 0, -0.25), {(0.25, 0.0), (0.25, 1.0)}),
        (Affine(0, -2, 1), {(0.0, 0.5), (1.0, 0.5)}),
        (Affine(1, -1, 0), {(0.0, 0.0), (1.0, 1.0)}),
        (Affine(1, 1, -0.5), {(0.5, 0.0), (0.0, 0.5)}),
        (Affine(1, 1, 0), set()),  # touches a corner
        (Affine(1, 1, 1), set()),
        (Affine(0, 0, 1), set()),
        (Affine(1e-300, 0, 1), set()),
    ],
)
def test_lines_are_cut_to_the_box(line: Affine, ends: set[tuple[float, float]]) -> None:
    x, y = line.line(UNIT)
    assert set(zip(x.tolist(), y.tolist(), strict=True)) == ends


@given(boxes(), st.floats(0, 1), st.floats(0.01, 100))
def test_a_framed_box_has_the_aspect_and_still_holds_all(
    box: PlaneBox, padding: float, aspect: float
) -> None:
    framed = box.framed(padding, aspect)
    assert framed.width / framed.height == pytest.approx(aspect, rel=1e-6)
    slack = 1e-9 * box.size
    assert framed.x0 <= box.x0 + slack
    assert framed.x1 >= box.x1 - slack
    assert framed.y0 <= box.y0 + slack
    assert framed.y1 >= box.y1 - slack


COEFFICIENTS = st.lists(st.integers(-8, 8).map(float), min_size=6, max_size=6)


def conic(c: list[float], at: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y = at.T
    return np.asarray(c[0] + c[1] * x + c[2] * y + c[3] * x * x + c[4] * x * y + c[5] * y * y)


@settings(max_examples=40)
@given(
    COEFFICIENTS, st.lists(st.tuples(st.floats(-3, 3), st.floats(-2, 2)), min_size=1, max_size=8)
)
def test_curves_have_score_nought_and_part_the_box(
    coefficients: list[float], places: list[tuple[float, float]]
) -> None:
    box = PlaneBox(-3.0, 3.0, -2.0, 2.0)
    points = np.array(places)
    contour = Contour(lambda at: conic(coefficients, at), box, points)
    x, y = contour.line
    drawn = ~np.isnan(x)
    if drawn.any():
        scores = conic(coefficients, np.column_stack([x[drawn], y[drawn]]))
        assert np.abs(scores).max() < 1e-11
    positive, negative = contour.side(True), contour.side(False)
    assert signed_area(positive) + signed_area(negative) == pytest.approx(24.0, rel=1e-12)
    # Also a point beside a loop too small for the grid lies on its own side.
    for at, score in zip(places, conic(coefficients, points), strict=True):
        if abs(score) > 1e-6 and max(abs(at[0]) - 2.999, abs(at[1]) - 1.999) < 0:
            assert holds(positive, *at) == (score > 0)
            assert holds(negative, *at) == (score < 0)


def test_a_ring_has_a_hole_and_its_line_is_closed() -> None:
    box = PlaneBox(-2.0, 2.0, -2.0, 2.0)
    contour = Contour(lambda at: 1 - (at**2).sum(axis=1), box, np.empty((0, 2)))
    assert signed_area(contour.side(True)) == pytest.approx(math.pi, rel=1e-3)
    assert signed_area(contour.side(False)) == pytest.approx(16 - math.pi, rel=1e-3)
    assert len(rings(contour.side(False))) == 2
    x, y = contour.line
    assert (x[0], y[0]) == (x[-1], y[-1])
    assert np.hypot(x, y) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(("name", "rule"), CASES)
def test_the_view_is_the_same_at_every_visit_and_has_the_aspect(
    name: str, rule: dict[str, Any]
) -> None:
    run = trained(name, **rule)
    is_flat = run.dataset.dimension <= 2  # else axes turn with w, and the frame follows the points
    horizon = {} if is_flat else {"horizon": run.visits}
    drawn = [figure(run, t, **horizon) for t in cursors(run) if is_flat or t]
    assert len({(each.x.range, each.y.range) for each in drawn}) == 1
    width, height = view_size(figure(run, run.visits, aspect=2.0))
    assert width / height == pytest.approx(2.0)
    fixed = figure(run, 1, range=(-3.0, 4.0, -1.0, 2.0))
    assert (fixed.x.range, fixed.y.range) == ((-3.0, 4.0), (-1.0, 2.0))


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


@pytest.mark.parametrize("points", [[[3, 4]], [[0, 0]], [[3, 4], [3, 4]], [[1, 2], [5, 6]], [[7]]])
def test_one_point_or_one_class_will_do(points: list[list[float]]) -> None:
    run = run_on(points, [1] * len(points))
    for cursor in cursors(run):
        drawn = figure(run, cursor, **EVERYTHING)
        assert points_of(drawn).predicted.tolist() == ([1] if cursor else [0]) * len(points)


def plane_of(n: int, margin: float = 0.2) -> Figure:
    """Return the plane of so many points at the end of a run."""
    dataset = make(LIBRARY["separable"], n=n, margin=margin)
    run = Run(dataset, Rule(epochs=2)).finish()
    return build(dataset, run, run.visits, BoundaryOptions())


def test_markers_keep_their_size_up_to_20_points_and_are_small_among_very_many() -> None:
    assert crowd_size(1) == crowd_size(20) == 1.0
    sizes = [crowd_size(n) for n in (20, 50, 100, 1000, 10_000, 100_000)]
    assert sizes == sorted(set(sizes), reverse=True)
    assert 0.15 <= sizes[-1] <= 0.25
    assert crowd_size(10**7) >= 0.15


@pytest.mark.parametrize(("n", "is_above"), [(20, False), (200, False), (201, True), (5000, True)])
def test_the_line_lies_above_a_crowd_and_below_a_few(n: int, is_above: bool) -> None:
    keys = [mark.key for mark in plane_of(n).marks]
    for line in ("line", "weights"):
        assert (keys.index(line) > keys.index("points")) == is_above
    assert "visited" not in keys, "a finished figure rings no point unless asked to"


def test_of_a_crowd_one_of_each_kind_is_shown_in_every_cell() -> None:
    random = np.random.default_rng(3)
    at = np.round(random.normal(size=(20_000, 2)), 2)  # many of them on the edge of a cell
    labels, predicted = (random.choice(kinds, 20_000).astype(np.int8) for kinds in ([-1, 1], 3))
    view = box.PlaneBox(-1.5, 2.0, -1.0, 1.0)  # beyond which there are points on all sides
    shown = unhidden(at, labels, predicted - 1, view, [7, 19_999])
    assert 1000 < len(shown) < 20_000
    assert {7, 19_999} <= set(shown.tolist())
    cells = np.clip(np.floor((at - [view.x0, view.y0]) * (400 / view.size)), -1, 400)
    seen = np.column_stack([cells, 10 * labels + predicted])
    assert {*map(tuple, seen.tolist())} == {*map(tuple, seen[shown].tolist())}
