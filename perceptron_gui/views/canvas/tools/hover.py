"""What the pointer shows where it is: its shape, a ghost of what it would paint, a place."""

from __future__ import annotations

from perceptron_gui.base.values import frozen_value

from .grid import finest_step, snapped
from .scene import CanvasScene, Pointer
from .table import Cursor, Tool, painted_label


@frozen_value
class Ghost:
    """A point that is not there yet, or how far a tool reaches, at a place in pixels."""

    across: float
    down: float
    label: int = 0  # 0 for no point
    ring: float = 0.0


@frozen_value
class Hover:
    """What is seen of a pointer; `place` holds x and y, unless nothing is there."""

    cursor: Cursor
    place: tuple[float, float] | None = None
    ghost: Ghost | None = None


def hover(tool: Tool, pointer: Pointer, scene: CanvasScene) -> Hover:
    """Return what a tool shows where the pointer is and no button is held."""
    if not scene.is_editable or not scene.holds(pointer):
        return Hover("open hand" if tool.name == "pan" else "arrow")
    grabs = can_grab(tool, pointer, scene)
    cursor: Cursor = "open hand" if grabs else tool.cursor
    step = scene.step if tool.places else finest_step(scene.pixel)
    x, y = snapped(scene.raw_place(pointer), step).tolist()
    return Hover(cursor, (x, y), None if grabs else _ghost(tool, pointer, scene))


def can_grab(tool: Tool, pointer: Pointer, scene: CanvasScene) -> bool:
    """Tell whether a press takes hold of what is there."""
    if not tool.grabs:
        return False
    kind = scene.hit(pointer).kind
    return kind == "point" or (kind != "nothing" and pointer.is_plain)


def _ghost(tool: Tool, pointer: Pointer, scene: CanvasScene) -> Ghost | None:
    if tool.ring:
        return Ghost(pointer.across, pointer.down, ring=tool.ring * scene.scale)
    place = scene.place(pointer)
    if not tool.places or len(scene.found_at(place)):
        return None
    across, down = scene.pixels_of(place)[0].tolist()
    return Ghost(across, down, painted_label(pointer, scene))
