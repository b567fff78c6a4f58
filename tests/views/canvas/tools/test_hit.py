"""What lies under the pointer: the nearest thing, and the right one of those on each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.views.canvas.tools.selection import (
    NOTHING,
    RADIUS,
    REACH,
    Hit,
    Targets,
    find_hit,
    inside,
    touched,
)

places = st.tuples(*[st.floats(-500, 500)] * 2)
NONE = np.empty(0, dtype=np.intp)


def targets(
    *points: tuple[float, float],
    preferred: tuple[int, ...] = (),
    line: list[list[float]] | None = None,
    arrow: list[list[float]] | None = None,
) -> Targets:
    """Return points to hit, a line and an arrow."""
    return Targets(
        np.array(points).reshape(-1, 2),
        np.array(preferred, dtype=np.intp),
        None if line is None else np.array(line, dtype=float),
        None if arrow is None else np.array(arrow, dtype=float),
    )


def test_where_nothing_is_nothing_is_hit() -> None:
    assert find_hit((0, 0), targets()) == NOTHING
    assert (
        find_hit((0, 0), targets((40, 0), line=[[-9, 30], [9, 30]], arrow=[[30, 60], [30, 30]]))
        == NOTHING
    )


def test_a_point_is_hit_within_its_marker_and_a_little_beside() -> None:
    one = targets((100, 100))
    assert find_hit((100 + RADIUS / 2, 100), one) == Hit("point", 0.0, 0)
    assert find_hit((100, 100 + RADIUS + 1), one) == Hit("point", 1.0, 0)
    assert find_hit((100, 100 + RADIUS + REACH + 0.1), one) == NOTHING


@given(st.lists(places, min_size=1, max_size=30), places)
def test_no_other_point_is_nearer_than_the_one_that_is_hit(
    points: list[tuple[float, float]], place: tuple[float, float]
) -> None:
    hit = find_hit(place, targets(*points))
    distances = np.hypot(*(np.array(points) - place).T)
    if hit == NOTHING:
        assert distances.min() > RADIUS + REACH - 1e-9
    else:
        assert distances[hit.index] == pytest.approx(distances.min())
        assert hit.distance == pytest.approx(max(0.0, distances.min() - RADIUS))


def test_of_points_on_each_other_the_last_is_hit_unless_another_is_preferred() -> None:
    stack = ((5.0, 5.0), (5.0, 5.0), (5.0, 5.0))
    assert find_hit((5, 5), targets(*stack)).index == 2
    assert find_hit((5, 5), targets(*stack, preferred=(1,))).index == 1
    two = targets((0, 0), (2 * RADIUS + 4, 0), preferred=(0,))
    assert find_hit((2 * RADIUS + 4, 0), two).index == 1
    assert find_hit((RADIUS - 1, 0), two).index == 0


def test_a_point_on_the_line_is_hit_before_the_line() -> None:
    both = targets((50, 50), line=[[0, 0], [100, 100]])
    assert find_hit((50 + RADIUS / 2, 50 + RADIUS / 2), both).kind == "point"
    assert find_hit((80, 80), both) == Hit("line", 0.0)


def test_the_line_ends_where_it_is_drawn_even_without_a_length() -> None:
    line = targets(line=[[0, 0], [100, 0]])
    assert find_hit((50, 3), line) == Hit("line", 3.0)
    assert find_hit((100 + REACH + 1, 0), line) == NOTHING
    assert find_hit((3, 4), targets(line=[[3, 4], [3, 4]])) == Hit("line", 0.0)


def test_the_tip_of_the_arrow_is_hit_before_a_line_below_it() -> None:
    both = targets(line=[[0, 0], [100, 0]], arrow=[[50, 40], [50, 2]])
    assert find_hit((50, 0), both).kind == "arrow"
    assert find_hit((70, 0), both).kind == "line"


def test_the_arrow_is_hit_anywhere_along_its_shaft_and_the_line_at_its_foot() -> None:
    both = targets(line=[[0, 0], [100, 0]], arrow=[[50, 0], [50, 80]])
    for up in (6, 20, 40, 60):
        assert find_hit((50 + REACH - 1, up), both).kind == "arrow"
        assert find_hit((50 - REACH - 1, up), both).kind == ("line" if up <= REACH else "nothing")
    assert find_hit((50, 0), both).kind == "line"


def test_large_markers_are_hit_from_farther_away() -> None:
    points = np.array([[0.0, 0.0]])
    away = (2.0 * RADIUS, 0.0)
    assert find_hit(away, Targets(points, NONE, scale=1.0)).distance > 0
    assert find_hit(away, Targets(points, NONE, scale=2.0)).distance == 0


@given(st.lists(places, max_size=30), places, places, st.floats(0.5, 50))
def test_a_way_touches_the_points_that_some_place_on_it_is_near(
    points: list[tuple[float, float]],
    start: tuple[float, float],
    end: tuple[float, float],
    reach: float,
) -> None:
    at = np.array(points).reshape(-1, 2)
    way = np.linspace(start, end, 2001)
    nearest = np.array([np.hypot(*(way - place).T).min() for place in at])
    found = set(touched(at, start, end, reach).tolist())
    assert set(np.flatnonzero(nearest <= reach - 0.5).tolist()) <= found
    assert found <= set(np.flatnonzero(nearest <= reach + 0.5).tolist())


@given(st.lists(places, max_size=30), places, places)
def test_a_box_holds_the_same_points_whichever_corner_comes_first(
    points: list[tuple[float, float]], one: tuple[float, float], other: tuple[float, float]
) -> None:
    at = np.array(points).reshape(-1, 2)
    x, y = sorted([one[0], other[0]]), sorted([one[1], other[1]])
    expected = [i for i, (a, b) in enumerate(points) if x[0] <= a <= x[1] and y[0] <= b <= y[1]]
    for corners in ((one, other), (other, one), ((one[0], other[1]), (other[0], one[1]))):
        assert inside(at, *corners).tolist() == expected


def test_a_hundred_thousand_points_are_all_looked_at() -> None:
    at = np.random.default_rng(0).uniform(0, 1e4, (100_000, 2))
    crowd = Targets(at, np.arange(0, 100_000, 7))
    for index in (0, 5, 77, 99_999):
        assert find_hit(at[index], crowd).distance == 0.0
