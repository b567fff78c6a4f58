"""Weights set by hand: the line goes where it is dragged, the arrow turns and grows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.boundary import VIEW
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.views.canvas.tools.gestures import WeightsRequest
from perceptron_gui.views.canvas.tools.scene import Pointer
from perceptron_gui.views.canvas.tools.selection import WeightsHandles, handles_of
from tests.views.canvas.tools.gestures import XOR, Player, at, player

Weights = tuple[float, ...]
OFFSET = {"init": (1, 2, -5)}  # through (1, 2) and (3, 1)


def figure_of(**options: Any) -> Figure:
    """Return the boundary of XOR at the start of a rule."""
    drawn = VIEW.build(XOR, Run(XOR, Rule.of(options)), 0, BoundaryOptions(range=(0, 4, 0, 4)))
    assert isinstance(drawn, Figure)
    return drawn


def handles(**options: Any) -> WeightsHandles:
    """Return what can be grabbed of a rule."""
    weights = [float(value) for value in options["init"]]
    found = handles_of(figure_of(**options), weights, float(options.get("bias_scale", 1)))
    assert found is not None
    return found


def grabbing(tool: str, **options: Any) -> tuple[Player, WeightsHandles, Pointer]:
    """Return somebody with a tool at the tip of the arrow of a rule, what is grabbed, and where."""
    grabbed = handles(**options)
    assert grabbed.tip is not None
    return player(tool, handles=grabbed), grabbed, at(*grabbed.tip.tolist())


def asked(drawer: Player) -> list[Weights | None]:
    return [each.weights for each in drawer.asked if isinstance(each, WeightsRequest)]


def last(drawer: Player) -> Weights:
    weights = asked(drawer)[-1]
    assert weights is not None
    return weights


@pytest.mark.parametrize("tool", ["add", "move"])
@pytest.mark.parametrize("scale", [1, 2])
def test_the_line_moves_parallel_through_the_grid_point_it_is_dragged_to(
    tool: str, scale: int
) -> None:
    grabbed = handles(init=(1, 2, -5 / scale), bias_scale=scale)
    drawer = player(tool, handles=grabbed)
    drawer.drag(at(2, 1.5), at(2.4, 2.1))
    x, y, constant = last(drawer)
    assert (x, y) == (1, 2)
    assert constant * scale == -(2.4 + 2 * 2.1)
    assert drawer.scene.dataset == XOR


@given(st.tuples(*[st.floats(0.1, 3.9)] * 2), st.integers(1, 5))
def test_a_dragged_line_passes_where_the_pointer_is(place: tuple[float, float], scale: int) -> None:
    grabbed = handles(init=(1, 2, -5 / scale), bias_scale=scale)
    drawer = player("move", handles=grabbed, snap=None)
    gesture = drawer.drag(at(2, 1.5), at(*place))
    assume(gesture.moved)
    x, y, constant = last(drawer)
    score = x * place[0] + y * place[1] + constant * scale
    assert abs(score) / math.hypot(x, y) <= 0.01  # a pixel


def test_a_line_through_the_origin_turns_about_it() -> None:
    drawer = player("move", handles=handles(init=(-1, 1), offset=False))
    drawer.drag(at(2, 2), at(1, 2))
    x, y = last(drawer)
    assert x + 2 * y == pytest.approx(0, abs=0.03)
    assert math.hypot(x, y) == pytest.approx(math.sqrt(2), rel=0.01)
    assert y > 0


@given(st.tuples(*[st.floats(0.1, 3.9)] * 2))
def test_the_arrow_points_where_it_is_dragged_and_the_line_keeps_its_foot(
    place: tuple[float, float],
) -> None:
    drawer, grabbed, tip = grabbing("move", **OFFSET)
    gesture = drawer.drag(tip, at(*place))
    way = np.array(place) - grabbed.foot
    assume(gesture.moved and np.hypot(*way) > 0.2)
    weights = last(drawer)
    normal = np.array(weights[:2])
    assert normal @ way / np.hypot(*normal) / np.hypot(*way) == pytest.approx(1, abs=1e-3)
    drawn = np.hypot(tip.across / 100 - grabbed.foot[0], 4 - tip.down / 100 - grabbed.foot[1])
    longer = np.hypot(*normal) / math.sqrt(5)
    assert longer == pytest.approx(np.hypot(*way) / drawn, rel=0.02)
    assert abs(normal @ grabbed.foot + weights[2]) / np.hypot(*normal) < 0.01  # a pixel
    assert all(len(f"{value}".lstrip("-0.").replace(".", "")) <= 6 for value in weights)


@pytest.mark.parametrize(("tool", "beside"), [("add", 3.9), ("move", 0.0)])
def test_a_press_that_means_the_line_or_the_arrow_adds_no_point(tool: str, beside: float) -> None:
    grabbed = handles(**OFFSET)
    assert grabbed.tip is not None
    drawer = player(tool, handles=grabbed)
    middle = (grabbed.foot + grabbed.tip) / 2
    for place in (at(2.5, 1.25), at(*middle.tolist()), at(*grabbed.tip.tolist())):
        drawer.drag(Pointer(place.across + beside / 2, place.down + beside / 2))
    assert drawer.scene.dataset == XOR
    assert drawer.asked == []


@pytest.mark.parametrize("held", [{"right": True}, {"shift": True}])
def test_with_the_right_button_or_shift_a_point_is_added_on_the_line(held: dict[str, Any]) -> None:
    painter = player("add", handles=handles(**OFFSET))
    painter.drag(at(2, 1.5, **held))
    assert asked(painter) == []
    assert painter.points[-1] == [2.0, 1.5]


def test_what_is_no_straight_line_in_the_plane_cannot_be_grabbed() -> None:
    # The weights of a visit come before its figure: until then the line before is drawn.
    assert handles_of(figure_of(**OFFSET), (0.0, 0.0, 1.0), 1.0) is None
    assert handles_of(figure_of(init=(0, 0, 0)), (0.0, 0.0, 0.0), 1.0) is None
    assert handles_of(figure_of(**OFFSET), None, 1.0) is None
    lifted = figure_of(lift="product", init=(0, 0, 1, -2))
    assert handles_of(lifted, (0.0, 0.0, 1.0, -2.0), 1.0) is None
