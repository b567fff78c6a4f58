"""A figure drawn by pyqtgraph: a box with its axes and an item for every mark.

Every mark is found again by its key, and only what has changed is drawn anew.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import pyqtgraph as pg
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsSceneResizeEvent,
    QGraphicsSceneWheelEvent,
    QWidget,
)

from perceptron_gui.figures.model.axes import place
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Mark

from .axes import EDGE, FigureAxis, GridLines, axes_ticks
from .curves import OwnItem
from .ink import Ink
from .items import ITEMS, TextItem
from .scale import UNIT, Projection

# How far the mouse may zoom in and out, in ranges of the figure.
_CLOSEST, _WIDEST = 1e-3, 1e4
# A notch of the wheel zooms by this factor, as on the canvas; pyqtgraph counts in powers of 1.02.
ZOOM, NOTCH = 1.25, 120
_WHEEL = -math.log(ZOOM, 1.02) / NOTCH

# The pointer may come in as many events as it likes: what hears of it is quick.
pg.setConfigOption("mouseRateLimit", -1)


class PlotBox(pg.ViewBox):  # type: ignore[misc]
    """Shows the range of a figure, or the part that the mouse has moved and zoomed to."""

    pointed_at = Signal(object)  # x and y, None outside of the box
    place_clicked = Signal(object)  # x and y
    range_requested = Signal()  # the range of the figure again

    def __init__(self) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.setFlag(self.GraphicsItemFlag.ItemIsFocusable, False)
        self.disableAutoRange()
        limits = {"minXRange": _CLOSEST, "minYRange": _CLOSEST}
        self.setLimits(**limits, maxXRange=_WIDEST, maxYRange=_WIDEST)
        self.state["wheelScaleFactor"] = _WHEEL
        self.scale_shown = Projection(1.0, 1.0, UNIT, UNIT)
        self.is_zoomed = False
        self._kind: object = None
        self._projection: Projection | None = None
        self._projection_for: object = None
        self._bounds = QRectF()
        self.sigRangeChangedManually.connect(self._on_range_changed_manually)

    def show_range(self, figure: Figure) -> None:
        """Show the ranges of a figure; what the mouse has zoomed to stays while it can."""
        kind = figure.name, figure.equal, figure.x.log, figure.y.log, figure.x.label, figure.y.label
        if self.is_zoomed and kind == self._kind:
            return
        scale = Projection.of(figure)
        if self.is_zoomed or kind != self._kind or scale != self.scale_shown:
            self.is_zoomed, self._kind, self.scale_shown = False, kind, scale
            self.setAspectLocked(figure.equal, 1.0)
            self.setRange(xRange=(0.0, scale.width), yRange=(0.0, scale.height), padding=0)

    def show_all(self, figure: Figure) -> None:
        """Show the ranges of a figure, wherever the mouse has moved to."""
        self._kind = None
        self.show_range(figure)

    @property
    def projection(self) -> Projection:
        """From what is seen to the pixels of the box."""
        size, ((x0, x1), (y0, y1)) = self.rect(), self.viewRange()
        known = size, x0, x1, y0, y1, self.scale_shown
        if self._projection is None or known != self._projection_for:
            self._projection_for = known
            part = x0, x1, y0, y1
            self._projection = self.scale_shown.seen(part, size.width(), size.height())
        return self._projection

    @Slot()
    def _on_range_changed_manually(self) -> None:
        self.is_zoomed = True

    def hoverEvent(self, event: pg.GraphicsScene.mouseEvents.HoverEvent) -> None:
        is_inside = not event.isExit() and self.rect().contains(event.pos())
        self.pointed_at.emit(self._values_at(event.pos()) if is_inside else None)

    def wheelEvent(self, event: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:
        """Zoom at the pointer, which may come again before the last turn is painted."""
        self.updateMatrix()
        super().wheelEvent(event, axis)

    def boundingRect(self) -> QRectF:
        return self._bounds  # stored, since Qt asks for it in every frame

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        # Half a pixel more than the box: what lies at its edges is seen.
        self._bounds = self.rect().adjusted(0.0, 0.0, 0.5, 0.5)
        super().resizeEvent(event)

    def mouseClickEvent(self, event: pg.GraphicsScene.mouseEvents.MouseClickEvent) -> None:
        """Tell what is clicked; a double click, on an axis too, brings the whole range back."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        place = self.mapFromScene(event.scenePos())
        if event.double():
            self.range_requested.emit()
        elif self.rect().contains(place):
            self.place_clicked.emit(self._values_at(place))

    def _values_at(self, place: QPointF) -> tuple[float, float]:
        return self.projection.values_at(place.x(), place.y())


# From this size on, in font sizes, axes have marks in full size; and how small marks may be.
_SPACIOUS, _SMALLEST = 14.0, 0.6
_OVERHANG = 1.4  # in font sizes: what the last number of a plane reaches beyond its axis
_SIDES = ("left", "bottom", "right")
_LEADING = 0.12  # of a line of text is empty, above as below
_UPRIGHT = 0.75  # drawings that are higher than wide have short texts
_WIDE_DRAWING = 30.0  # the same for drawings without axes, whose texts are among their marks


