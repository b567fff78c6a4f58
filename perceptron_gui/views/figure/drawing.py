"""A widget that shows whatever a view draws: a figure, several on a sheet, or a table."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import (
    Drawing,
    Figure,
    Panel,
    Sheet,
    Table,
    entries,
    united,
)
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.paint.ink import Ink
from perceptron_gui.views.widgets.stage import filled

from .corner import EnlargeButton
from .strips import LegendRow
from .table import DrawnTable
from .view import FigureView

_ALIKE = 0.01
# Corrections for a size: legends that are broken otherwise must not go on forever.
_MOST_CORRECTIONS = 3
_LEGEND_SHARE = 0.2  # of the height of the sheet
LEAST_PLANE = 120  # pixels: where there is less room for the planes of a sheet, it scrolls
_FRAME = 4  # pixels beside a plane
_LEAST_PLOT = 110  # pixels, with its words
_WORDS = 3.5  # times the height of letters, above and below a plane
Place = tuple[int, int, int, int]


def is_shared(sheet: Sheet) -> bool:
    """Tell whether the figures of a sheet have their legend in common."""
    return len(sheet.panels) > 1 and len({panel.figure.name for panel in sheet.panels}) == 1


class DrawingView(QWidget):
    """Shows any drawing; to show the same again costs nothing.

    A figure of a sheet fills the page after a double-click, and goes back the same way.
    """

    row_activated = Signal(int)
    aspect_changed = Signal(float)  # width over height to draw for
    figure_made = Signal(object)  # another FigureView was needed
    enlarged_changed = Signal()
    headline_changed = Signal(object)  # the Words of another drawing, or None

    def __init__(self, has_notes: bool = True) -> None:
        """Make the view; without notes it says only why there is nothing to see."""
        super().__init__()
        self._has_notes = has_notes
        self._theme, self._scale = THEMES[DEFAULT], 1.0
        self.drawing: Drawing | None = None
        self.figures: list[FigureView] = []  # those of a sheet in its order; more are hidden
        self.table = DrawnTable()
        self.table.setAccessibleName("Results")
        self.table.row_activated.connect(self.row_activated)
        self._cells = QGridLayout()
        self._places: dict[int, Place] = {}  # of the figures that are seen
        self._buttons: list[EnlargeButton] = []  # one for each figure
        self.enlarged: int | None = None  # the figure of the sheet that fills the page
        self._sheet: Sheet | None = None  # the last one
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._escape.setEnabled(False)
        self._escape.activated.connect(partial(self.enlarge, 0))  # which shows all again
        self._title, self._notes = QLabel(), QLabel()
        self.legend = LegendRow()  # what the figures of a sheet have in common, above them
        self._legend_for: object = None
        self._aspect, self._corrections = 1.0, 0
        self._settled = QTimer(self, singleShot=True)  # when every figure has its place
        self._settled.timeout.connect(self._on_settled)
        self._lay_out()

    def show_drawing(self, drawing: Drawing) -> None:
        said = None if self.drawing is None else self.drawing.headline
        self.drawing = drawing
        if drawing.headline != said:
            self.headline_changed.emit(drawing.headline)
        if isinstance(drawing, Table):
            self.table.show_table(drawing)
            self._show_words(drawing.title, drawing.notes)
            self._front.setCurrentIndex(1)
            return
        if isinstance(drawing, Figure):
            drawing = Sheet(drawing.name, (Panel(drawing, 0, 0),), 1, (1.0,))
        self._show_panels(drawing)
        self._show_words(drawing.title, drawing.notes if self._has_notes else ())
        self._front.setCurrentIndex(0)
        self._settled.start(0)

    # The name by which the scheduler shows figures in their places.
    show_figure = show_drawing

    def enlarge(self, number: int) -> None:
        """Let a figure of a sheet fill the page, or show all of them again."""
        is_one = not isinstance(self.drawing, Sheet) or len(self.drawing.panels) < 2
        if self.drawing is None or (is_one and self.enlarged is None):
            return
        self.enlarged = number if self.enlarged is None else None
        self._escape.setEnabled(self.enlarged is not None)
        self._aspect, self._corrections = self.width() / max(1, self.height()), _MOST_CORRECTIONS
        self.show_drawing(self.drawing)
        self.enlarged_changed.emit()
        self.aspect_changed.emit(self._aspect)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show everything in a theme, with letters, lines and markers scaled."""
        self._theme, self._scale = theme, scale
        for view in self.figures:
            view.show_theme(theme, scale)
        if self.drawing is not None:
            self.show_drawing(self.drawing)  # its legend
        self.update()

    def _lay_out(self) -> None:
        figures = QWidget()
        legend = filled(QHBoxLayout(), self.legend, margins=(8, 6, 8, 0))
        cells = QWidget()
        cells.setLayout(self._cells)
        scrolled = self._scrolled = QScrollArea()
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setWidgetResizable(True)
        scrolled.setWidget(cells)
        for part in (scrolled.viewport(), cells):  # the background is painted below them
            part.setAutoFillBackground(False)
        scrolled.viewport().installEventFilter(self)
        self._cells.setContentsMargins(0, 0, 0, 0)
        filled(QVBoxLayout(figures), legend, (scrolled, 1), spacing=0)
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
            self._add_figure()
        is_other = self._sheet is None or sheet.name != self._sheet.name
        if is_other or (self.enlarged or 0) >= len(sheet.panels):
            self.enlarged = None
            self._escape.setEnabled(False)
        self._sheet = sheet
        places = {n: (p.row, p.column, p.rows, p.columns) for n, p in enumerate(sheet.panels)}
        if self.enlarged is not None:
            places = {self.enlarged: (0, 0, 1, 1)}
        if places != self._places:
            self._place(places)
        self._stretch(sheet)
        has_own = self.enlarged is not None or not is_shared(sheet)
        self.legend.setVisible(not has_own)
        if not has_own:
            self._show_legend(sheet, self.figures[0].ink)
        for view, panel, button in zip(self.figures, sheet.panels, self._buttons, strict=False):
            button.setVisible(len(sheet.panels) > 1 and not panel.figure.bare)
            button.show_large(self.enlarged is not None)
            view.show_legend(has_own)
            is_empty = panel.figure.bare and not panel.figure.marks  # and its notes say why
            view.show_notes(self._has_notes or is_empty)
            view.keep_notes_close(panel.figure.bare and not has_own)  # a small plane
            view.show_figure(panel.figure)

    def _show_legend(self, sheet: Sheet, ink: Ink) -> None:
        """Show the legend of a sheet; it only grows in one size, so that figures stay in place."""
        self.legend.show_entries(united(entries(each.figure.marks) for each in sheet.panels), ink)
        width = self.width() - 2 * round(0.5 * ink.em)
        needed = math.ceil(self.legend.needed(width, _LEGEND_SHARE * self.height()))
        place = sheet.name, ink, self.size()
        if place != self._legend_for or needed > self.legend.height():
            self._legend_for = place
            self.legend.setFixedHeight(needed)

    def _add_figure(self) -> None:
        view, number = FigureView(), len(self.figures)
        # Only the sheet decides.
        view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        view.show_theme(self._theme, self._scale)
        view.plot.surface.installEventFilter(self)
        view.enlarge_requested.connect(partial(self.enlarge, number))
        button = EnlargeButton()
        view.corner.add(button)
        button.clicked.connect(partial(self.enlarge, number))
        self._buttons.append(button)
        self.figures.append(view)
        self.figure_made.emit(view)

    def _place(self, places: dict[int, Place]) -> None:
        for view in self.figures:
            self._cells.removeWidget(view)
        for number, view in enumerate(self.figures):
            if number in places:
                self._cells.addWidget(view, *places[number])
            view.setVisible(number in places)
        self._places = places

    def _stretch(self, sheet: Sheet) -> None:
        """Share the room, and say which room is the least: small planes could not be read."""
        rows, widths = sheet.rows, sheet.widths
        least_row, least_width = 0, dict.fromkeys(range(len(widths)), 0)
        if self.enlarged is not None:
            rows, widths = 1, (1.0,)
        elif len(sheet.panels) > 1:
            words = round(_WORDS * self.figures[0].ink.em)
            for panel in sheet.panels:
                least = LEAST_PLANE + words if panel.figure.equal else _LEAST_PLOT
                least_row = max(least_row, least // panel.rows)
                if panel.columns == 1:
                    least_width[panel.column] = LEAST_PLANE + _FRAME
            least_row = max(least_row, self._whole_row(sheet, least_row))
        for row in range(max(self._cells.rowCount(), rows)):
            self._cells.setRowStretch(row, int(row < rows))
            self._cells.setRowMinimumHeight(row, least_row if row < rows else 0)
        for column in range(max(self._cells.columnCount(), len(widths))):
            wide = widths[column] if column < len(widths) else 0.0
            self._cells.setColumnStretch(column, round(100 * wide))
            self._cells.setColumnMinimumWidth(column, least_width.get(column, 0))
        self._cells.activate()  # within a resize, Qt would not tell the scroll area of less room

    def _whole_row(self, sheet: Sheet, least: int) -> int:
        """Return how high rows are where a page that scrolls shows no plane in part."""
        spans = max((panel.rows for panel in sheet.panels if panel.figure.equal), default=0)
        seen = self._scrolled.viewport().height()
        if not spans or seen >= least * sheet.rows:
            return 0
        return seen // (spans * max(1, seen // (least * spans)))

    @Slot()
    def _on_settled(self) -> None:
        """Ask for a drawing whose plane fills its box, if this one leaves a part of it empty.

        Legends, axes and notes leave the plane another shape than the whole has.
        """
        shown = [self.figures[number] for number in self._places]
        planes = (view for view in shown if view.figure.equal and not view.figure.bare)
        factor = next((plane.misfit for plane in planes), 1.0)
        if self._corrections and abs(math.log(factor)) >= _ALIKE:
            self._corrections -= 1
            self._aspect *= factor
            self.aspect_changed.emit(self._aspect)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the wheel scroll a page that does not fit, and rows follow the size of the page."""
        if watched is self._scrolled.viewport():
            if event.type() == QEvent.Type.Resize and self._sheet is not None:
                self._stretch(self._sheet)
        elif isinstance(event, QWheelEvent):
            bar = self._scrolled.verticalScrollBar()
            if bar.maximum() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                QCoreApplication.sendEvent(bar, event)
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._aspect, self._corrections = self.width() / max(1, self.height()), _MOST_CORRECTIONS
        self.aspect_changed.emit(self._aspect)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), QColor(self._theme.background))
