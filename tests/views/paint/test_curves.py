"""Curves and areas: what is far away is cut off, and lines pass where they should."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtCore import QPointF

from perceptron_gui.figures.model.marks import Values
from perceptron_gui.views.paint.curves import FAR, band_paths, near_part, rings_path

NAN, INF = np.nan, np.inf


def test_a_curve_is_parted_where_it_is_not_finite() -> None:
    x = np.array([0.0, 10.0, NAN, 20.0, 30.0, 40.0])
    y = np.array([0.0, 10.0, 5.0, 0.0, INF, 1.0])
    across, up = near_part(x, y)
    assert np.isfinite(across).tolist() == [True, True, False, True, False, True]
    assert np.array_equal(np.isfinite(across), np.isfinite(up))


def test_a_curve_without_two_points_is_none() -> None:
    for x in ([], [1.0], [1.0, NAN], [INF, INF]):
        across, _ = near_part(np.array(x), np.array(x))
        assert len(across) == 0


def test_a_curve_in_sight_is_left_alone() -> None:
    x, y = np.linspace(0.0, 1.0, 9), np.linspace(1.0, 0.0, 9)
    across, up = near_part(x, y)
    assert across is x
    assert up is y


def test_lines_are_cut_where_they_leave_what_is_near() -> None:
    across, up = near_part(np.array([-1e9, 1e9]), np.array([-1e9, 1e9]))
    assert across[:2].tolist() == pytest.approx([-FAR, FAR])
    assert up[:2].tolist() == pytest.approx([-FAR, FAR])


@given(arrays(np.float64, (2, 6), elements=st.floats(-1e6, 1e6)))
def test_what_is_cut_lies_on_its_line_and_is_near(points: Values) -> None:
    x, y = near_part(*points)
    finite = np.isfinite(x)
    assert (np.abs(x[finite]) <= FAR * 1.001).all()
    assert (np.abs(y[finite]) <= FAR * 1.001).all()
    ends = np.column_stack([points[0, :-1], points[1, :-1], points[0, 1:], points[1, 1:]])
    for px, py in zip(x[finite], y[finite], strict=True):
        away = [
            abs((c - a) * (py - b) - (d - b) * (px - a)) / max(np.hypot(c - a, d - b), 1e-300)
            for a, b, c, d in ends
        ]
        assert min(away) < 1e-3


def test_a_ring_in_a_ring_is_a_hole() -> None:
    square = np.array([0.0, 1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0, 1.0])
    inner = square[0] / 2 + 0.25, square[1] / 2 + 0.25
    path = rings_path([square, inner])
    assert path.contains(QPointF(0.1, 0.5))
    assert not path.contains(QPointF(0.5, 0.5))


def test_a_band_without_an_end_is_filled_to_the_far_edge_and_parted_by_nan() -> None:
    x = np.linspace(0.0, 1.0, 5)
    lower, upper = np.zeros(5), np.full(5, INF)
    (path,) = band_paths(x, lower, upper)
    assert path.boundingRect().height() == FAR
    upper[2] = NAN
    assert len(band_paths(x, lower, upper)) == 2
