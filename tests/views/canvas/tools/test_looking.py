"""Panning, zooming, selecting, and what the pointer shows before it is pressed."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.views.canvas import tools
from perceptron_gui.views.canvas.tools.scene import Pointer, panned, zoomed
from perceptron_gui.views.canvas.tools.selection import selection_of, without_deleted
from perceptron_gui.views.canvas.tools.table import (
    TOOLS,
    double_clicked,
    hint_of,
    hover,
)
from tests.views.canvas.tools.gestures import XOR, at, chosen, player, scene

CUBE = Dataset.of([[0, 0, 0], [1, 1, 1]], [-1, 1])
LINE = Dataset.of([[1.0], [2.0]], [1, -1])
ROOT = Path(__file__).parents[4]


@given(st.lists(st.tuples(*[st.floats(-900, 900)] * 2), min_size=1, max_size=10))
def test_panning_keeps_the_pressed_place_under_the_pointer(way: list[tuple[float, float]]) -> None:
    viewer = player("pan")
    gesture = viewer.press(at(1, 1))
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
