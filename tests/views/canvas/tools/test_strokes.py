"""Erasing and spraying: points on the way of the pointer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.views.canvas.tools.scene import Pointer
from tests.views.canvas.tools.gestures import XOR, at, chosen, player

WAY = [at(0.5 + k / 10, 2 + (k % 5) / 10) for k in range(30)]


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


def test_cancelling_a_sweep_brings_everything_back() -> None:
    eraser = player("erase", **chosen(0, 3))
    gesture = eraser.press(at(1, 1))
    eraser.move(gesture, at(3, 1), at(3, 3))
    assert len(eraser.points) == 1
    eraser.meet(gesture.cancel(eraser.scene))
    assert eraser.scene.dataset == XOR
    assert eraser.selection == [0, 3]


@pytest.mark.parametrize("held", [{}, {"right": True}])
def test_spraying_adds_points_of_one_class_on_the_grid_near_the_way(held: dict[str, Any]) -> None:
    painter = player("brush", Dataset.of([], []))
    painter.drag(*(Pointer(each.across, each.down, **held) for each in WAY))
    assert 10 < len(painter.points) < 60
    assert set(painter.labels) == {-1 if held else 1}
    assert len({tuple(point) for point in painter.points}) == len(painter.points)
    for x, y in painter.points:
        assert float(f"{x:.1f}") == x and float(f"{y:.1f}") == y
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


def test_cancelling_a_spray_leaves_nothing_of_it() -> None:
    painter = player("brush")
    gesture = painter.press(WAY[0])
    painter.move(gesture, *WAY[1:])
    painter.meet(gesture.cancel(painter.scene))
    assert painter.scene.dataset == XOR
