"""The tools of the canvas: what a press begins, their hints, and what the pointer shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from perceptron_gui.core.data.edits import RelabelPoints

from .gesture import EditRequest, Gesture, Requests
from .grid import finest_step, snapped
from .points import SPRAY, SWEEP, AddPoint, BoxSelect, Pan, Spray, Sweep, drag_hit
from .scene import CanvasScene, Pointer
from .selection import Hit, selection_of
from .weights import drag_weights

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
    if scene.is_editable or tool.name == "pan":
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
        Tool("pan", "Drag to move the view, turn the wheel to zoom.", "open hand", Pan),
    )
}
DEFAULT_TOOL = "add"


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
        return Hover("open hand" if tool.name == "pan" else "arrow")
    hit = scene.hit(pointer)
    is_held = hit.kind == "point" or (hit.kind != "nothing" and pointer.is_plain)
    grabs = tool.grabs and is_held
    cursor: Cursor = "open hand" if grabs else tool.cursor
    ghost = None if grabs else _ghost(tool, pointer, scene)
    return Hover(cursor, *_pointed(tool, pointer, scene, hit), ghost)


def dragged(tool: Tool, pointer: Pointer, scene: CanvasScene) -> Hover:
    """Return what a tool shows where the pointer holds something."""
    if not scene.is_editable or not scene.holds(pointer):
        return Hover("closed hand")
    return Hover("closed hand", *_pointed(tool, pointer, scene, scene.held(pointer)))


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
