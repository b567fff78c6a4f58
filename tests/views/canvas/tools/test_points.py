"""Every tool but that of weights: adding, moving, erasing, spraying, panning, selecting."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.views.canvas import tools
from perceptron_gui.views.canvas.tools.gestures import Pan
from perceptron_gui.views.canvas.tools.scene import Pointer, grid_lines, panned, zoomed
from perceptron_gui.views.canvas.tools.selection import selection_of, without_deleted
from perceptron_gui.views.canvas.tools.table import (
    TOOLS,
    double_clicked,
    hint_of,
    hover,
)
from tests.views.canvas.tools.gestures import XOR, at, chosen, player, scene

WAY = [at(0.5 + k / 10, 2 + (k % 5) / 10) for k in range(30)]


def test_an_added_point_follows_until_it_is_let_go_and_is_still_one_point() -> None:
    painter = player("add")
    painter.drag(at(2, 2), at(2.1, 2.2), at(2.52, 2.51, shift=True))
    assert painter.points == [*XOR.points.tolist(), [2.5, 2.5]]


@pytest.mark.parametrize("held", [{}, {"right": True}, {"shift": True}])
def test_on_a_point_nothing_is_added_but_the_point_is_dragged(held: dict[str, Any]) -> None:
    painter = player("add")
    painter.drag(at(3, 3, **held), at(3.5, 3, **held))
    assert painter.points == [[1, 1], [1, 3], [3, 1], [3.5, 3]]
    assert painter.selection == []


@pytest.mark.parametrize(("snap", "expected"), [(0.1, 2.3), (0.05, 2.3), (0.01, 2.3), (0.5, 2.5)])
def test_points_snap_to_the_lines_that_are_seen(snap: float, expected: float) -> None:
    painter = player("add", snap=snap)
    painter.drag(at(2.32, 2.32))
    assert painter.points[-1] == [expected, expected]
    assert painter.points[-1][0] in grid_lines(0.0, 4.0, painter.scene.grid or 0.0)


def test_on_a_coarse_grid_no_point_is_added_on_another() -> None:
    painter = player("add", snap=1.0)
    painter.drag(at(3.3, 2.8))
    assert painter.asked == []


def test_the_whole_selection_moves_with_one_of_its_points() -> None:
    data = Dataset.of([[0.1, 0.1], [1.15, 2.0], [3.0, 3.0]], [1, -1, 1])
    mover = player("move", data, **chosen(0, 1))
    mover.drag(at(0.1, 0.1), at(0.3, 0.4))
    assert mover.points == [[0.3, 0.4], [1.35, 2.3], [3.0, 3.0]]
    assert mover.selection == [0, 1]


def test_shift_keeps_a_drag_to_the_axis_it_goes_along() -> None:
    mover = player("move")
    gesture = mover.press(at(3, 3))
    mover.move(gesture, at(3.5, 3.2, shift=True))
    assert mover.points[3] == [3.5, 3.0]
    mover.move(gesture, at(3.1, 2.2, shift=True))
    assert mover.points[3] == [3.0, 2.2]
    mover.move(gesture, at(3.1, 2.2))
    assert mover.points[3] == [3.1, 2.2]


@given(st.lists(st.tuples(*[st.floats(-1, 5)] * 2), min_size=1, max_size=12))
def test_cancelling_puts_points_back_wherever_they_were_dragged(
    way: list[tuple[float, float]],
) -> None:
    mover = player("move", **chosen(1, 2))
    gesture = mover.press(at(1, 3))
    mover.move(gesture, *(at(*place) for place in way))
    mover.meet(gesture.cancel(mover.scene))
    assert mover.scene.dataset == XOR


def test_a_drag_is_void_once_somebody_else_takes_points_away() -> None:
    mover = player("move")
    gesture = mover.press(at(3, 3))
    mover.scene = scene(Dataset.of([[1, 1]], [1]))
    mover.move(gesture, at(2, 2))
    assert mover.points == [[1, 1]]


def test_a_click_erases_the_point_that_is_hit_and_nothing_else() -> None:
    eraser = player("erase", Dataset.of([[1, 1], [1.02, 1], [3, 3]], [1, 1, -1]))
    eraser.drag(at(1.02, 1), at(1.01, 1))
    assert eraser.points == [[1, 1], [3, 3]]
    eraser.drag(at(2, 2))
    assert eraser.points == [[1, 1], [3, 3]]


def test_a_sweep_erases_what_lies_on_its_way_however_fast_it_is() -> None:
    eraser = player("erase", **chosen(1, 3))
    eraser.drag(at(0.5, 1), at(3.5, 1))
    assert eraser.points == [[1, 3], [3, 3]]
    assert eraser.selection == [0, 1]


@pytest.mark.parametrize("held", [{}, {"right": True}])
def test_spraying_scatters_one_class_near_the_way_one_point_a_cell(held: dict[str, Any]) -> None:
    painter = player("brush", Dataset.of([], []))
    painter.drag(*(Pointer(each.across, each.down, **held) for each in WAY))
    assert 10 < len(painter.points) < 60
    assert set(painter.labels) == {-1 if held else 1}
    cells = {(round(x / 0.1), round(y / 0.1)) for x, y in painter.points}
    assert len(cells) == len(painter.points)
    on_lines = sum(float(f"{x:.1f}") == x for x, _ in painter.points)
    assert on_lines < len(painter.points) / 2  # or they would be a lattice
    for x, y in painter.points:
        assert float(f"{x:.2f}") == x and float(f"{y:.2f}") == y
        assert min(np.hypot(x - 0.5 - k / 10, y - 2 - (k % 5) / 10) for k in range(30)) < 0.4


def test_the_same_way_sprays_the_same_points_however_it_is_cut_into_frames() -> None:
    frame_by_frame, at_once = player("brush"), player("brush")
    frame_by_frame.drag(*WAY)
    gesture = at_once.press(WAY[0])
    for pointer in WAY[1:]:
        gesture.follow(pointer, at_once.scene)
    at_once.meet(gesture.requests(at_once.scene))
    assert sorted(at_once.points) == sorted(frame_by_frame.points)
    assert len(at_once.points) > 10


CUBE = Dataset.of([[0, 0, 0], [1, 1, 1]], [-1, 1])
LINE = Dataset.of([[1.0], [2.0]], [1, -1])
ROOT = Path(__file__).parents[4]


@given(st.lists(st.tuples(*[st.floats(-900, 900)] * 2), min_size=1, max_size=10))
def test_panning_keeps_the_pressed_place_under_the_pointer(way: list[tuple[float, float]]) -> None:
    viewer = player("move")
    gesture = Pan(at(1, 1), viewer.scene)
    viewer.move(gesture, *(Pointer(*place) for place in way))
    if gesture.moved:
        assert np.allclose(viewer.scene.seen.values_at(*way[-1]), [1, 1])
    viewer.meet(gesture.cancel(viewer.scene))
    assert np.allclose(viewer.scene.range, (0, 4, 0, 4))


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_zooming_ends_before_numbers_do(factor: float) -> None:
    ranges = (999_999.0, 1_000_001.0, -1.0, 1.0)
    for _ in range(1000):
        ranges = zoomed(ranges, 0.3, 0.7, factor)
    assert ranges == zoomed(ranges, 0.3, 0.7, factor) == panned(ranges, 1e70, 0.0)
    assert 1e-60 < ranges[1] - ranges[0] < 1e61
    assert np.unique(np.linspace(*ranges[:2], 100)).size == 100


def test_the_pointer_shows_where_a_point_would_go_and_of_which_class() -> None:
    found = hover(TOOLS["add"], at(2.04, 1.97, shift=True), scene())
    assert found.place == (2.0, 2.0)
    assert found.ghost is not None
    assert (found.ghost.across, found.ghost.down, found.ghost.label) == (200.0, 200.0, -1)


def test_over_a_point_and_outside_the_box_the_pointer_shows_no_ghost() -> None:
    found = hover(TOOLS["add"], at(3, 3), scene())
    assert (found.cursor, found.ghost) == ("open hand", None)
    assert hover(TOOLS["erase"], at(3, 3), scene()).ghost is not None
    outside = hover(TOOLS["add"], Pointer(-5, 20), scene())
    assert (outside.place, outside.ghost) == (None, None)


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_says_what_it_does_or_why_not(name: str) -> None:
    for data in (XOR, CUBE, LINE):
        assert hint_of(TOOLS[name], scene(data)).endswith(".")
    assert ("3 coordinates" in hint_of(TOOLS[name], scene(CUBE))) == (name != "pan")
    assert ("one coordinate" in hint_of(TOOLS[name], scene(LINE))) == (name != "pan")


@given(st.sets(st.integers(0, 19)), st.sets(st.integers(0, 19)))
def test_a_selection_means_the_same_points_after_others_have_gone(
    selection: set[int], deleted: set[int]
) -> None:
    names = np.arange(20)
    left = np.delete(names, sorted(deleted))
    kept = without_deleted(selection_of(selection), selection_of(deleted))
    assert set(left[kept].tolist()) == selection - deleted


@pytest.mark.parametrize("tool", ["select", "move"])
def test_ctrl_and_a_click_select_one_more_or_one_less(tool: str) -> None:
    chooser = player(tool, **chosen(0))
    chooser.drag(at(3, 3, ctrl=True))
    assert chooser.selection == [0, 3]
    chooser.drag(at(1, 1, ctrl=True))
    assert chooser.selection == [3]
    chooser.drag(at(2, 2, ctrl=True))
    assert chooser.selection == [3]


def test_a_double_click_changes_the_class_of_a_point_or_of_its_selection() -> None:
    mover = player("move", **chosen(0, 1))
    mover.meet(double_clicked(TOOLS["move"], at(3, 3), mover.scene) or [])
    assert mover.labels == [-1, 1, 1, 1]
    mover.meet(double_clicked(TOOLS["move"], at(1, 1), mover.scene) or [])
    assert mover.labels == [1, -1, 1, 1]
    assert double_clicked(TOOLS["move"], at(2, 2), mover.scene) is None
    assert double_clicked(TOOLS["add"], at(1, 1), mover.scene) is None


@pytest.mark.program
def test_no_tool_loads_qt() -> None:
    names = [f"{tools.__name__}.{module.name}" for module in pkgutil.iter_modules(tools.__path__)]
    assert len(names) > 3
    code = f"import sys, {', '.join(names)}\nsys.exit('PySide6' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
