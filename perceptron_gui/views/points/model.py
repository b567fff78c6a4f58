"""The points as a table: what stands in its cells, and a model of them for Qt.

Rows are sorted without touching the order of visits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from perceptron_gui.base.errors import DataError
from perceptron_gui.base.exact import LARGEST, SMALLEST
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number
from perceptron_gui.base.text import quoted
from perceptron_gui.core.data.dataset import Dataset, MovePoints, RelabelPoints
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import coordinate, point_number
from perceptron_gui.views.widgets.editors import pointed

Index = QModelIndex | QPersistentModelIndex
Indices = NDArray[np.intp]
Role = Qt.ItemDataRole

NOWHERE = QModelIndex()
UP = Qt.SortOrder.AscendingOrder
NUMBER = 0  # the column of the numbers

_HEADINGS = {"number": "#", "class": "class", "score": "score", "verdict": "now"}
_TIPS = {
    "number": "the number of the point. Points in turn are visited in this order.",
    "coordinate": "a coordinate. Double-click to type another decimal.",
    "class": "which class the point has. Double-click to choose the other one.",
    "score": "s of the point with the weights at the cursor.",
    "verdict": "whether the weights at the cursor put the point on its side.",
}


def written_coordinate(value: float) -> str:
    """Return the shortest decimal that means this number, with a hyphen for the minus."""
    return repr(value).removesuffix(".0")


def typed_coordinate(text: str) -> float:
    """Return the number that was typed; a DataError says what is wrong with it."""
    plain = text.strip().replace("−", "-")
    try:
        value = float("" if "_" in plain else plain)  # Python reads 1_0 as ten
    except ValueError as error:
        hint = "; decimals take a point, as in 0.1" if "," in plain else ", such as 0.25 or -3"
        raise DataError(f"{quoted(text)} is not a decimal number{hint}") from error
    if not math.isfinite(value) or abs(value) > LARGEST or 0 < abs(value) < SMALLEST:
        raise DataError(f"{quoted(text)} is out of reach; give a number nearer to 1")
    if Decimal(plain) != Decimal(repr(value)):
        raise DataError(f"{quoted(text)} has more digits than can be kept; give 15 at most")
    return value


class PointScores:
    """s = ⟨w, x̃⟩ of every point with the weights after a visit, and who is wrong.

    The point that is asked about has none to show.
    """

    def __init__(self, run: Run, visit: int, asked: int | None = None) -> None:
        self.asked = asked
        self._labels = run.dataset.labels
        self._arithmetic = run.path.arithmetic
        self._raw = run.history.weights_after(np.array([run.updates_at(visit)]))
        self._is_wrong_on_line = run.rule.on_line_is_wrong(run.dataset.labels)

    def text(self, i: int) -> str:
        """Write the score of a point: 0.3, −1/3; floats to six digits."""
        score = self._arithmetic.agreement(self._raw[0], i) * int(self._labels[i])
        return to_plain(number(score if self._arithmetic.is_exact else float(score)))

    def is_wrong(self, i: int) -> bool:
        agreement = self._arithmetic.agreement(self._raw[0], i)
        return agreement < 0 or (agreement == 0 and bool(self._is_wrong_on_line[i]))

    def all_scores(self) -> NDArray[np.float64]:
        """Return the score of every point (n,) as ordinary numbers."""
        agreements = self._arithmetic.agreements_as_floats(self._raw)[0]
        return np.asarray(agreements * self._labels)

    def all_wrong(self) -> NDArray[np.bool_]:
        """Return for every point (n,) whether it is an error."""
        agreements = self._arithmetic.agreements(self._raw)[0]
        return np.asarray((agreements < 0) | ((agreements == 0) & self._is_wrong_on_line))


@dataclass(frozen=True, eq=False)
class PointCells:
    """The points, and their scores while there are some that belong to them."""

    dataset: Dataset
    scores: PointScores | None = None

    def kind(self, column: int) -> str:
        """Return what a column holds: number, coordinate, class, score or verdict."""
        after = column - self.dataset.dimension
        if column == NUMBER:
            return "number"
        return "coordinate" if after <= 0 else ("class", "score", "verdict")[after - 1]

    def heading(self, column: int) -> str:
        kind = self.kind(column)
        if kind != "coordinate":
            return _HEADINGS[kind]
        names = self.dataset.feature_names
        return names[column - 1] if names else to_plain(coordinate(column - 1))

    def tip(self, column: int) -> str:
        what = f"{self.heading(column)}: {_TIPS[self.kind(column)]}"
        return f"{what} Click to sort; the visits stay as they are."

    def class_name(self, label: int) -> str:
        """Return what a class is called, with a real minus."""
        return self.dataset.class_names[int(label > 0)].replace("-1", "−1")

    def text(self, point: int, column: int) -> str:
        kind = self.kind(column)
        if kind == "number":
            return str(point_number(point))
        if kind == "coordinate":
            return self.typed(point, column).replace("-", "−")
        if kind == "class":
            return self.class_name(int(self.dataset.labels[point]))
        if self.scores is None:
            return ""
        if point == self.scores.asked:
            return "?"
        if kind == "score":
            return self.scores.text(point)
        return "wrong" if self.scores.is_wrong(point) else "right"

    def typed(self, point: int, column: int) -> str:
        """Return a coordinate as it would be typed."""
        return written_coordinate(float(self.dataset.points[point, column - 1]))

    def lines(self, points: NDArray[np.intp]) -> str:
        """Return the coordinates and the classes of points in lines, as spreadsheets take them."""
        # All at once, each as `written_coordinate` has it: one by one a million takes seconds.
        row = "%r\t" * self.dataset.dimension + "\n"
        values = tuple(self.dataset.points[points].ravel().tolist())
        rows = (row * len(points) % values).replace(".0\t", "\t").split("\n")
        ends = tuple(f"{name}\n" for name in self.dataset.class_names)
        names = [ends[is_positive] for is_positive in (self.dataset.labels[points] > 0).tolist()]
        return "".join(chain.from_iterable(zip(rows, names, strict=False))) or "\n"

    def order(self, column: int, descending: bool) -> NDArray[np.intp]:
        """Return the points (n,) sorted by a column; equal ones stay in the order of visits."""
        keys = self._keys(column)
        return np.argsort(-keys if descending else keys, kind="stable")

    def _keys(self, column: int) -> NDArray[Any]:
        kind = self.kind(column)
        if kind == "coordinate":
            return self.dataset.points[:, column - 1]
        if kind == "class":
            return self.dataset.labels
        if kind == "number" or self.scores is None:
            return np.arange(len(self.dataset))
        if kind == "score":
            return self.scores.all_scores()
        return self.scores.all_wrong().astype(np.int8)


class PointTableModel(QAbstractTableModel):
    """Shows a data set and, where there is a run, its scores; asks for edits, makes none."""

    edit_requested = Signal(str, object, str)
    refused = Signal(str)  # a sentence, or an empty text when all is well

    def __init__(self) -> None:
        super().__init__()
        self.cells = PointCells(Dataset.of([], []))
        self.sorted_by = NUMBER, UP
        self._run: Run | None = None
        self._visit = 0
        self._asked: int | None = None  # the point whose score is still a question
        self._points: Indices = np.arange(0)  # of each row
        self._rows: Indices = np.arange(0)  # of each point

    @property
    def dataset(self) -> Dataset:
        return self.cells.dataset

    @property
    def is_in_order(self) -> bool:
        return self.sorted_by == (NUMBER, UP)

    def points_at(self, rows: Sequence[int] | Indices) -> Indices:
        return self._points[np.asarray(rows, dtype=np.intp)]

    def rows_of(self, points: Sequence[int] | Indices) -> Indices:
        return self._rows[np.asarray(points, dtype=np.intp)]

    def show_dataset(self, dataset: Dataset) -> None:
        old = self.dataset
        if dataset is old or dataset == old:
            return
        if dataset.dimension != old.dimension:
            self.sorted_by = NUMBER, UP
        self._show(dataset, self._run)

    def show_scores(self, run: Run | None, visit: int, asked: int | None = None) -> None:
        """Show the scores at a visit; without a run there are no columns for them."""
        if run is self._run and (visit, asked) == (self._visit, self._asked):
            return
        self._visit, self._asked = visit, asked
        if run is None and self.sorted_by[0] >= self.dataset.dimension + 2:
            self.sorted_by = NUMBER, UP
        self._show(self.dataset, run)

    def _show(self, dataset: Dataset, run: Run | None) -> None:
        """Show other points or scores; only cells change while rows and columns stay."""
        scores = None
        if run is not None and (run.dataset is dataset or run.dataset == dataset):
            scores = PointScores(run, self._visit, self._asked)  # not those of older points
        cells = PointCells(dataset, scores)
        column, direction = self.sorted_by
        order = cells.order(column, descending=direction != UP)
        has_columns = _headings(dataset, run) == _headings(self.dataset, self._run)
        if has_columns and np.array_equal(order, self._points):
            self.cells, self._run = cells, run
            if len(dataset):
                last = self.index(len(dataset) - 1, self.columnCount() - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.cells, self._run = cells, run
        self._points, self._rows = order, np.argsort(order)
        self.endResetModel()

    def _request_move(self, point: int, column: int, text: str) -> bool:
        try:
            value = typed_coordinate(pointed(text))
        except DataError as error:
            self.refused.emit(
                f"Point {point_number(point)}, {self.cells.heading(column)}: {error}."
            )
            return False
        self.refused.emit("")
        moved = self.dataset.points[[point]]
        if value != moved[0, column - 1]:
            moved[0, column - 1] = value
            edit = MovePoints(np.array([point]), moved)
            self.edit_requested.emit(f"Move point {point_number(point)}", edit, "")
        return True

    def _request_label(self, point: int, label: int) -> bool:
        if label != int(self.dataset.labels[point]):
            edit = RelabelPoints(np.array([point]), np.array([label], dtype=np.int8))
            self.edit_requested.emit(f"Relabel point {point_number(point)}", edit, "")
        return True

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.dataset)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        scores = 0 if self._run is None else 2
        return 0 if parent.isValid() else self.dataset.dimension + 2 + scores

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        point, column = int(self._points[index.row()]), index.column()
        kind = self.cells.kind(column)
        if role == Role.DisplayRole:
            return self.cells.text(point, column)
        if role == Role.EditRole and kind == "coordinate":
            return self.cells.typed(point, column)
        if role == Role.EditRole and kind == "class":  # as Qt chooses it in the menu
            return self.cells.text(point, column)
        if role == Role.TextAlignmentRole:
            is_word = kind in ("class", "verdict")
            side = Qt.AlignmentFlag.AlignHCenter if is_word else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and section < self.columnCount():
            if role == Role.DisplayRole:
                return self.cells.heading(section)
            if role == Role.ToolTipRole:
                return self.cells.tip(section)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        is_editable = index.isValid() and self.cells.kind(index.column()) in ("coordinate", "class")
        return flags | Qt.ItemFlag.ItemIsEditable if is_editable else flags

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Ask for an edit; the cell changes when the points do."""
        point, column = int(self._points[index.row()]), index.column()
        if self.cells.kind(column) == "class":
            return self._request_label(point, 1 if value == self.cells.class_name(1) else -1)
        return self._request_move(point, column, str(value))

    def sort(self, column: int, order: Qt.SortOrder = UP) -> None:
        if (column, order) != self.sorted_by:
            self.sorted_by = column, order
            self._show(self.dataset, self._run)


def _headings(dataset: Dataset, run: Run | None) -> tuple[object, ...]:
    """Return what the columns are made for."""
    return dataset.dimension, dataset.feature_names, dataset.class_names, run is None
