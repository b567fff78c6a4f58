"""The tools of the canvas: what a press begins, their hints, and what the pointer shows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import RelabelPoints
from perceptron_gui.figures.model.marks import Values

from .gestures import (
    SPRAY,
    SWEEP,
    AddPoint,
    BoxSelect,
    EditRequest,
    Gesture,
    Requests,
    Spray,
    Sweep,
    WeightsRequest,
    drag_hit,
)
from .scene import CanvasScene, Pointer, finest_step, snapped
from .selection import Hit, WeightsHandles, selection_of

# Drawn weights are rounded to this share of their size, and lines to this share of a pixel.
_FINE, _FINE_LINE = 0.01, 0.1
_SHORTEST = 3.0  # pixels that still give a direction
_MAGNET = 3.0  # pixels from which the grid draws a line
_LEAST_LEVER = 0.15  # how far from its foot an arrow is held at least, of its length


class DragWeights(Gesture):
    """Asks for other weights as the pointer moves; subclasses compute them."""

    grips = True

    def __init__(self, pointer: Pointer, scene: CanvasScene, handles: WeightsHandles) -> None:
        super().__init__(pointer, scene)
        self._handles = handles
        self._held = scene.raw_place(pointer)
        self._asked: tuple[float, ...] | None = None

    def requests(self, scene: CanvasScene) -> Requests:
        weights = self._weights(scene) if self.moved else None
        if weights is None or weights == self._asked:
            return []
        self._asked = weights
        return [WeightsRequest(weights)]

    def cancel(self, scene: CanvasScene) -> Requests:
        return [WeightsRequest(None)] if self._asked else []

    def _weights(self, scene: CanvasScene) -> tuple[float, ...] | None:
        """Return the weights; None where the pointer gives no direction."""
        raise NotImplementedError

    def _constant_at(self, place: Values, normal: Values, scene: CanvasScene) -> float:
        """Return v with ⟨w, p⟩ + B·v = 0 at a place p, but for less than one sees."""
        scale = self._handles.bias_scale
        seen = _FINE_LINE * scene.pixel * float(np.hypot(*normal)) / scale
        return float(snapped(-float(normal @ place) / scale, finest_step(seen)))

    def _turned(self, normal: Values) -> Values:
        """Return drawn weights (2,) as decimals of a few digits."""
        return snapped(normal, finest_step(_FINE * float(np.abs(normal).max())))


class MoveLine(DragWeights):
    """Moves the line parallel; one that goes through the origin forever turns about it."""

    def _weights(self, scene: CanvasScene) -> tuple[float, ...] | None:
        handles, place = self._handles, scene.raw_place(self.pointer)
        if not handles.has_offset:
            if min(np.hypot(*place), np.hypot(*self._held)) < _SHORTEST * scene.pixel:
                return None
            # The weights turn by as much as the pointer has turned about the origin.
            angle = math.atan2(place[1], place[0]) - math.atan2(self._held[1], self._held[0])
            cos, sin = math.cos(angle), math.sin(angle)
            turned = self._turned(np.array([[cos, -sin], [sin, cos]]) @ handles.normal)
            return tuple(turned.tolist())
        return *handles.weights[:2], self._constant(scene)

    def _constant(self, scene: CanvasScene) -> float:
        """Return v with ⟨w, p⟩ + B·v = 0 where the pointer has taken the line.

        A point p of the grid that is quite near draws it, so that one sees no difference.
        """
        handles = self._handles
        start, end = handles.line
        along = (end - start) / np.hypot(*(end - start))
        nearest = start + along * float(along @ (self._held - start))
        moved = nearest + scene.raw_place(self.pointer) - self._held
        place = scene.snapped(moved)
        if np.hypot(*(place - moved)) > _MAGNET * scene.pixel:
            return self._constant_at(moved, handles.normal, scene)
        products = zip(handles.weights, place.tolist(), strict=False)
        score = sum(exact_number(w) * exact_number(x) for w, x in products)
        return float(-score / exact_number(handles.bias_scale))


class TurnArrow(DragWeights):
    """Turns the weights about the foot of their arrow, and makes them as long as it becomes.

    What is held of the arrow stays under the pointer.
    """

    def __init__(self, pointer: Pointer, scene: CanvasScene, handles: WeightsHandles) -> None:
        super().__init__(pointer, scene, handles)
        assert handles.tip is not None
        self._first = handles.tip - handles.foot
        share = float((self._held - handles.foot) @ self._first / (self._first @ self._first))
        self._lever = min(max(share, _LEAST_LEVER), 1.0)
        self._now = self._first

    def requests(self, scene: CanvasScene) -> Requests:
        way = (scene.raw_place(self.pointer) - self._held) / self._lever
        self._now = self._first + way
        return super().requests(scene)

    @property
    def arrow(self) -> Values | None:
        return np.stack([self._handles.foot, self._handles.foot + self._now])

    def _weights(self, scene: CanvasScene) -> tuple[float, ...] | None:
        handles, arrow = self._handles, self._now
        if np.hypot(*arrow) < _SHORTEST * scene.pixel:
            return None
        # An arrow is not always drawn as long as the weights are.
        drawn = np.hypot(*self._first)
        normal = self._turned(arrow * (np.hypot(*handles.normal) / drawn))
        if not handles.has_offset:
            return tuple(normal.tolist())
        return *normal.tolist(), self._constant_at(handles.foot, normal, scene)


def drag_weights(kind: str, pointer: Pointer, scene: CanvasScene) -> MoveLine | TurnArrow | None:
    """Return the gesture of what was hit, where it is the line or the arrow."""
    if scene.handles is None or kind not in ("line", "arrow"):
        return None
    gesture = MoveLine if kind == "line" else TurnArrow
    return gesture(pointer, scene, scene.handles)


Cursor = Literal["arrow", "cross", "open hand", "closed hand"]


@dataclass(frozen=True)
class Tool:
    """A row of the table. `ring` is how far it reaches around the pointer, in points."""

    name: str
    hint: str
    cursor: Cursor
    press: Callable[[Pointer, CanvasScene], Gesture]
    places: bool = False  # shows where a point would go
    relabels: bool = False  # by a double click
    grabs: bool = False  # points, the line and the arrow
    ring: float = 0.0


def _add(pointer: Pointer, scene: CanvasScene) -> Gesture:
    hit = scene.hit(pointer)
    if hit.kind == "point":
        return drag_hit(pointer, scene, hit.index, selects=False)
    if pointer.is_plain and (gesture := drag_weights(hit.kind, pointer, scene)):
        return gesture
    # On a coarse grid a press beside a point may mean its very place.
    occupied = scene.found_at(scene.place(pointer))
    if len(occupied):
        return drag_hit(pointer, scene, int(occupied[-1]), selects=False)
    return AddPoint(pointer, scene)


def _move(pointer: Pointer, scene: CanvasScene) -> Gesture:
    hit = scene.hit(pointer)
    if hit.kind == "point" and not pointer.ctrl:
        return drag_hit(pointer, scene, hit.index, selects=True)
    if pointer.is_plain and (gesture := drag_weights(hit.kind, pointer, scene)):
        return gesture
    return BoxSelect(pointer, scene)


def hint_of(tool: Tool, scene: CanvasScene) -> str:
    """Return what a tool does, or why it does nothing."""
    if scene.is_editable:
        return tool.hint
    coordinates = f"{d} coordinates" if (d := scene.dataset.dimension) > 1 else "one coordinate"
    return f"Points of {coordinates} are edited in the table; here only those of the plane."


def double_clicked(tool: Tool, pointer: Pointer, scene: CanvasScene) -> Requests | None:
    """Ask for points to change sides; None where a double click is just another press."""
    hit = scene.hit(pointer)
    if not tool.relabels or hit.kind != "point":
        return None
    points = scene.chosen if hit.index in scene.chosen else selection_of([hit.index])
    name = "Change class" if len(points) == 1 else f"Change class of {len(points)} points"
    return [EditRequest(name, RelabelPoints(points, -scene.dataset.labels[points]))]


TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "add",
            "Click to add a point, right click or Shift for the other class. "
            "Points, the line and the arrow can be dragged.",
            "cross",
            _add,
            places=True,
            grabs=True,
        ),
        Tool(
            "move",
            "Drag points, the line or the arrow; Shift keeps to an axis. "
            "Drag a box to select, double-click to change the class.",
            "arrow",
            _move,
            relabels=True,
            grabs=True,
        ),
        Tool(
            "select",
            "Drag a box around points, or click one; Ctrl adds to the selection.",
            "arrow",
            BoxSelect,
        ),
        Tool("erase", "Click a point or sweep over points to erase.", "cross", Sweep, ring=SWEEP),
        Tool(
            "brush",
            "Hold and move to spray points, with the right button or Shift of the other class.",
            "cross",
            Spray,
            ring=SPRAY,
        ),
    )
}
DEFAULT_TOOL = "add"
PLACING = (
    "Arrows move the cursor, with Shift ten steps. Enter adds a point, C changes its class, Delete "
    "erases it, Ctrl with arrows moves it. PgDn goes to the next point, Esc ends."
)


@dataclass(frozen=True)
class Ghost:
    """A point that is not there yet, or how far a tool reaches, at a place in pixels."""

    across: float
    down: float
    label: int = 0  # 0 for no point
    ring: float = 0.0


@dataclass(frozen=True)
class Hover:
    """What is seen of a pointer; `place` holds x and y, unless nothing is there."""

    cursor: Cursor
    place: tuple[float, float] | None = None
    point: int | None = None  # that lies there
    ghost: Ghost | None = None


def hover(tool: Tool, pointer: Pointer, scene: CanvasScene) -> Hover:
    """Return what a tool shows where the pointer is and no button is held."""
    if not scene.is_editable or not scene.holds(pointer):
        return Hover("arrow")
    hit = scene.hit(pointer)
    is_held = hit.kind == "point" or (hit.kind != "nothing" and pointer.is_plain)
    grabs = tool.grabs and is_held
    cursor: Cursor = "open hand" if grabs else tool.cursor
    ghost = None if grabs else _ghost(tool, pointer, scene)
    return Hover(cursor, *_pointed(tool, pointer, scene, hit), ghost)


def dragged(pointer: Pointer, scene: CanvasScene, point: int | None) -> Hover:
    """Return what is shown where the pointer holds something, perhaps a point."""
    if not scene.is_editable or not scene.holds(pointer):
        return Hover("closed hand")
    held = point is not None and point < len(scene.dataset)
    x, y = (scene.dataset.points[point] if held else scene.place(pointer)).tolist()
    return Hover("closed hand", (x, y), point if held else None)


def _pointed(
    tool: Tool, pointer: Pointer, scene: CanvasScene, hit: Hit
) -> tuple[tuple[float, float], int | None]:
    """Return the place that is pointed at, and the point that lies there."""
    step = scene.step if tool.places else finest_step(scene.pixel)
    point = hit.index if hit.kind == "point" else None
    free = snapped(scene.raw_place(pointer), step)
    x, y = (free if point is None else scene.dataset.points[point]).tolist()
    return (x, y), point


def _ghost(tool: Tool, pointer: Pointer, scene: CanvasScene) -> Ghost | None:
    if tool.ring:
        return Ghost(pointer.across, pointer.down, ring=tool.ring * scene.scale)
    place = scene.place(pointer)
    if not tool.places or len(scene.found_at(place)):
        return None
    across, down = scene.pixels_of(place)[0].tolist()
    return Ghost(across, down, scene.painted_label(pointer))
