"""Everything the canvas asks for: the signals, and the commands that work on a selection."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from perceptron_gui.core.edits import MovePoints

from .canvas_surface import CanvasSurface
from .tools.gesture import (
    EditRequest,
    RangeRequest,
    Request,
    Requests,
    SelectRequest,
    WeightsRequest,
    deletion,
)
from .tools.grid import snapped, translated
from .tools.selection import selection_of
from .tools.table import relabelled


class CanvasRequests(CanvasSurface):
    """Asks, and changes nothing itself; `merge` is the same for all that is one step of undo."""

    edit_requested = Signal(str, object, str)  # name, an edit of core.edits, merge
    edit_finished = Signal()  # nothing joins the last step any more
    selection_requested = Signal(object)  # indices, a tuple
    weights_requested = Signal(object, str)  # a tuple or None for those before the drag, merge
    range_requested = Signal(object)  # x0, x1, y0, y1, or None for one that fits

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._holding_for = ""

    def select_all(self) -> None:
        """Ask for every point to be selected."""
        if self.scene().is_editable:
            self._ask([SelectRequest(np.arange(len(self.scene().dataset)))])

    def select_nothing(self) -> None:
        """Ask for an empty selection."""
        self._ask([SelectRequest(selection_of([]))])

    def delete_selection(self) -> None:
        """Ask for the selected points to be taken away."""
        chosen = self.scene().chosen
        name = "Erase point" if len(chosen) == 1 else f"Erase {len(chosen)} points"
        self._ask(deletion(name, self.scene(), chosen))

    def relabel_selection(self) -> None:
        """Ask for the selected points to change sides."""
        self._ask(relabelled(self.scene(), self.scene().chosen))

    def nudge(self, dx: int, dy: int, merge: str = "") -> None:
        """Ask for the selected points to move by so many steps of the grid."""
        scene, chosen = self.scene(), self.scene().chosen
        if not len(chosen):
            return
        step = scene.nudge_step
        way = snapped([dx * step, dy * step], step)
        moved = translated(scene.dataset.points[chosen], np.zeros(2), way)
        name = "Move point" if len(chosen) == 1 else f"Move {len(chosen)} points"
        self._ask([EditRequest(name, MovePoints(chosen, moved))], merge)

    def fit(self) -> None:
        """Ask for the whole picture."""
        self.range_requested.emit(None)

    def _ask(self, requests: Requests, merge: str = "") -> None:
        for request in requests:
            self._on_requested(request, merge)

    @Slot(object, str)
    def _on_requested(self, request: Request, merge: str) -> None:
        match request:
            case EditRequest(name, edit):
                self._hold_view(merge)
                self.edit_requested.emit(name, edit, merge)
            case SelectRequest(indices):
                self.selection_requested.emit(tuple(indices.tolist()))
            case WeightsRequest(weights):
                self.weights_requested.emit(weights, merge)
            case RangeRequest(seen):
                self.range_requested.emit(seen)

    def _hold_view(self, merge: str) -> None:
        """Ask for what is seen to stay, else points would run away from the pointer."""
        if merge and merge != self._holding_for:
            self._holding_for = merge
            self.range_requested.emit(self.scene().range)
