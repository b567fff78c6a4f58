"""The screen pen: draws figures in a widget, and touches only what has changed.

Every mark is found again by its key. What is to be painted anew is told to the widget: a scene,
told by its items, would ask for it when all else is painted already.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pyqtgraph as pg
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model.figure import Axis, Figure, Range
from perceptron_gui.figures.model.ticks import fractions

from .axes import Axes, PlotAxes, around
from .ink import Ink
from .items import MarksItem, ShownMark
from .projection import Projection, part_of
from .room import NO_TICKS, Margins, axes_ticks, find_margins

# How far the mouse may zoom in and out, in ranges asked for.
_CLOSEST, _WIDEST = 1e-5, 1e5
_ALIKE = 1e-6
_UNIT = Axis(range=(0.0, 1.0))

# From and to, across and up, in fractions of the axes.
Part = tuple[float, float, float, float]


class PlotBox:
    """A rectangle of the screen that shows the ranges of a figure, or more of equal units."""

    def __init__(self) -> None:
        self.item = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0.0)
        self.item.setFlag(self.item.GraphicsItemFlag.ItemIsFocusable, False)
        self.item.disableAutoRange()
        self.item.setLimits(
            minXRange=_CLOSEST, maxXRange=_WIDEST, minYRange=_CLOSEST, maxYRange=_WIDEST
        )
        self._x, self._y = _UNIT, _UNIT
        self._right: Axis | None = None
        self._equal = False
        self._shares = 1.0, 1.0
        self._asked: Part = (0.0, 1.0, 0.0, 1.0)
        self._told: Part = self._asked
        self._projection = Projection(1.0, 1.0, _UNIT, _UNIT)
        self._projection_for: object = None

    def place(self, rect: QRectF) -> None:
        """Put the box somewhere."""
        self.item.setGeometry(rect)

    def ask(self, figure: Figure) -> None:
        """Show the ranges of a figure, unless they are the last ones or those that are seen.

        What is seen stays where the mouse has moved it, and whoever draws anew for all that is
        seen does not ask for more and more of it.
        """
        asked = self._part(figure)
        is_same_kind = figure.equal == self._equal and (
            (figure.x.log, figure.y.log) == (self._x.log, self._y.log)
        )
        if is_same_kind and (_alike(asked, self._asked) or _alike(asked, self._seen)):
            self._asked = asked
            self._take(figure, self._range(self._x), self._range(self._y))
        else:
            self._begin(figure)

    def _begin(self, figure: Figure) -> None:
        across, up = self._range(figure.x), self._range(figure.y)
        self._asked = self._told = 0.0, 1.0, 0.0, 1.0
        self._equal = figure.equal
        self._shares = 1.0, 1.0
        if figure.equal:
            unit = max(across[1] - across[0], up[1] - up[0])
            self._shares = (across[1] - across[0]) / unit, (up[1] - up[0]) / unit
        self._take(figure, across, up)
        self.item.setAspectLocked(figure.equal, 1.0)
        self.item.setRange(xRange=(0.0, self._shares[0]), yRange=(0.0, self._shares[1]), padding=0)

    def _take(self, figure: Figure, across: Range, up: Range) -> None:
        """Take the axes of a figure, measured in fractions of these ranges."""
        self._x, self._y = replace(figure.x, range=across), replace(figure.y, range=up)
        low, high = self._asked[2:]
        # The right axis reaches as far as the left one was asked to.
        self._right = figure.right and part_of(
            figure.right, -low / (high - low), (1 - low) / (high - low)
        )

    @staticmethod
    def _range(axis: Axis) -> Range:
        assert axis.range is not None
        return axis.range

    def _part(self, figure: Figure) -> Part:
        x0, x1 = fractions(self._x, self._range(figure.x)).tolist()
        y0, y1 = fractions(self._y, self._range(figure.y)).tolist()
        return x0, x1, y0, y1

    @property
    def _seen(self) -> Part:
        (x0, x1), (y0, y1) = self.item.viewRange()
        across, up = self._shares
        return x0 / across, x1 / across, y0 / up, y1 / up

    @property
    def projection(self) -> Projection:
        """From what is seen to the pixels of the box."""
        size, seen = self.item.rect(), self._seen
        known = size, seen, self._x, self._y, self._right
        if known != self._projection_for:
            self._projection_for = known
            x0, x1, y0, y1 = seen
            self._projection = Projection(
                size.width(),
                size.height(),
                part_of(self._x, x0, x1),
                part_of(self._y, y0, y1),
                self._right and part_of(self._right, y0, y1),
            )
        return self._projection

    def has_news(self) -> bool:
        """Tell, once, that something else is seen than was asked for."""
        seen = self._seen
        if _alike(seen, self._asked) or _alike(seen, self._told):
            return False
        self._told = seen
        return True


def _alike(one: Part, other: Part) -> bool:
    room = _ALIKE * max(other[1] - other[0], other[3] - other[2])
    return all(abs(a - b) <= room for a, b in zip(one, other, strict=True))


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
