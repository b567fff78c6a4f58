"""Decimals of the canvas are those one would type; what is hit is the nearest thing."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.views.canvas.tools.scene import (
    grid_lines,
    propose_step,
    snapped,
    translated,
    visible_step,
)
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

steps = st.builds(
    lambda n, e: float(f"{n}e{e}"), st.sampled_from([1, 2, 5, 25]), st.integers(-30, 30)
)
spans = st.floats(1e-50, 1e50)


def written(value: float) -> Fraction:
    return Fraction(repr(value))


@pytest.mark.parametrize(
    ("value", "step", "expected"),
    [
        (0.29, 0.1, 0.3),
        (-0.04, 0.1, 0.0),
        (0.7000001, 0.1, 0.7),
        (1234567.4, 0.5, 1234567.5),
        (3.3e-6, 1e-6, 3e-6),
        (149.0, 100.0, 100.0),
        (0.37, 0.25, 0.25),
        (7e-29, 1e-29, 7e-29),
    ],
)
def test_a_snapped_number_is_the_decimal_one_would_type(
    value: float, step: float, expected: float
) -> None:
    (found,) = snapped([value], step).tolist()
    assert repr(found) == repr(expected)


@given(steps, st.integers(-(10**9), 10**9), st.floats(-0.49, 0.49))
def test_snapping_finds_the_nearest_multiple_to_the_last_digit(
    step: float, count: int, beside: float
) -> None:
    multiple = float(Decimal(count) * Decimal(repr(step)))
    near = multiple + beside * step
    assert snapped(near, step) == multiple
    assert snapped(multiple, step) == multiple


@given(
    st.lists(st.tuples(*[st.integers(-(10**8), 10**8)] * 2), min_size=1, max_size=8),
    st.tuples(*[st.integers(-(10**8), 10**8)] * 2),
    st.integers(0, 6),
)
def test_translated_decimals_are_added_as_on_paper(
    counts: list[tuple[int, int]], way: tuple[int, int], digits: int
) -> None:
    points = np.array([[float(f"{n}e-{digits}") for n in pair] for pair in counts])
    start = np.array([0.1, -0.7])
    end = np.array(
        [
            float(Decimal(repr(s)) + Decimal(n).scaleb(-digits))
            for s, n in zip(start.tolist(), way, strict=True)
        ]
    )
    moved = translated(points, start, end)
    for old, new in zip(points.tolist(), moved.tolist(), strict=True):
        for a, b, n in zip(old, new, way, strict=True):
            assert written(b) == written(a) + Fraction(n, 10**digits)


@given(spans)
def test_a_proposed_step_is_round_and_gives_a_usable_grid(span: float) -> None:
    step = propose_step(span)
    assert 19.99 <= span / step <= 60
    assert str(Decimal(repr(step)).normalize().as_tuple().digits[0]) in "125"
    assert len(Decimal(repr(step)).normalize().as_tuple().digits) == 1


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), steps)
def test_lines_of_a_grid_are_multiples_that_can_be_told_apart(
    low: float, span: float, step: float
) -> None:
    high = low + span
    if step < 1e-12 * max(abs(low), abs(high)) or step > 1e12:
        return
    seen = visible_step(step, span / 500)
    lines = grid_lines(low, high, seen)
    assert len(lines) <= 500 / 8 + 2
    assert np.array_equal(lines, snapped(lines, seen))
    assert np.array_equal(lines, snapped(lines, step))
    room = 1e-9 * max(abs(low), abs(high))
    assert ((lines >= low - room) & (lines <= high + room)).all()


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
