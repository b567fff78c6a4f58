"""The box of a plot: pyqtgraph's view box takes the mouse, and shows the range of a figure."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QGraphicsSceneWheelEvent

from perceptron_gui.figures.model.figure import Figure

from .scale import PlotScale, Projection

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
        self.scale_shown = PlotScale()
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
        scale = PlotScale.of(figure)
        if self.is_zoomed or kind != self._kind or scale != self.scale_shown:
            self.is_zoomed, self._kind, self.scale_shown = False, kind, scale
            self.setAspectLocked(figure.equal, 1.0)
            self.setRange(xRange=(0.0, scale.ends[0]), yRange=(0.0, scale.ends[1]), padding=0)

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
