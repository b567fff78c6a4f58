"""Selecting points, and changing their class."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.views.canvas.tools.gesture import SelectRequest
from perceptron_gui.views.canvas.tools.selection import selection_of, without_deleted
from perceptron_gui.views.canvas.tools.table import TOOLS, double_clicked, relabelled
from tests.views.canvas.tools.gestures import XOR, at, chosen, player


@given(st.sets(st.integers(0, 19)), st.sets(st.integers(0, 19)))
def test_a_selection_means_the_same_points_after_others_have_gone(
    selection: set[int], deleted: set[int]
) -> None:
    names = np.arange(20)
    left = np.delete(names, sorted(deleted))
    kept = without_deleted(selection_of(selection), selection_of(deleted))
    assert set(left[kept].tolist()) == selection - deleted


@pytest.mark.parametrize("tool", ["select", "move"])
def test_a_box_selects_and_ctrl_adds(tool: str) -> None:
    chooser = player(tool)
    chooser.drag(at(0.5, 0.5), at(2, 3.5))
    assert chooser.selection == [0, 1]
    chooser.drag(at(3.5, 0.5, ctrl=True), at(2.5, 1.5, ctrl=True))
    assert chooser.selection == [0, 1, 2]
    chooser.drag(at(2, 2), at(2.2, 2.2))
    assert chooser.selection == []
    assert chooser.scene.dataset == XOR


@pytest.mark.parametrize("tool", ["select", "move"])
def test_ctrl_and_a_click_select_one_more_or_one_less(tool: str) -> None:
    chooser = player(tool, **chosen(0))
    chooser.drag(at(3, 3, ctrl=True))
    assert chooser.selection == [0, 3]
    chooser.drag(at(1, 1, ctrl=True))
    assert chooser.selection == [3]
    chooser.drag(at(2, 2, ctrl=True))
    assert chooser.selection == [3]


def test_a_box_asks_once_when_it_is_let_go() -> None:
    chooser = player("select")
    gesture = chooser.press(at(0.5, 0.5))
    chooser.move(gesture, at(1, 1), at(2, 2))
    assert chooser.asked == []
    assert gesture.band is not None
    chooser.meet(gesture.finish(chooser.scene))
    assert [type(each) for each in chooser.asked] == [SelectRequest]


def test_a_double_click_changes_the_class_of_a_point_or_of_its_selection() -> None:
    mover = player("move", **chosen(0, 1))
    mover.meet(double_clicked(TOOLS["move"], at(3, 3), mover.scene) or [])
    assert mover.labels == [-1, 1, 1, 1]
    mover.meet(double_clicked(TOOLS["move"], at(1, 1), mover.scene) or [])
    assert mover.labels == [1, -1, 1, 1]
    assert double_clicked(TOOLS["move"], at(2, 2), mover.scene) is None
    assert double_clicked(TOOLS["add"], at(1, 1), mover.scene) is None
    assert relabelled(mover.scene, selection_of([])) == []
