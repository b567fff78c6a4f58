"""The table itself: rows that are selected as points, and the keys that work on them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from perceptron_gui.views.widgets.text import WRONG

from .model import Index, PointTableModel


class PointDelegate(QStyledItemDelegate):
    """The menu of classes counts at once."""

    def __init__(self, model: PointTableModel) -> None:
        super().__init__()
        self._model = model

    @Slot()
    def _on_class_chosen(self) -> None:
        menu = self.sender()
        assert isinstance(menu, QComboBox)
        self.commitData.emit(menu)
        self.closeEditor.emit(menu)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        cells = self._model.cells
        if cells.kind(index.column()) != "class":
            editor = super().createEditor(parent, option, index)
            editor.setAccessibleName(cells.heading(index.column()))
            return editor
        menu = QComboBox(parent)
        menu.setAccessibleName("Class of the point")
        for label in (-1, 1):
            menu.addItem(cells.class_name(label), label)
        menu.activated.connect(self._on_class_chosen)
        return menu

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if option.text == "wrong" and self._model.cells.kind(index.column()) == "verdict":
            option.palette.setColor(QPalette.ColorRole.Text, option.palette.color(WRONG))


Points = tuple[int, ...]

_SELECT_ROWS = (
    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
)
_MOST_STRETCHES = 2000
_MEASURED = 30  # rows
_MOST_FITTED = 60  # coordinates with a width of their own; Qt takes long for each of very many
_CELL_MARGINS, _HEADING_MARGINS = 8, 16
_LONGEST_HEADING = 10  # letters; the tip has the rest
_KEYS = {
    QKeySequence.StandardKey.Copy: "copy",
    QKeySequence.StandardKey.Paste: "paste",
    QKeySequence.StandardKey.Delete: "delete",
}
_MOVES = {Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down"}


class PointView(QTableView):
    """Tells which points are selected, whatever rows they stand in."""

    selection_requested = Signal(object)
    command_given = Signal(str)  # copy, paste, delete, up or down

    def __init__(self, model: PointTableModel) -> None:
        super().__init__()
        self._model = model
        self.selected: Points = ()  # by number
        self._marked: Points = ()  # the selection as Qt has it
        self._delegate = PointDelegate(model)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Points")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(1)  # else each has room for an arrow
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        # To paint itself, a header that knows the selection asks every cell whether it is in it.
        header.setSelectionModel(QItemSelectionModel(model, header))
        self._fit()
        self._on_model_reset()
        self.setSortingEnabled(True)
        header.sectionCountChanged.connect(self._fit)
        header.sortIndicatorChanged.connect(self._grow)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        model.dataChanged.connect(self._on_data_changed)
        model.modelReset.connect(self._on_model_reset)

    @property
    def is_too_scattered(self) -> bool:
        """Tell whether the selection has too many gaps to be marked."""
        return self._marked != self.selected

    def show_selection(self, points: Points) -> None:
        if points != self.selected:
            self.selected = points
            self._select_rows()

    @Slot()
    def _select_rows(self) -> None:
        count = len(self._model.dataset)
        if self.selected and self.selected[-1] >= count:
            self.selected = tuple(point for point in self.selected if point < count)
        rows = np.sort(self._model.rows_of(self.selected))
        stretches = list(_stretches(rows))
        # Qt takes a tenth of a millisecond for each.
        few = stretches if len(stretches) <= _MOST_STRETCHES else []
        self._marked = self.selected if few else ()
        selection = QItemSelection()
        last = self._model.columnCount() - 1
        for first, final in few:
            selection.select(self._model.index(first, 0), self._model.index(final, last))
        self.selectionModel().select(selection, _SELECT_ROWS)

    @Slot()
    def _on_selection_changed(self) -> None:
        ranges = self.selectionModel().selection()
        rows = [np.arange(each.top(), each.bottom() + 1) for each in ranges.toList()]
        found = np.concatenate([np.arange(0), *rows])
        if len(rows) > 1:
            found = np.unique(found)
        points = tuple(np.sort(self._model.points_at(found)).tolist())
        if points != self._marked:
            self._marked = self.selected = points
            self.selection_requested.emit(points)

    @Slot()
    def _on_model_reset(self) -> None:
        self.horizontalHeader().setSortIndicator(*self._model.sorted_by)
        self._select_rows()

    @Slot()
    def _fit(self) -> None:
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 6)
        header, count = self.horizontalHeader(), self._model.columnCount()
        if count > _MOST_FITTED:
            first = range(1, _MOST_FITTED)
            header.setDefaultSectionSize(max(map(self._needed, first)))
        for column in self._fitted(range(count)):
            header.resizeSection(column, self._needed(column))

    def _fitted(self, columns: range) -> list[int]:
        """Return those columns that have a width of their own: of very many, the first and last."""
        first = range(columns.start, min(columns.stop, _MOST_FITTED))
        after = max(columns.start, _MOST_FITTED, 1 + self._model.dataset.dimension)
        return [*first, *range(after, columns.stop)]

    def _needed(self, column: int) -> int:
        """Return how wide a column has to be for its heading and the rows in sight."""
        metrics, cells = self.fontMetrics(), self._model.cells
        # Qt would measure every row of a table that is not on screen yet.
        first = max(self.rowAt(0), 0)
        points = self._model.points_at(range(len(self._model.dataset))[first : first + _MEASURED])
        texts = ["0.0" if column else "", *(cells.text(point, column) for point in points)]
        arrow = metrics.height() if column == self._model.sorted_by[0] else 0
        heading = metrics.horizontalAdvance(cells.heading(column)[:_LONGEST_HEADING])
        widest = max(map(metrics.horizontalAdvance, texts)) + _CELL_MARGINS
        return max(heading + _HEADING_MARGINS, widest) + arrow

    @Slot(int)
    def _grow(self, column: int) -> None:
        # Columns never shrink, so that nothing trembles while a run is played.
        if (needed := self._needed(column)) > self.columnWidth(column):
            self.setColumnWidth(column, needed)

    @Slot(QModelIndex, QModelIndex)
    def _on_data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        if self.isVisible():  # else its columns grow when it is shown
            for column in self._fitted(range(first.column(), last.column() + 1)):
                self._grow(column)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for column in self._fitted(range(self._model.columnCount())):
            self._grow(column)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FontChange:
            self._fit()
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and _command(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if command := _command(event):
            self.command_given.emit(command)
        else:
            super().keyPressEvent(event)


def _command(event: QKeyEvent) -> str:
    """Return what a key asks for, or an empty text."""
    has_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
    move = _MOVES.get(Qt.Key(event.key()), "") if has_alt else ""
    return next((name for key, name in _KEYS.items() if event.matches(key)), move)


def _stretches(rows: NDArray[np.intp]) -> Iterator[tuple[int, int]]:
    """Yield first and last of every stretch of ascending rows without a gap."""
    if not len(rows):
        return
    breaks = np.flatnonzero(np.diff(rows) > 1)
    firsts = rows[np.concatenate([[0], breaks + 1])]
    lasts = rows[np.concatenate([breaks, [len(rows) - 1]])]
    yield from zip(firsts.tolist(), lasts.tolist(), strict=True)
