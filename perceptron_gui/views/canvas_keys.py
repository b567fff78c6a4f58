"""Keys that mean something to the canvas, and mouse events as pointers."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from .tools.scene import Pointer

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
FAR = 10  # steps with Shift

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_HARMLESS = Qt.KeyboardModifier.KeypadModifier


def is_bare(event: QKeyEvent, besides: Qt.KeyboardModifier = _HARMLESS) -> bool:
    """Tell whether a key is pressed without others that change its meaning."""
    return not event.modifiers() & ~(besides | _HARMLESS)


def nudge_of(event: QKeyEvent) -> tuple[int, int] | None:
    """Return how many steps right and up an arrow key goes; None for other keys."""
    if event.key() not in ARROWS or not is_bare(event, _SHIFT):
        return None
    far = FAR if event.modifiers() & _SHIFT else 1
    across, up = ARROWS[Qt.Key(event.key())]
    return far * across, far * up


def pointer_of(event: QMouseEvent, corner: QPointF) -> Pointer:
    """Return where a mouse event is in the box that begins at this corner."""
    place, held = event.position() - corner, event.modifiers()
    return Pointer(
        place.x(),
        place.y(),
        right=event.button() == Qt.MouseButton.RightButton,
        shift=bool(held & _SHIFT),
        ctrl=bool(held & _CTRL),
        corner=(corner.x(), corner.y()),
    )
