"""Which points are selected, and what is done to all of them at once."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.core.edits import DeletePoints, Indices, RelabelPoints
from perceptron_gui.document.session import Session

from .editing import Editing


class Selection(QObject):
    """Names points by their numbers, and forgets numbers that mean other points now."""

    selection_changed = Signal(object)  # numbers, ascending

    def __init__(self, editing: Editing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._points: tuple[int, ...] = ()
        editing.session_changed.connect(self._on_session_changed)
        editing.points_renumbered.connect(self.clear)

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers of the selected points."""
        return self._points

    @Slot(object)
    def select(self, points: Iterable[int]) -> None:
        """Select these points, and no others."""
        wanted = tuple(points)
        if wanted != self._points:
            self._points = wanted
            self.selection_changed.emit(wanted)

    @Slot()
    def clear(self) -> None:
        """Select nothing."""
        self.select(())

    @Slot()
    def select_all(self) -> None:
        """Select every point."""
        self.select(range(len(self._editing.session.dataset)))

    @Slot()
    def relabel(self) -> None:
        """Let every selected point change sides."""
        if self._points:
            labels = -self._editing.session.dataset.labels[self._indices]
            edit = RelabelPoints(self._indices, labels)
            self._editing.edit_points(f"Change class of {self._counted}", edit)

    @Slot()
    def delete(self) -> None:
        """Take the selected points away."""
        if self._points:
            name, edit = f"Delete {self._counted}", DeletePoints(self._indices)
            self.clear()
            self._editing.edit_points(name, edit)

    @property
    def _indices(self) -> Indices:
        return np.array(self._points, dtype=np.intp)

    @property
    def _counted(self) -> str:
        return "a point" if len(self._points) == 1 else f"{len(self._points)} points"

    @Slot(object)
    def _on_session_changed(self, session: Session) -> None:
        size = len(session.dataset)
        self.select(point for point in self._points if point < size)
