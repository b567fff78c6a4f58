"""Tool, class and grid for painting points; copying and pasting points."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.base.errors import DataError, InputError, window_sentence
from perceptron_gui.core.data.dataset import Dataset, InsertPoints
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.canvas.tools.scene import propose_step
from perceptron_gui.views.points.model import PointCells
from perceptron_gui.views.points.table import PointTable

_NAME = "clipboard"
_MOST_CHARACTERS = 10_000_000
_AT_ONCE = 20_000  # points take 20 ms to write; more are copied in the background


def copied(dataset: Dataset, points: NDArray[np.intp], task: Task) -> str:
    """Return points as rows with tabs. Runs in the background, piece by piece."""
    cells, pieces = PointCells(dataset), list[str]()
    for start in range(0, len(points), _AT_ONCE):
        task.report(start / len(points))
        pieces.append(cells.lines(points[start : start + _AT_ONCE]))
    return "".join(pieces)


def pasted(text: str, dataset: Dataset, label: int) -> InsertPoints:
    """Return the edit that adds the points; rows without a label get this one."""
    if len(text) > _MOST_CHARACTERS:
        raise DataError(f"{_NAME}: too much text; import it from a file")
    rows = [re.split(r"[\t;,]|(?<=\S) +(?=\S)", line.strip()) for line in text.splitlines()]
    rows = [row for row in rows if any(row)]
    if not rows:
        raise DataError(f"{_NAME}: there is no table on it; copy rows of numbers first")
    columns = dataset.dimension
    if all(len(row) == columns for row in rows):
        labelled = [[*row, f"{label:+d}"] for row in rows]
    elif all(len(row) == columns + 1 for row in rows):
        labelled = rows
    else:
        wanted = f"{columns} numbers, or {columns} and a label"
        raise DataError(f"{_NAME}: every row must hold {wanted}; the points have {columns}")
    from perceptron_gui.document.csv.reader import read_csv  # late: most sessions paste nothing

    found = read_csv("\n".join(",".join(row) for row in labelled).encode(), _NAME).dataset
    if found.dimension != columns:
        raise DataError(f"{_NAME}: the points have {columns} coordinates, not {found.dimension}")
    labels = found.labels if labelled is rows else np.full(len(found), label, dtype=np.int8)
    indices = np.arange(len(dataset), len(dataset) + len(found))
    return InsertPoints(indices, found.points, labels)


_TOOLS = "move", "select", "erase", "brush"
_ADDS = {"minus": -1, "plus": 1}  # tools, by the class of their points
_USUAL_STEP = 0.1  # of the grid, unless it is wider than the span of the points …
_FINEST_SHARE = 1e-3  # … or finer than this share of it


class PlaneTools(QObject):
    """Sets tool, class and grid of the canvas, and copies and pastes points."""

    message_shown = Signal(str)

    def __init__(
        self,
        canvas: Canvas,
        table: PointTable,
        actions: ActionSet,
        editing: Editing,
        settings: Settings,
        jobs: Jobs,
    ) -> None:
        super().__init__(canvas)
        self._canvas, self._table, self._actions = canvas, table, actions
        self._editing = editing
        self._settings = settings
        self._jobs = jobs
        self._copying: Task | None = None
        self._label = 1
        self._step = _USUAL_STEP
        canvas.placing.shown_changed.connect(partial(actions.check, "points.cursor"))
        table.copy_requested.connect(self.copy_points)
        table.paste_requested.connect(self.paste)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "points.fit": self._canvas.fit,
            "edit.copy": self.copy_selection,
            "edit.paste": self.paste,
            "points.snap": self.set_snap,
            "points.cursor": self._canvas.placing.show,
            **{f"tool.{name}": partial(self.take, name) for name in (*_ADDS, *_TOOLS)},
        }

    def restore(self) -> None:
        """Take the first tool, and show the grid if it was shown last."""
        self._actions.check("points.snap", self._settings.snaps)
        self.set_class(1)
        self.begin()

    @Slot()
    def begin(self) -> None:
        """Take the tool for points that were just opened: only an empty plane asks for some."""
        self._canvas.placing.show(False)
        self.take("move" if len(self._editing.session.dataset) else "plus")
        self.fit_grid()

    def take(self, name: str) -> None:
        """Use a tool; those that add points add one class.

        Points of other than two coordinates are edited in the table: no other tool is of use.
        """
        if self._editing.session.dataset.dimension != 2:
            name = "move"
        self._actions.check(f"tool.{name}")
        if name in _ADDS:
            self.set_class(_ADDS[name])
        self._canvas.pointer.show_tool("add" if name in _ADDS else name)

    def set_class(self, label: int) -> None:
        """Paint and paste points of a class."""
        self._label = label
        self._canvas.show_class(label)
        self._table.show_class(label)

    def set_snap(self, snaps: bool) -> None:
        """Put points on the grid, or anywhere."""
        self._settings.snaps = snaps
        self._canvas.show_snap(self._step if snaps else None)

    def fit_grid(self) -> None:
        """Use the usual grid, or another one if the points are much larger or smaller."""
        dataset = self._editing.session.dataset
        span = float(np.ptp(dataset.points, axis=0).max()) if len(dataset) else 0.0
        suits = not span or _FINEST_SHARE * span <= _USUAL_STEP <= span
        self._step = _USUAL_STEP if suits else propose_step(span)
        self.set_snap(self._settings.snaps)

    def copy_selection(self) -> None:
        """Copy the selected points, or all, in the order of the table; a hidden one is updated."""
        self._table.show_dataset(self._editing.session.dataset)
        self._table.show_selection(self._editing.store.state.selection)
        self._table.copy_selection()

    @property
    def is_copying(self) -> bool:
        return self._copying is not None and self._copying.is_pending

    @Slot(object)
    def copy_points(self, points: NDArray[np.intp]) -> None:
        """Copy points to the clipboard; a copy that is still being made is cancelled."""
        if self._copying is not None:
            self._copying.cancel()
        dataset, clipboard = self._editing.session.dataset, QGuiApplication.clipboard()
        if len(points) <= _AT_ONCE:
            clipboard.setText(PointCells(dataset).lines(points))
            return

        def show_copied(text: str) -> None:
            clipboard.setText(text)
            self.message_shown.emit(f"Copied {len(points)} points")

        self._copying = self._jobs.submit(
            partial(copied, dataset, points),
            key="copy points",
            on_done=show_copied,
            on_failed=lambda error: self.message_shown.emit(window_sentence(error)),
            on_progress=lambda share: self.message_shown.emit(f"Copying points: {share:.0%}"),
        )

    @Slot()
    def paste(self) -> None:
        """Add the points of a table on the clipboard."""
        text = QGuiApplication.clipboard().text()
        try:
            edit = pasted(text, self._editing.session.dataset, self._label)
        except InputError as error:
            self.message_shown.emit(window_sentence(error))
            return
        count = "a point" if len(edit.labels) == 1 else f"{len(edit.labels)} points"
        self._editing.edit_points(f"Paste {count}", edit)
