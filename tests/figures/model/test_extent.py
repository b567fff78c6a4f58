"""Automatic ranges: they hold every mark, and exist whatever the marks are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.figures.model.extent import fitting, with_ranges
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Arrow, Band, Dots, Line, RuleLine
from perceptron_gui.figures.model.role import Role

FLOATS = st.floats(-1e70, 1e70)


@given(st.lists(FLOATS, max_size=8))
def test_a_range_holds_all_values_with_room_around_them(values: list[float]) -> None:
    low, high = fitting([np.array(values)])
    assert low < high
    assert all(low < value < high for value in values)


@given(st.lists(st.floats(1e-60, 1e60), max_size=8))
def test_a_logarithmic_range_does_so_too(values: list[float]) -> None:
    low, high = fitting([np.array(values)], log=True)
    assert 0 < low < high
    assert all(low < value < high for value in values)


def test_what_is_not_a_number_does_not_count() -> None:
    assert fitting([np.array([np.nan, np.inf, 2.0, 4.0])]) == pytest.approx((1.92, 4.08))
    assert fitting([np.array([-1.0, 0.0])], log=True) == (0.1, 10.0)
    assert fitting([]) == (0.0, 1.0)


def test_every_axis_gets_a_range_from_the_marks_that_are_measured_on_it() -> None:
    figure = Figure(
        "test",
        Axis(),
        Axis(),
        (
            Line("left", Role.LOSS, np.array([0.0, 10.0]), np.array([0.0, 1.0])),
            Dots("right", Role.ERRORS, np.array([5.0]), np.array([100.0]), right=True),
            Band("band", Role.MARGIN, np.array([2.0]), np.array([-1.0]), np.array([3.0])),
            Arrow("arrow", Role.WEIGHTS, 0, 0, 20, 1),
            RuleLine("rule", Role.LIMIT, 1000.0),
        ),
        right=Axis(),
    )
    fixed = with_ranges(figure)
    assert fixed.x.range == pytest.approx((-0.8, 20.8))
    assert fixed.y.range == pytest.approx((-1.16, 3.16))
    assert fixed.right is not None
    assert fixed.right.range == (50.0, 150.0)


def test_a_range_that_is_given_stays() -> None:
    figure = Figure("test", Axis(range=(0.0, 1.0)), Axis(range=(2.0, 3.0)))
    assert with_ranges(figure) == figure
