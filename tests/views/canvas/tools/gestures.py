"""Gestures without Qt: a scene of 100 pixels a unit, and somebody who meets every request."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Axis
from perceptron_gui.views.canvas.tools.gestures import (
    EditRequest,
    Gesture,
    RangeRequest,
    Request,
    Requests,
    SelectRequest,
    WeightsRequest,
)
from perceptron_gui.views.canvas.tools.scene import CanvasScene, Pointer
from perceptron_gui.views.canvas.tools.table import TOOLS
from perceptron_gui.views.paint.scale import Projection

SIZE = 400.0
XOR = Dataset.of([[1, 1], [1, 3], [3, 1], [3, 3]], [-1, 1, 1, -1])


def seen(low: float = 0.0, high: float = 4.0) -> Projection:
    """Return a square part of the plane in 400 by 400 pixels."""
    return Projection(SIZE, SIZE, Axis(range=(low, high)), Axis(range=(low, high)))


def scene(dataset: Dataset = XOR, **fields: Any) -> CanvasScene:
    """Return points as they are seen, on a grid of tenths."""
    return CanvasScene(dataset, **{"seen": seen(), "snap": 0.1, **fields})


def at(x: float, y: float, on: CanvasScene | None = None, **held: Any) -> Pointer:
    across, down = (on or scene()).pixels_of(np.array([x, y]))[0].tolist()
    return Pointer(across, down, **held)


@dataclass
class Player:
    """Holds a tool, and meets every request at once."""

    scene: CanvasScene
    tool: str
    asked: list[Request] = field(default_factory=list)

    def meet(self, requests: Requests) -> None:
        """Do what is asked for."""
        self.asked += requests
        for request in requests:
            match request:
                case EditRequest(_, edit):
                    dataset = edit.apply(self.scene.dataset)
                    self.scene = replace(self.scene, dataset=dataset)
                case SelectRequest(indices):
                    self.scene = replace(self.scene, selection=indices)
                case RangeRequest((x0, x1, y0, y1)):
                    ranged = replace(
                        self.scene.seen, x=Axis(range=(x0, x1)), y=Axis(range=(y0, y1))
                    )
                    self.scene = replace(self.scene, seen=ranged)
                case WeightsRequest(_):
                    pass

    def press(self, pointer: Pointer) -> Gesture:
        gesture = TOOLS[self.tool].press(pointer, self.scene)
        self.meet(gesture.begin(self.scene))
        return gesture

    def move(self, gesture: Gesture, *way: Pointer) -> None:
        """Follow a way, with a frame at every place."""
        for pointer in way:
            gesture.follow(pointer, self.scene)
            self.meet(gesture.requests(self.scene))

    def drag(self, *way: Pointer) -> Gesture:
        gesture = self.press(way[0])
        self.move(gesture, *way[1:])
        self.meet(gesture.finish(self.scene))
        return gesture

    @property
    def points(self) -> list[list[float]]:
        return cast("list[list[float]]", self.scene.dataset.points.tolist())

    @property
    def labels(self) -> list[int]:
        return cast("list[int]", self.scene.dataset.labels.tolist())

    @property
    def selection(self) -> list[int]:
        return cast("list[int]", self.scene.selection.tolist())


def player(tool: str, dataset: Dataset = XOR, **fields: Any) -> Player:
    """Return somebody with a tool before some points."""
    return Player(scene(dataset, **fields), tool)


def chosen(*indices: int) -> dict[str, Any]:
    """Return the field of a scene with these points selected."""
    return {"selection": np.array(indices, dtype=np.intp)}
