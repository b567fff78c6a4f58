"""The points as a table: typed, sorted, copied, pasted, and put into another order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset, DeletePoints, InsertPoints, ReorderPoints
from perceptron_gui.core.runs.run import Run
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import Complaint, MutedText, wide_button

from .model import PointTableModel
from .view import PointView


def moved(size: int, points: Sequence[int], step: int) -> tuple[NDArray[np.intp], tuple[int, ...]]:
    """Return the new order of all points (size,), and where the moved ones stand in it.

    `step` is −1 for up and +1 for down; who stands at the end already stays there.
    """
    order = np.arange(size)
    settled: set[int] = set()
    for point in sorted(points, reverse=step > 0):
        place = point + step
        if 0 <= place < size and place not in settled:
            order[[point, place]] = order[[place, point]]
        else:
            place = point
        settled.add(place)
    return order, tuple(sorted(settled))


_TIPS = {
    "add": (
        "Add point",
        "Add a point after the selected one, or at the end, and type its coordinates.",
    ),
    "delete": ("Delete", "Delete the selected points (Del)."),
    "up": ("▲", "Visit the selected points earlier (Alt+Up). The order matters to the learning."),
    "down": ("▼", "Visit the selected points later (Alt+Down). The order matters to the learning."),
    "copy": ("Copy", "Copy the selected points, or all, for a spreadsheet (Ctrl+C)."),
    "paste": ("Paste", "Add rows from a spreadsheet: coordinates and, last, the class (Ctrl+V)."),
}
_ROWS = (("add", "delete", "up"), ("copy", "paste", "down"))
_EMPTY = "No points yet. Add one here, paste rows of a spreadsheet, or click on the plane."


class PointTable(QWidget):
    """Shows points and scores; everything it changes it asks for."""

    edit_requested = Signal(str, object, str)  # the undo step's name, a core edit, a merge key
    selection_requested = Signal(object)  # numbers of points, ascending
    copy_requested = Signal(object)  # numbers of points, in the order of their rows
    paste_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._class = 1
        self.model = PointTableModel()
        self.view = PointView(self.model)
        self.complaint = Complaint()
        self.hint = MutedText(_EMPTY)
        commands: dict[str, Callable[[], None]] = {
            "add": self._add,
            "delete": self._delete,
            "up": partial(self._move, -1, "up"),
            "down": partial(self._move, 1, "down"),
            "copy": self.copy_selection,
            "paste": self.paste_requested.emit,
        }
        self.buttons = {
            name: wide_button(text, tip, tip.split(" (")[0].rstrip("."), commands[name])
            for name, (text, tip) in _TIPS.items()
        }
        buttons = QGridLayout()
        buttons.setSpacing(4)
        for row, names in enumerate(_ROWS):
            for place, name in enumerate(names):
                buttons.addWidget(self.buttons[name], row, place)
        parts = buttons, (self.view, 1), self.complaint, self.hint
        filled(QVBoxLayout(self), *parts, margins=(6, 6, 6, 6))
        self.model.edit_requested.connect(self.edit_requested)
        self.model.refused.connect(self.complaint.show_text)
        self.model.modelReset.connect(self._show_state)
        self.view.selection_requested.connect(self._on_selection_requested)
        self.view.command_given.connect(lambda name: self.buttons[name].click())
        self.view.horizontalHeader().sortIndicatorChanged.connect(self._show_state)
        self._show_state()

    def show_dataset(self, dataset: Dataset) -> None:
        if dataset is not self.model.dataset:
            self.complaint.show_text("")
            self.model.show_dataset(dataset)
            self._show_state()

    def show_scores(self, run: Run | None, visit: int, asked: int | None = None) -> None:
        """Show every score with the weights after a visit, and who is wrong, but one asked for."""
        self.model.show_scores(run, visit, asked)

    def show_selection(self, indices: Iterable[int]) -> None:
        self.view.show_selection(tuple(sorted(indices)))  # which shares the numbers themselves
        self._show_state()

    def show_class(self, label: int) -> None:
        """Store which class a new point gets."""
        self._class = label

    @Slot()
    def copy_selection(self) -> None:
        """Ask for the selected points, or all, on the clipboard."""
        rows = self.model.rows_of(self.view.selected or range(len(self.model.dataset)))
        self.copy_requested.emit(self.model.points_at(np.sort(rows)))

    @Slot()
    def _show_state(self) -> None:
        """Enable what can be done now, and say why something cannot."""
        has_selection = bool(self.view.selected)
        self.buttons["delete"].setEnabled(has_selection)
        self.buttons["copy"].setEnabled(len(self.model.dataset) > 0)
        for name in ("up", "down"):
            self.buttons[name].setEnabled(has_selection and self.model.is_in_order)
        hint = self._hint()
        self.hint.show_text(hint)
        self.hint.setVisible(bool(hint))

    def _hint(self) -> str:
        if not len(self.model.dataset):
            return _EMPTY
        if self.view.is_too_scattered:
            return f"{len(self.view.selected)} points are selected, too many to be marked here."
        if not self.model.is_in_order:
            heading = self.model.cells.heading(self.model.sorted_by[0])
            return f"Sorted by {heading}; click # to move points in the order of visits."
        return ""

    @Slot(object)
    def _on_selection_requested(self, points: tuple[int, ...]) -> None:
        self._show_state()
        self.selection_requested.emit(points)

    @Slot()
    def _add(self) -> None:
        size = len(self.model.dataset)
        place = max(self.view.selected) + 1 if self.view.selected else size
        at_origin = np.zeros((1, self.model.dataset.dimension))
        labels = np.array([self._class], dtype=np.int8)
        edit = InsertPoints(np.array([place]), at_origin, labels)
        self.edit_requested.emit("Add a point", edit, "")
        if len(self.model.dataset) == size + 1:  # the document has taken it
            cell = self.model.index(int(self.model.rows_of([place])[0]), 1)
            self.view.setCurrentIndex(cell)
            self.view.edit(cell)

    @Slot()
    def _delete(self) -> None:
        points = np.array(self.view.selected, dtype=np.intp)
        self.edit_requested.emit(f"Delete {count(len(points), 'point')}", DeletePoints(points), "")
        self.selection_requested.emit(())

    def _move(self, step: int, where: str) -> None:
        selected = self.view.selected
        order, places = moved(len(self.model.dataset), selected, step)
        if places != selected:
            name = f"Move {count(len(selected), 'point')} {where}"
            self.edit_requested.emit(name, ReorderPoints(order), "")
            self.selection_requested.emit(places)
