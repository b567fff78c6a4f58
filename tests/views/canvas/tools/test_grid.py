"""Decimals of the canvas: what is painted is what would be typed."""

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
