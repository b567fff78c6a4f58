"""What the canvas asks for: edits, selections, weights and ranges, as signals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.core.data.edits import MovePoints

from .tools.gesture import (
    EditRequest,
    RangeRequest,
    Requests,
    SelectRequest,
    WeightsRequest,
    deletion,
)
from .tools.grid import propose_step, snapped, translated
from .tools.scene import CanvasScene
from .tools.selection import selection_of


class CanvasRequests(QObject):
    """Asks, and changes nothing itself; `merge` is the same for all that is one step of undo."""

    edit_requested = Signal(str, object, str)  # name, an edit of core.data.edits, merge
    edit_finished = Signal()  # nothing joins the last step any more
    selection_requested = Signal(object)  # indices, a tuple
    weights_requested = Signal(object, str)  # a tuple or None for those before the drag, merge
    range_requested = Signal(object)  # x0, x1, y0, y1, or None for one that fits

    def __init__(self, scene: Callable[[], CanvasScene], parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._held_for = ""

    def select_all(self) -> None:
        """Ask for every point to be selected."""
        if self._scene().is_editable:
            self.send([SelectRequest(np.arange(len(self._scene().dataset)))])

    def select_nothing(self) -> None:
        """Ask for an empty selection."""
        self.send([SelectRequest(selection_of([]))])

    def delete_selection(self) -> None:
        """Ask for the selected points to be removed."""
        chosen = self._scene().chosen
        name = "Erase point" if len(chosen) == 1 else f"Erase {len(chosen)} points"
        self.send(deletion(name, self._scene(), chosen))

    def nudge(self, dx: int, dy: int, merge: str = "") -> None:
        """Ask for the selected points to move by so many steps of the grid."""
        scene, chosen = self._scene(), self._scene().chosen
        if not len(chosen):
            return
        step = scene.grid or propose_step(scene.range[1] - scene.range[0])
        way = snapped([dx * step, dy * step], step)
        moved = translated(scene.dataset.points[chosen], np.zeros(2), way)
        name = "Move point" if len(chosen) == 1 else f"Move {len(chosen)} points"
        self.send([EditRequest(name, MovePoints(chosen, moved))], merge)

    def fit(self) -> None:
        """Ask for the whole picture."""
        self.range_requested.emit(None)

    @Slot(object, str)
    def send(self, requests: Requests, merge: str = "") -> None:
        """Announce every request of a tool by its signal."""
        for request in requests:
            match request:
                case EditRequest(name, edit):
                    self._hold_view(merge)
                    self.edit_requested.emit(name, edit, merge)
                case SelectRequest(indices):
                    self.selection_requested.emit(tuple(indices.tolist()))
                case WeightsRequest(weights):
                    self._hold_view(merge)
                    self.weights_requested.emit(weights, merge)
                case RangeRequest(seen):
                    self.range_requested.emit(seen)

    def _hold_view(self, merge: str) -> None:
        """Ask for what is seen to stay, else points would run away from the pointer."""
        if merge and merge != self._held_for:
            self._held_for = merge
            self.range_requested.emit(self._scene().range)
