"""What tools ask for, and gestures with points: from a press to a release."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from perceptron_gui.core.data.dataset import (
    DeletePoints,
    Edit,
    Indices,
    InsertPoints,
    MovePoints,
    ReplaceAll,
)
from perceptron_gui.figures.model.marks import Values

from .scene import CanvasScene, Pointer, Range4, panned, snapped, translated
from .selection import NONE, RADIUS, inside, selection_of, touched, without_deleted

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
    name = ""  # of its edits

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
        """Return what brings back all points, and the selection, as they were at the press."""
        requests: Requests = []
        if scene.dataset != self.before.dataset:
            requests.append(EditRequest(self.name, ReplaceAll(self.before.dataset)))
        if not np.array_equal(scene.chosen, self.before.chosen):
            requests.append(SelectRequest(self.before.chosen))
        return requests

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
    way = snapped([dx * scene.stride, dy * scene.stride], scene.stride)
    moved = translated(scene.dataset.points[chosen], np.zeros(2), way)
    name = "Move point" if len(chosen) == 1 else f"Move {len(chosen)} points"
    return [EditRequest(name, MovePoints(chosen, moved))]


class DragPoints(Gesture):
    """Moves points with the pointer, with Shift along an axis; the grabbed one is on the grid."""

    grips = True
    keeps_to_axis = True

    def __init__(
        self,
        pointer: Pointer,
        scene: CanvasScene,
        indices: Indices,
        origin: Values,  # where the points are (m, 2)
        anchor: Values,  # the one of them that is grabbed (2,)
        selects: bool = False,  # these points, and no other
    ) -> None:
        super().__init__(pointer, scene)
        self._selects = selects
        self._indices, self._origin, self._anchor = indices, origin, anchor
        self._offset = anchor - scene.raw_place(pointer)
        self._asked = origin
        self.name = "Move point" if len(indices) == 1 else f"Move {len(indices)} points"
        self._size = len(scene.dataset)

    def begin(self, scene: CanvasScene) -> Requests:
        return [SelectRequest(self._indices)] if self._selects else []

    def requests(self, scene: CanvasScene) -> Requests:
        # Somebody else may have added or taken points; then these indices mean others.
        if not self.moved or len(scene.dataset) != self._size:
            return []
        target = scene.snapped(scene.raw_place(self.pointer) + self._offset)
        if self.pointer.shift and self.keeps_to_axis:
            across, down = np.abs(self.pointer.place - self.start.place)
            kept = 1 if across >= down else 0
            target[kept] = self._anchor[kept]
        points = translated(self._origin, self._anchor, target)
        if np.array_equal(points, self._asked):
            return []
        self._asked = points
        return [EditRequest(self.name, MovePoints(self._indices, points))]


class AddPoint(DragPoints):
    """Adds a point at once, and moves it until it is let go."""

    keeps_to_axis = False  # Shift chooses the class

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        place = scene.place(pointer)
        super().__init__(pointer, scene, selection_of([len(scene.dataset)]), place[None, :], place)
        self._size += 1
        self.name = "Add point"

    def begin(self, scene: CanvasScene) -> Requests:
        return [insertion(self.name, scene, self._origin, scene.painted_label(self.start))]


def drag_hit(pointer: Pointer, scene: CanvasScene, index: int, selects: bool) -> DragPoints:
    """Return the gesture that moves a point, and with it the selection that it is part of."""
    points = scene.dataset.points
    anchor = points[index]
    if index in scene.chosen:
        return DragPoints(pointer, scene, scene.chosen, points[scene.chosen], anchor)
    return DragPoints(pointer, scene, selection_of([index]), points[[index]], anchor, selects)


class BoxSelect(Gesture):
    """Selects what is in a box, or the one point that was clicked; with Ctrl in addition."""

    @property
    def band(self) -> tuple[Pointer, Pointer] | None:
        return (self.start, self.pointer) if self.moved else None

    def finish(self, scene: CanvasScene) -> Requests:
        chosen = scene.chosen if self.start.ctrl else NONE
        hit = scene.hit(self.start)
        if self.moved:
            found = inside(scene.pixels, self.start.place, self.pointer.place)
            chosen = selection_of(np.union1d(chosen, found))
        elif hit.kind == "point":
            chosen = selection_of(np.setxor1d(chosen, [hit.index]))
        return [SelectRequest(chosen)]


class Pan(Gesture):
    """Keeps the place that was pressed under the pointer."""

    grips = True

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().__init__(pointer, scene)
        self._held = np.array(scene.seen.values_at(*pointer.place))

    def requests(self, scene: CanvasScene) -> Requests:
        if not self.moved:
            return []
        dx, dy = (self._held - scene.seen.values_at(*self.pointer.place)).tolist()
        return [RangeRequest(panned(scene.range, dx, dy))]

    def cancel(self, scene: CanvasScene) -> Requests:
        return [RangeRequest(self.before.range)] if self.moved else []


# In points: how far from the way points fall, and how long the way is from one to the next.
SPRAY, _APART = 18.0, 9.0


class Spray(Gesture):
    """Scatters points along the way: the same way over as many points gives the same again."""

    name = "Spray points"

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().__init__(pointer, scene)
        self._label = scene.painted_label(pointer)
        self._random = np.random.default_rng(len(scene.dataset))
        self._way = [pointer.place]
        self._to_go = _APART * scene.scale  # pixels until the next point

    def begin(self, scene: CanvasScene) -> Requests:
        return self._added(scene, [self.start])

    def follow(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().follow(pointer, scene)
        self._way.append(pointer.place)

    def requests(self, scene: CanvasScene) -> Requests:
        pieces = [self._fallen(*piece, scene.scale) for piece in pairwise(self._way)]
        del self._way[:-1]
        return self._added(scene, [pointer for piece in pieces for pointer in piece])

    def _fallen(self, start: Values, end: Values, scale: float) -> list[Pointer]:
        """Return where points fall beside a straight piece of the way."""
        length = float(np.hypot(*(end - start)))
        along = np.arange(self._to_go, length, _APART * scale)
        self._to_go += len(along) * _APART * scale - length
        away, angle = self._random.random((len(along), 2)).T
        radius = SPRAY * scale * np.sqrt(away)
        across = start[0] + along * (end[0] - start[0]) / (length or 1.0)
        down = start[1] + along * (end[1] - start[1]) / (length or 1.0)
        across += radius * np.cos(2 * np.pi * angle)
        down += radius * np.sin(2 * np.pi * angle)
        return [Pointer(*place) for place in np.column_stack([across, down]).tolist()]

    def _added(self, scene: CanvasScene, pointers: list[Pointer]) -> Requests:
        """Ask for points in cells of the grid where none lies yet, one in each.

        A cloud on the lines of the grid would be a lattice, so they lie anywhere in their cells.
        """
        if not pointers:
            return []
        raw = np.array([scene.raw_place(pointer) for pointer in pointers])
        places = snapped(raw, scene.finest_step)
        taken = set(map(tuple, scene.snapped(scene.dataset.points).tolist()))
        free = []
        for place, cell in zip(places, scene.snapped(places).tolist(), strict=True):
            if tuple(cell) not in taken:
                taken.add(tuple(cell))
                free.append(place)
        return [insertion(self.name, scene, np.array(free), self._label)] if free else []


# How far beside its way a sweep erases, in points.
SWEEP = RADIUS + 2.0


class Sweep(Gesture):
    """Erases the point that is pressed, then every point on the way."""

    name = "Erase points"

    def __init__(self, pointer: Pointer, scene: CanvasScene) -> None:
        super().__init__(pointer, scene)
        self._way = [pointer.place]

    def begin(self, scene: CanvasScene) -> Requests:
        hit = scene.hit(self.start)
        return deletion(self.name, scene, selection_of([hit.index])) if hit.kind == "point" else []

    def follow(self, pointer: Pointer, scene: CanvasScene) -> None:
        """Remember the way; a click that trembles has none."""
        super().follow(pointer, scene)
        if self.moved:
            self._way.append(pointer.place)

    def requests(self, scene: CanvasScene) -> Requests:
        reach = SWEEP * scene.scale
        met = [touched(scene.pixels, one, other, reach) for one, other in pairwise(self._way)]
        del self._way[:-1]
        return deletion(self.name, scene, selection_of(np.concatenate(met))) if met else []
