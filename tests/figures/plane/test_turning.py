"""The line on its way between two visits: it begins and ends where the figures have it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Arrow, Line, Mark, Points
from perceptron_gui.figures.pictures.boundary import VIEW
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.figures.plane.turning import pose_of, turn_between

XOR = Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
RANGE = (-1.03, 2.01, -1.07, 2.02)  # no line of small weights lies along an edge
BOX = PlaneBox(*RANGE)
whole = st.integers(-3, 3)
lines = st.tuples(whole, whole, whole).filter(lambda w: bool(w[0] or w[1]))


def figure(*weights: int, of: tuple[float, float, float, float] = RANGE) -> Figure:
    """Return the plane with these weights, the constant last."""
    run = Run(XOR, Rule.of({"init": weights}))
    drawn = VIEW.build(XOR, run, 0, BoundaryOptions(range=of))
    assert isinstance(drawn, Figure)
    return drawn


def at(marks: list[Mark], key: str) -> Mark:
    return next(mark for mark in marks if mark.key == key)


def ends(mark: Mark) -> list[list[float]]:
    """Return the ends of a line, whichever comes first."""
    assert isinstance(mark, Line)
    return sorted(np.column_stack([mark.x, mark.y]).round(9).tolist())


@given(lines, lines)
def test_it_begins_and_ends_as_the_figures_do(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    before, after = figure(*one), figure(*other)
    turn = turn_between(before, after)
    if turn is None:
        return
    for share, drawn in ((0.0, before), (1.0, after)):
        line = at(turn.marks(share), "line")
        if isinstance(line, Line) and len(line.x):
            assert np.allclose(ends(line), ends(drawn.mark("line")), atol=1e-6)


def test_the_normal_points_to_the_side_of_plus_one_and_the_arrow_stands_on_the_line() -> None:
    pose = pose_of(figure(1, 0, 0), BOX)
    assert pose is not None
    assert pose == pytest.approx((0.0, -BOX.middle[0]))
    turn = turn_between(figure(1, 0, 0), figure(0, 1, 0))
    assert turn is not None
    marks = turn.marks(0.5)
    arrow, line = at(marks, "weights"), at(marks, "line")
    assert isinstance(arrow, Arrow) and isinstance(line, Line)
    assert math.atan2(arrow.y1 - arrow.y0, arrow.x1 - arrow.x0) == pytest.approx(math.pi / 4)
    way = np.array([line.x[1] - line.x[0], line.y[1] - line.y[0]])
    foot = np.array([arrow.x0 - line.x[0], arrow.y0 - line.y[0]])
    assert way[0] * foot[1] - way[1] * foot[0] == pytest.approx(0.0, abs=1e-9)


def test_fills_are_those_of_the_line_that_is_seen() -> None:
    before, after = figure(1, 1, -1), figure(1, -2, 0)
    turn = turn_between(before, after)
    assert turn is not None
    told, known = at(turn.marks(0.0), "points"), before.mark("points")
    assert isinstance(told, Points) and isinstance(known, Points)
    assert told.predicted.tolist() == known.predicted.tolist()
    assert not [mark for mark in turn.marks(0.5) if mark.key == "points"]  # shown already


def test_nothing_turns_between_equal_lines_other_parts_of_the_plane_or_no_lines() -> None:
    assert turn_between(figure(1, 1, -1), figure(2, 2, -2)) is None
    assert turn_between(figure(1, 1, -1), figure(1, 2, -1, of=(0, 1, 0, 1))) is None
    assert turn_between(figure(0, 0, 0), figure(1, 1, -1)) is None
    lifted = VIEW.build(
        XOR,
        Run(XOR, Rule.of({"lift": "product", "init": (0, 0, 1, -2)})),
        0,
        BoundaryOptions(range=RANGE),
    )
    assert isinstance(lifted, Figure)
    assert turn_between(figure(1, 1, -1), lifted) is None
