"""A cursor on the plane for those who use no mouse: arrows move it, Enter adds a point there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from perceptron_gui.figures.model.label import class_name, to_plain
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.lectures.notation import point_number
from perceptron_gui.views.figure.access import place_words
from perceptron_gui.views.widgets.access import announce

from .tools.gestures import SelectRequest, insertion
from .tools.selection import NONE, selection_of
from .tools.table import PLACING

if TYPE_CHECKING:
    from .canvas import Canvas

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_FAR = 10  # steps with Shift
_NEXT = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


def is_bare(event: QKeyEvent, besides: Qt.KeyboardModifier = _KEYPAD) -> bool:
    """Tell whether a key is pressed without others that change its meaning."""
    return not event.modifiers() & ~(besides | _KEYPAD)


def steps_of(event: QKeyEvent, besides: Qt.KeyboardModifier = SHIFT) -> tuple[int, int] | None:
    """Return how many steps right and up an arrow key goes; None for other keys."""
    if event.key() not in ARROWS or not is_bare(event, besides):
        return None
    far = _FAR if event.modifiers() & SHIFT else 1
    across, up = ARROWS[Qt.Key(event.key())]
    return far * across, far * up


class PlacingCursor(QObject):
    """Moves over the plane while it is shown, and selects the point that it comes to.

    So all that is done with selected points can be done with that one.
    """

    shown_changed = Signal(bool)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.place: Values | None = None  # x and y (2,), while it is shown
        self._last: Values | None = None  # where it was, to begin there again
        self._added = 0
        self._said = ""

    @property
    def point(self) -> int | None:
        """The point that the cursor is on."""
        found = NONE if self.place is None else self._canvas.scene().found_at(self.place)
        return int(found[-1]) if len(found) else None

    def show(self, is_shown: bool) -> None:
        """Show the cursor at the selected point, or where it was; or hide it."""
        scene = self._canvas.scene()
        if is_shown and scene.is_editable and self._canvas.isVisible():
            x0, x1, y0, y1 = scene.range
            start = np.array([x0 + x1, y0 + y1]) / 2 if self._last is None else self._last
            start = scene.dataset.points[scene.chosen[0]] if len(scene.chosen) else start
            announce(self._canvas, PLACING)
            self._canvas.setFocus()
            self._go(scene.stepped(start, 0, 0))
        elif self.place is not None:
            self.place = None
            self._canvas.pointer.point_at(None, None)
        self._canvas.overlay.show_cursor(self.place)
        self._canvas.pointer.show_hint()
        self.shown_changed.emit(self.place is not None)

    def handles(self, event: QKeyEvent) -> bool:
        """Tell whether a key belongs to the cursor."""
        if self.place is None:
            return False
        keys = (*_NEXT, *_ENTERS, Qt.Key.Key_Escape)
        return steps_of(event, SHIFT | CTRL) is not None or (event.key() in keys and is_bare(event))

    def press(self, event: QKeyEvent) -> None:
        """Move, add a point, or hide the cursor."""
        assert self.place is not None
        scene, steps = self._canvas.scene(), steps_of(event, SHIFT | CTRL)
        if event.key() == Qt.Key.Key_Escape:
            self.show(False)
        elif event.key() in _ENTERS:
            self._add(self.place)
        elif steps is None:
            self._go_on(_NEXT[Qt.Key(event.key())])
        elif event.modifiers() & CTRL:
            self._carry(*steps)
        else:
            place = scene.stepped(self.place, *steps)
            near = scene.point_near(place, self.point)
            self._go(place if near is None else scene.dataset.points[near])

    def tell(self) -> None:
        """Say where the cursor is, and what is there now, unless that was said last."""
        assert self.place is not None
        words, point = place_words(*self.place.tolist()), self.point
        if point is not None:
            dataset = self._canvas.scene().dataset
            name = to_plain(class_name(dataset, int(dataset.labels[point])))
            words = f"Point {point_number(point)} at {words}, {name}"
        if words != self._said:
            self._said = words
            announce(self._canvas, words)

    def _go(self, place: Values) -> None:
        self.place = self._last = place
        point = self.point
        selected = selection_of([] if point is None else [point])
        if not np.array_equal(selected, self._canvas.scene().chosen):
            self._canvas.request([SelectRequest(selected)])
        self._canvas.overlay.show_cursor(place)
        self._canvas.pointer.point_at((float(place[0]), float(place[1])), point)
        self.tell()

    def _go_on(self, step: int) -> None:
        """Go to the next point, or to the one before."""
        points, here = self._canvas.scene().dataset.points, self.point
        if len(points):
            self._go(points[min(step, 0) if here is None else (here + step) % len(points)])

    def _add(self, place: Values) -> None:
        """Add a point, unless there is one; the view stays, as with the mouse."""
        scene = self._canvas.scene()
        if self.point is None:
            self._added += 1
            request = insertion("Add point", scene, place[None, :], scene.label)
            self._canvas.request([request], f"place {self._added}")
            self._canvas.edit_finished.emit()
            self._go(place)

    def _carry(self, across: int, up: int) -> None:
        """Move the selected points, and the cursor with the one below it."""
        point = self.point
        if point is not None:
            self._canvas.keys.nudge(across, up)
            self._go(self._canvas.scene().dataset.points[point])
