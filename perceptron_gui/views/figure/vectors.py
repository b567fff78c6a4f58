"""The view of two vectors, whose tips are dragged with the mouse."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from perceptron_gui.figures.model.figure import Figure, Range
from perceptron_gui.figures.model.marks import Arrow
from perceptron_gui.views.widgets.editors import named

from .view import FigureView

_KEYS = ("a", "b")  # of the arrows
_REACH = 7.0  # points: how far from a tip one may press
_STEPS = 60  # of the grid that tips are put on, along the shorter axis
_ROUND = (1.0, 2.0, 5.0, 10.0)
_BACK, _BACK_TIP = "w and x", "Show the weights and the visited point again"
_EDGE = 4


class VectorView(FigureView):
    """Shows two arrows from the origin; while one is dragged, the axes stand still."""

    vector_requested = Signal(str, object, str)  # which, x and y, and the name of the drag
    reset_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dragged = ""
        self._drags = 0
        self._held: tuple[Range, Range] | None = None
        self._latest = self.figure
        self.back = named(QToolButton(self), _BACK, _BACK_TIP)
        self.back.setText(_BACK)
        self.back.clicked.connect(self.reset_requested)
        self.plot.surface.installEventFilter(self)
        self.plot.surface.setMouseTracking(True)

    def show_figure(self, figure: Figure) -> None:
        """Show a figure, on the axes of a drag while there is one."""
        self._latest = figure
        if self._held is not None:
            across, up = self._held
            figure = replace(
                figure, x=replace(figure.x, range=across), y=replace(figure.y, range=up)
            )
        super().show_figure(figure)

    def tip_at(self, position: QPointF) -> str:
        """Return the arrow whose tip is near a position in this widget, or nothing."""
        found = ""
        nearest = _REACH * self.ink.scale
        for mark in self.figure.marks:
            if isinstance(mark, Arrow) and mark.key in _KEYS:
                away = position - self.position_of(mark.x1, mark.y1)
                distance = math.hypot(away.x(), away.y())
                if distance <= nearest:
                    found, nearest = mark.key, distance
        return found

    def _press(self, position: QPointF) -> bool:
        self._dragged = self.tip_at(position)
        if self._dragged:
            self._drags += 1
            shown = self.figure
            if shown.x.range is not None and shown.y.range is not None:
                self._held = shown.x.range, shown.y.range
        return bool(self._dragged)

    def _drag(self, position: QPointF) -> None:
        """Ask for the vector under the pointer, in round numbers and within the axes."""
        assert self._held is not None
        place = []
        for value, (low, high) in zip(self.values_at(position), self._held, strict=True):
            place.append(_rounded(min(max(value, low), high), _step(self._held)))
        self.vector_requested.emit(self._dragged, tuple(place), f"vector {self._drags}")

    def _release(self) -> None:
        self._dragged, self._held = "", None
        self.show_figure(self._latest)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or watched is not self.plot.surface:
            return super().eventFilter(watched, event)
        position = QPointF(self.plot.surface.mapTo(self, event.position().toPoint()))
        left = event.button() == Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress and left and self._press(position):
            return True
        if event.type() == QEvent.Type.MouseMove:
            if self._dragged:
                self._drag(position)
                return True
            shape = Qt.CursorShape.OpenHandCursor
            self.plot.surface.setCursor(
                shape if self.tip_at(position) else Qt.CursorShape.ArrowCursor
            )
        if event.type() == QEvent.Type.MouseButtonRelease and left and self._dragged:
            self._release()
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.back.adjustSize()
        self.back.move(self.width() - self.back.width() - _EDGE, _EDGE)
        self.leave_corner(self.back.width() + _EDGE)
        super().resizeEvent(event)


def _step(held: tuple[Range, Range]) -> float:
    """Return the step of a grid of round numbers that is fine enough for these axes."""
    wanted = min(high - low for low, high in held) / _STEPS
    power = 10.0 ** math.floor(math.log10(wanted))
    return min(power * each for each in _ROUND if power * each >= wanted * (1 - 1e-9))


def _rounded(value: float, step: float) -> float:
    return float(f"{round(value / step) * step:.6g}") + 0.0
