"""Curves in pieces: what is drawn of them is what a curve of Qt would show."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from perceptron_gui.views.paint.strokes import Pieces, cut, dashed, merged, pieces

NAN = np.nan


def length(lines: Pieces) -> float:
    return float(np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]).sum())


def test_a_curve_is_parted_where_it_is_not_finite() -> None:
    x = np.array([0.0, 10.0, NAN, 20.0, 30.0, 40.0])
    y = np.array([0.0, 10.0, 5.0, 0.0, np.inf, 1.0])
    assert pieces(x, y).tolist() == [[0, 0, 10, 10]]


def test_points_close_together_are_left_out_but_not_the_ends_and_no_spike() -> None:
    x = np.linspace(0.0, 10.0, 1001)
    y = np.zeros(1001)
    y[500] = 50.0
    lines = pieces(x, y)
    assert len(lines) < 20
    assert lines[0, :2].tolist() == [0, 0]
    assert lines[-1, 2:].tolist() == [10, 0]
    assert lines.max() == 50


def test_lines_are_cut_where_they_leave_the_box() -> None:
    lines = np.array([[-1000.0, 50.0, 1000.0, 50.0], [0.0, 500.0, 100.0, 500.0]])
    (found,) = cut(lines, 100.0, 100.0)
    assert found.tolist() == [-30, 50, 130, 50]


def test_lines_inside_the_box_are_left_alone() -> None:
    lines = np.array([[0.0, 0.0, 100.0, 100.0]])
    assert cut(lines, 100.0, 100.0) is lines


@given(arrays(np.float64, (5, 4), elements=st.floats(-1e6, 1e6)))
def test_what_is_cut_lies_on_its_line_and_near_the_box(lines: Pieces) -> None:
    found = cut(lines, 200.0, 100.0)
    assert (found >= -30.001).all()
    assert (found[:, [0, 2]] <= 230.001).all()
    assert (found[:, [1, 3]] <= 130.001).all()
    for x0, y0, x1, y1 in found:
        apart = [
            abs((c - a) * (y - b) - (d - b) * (x - a)) / max(np.hypot(c - a, d - b), 1e-300)
            for a, b, c, d in lines
            for x, y in [((x0 + x1) / 2, (y0 + y1) / 2)]
        ]
        assert min(apart) < 1e-3


def test_dashes_begin_with_ink_and_go_on_around_corners() -> None:
    corner = np.array([[0.0, 0.0, 10.0, 0.0], [10.0, 0.0, 10.0, 10.0]])
    found = dashed(corner, (6.0, 3.0)).tolist()
    assert found == [[0, 0, 6, 0], [9, 0, 10, 0], [10, 0, 10, 5], [10, 8, 10, 10]]


@given(arrays(np.float64, 8, elements=st.integers(0, 300)), st.floats(2, 9), st.floats(1, 9))
def test_dashes_have_their_share_of_the_length(y: Pieces, ink: float, gap: float) -> None:
    lines = pieces(np.linspace(0.0, 280.0, 8), y)
    whole, period = length(lines), ink + gap
    rounds, rest = divmod(whole, period)
    assert np.isclose(length(dashed(lines, (ink, gap))), rounds * ink + min(rest, ink))


def test_a_crowd_of_lines_up_and_down_is_one_as_high_as_all() -> None:
    x = np.linspace(20.0, 21.9, 12)
    lines = pieces(x, np.tile([5.0, 95.0], 6))
    (found,) = merged(lines, 2.0)
    assert found.tolist() == [21, 5, 21, 95]


def test_a_small_circle_is_not_filled() -> None:
    angle = np.linspace(0.0, 2 * np.pi, 61)
    lines = pieces(50 + 20 * np.cos(angle), 50 + 20 * np.sin(angle))
    assert merged(lines, 5.0) is lines


def test_a_few_lines_are_not_merged() -> None:
    lines = pieces(np.array([0.0, 50.0, 50.0, 100.0]), np.array([0.0, 0.0, 80.0, 80.0]))
    assert merged(lines, 2.0) is lines


def test_a_steep_line_of_many_pieces_stays_a_line() -> None:
    x = np.linspace(0.0, 60.0, 200)
    lines = pieces(x, 300.0 - 5.0 * x)
    assert merged(lines, 4.0) is lines
