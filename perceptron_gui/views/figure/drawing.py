"""A widget that shows whatever a view draws: a figure, several on a sheet, or a table."""

from __future__ import annotations

import math

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import Drawing, Figure, Panel, Sheet, Table
from perceptron_gui.figures.model.legend import entries, united
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.paint.ink import Ink
from perceptron_gui.views.widgets.stage import filled

from .strips import LegendRow
from .table import DrawnTable
from .view import FigureView

_ALIKE = 0.01
# Corrections for a size: legends that are broken otherwise must not go on for ever.
_MOST_CORRECTIONS = 3
_LEGEND_SHARE = 0.2  # of the height of the sheet


def is_shared(sheet: Sheet) -> bool:
    """Tell whether the figures of a sheet have their legend in common."""
    return len(sheet.panels) > 1 and len({panel.figure.name for panel in sheet.panels}) == 1


class SheetLegend(LegendRow):
    """Only grows while the sheet has its size, so that figures stay where they are."""

    def __init__(self) -> None:
        super().__init__()
        self._sheet_for: object = None

    def show_sheet(self, sheet: Sheet, ink: Ink, width: int, height: int) -> None:
        """Show what the figures have in common, above them, for a size of the whole."""
        self.setVisible(is_shared(sheet))
        if not is_shared(sheet):
            return
        self.show_entries(united(entries(panel.figure) for panel in sheet.panels), ink)
        edge = round(0.5 * ink.em)
        needed = math.ceil(self.needed(width - 2 * edge, _LEGEND_SHARE * height))
        place = sheet.name, ink, width, height
        if place != self._sheet_for or needed > self.height():
            self._sheet_for = place
            self.setFixedHeight(needed)


class DrawingView(QWidget):
    """Shows any drawing; to show the same again costs nothing."""

    row_activated = Signal(int)
    aspect_changed = Signal(float)  # width over height to draw for
    resized = Signal()
    figure_made = Signal(object)  # another FigureView was needed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._scale = THEMES[DEFAULT], 1.0
        self.drawing: Drawing | None = None
        self.figures: list[FigureView] = []  # those of a sheet in its order; more are hidden
        self.table = DrawnTable()
        self.table.row_activated.connect(self.row_activated)
        self._cells = QGridLayout()
        self._places: list[tuple[int, int, int, int]] = []
        self._title, self._notes = QLabel(), QLabel()
        self._legend = SheetLegend()
        self._aspect, self._corrections = 1.0, 0
        self._settled = QTimer(self)  # when every figure has its place
        self._settled.setSingleShot(True)
        self._settled.timeout.connect(self._on_settled)
        self._lay_out()

    def show_drawing(self, drawing: Drawing) -> None:
        """Show a figure, a sheet or a table."""
        self.drawing = drawing
        if isinstance(drawing, Table):
            self.table.show_table(drawing)
            self._show_words(drawing.title, drawing.notes)
            self._front.setCurrentIndex(1)
            return
        if isinstance(drawing, Figure):
            drawing = Sheet(drawing.name, (Panel(drawing, 0, 0),), 1, (1.0,))
        self._show_panels(drawing)
        self._show_words(drawing.title, drawing.notes)
        self._front.setCurrentIndex(0)
        self._settled.start(0)

    # The name by which the scheduler shows figures in their places.
    show_figure = show_drawing

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show everything in a theme; letters, lines and markers so many times as large."""
        self._theme, self._scale = theme, scale
        for view in self.figures:
            view.show_theme(theme, scale)
        if self.drawing is not None:
            self.show_drawing(self.drawing)  # its legend
        self.update()

    def _lay_out(self) -> None:
        figures = QWidget()
        legend = filled(QHBoxLayout(), self._legend, margins=(8, 6, 8, 0))
        filled(QVBoxLayout(figures), legend, (self._cells, 1), spacing=0)
        self._cells.setSpacing(0)
        self._front = QStackedLayout()
        self._front.addWidget(figures)
        self._front.addWidget(self.table)
        for words in (self._title, self._notes):
            words.setWordWrap(True)
            words.setContentsMargins(10, 2, 10, 2)
        filled(QVBoxLayout(self), self._title, (self._front, 1), self._notes, spacing=2)

    def _show_words(self, title: str, notes: tuple[str, ...]) -> None:
        for widget, lines in ((self._title, (title,)), (self._notes, notes)):
            text = "<br>".join(labels.to_html(line) for line in lines if line)
            widget.setText(text)
            widget.setVisible(bool(text))

    def _show_panels(self, sheet: Sheet) -> None:
        while len(self.figures) < len(sheet.panels):
            view = FigureView()
            # Only the sheet decides.
            view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
            view.show_theme(self._theme, self._scale)
            self.figures.append(view)
            self.figure_made.emit(view)
        places = [(p.row, p.column, p.rows, p.columns) for p in sheet.panels]
        if places != self._places:
            self._place(places)
        self._stretch(sheet)
        self._legend.show_sheet(sheet, self.figures[0].ink, self.width(), self.height())
        for view, panel in zip(self.figures, sheet.panels, strict=False):
            view.show_legend(not is_shared(sheet))
            view.show_figure(panel.figure)

    def _place(self, places: list[tuple[int, int, int, int]]) -> None:
        for view in self.figures:
            self._cells.removeWidget(view)
        for view, place in zip(self.figures, places, strict=False):
            self._cells.addWidget(view, *place)
            view.show()
        for view in self.figures[len(places) :]:
            view.hide()
        self._places = places

    def _stretch(self, sheet: Sheet) -> None:
        for row in range(max(self._cells.rowCount(), sheet.rows)):
            self._cells.setRowStretch(row, int(row < sheet.rows))
        for column in range(max(self._cells.columnCount(), len(sheet.widths))):
            wide = sheet.widths[column] if column < len(sheet.widths) else 0.0
            self._cells.setColumnStretch(column, round(100 * wide))

    @Slot()
    def _on_settled(self) -> None:
        """Ask for a drawing whose plane fills its box, if this one leaves a part of it empty.

        Legends, axes and notes leave the plane another shape than the whole has.
        """
        shown = self.figures[: len(self._places)]
        plane = next((view for view in shown if view.figure.equal), None)
        if plane is None or not self._corrections:
            return
        across, up, seen = plane.figure.x.range, plane.figure.y.range, plane.plot.seen
        if not (across and up and seen.width > 1 and seen.height > 1):
            return
        drawn = (across[1] - across[0]) / (up[1] - up[0])
        factor = (seen.width / seen.height) / drawn
        if abs(math.log(factor)) >= _ALIKE:
            self._corrections -= 1
            self._aspect *= factor
            self.aspect_changed.emit(self._aspect)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._aspect, self._corrections = self.width() / max(1, self.height()), _MOST_CORRECTIONS
        self.aspect_changed.emit(self._aspect)
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), QColor(self._theme.background))
