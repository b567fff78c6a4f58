"""What tools ask for, and what a gesture is: all that happens from a press to a release."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.core.data.edits import (
    DeletePoints,
    Edit,
    Indices,
    InsertPoints,
    MovePoints,
    ReplaceAll,
)
from perceptron_gui.figures.model.marks import Values

from .grid import propose_step, snapped, translated
from .scene import CanvasScene, Pointer, Range4
from .selection import without_deleted

# A press that moves less than this is a click, in points.
_STILL = 2.5


@dataclass(frozen=True, eq=False)
class EditRequest:
    """A change of the data, by the name that undo will have."""

    name: str
    edit: Edit


@dataclass(frozen=True, eq=False)
class SelectRequest:
    """Other points to select."""

    indices: Indices


@dataclass(frozen=True)
class WeightsRequest:
    """Weights to begin with, the constant last; None for those before the gesture."""

    weights: tuple[float, ...] | None


@dataclass(frozen=True)
class RangeRequest:
    """Another part of the plane to see."""

    range: Range4


Request = EditRequest | SelectRequest | WeightsRequest | RangeRequest
Requests = list[Request]


class Gesture:
    """Follows the pointer cheaply; the canvas fetches its requests once per frame."""

    grips = False  # holds something in its hand

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        self.start = self.pointer = pointer
        self.before = scene
        self.moved = False

    def begin(self, scene: CanvasScene) -> Requests:
        """Return what the press asks for."""
        return []

    def follow(self, pointer: Pointer, scene: CanvasScene) -> None:
        """Store where the pointer has gone."""
        self.pointer = pointer
        if pointer.distance(self.start) > _STILL * scene.scale:
            self.moved = True

    def requests(self, scene: CanvasScene) -> Requests:
        """Return what the way since the last time asks for."""
        return []

    def finish(self, scene: CanvasScene) -> Requests:
        """Return what the release asks for; the way is dealt with by then."""
        return []

    def cancel(self, scene: CanvasScene) -> Requests:
        """Return what takes everything back."""
        return []

    @property
    def arrow(self) -> Values | None:
        """Foot and tip (2, 2) of the arrow that is held, wherever the weights would have it."""
        return None

    @property
    def band(self) -> tuple[Pointer, Pointer] | None:
        """The box that is being drawn, by two corners."""
        return None


def insertion(name: str, scene: CanvasScene, points: Values, label: int) -> EditRequest:
    """Ask for points (m, 2) of one class after all others."""
    indices = np.arange(len(scene.dataset), len(scene.dataset) + len(points))
    return EditRequest(name, InsertPoints(indices, points, np.full(len(points), label, np.int8)))


def deletion(name: str, scene: CanvasScene, indices: Indices) -> Requests:
    """Ask to remove points, from the selection too."""
    if not len(indices):
        return []
    requests: Requests = [EditRequest(name, DeletePoints(indices))]
    if len(scene.chosen):
        requests.append(SelectRequest(without_deleted(scene.chosen, indices)))
    return requests


def select_all(scene: CanvasScene) -> Requests:
    return [SelectRequest(np.arange(len(scene.dataset)))] if scene.is_editable else []


def delete_selection(scene: CanvasScene) -> Requests:
    count = len(scene.chosen)
    return deletion("Erase point" if count == 1 else f"Erase {count} points", scene, scene.chosen)


def nudge(scene: CanvasScene, dx: int, dy: int) -> Requests:
    """Ask to move the selected points by dx and dy steps of the grid."""
    chosen = scene.chosen
    if not len(chosen):
        return []
    step = scene.grid or propose_step(scene.range[1] - scene.range[0])
    way = snapped([dx * step, dy * step], step)
    moved = translated(scene.dataset.points[chosen], np.zeros(2), way)
    name = "Move point" if len(chosen) == 1 else f"Move {len(chosen)} points"
    return [EditRequest(name, MovePoints(chosen, moved))]


def restored(name: str, before: CanvasScene, scene: CanvasScene) -> Requests:
    """Ask for all points, and the selection, as they were."""
    requests: Requests = []
    if scene.dataset != before.dataset:
        requests.append(EditRequest(name, ReplaceAll(before.dataset)))
    if not np.array_equal(scene.chosen, before.chosen):
        requests.append(SelectRequest(before.chosen))
    return requests