class FigurePlot(QObject):
    """Axes and marks of one figure in a widget."""

    pointed_at = Signal(object)  # x and y under the pointer, None outside of the axes
    place_clicked = Signal(object)  # x and y
    double_clicked = Signal()  # where nothing is zoomed
    zoomed = Signal()  # or shown as a whole again

    def __init__(self, figure: Figure, ink: Ink, parent: QWidget) -> None:
        super().__init__(parent)
        self.widget = pg.GraphicsView(parent)
        self.widget.setCentralItem(None)
        # pyqtgraph would keep a picture of the background, as large as the plot.
        self.widget.setCacheMode(self.widget.CacheModeFlag.CacheNone)
        # Changes are collected and painted at once, by updates of the widget itself.
        self.widget.setViewportUpdateMode(self.widget.ViewportUpdateMode.NoViewportUpdate)
        self.widget.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        # It has a background of its own: what lies below need not be painted first.
        self.surface: QWidget = self.widget.viewport()  # what takes the mouse
        self.surface.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        for widget in (self.widget, self.surface):
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._box = PlotBox()
        self.widget.addItem(self._box)
        self._grid = GridLines(self._box)
        self._axes = {side: FigureAxis(side, self._box) for side in _SIDES}
        for axis in self._axes.values():
            self.widget.addItem(axis)
        self._frame = QGraphicsRectItem()  # around a plane
        self.widget.addItem(self._frame)
        self._shown: dict[str, OwnItem] = {}
        self._left_out: set[str] = set()  # the keys of texts that have no room
        self._marks_ink = ink  # smaller in a small box
        self._room_for: object = None
        self._fitted_for: object = None
        self.show_figure(figure, ink)
        self.widget.sigDeviceRangeChanged.connect(self.draw)
        self._box.sigRangeChangedManually.connect(self._on_moved)
        self._box.range_requested.connect(self._on_range_requested)
        self._box.pointed_at.connect(self.pointed_at)
        self._box.place_clicked.connect(self.place_clicked)

    @property
    def shown(self) -> tuple[OwnItem, ...]:
        """The marks in the order of painting."""
        return tuple(self._shown.values())

    @property
    def seen(self) -> Projection:
        """From what is seen to the pixels of the box of the marks."""
        return self._box.projection

    @property
    def corner(self) -> QPointF:
        """Where the box of the marks begins in the widget that the plot is in."""
        place: QPointF = QPointF(self.widget.pos()) + self._box.pos()
        return place

    @property
    def is_zoomed(self) -> bool:
        """Tell whether the mouse has moved or zoomed the plot."""
        zoomed: bool = self._box.is_zoomed
        return zoomed

    def show_figure(self, figure: Figure, ink: Ink) -> None:
        """Store a figure with ranges, to be drawn next."""
        self._figure, self._ink = figure, ink
        self._box.show_range(figure)

    def show_instead(self, marks: Iterable[Mark]) -> None:
        """Show marks for a while in the places of those with their keys."""
        for mark in marks:
            if mark.key in self._shown:
                self._shown[mark.key].show_instead(mark, self._box.scale_shown, self._marks_ink)
        self.surface.update(self._box.geometry().toAlignedRect())

    def show_own(self) -> None:
        self._show_marks()
        self.surface.update(self._box.geometry().toAlignedRect())

    @Slot()
    def show_all(self) -> None:
        """Show the ranges of the figure, wherever the mouse has moved to."""
        if self.is_zoomed:
            self._box.show_all(self._figure)
            self._on_moved()

    @Slot()
    def draw(self, *_: object) -> None:
        figure, ink = self._figure, self._ink
        if self.widget.backgroundBrush().color() != QColor(ink.theme.background):
            self.widget.setBackground(ink.theme.background)
        # Marks and texts of small axes are smaller: they would hide each other.
        seen = self._fit()
        share = math.sqrt(min(seen.width, seen.height) / (_SPACIOUS * ink.em))
        if figure.bare:
            wide = max(seen.width, _UPRIGHT * seen.height)
            share = min(share, wide / (_WIDE_DRAWING * ink.em))
        self._marks_ink = ink.smaller(round(min(max(share, _SMALLEST), 1.0), 2))
        is_new = self._show_marks()
        if self._leave_out_texts() or is_new:
            self.surface.update(self._box.geometry().toAlignedRect())

    def _show_marks(self) -> bool:
        """Show the marks of the figure, and tell whether there is anything new to be painted."""
        marks, scale, ink = self._figure.marks, self._box.scale_shown, self._marks_ink
        before, self._shown = self._shown, {}
        is_new = list(before) != [mark.key for mark in marks]
        for number, mark in enumerate(marks):
            known = before.pop(mark.key, None)
            kind = ITEMS[type(mark)]
            if type(known) is not kind:
                if known is not None:
                    self._box.removeItem(known)
                known = kind()
                self._box.addItem(known, ignoreBounds=True)
            is_new |= known.show_mark(mark, scale, ink)
            if known.zValue() != number:
                known.setZValue(number)
            self._shown[mark.key] = known
        for gone in before.values():
            self._box.removeItem(gone)
        return is_new

    def _leave_out_texts(self) -> bool:
        """Hide texts of higher ranks that would cover others, and tell whether that is new."""
        texts = [each for each in self._shown.values() if isinstance(each, TextItem)]
        if not any(text.mark.rank for text in texts):
            return False
        kept: list[QRectF] = []
        hidden: set[str] = set()
        for item in sorted(texts, key=lambda text: text.mark.rank):
            mark, area = item.mark, item.covered(self.seen)
            inner = area.adjusted(0.0, _LEADING * area.height(), 0.0, -_LEADING * area.height())
            if mark.rank and any(inner.intersects(other) for other in kept):
                hidden.add(mark.key)
            else:
                kept.append(inner)
            item.setVisible(mark.key not in hidden)
        before, self._left_out = self._left_out, hidden
        return before != hidden

    def _fit(self) -> Projection:
        """Fit box and axes into the widget; what is seen in the box and the axes settle soon."""
        figure, ink, size = self._figure, self._ink, self.widget.size()
        if self._fitted_for == (figure.name, figure.bare, figure.equal, size, ink, self.seen):
            return self.seen
        if self._room_for != (figure.name, figure.bare, size, ink):
            self._room_for = figure.name, figure.bare, size, ink
            for axis in self._axes.values():
                axis.begin(ink)
        page, room = QRectF(0.0, 0.0, size.width(), size.height()), None
        while room != (room := self._inside(page)):
            self._box.setGeometry(room)
            if not figure.bare:
                self._show_ticks(page)
        self._place_axes(page)
        self.surface.update()
        self._fitted_for = figure.name, figure.bare, figure.equal, size, ink, self.seen
        return self.seen

    def _inside(self, page: QRectF) -> QRectF:
        """Return the box of the marks: what the axes leave of the page."""
        if self._figure.bare:
            return page
        left, bottom, right = self._axes.values()
        edge = math.ceil(EDGE * self._ink.em)
        before, after = bottom.overhang
        if self._figure.equal:  # numbers at its ends come and go
            after = max(after, math.ceil(_OVERHANG * self._ink.em))
        x = max(left.thickness, before) + edge
        width = page.width() - x - max(right.thickness, after) - edge
        height = page.height() - bottom.thickness - edge
        return QRectF(x, edge, max(1.0, width), max(1.0, height))

    def _show_ticks(self, page: QRectF) -> None:
        figure, seen = self._figure, self.seen
        x_ticks, y_ticks, right_ticks = axes_ticks(seen, figure.equal, self._ink)
        left, bottom, right = self._axes.values()
        bottom.show_label(figure.x.title, page.width())
        across = [seen.width * place(seen.x, tick.at) for tick in x_ticks]
        bottom.show_ticks(x_ticks, across, seen.width)
        left.show_label(figure.y.title, page.height())
        down = [seen.height * (1.0 - place(seen.y, tick.at)) for tick in y_ticks]
        left.show_ticks(y_ticks, down, seen.height)
        if figure.right and seen.right:
            right.show_label(figure.right.title, page.height())
            at = [seen.height * (1.0 - place(seen.right, tick.at)) for tick in right_ticks]
            right.show_ticks(right_ticks, at, seen.height)
        x = [at for at, tick in zip(across, x_ticks, strict=True) if tick.label]
        y = [at for at, tick in zip(down, y_ticks, strict=True) if tick.label]
        self._grid.show_lines(x, y, self._box.rect(), self._ink.theme.grid)

    def _place_axes(self, page: QRectF) -> None:
        """Put the axes around the box; where units are equal, a frame closes it."""
        figure, box = self._figure, self._box.geometry()
        self._grid.setVisible(not (figure.bare or figure.equal))
        self._frame.setVisible(figure.equal and not figure.bare)
        self._frame.setPen(QColor(self._ink.theme.muted))
        self._frame.setRect(box.adjusted(-0.5, -0.5, 0.5, 0.5))
        left, bottom, right = self._axes.values()
        right.setVisible(figure.right is not None and not figure.bare)
        for axis in (left, bottom):
            axis.setVisible(not figure.bare)
        x, y, wide, high = box.getRect()
        left.place(QRectF(x - left.thickness, y, left.thickness, high), page)
        right.place(QRectF(x + wide, y, right.thickness, high), page)
        bottom.place(QRectF(x, y + high, wide, bottom.thickness), page)

    @Slot()
    def _on_range_requested(self) -> None:
        if self.is_zoomed:
            self.show_all()
        else:
            self.double_clicked.emit()

    @Slot()
    def _on_moved(self) -> None:
        self.draw()
        self.surface.update()
        self.zoomed.emit()
