"""The screen pen: draws figures in a widget, and touches only what has changed.

Every mark is found again by its key. What is to be painted anew is told to the widget: a scene,
told by its items, would ask for it when all else is painted already.
"""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.figure import Figure

from .axes_room import NO_TICKS, Margins, axes_ticks, find_margins
from .ink import Ink
from .marks_item import MarksItem, ShownMark
from .plot_axes import Axes, PlotAxes, around
from .plot_box import PlotBox
from .projection import Projection

# From this size on, in font sizes, axes have marks in full size; and how small marks may be.
_SPACIOUS, _SMALLEST = 14.0, 0.6
_WIDE_DRAWING = 30.0  # the same for drawings without axes, whose texts are among their marks


class ScreenPen(QObject):
    """Axes and marks of one figure in a widget."""

    range_changed = Signal(float, float, float, float)  # x0, x1, y0, y1, other than asked for

    def __init__(self, figure: Figure, ink: Ink, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = pg.GraphicsView(parent)
        self._view.setCentralItem(None)
        for widget in (self._view, self._view.viewport()):
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._box, self._axes = PlotBox(), PlotAxes()
        self._view.addItem(self._axes)
        self._view.addItem(self._box.item)
        self._marks = MarksItem(self._box.item)
        self._margins = Margins()
        self._margins_for: object = None
        self._fitted_for: object = None
        self.take(figure, ink)
        self._view.sigDeviceRangeChanged.connect(self.draw)
        self._box.item.sigRangeChangedManually.connect(self.draw)

    @property
    def widget(self) -> QWidget:
        """Where the figure is drawn."""
        widget: QWidget = self._view
        return widget

    @property
    def shown(self) -> tuple[ShownMark, ...]:
        """The marks in the order of painting."""
        return self._marks.shown

    @property
    def seen(self) -> Projection:
        """From what is seen to the pixels of the box of the marks."""
        return self._box.projection

    @property
    def corner(self) -> QPointF:
        """Where the box of the marks begins in the widget."""
        place: QPointF = self._box.item.pos()
        return place

    def set_interactive(self, interactive: bool) -> None:
        """Let the mouse move and zoom, or let it through to the widgets around."""
        self._box.item.setMouseEnabled(x=interactive, y=interactive)
        self._view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not interactive)

    def take(self, figure: Figure, ink: Ink) -> None:
        """Take a figure with ranges, to be drawn next."""
        self._figure, self._ink = figure, ink
        self._box.ask(figure)

    @Slot()
    def draw(self, *_: object) -> None:
        """Draw the figure in the size that the widget has."""
        figure, ink = self._figure, self._ink
        if self._view.backgroundBrush().color() != QColor(ink.theme.background):
            self._view.setBackground(ink.theme.background)
        seen = self._fitted()
        smaller = ink.smaller(_smaller(seen, ink, figure.bare))
        if self._marks.show_marks(figure.marks, seen, smaller):
            self._view.viewport().update(around(self._box.item.geometry()).toAlignedRect())
        if self._box.has_news():
            across, up = seen.x.range, seen.y.range
            assert across is not None
            assert up is not None
            self.range_changed.emit(*across, *up)

    def _fitted(self) -> Projection:
        """Fit box and axes into the widget; what is seen in the box and its margins settle soon."""
        figure, ink, size = self._figure, self._ink, self._view.size()
        if self._fitted_for == (figure.name, figure.bare, figure.equal, size, ink, self.seen):
            return self.seen
        page = QRectF(0.0, 0.0, size.width(), size.height())
        if self._margins_for != (figure.name, figure.bare, size, ink):
            self._margins = Margins()
            self._margins_for = figure.name, figure.bare, size, ink
        while True:
            box = _inside(page, self._margins)
            self._box.place(box)
            seen = self._box.projection
            if figure.bare:
                ticks = NO_TICKS
                break
            ticks, labels = axes_ticks(seen, figure.equal, ink), self._axes.words(page, seen, ink)
            # Margins only grow, so that axes do not move to and fro from one visit to the next.
            wider = self._margins | find_margins(seen, ticks, labels, ink)
            if wider == self._margins:
                break
            self._margins = wider
        axes = Axes(page, box, seen, ticks, self._margins, ink, figure.equal, figure.bare)
        if self._axes.show_axes(axes):
            self._view.viewport().update()
        self._fitted_for = figure.name, figure.bare, figure.equal, size, ink, seen
        return seen


def _inside(page: QRectF, margins: Margins) -> QRectF:
    width = max(1.0, page.width() - margins.left - margins.right)
    height = max(1.0, page.height() - margins.top - margins.bottom)
    return QRectF(margins.left, margins.top, width, height)


def _smaller(seen: Projection, ink: Ink, is_drawing: bool) -> float:
    """Return how much smaller marks and texts of small axes are; they would hide each other."""
    share = math.sqrt(min(seen.width, seen.height) / (_SPACIOUS * ink.em))
    if is_drawing:
        share = min(share, seen.width / (_WIDE_DRAWING * ink.em))
    return round(min(max(share, _SMALLEST), 1.0), 2)
