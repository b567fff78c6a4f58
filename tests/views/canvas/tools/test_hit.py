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
    return Targets(
        np.array(points).reshape(-1, 2),
        np.array(preferred, dtype=np.intp),
        None if line is None else np.array(line, dtype=float),
        None if arrow is None else np.array(arrow, dtype=float),
    )


ACROSS = [[0.0, 0.0], [100.0, 0.0]]
STACK = ((5.0, 5.0), (5.0, 5.0), (5.0, 5.0))
APART = ((0.0, 0.0), (2 * RADIUS + 4, 0.0))
POINT, LINE, ARROW = targets((100, 100)), targets(line=ACROSS), [[50.0, 0.0], [50.0, 80.0]]


@pytest.mark.parametrize(
    ("place", "around", "hit"),
    [
        ((0, 0), targets(), NOTHING),
        ((0, 0), targets((40, 0), line=[[-9, 30], [9, 30]], arrow=[[30, 60], [30, 30]]), NOTHING),
        # A point is hit within its marker and a little beside, and before the line below it.
        ((100 + RADIUS / 2, 100), POINT, Hit("point", 0.0, 0)),
        ((100, 100 + RADIUS + 1), POINT, Hit("point", 1.0, 0)),
        ((100, 100 + RADIUS + REACH + 0.1), POINT, NOTHING),
        ((52, 52), targets((50, 50), line=[[0, 0], [100, 100]]), Hit("point", 0.0, 0)),
        # Of points on each other the last one is hit, unless another is preferred.
        ((5, 5), targets(*STACK), Hit("point", 0.0, 2)),
        ((5, 5), targets(*STACK, preferred=(1,)), Hit("point", 0.0, 1)),
        ((2 * RADIUS + 4, 0), targets(*APART, preferred=(0,)), Hit("point", 0.0, 1)),
        ((RADIUS - 1, 0), targets(*APART, preferred=(0,)), Hit("point", 0.0, 0)),
        # The line ends where it is drawn, even without a length.
        ((50, 3), LINE, Hit("line", 3.0)),
        ((100 + REACH + 1, 0), LINE, NOTHING),
        ((3, 4), targets(line=[[3, 4], [3, 4]]), Hit("line", 0.0)),
        # The tip of the arrow comes before the line, its foot after it.
        ((50, 0), targets(line=ACROSS, arrow=[[50, 40], [50, 2]]), Hit("arrow", 0.0)),
        ((50, 0), targets(line=ACROSS, arrow=ARROW), Hit("line", 0.0)),
        ((52, 40), targets(line=ACROSS, arrow=ARROW), Hit("arrow", 2.0)),
        ((50 - REACH - 1, 40), targets(line=ACROSS, arrow=ARROW), NOTHING),
    ],
)
def test_the_nearest_thing_is_hit(place: tuple[float, float], around: Targets, hit: Hit) -> None:
    assert find_hit(place, around) == hit


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
