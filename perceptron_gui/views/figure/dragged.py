"""Views with something to drag: the factor α below the distance to αw*, the tips of two vectors."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number
from perceptron_gui.figures.model.figure import Figure, Range
from perceptron_gui.figures.model.marks import Arrow
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.slider import GestureSlider
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import text_button

from .view import FigureView

_TIP = (
    "The factor of w*: above half the α of the proof every mistake lowers the distance, "
    "below that it need not"
)
_PROOF, _PROOF_TIP = "As in the proof", "The α of the proof, whose bound is the best"
_LOW = 7  # heights of letters: in a lower view the plot has all the room
_PARTS, _MOST = 20, 4  # steps of the slider from 0 to the α of the proof, and how often it goes on


def stops_of(own: Fraction) -> tuple[Fraction, ...]:
    """Return multiples of the α of a proof, from 0 to several times as much."""
    return tuple(own * step / _PARTS for step in range(_MOST * _PARTS + 1))


class FactorView(FigureView):
    """Shows the distance, and asks for another α while its slider is dragged."""

    alpha_requested = Signal(object, str)  # None for the α of the proof; and the key of the gesture
    gesture_ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._own = Fraction(1)  # α of the proof
        self._has_proof = False
        self.slider = named(GestureSlider(stops_of(self._own)), "α", _TIP)
        self.words = QLabel()
        self.back = text_button(_PROOF, _PROOF, _PROOF_TIP)
        self._row = QWidget(self)
        parts = (self.words, 0), (self.slider, 1), (self.back, 0)
        filled(QHBoxLayout(self._row), *parts, margins=(6, 0, 6, 2))
        self._row.hide()
        self.slider.value_dragged.connect(self._on_value_dragged)
        self.slider.gesture_ended.connect(self.gesture_ended)
        self.back.clicked.connect(lambda: self.alpha_requested.emit(None, ""))

    def show_alpha(self, alpha: Fraction | None, own: Fraction | None) -> None:
        """Show the current α, None for the one of the proof; without a proof hide the slider."""
        self._has_proof = own is not None
        if own is not None:
            if own != self._own:
                self._own = own
                self.slider.show_stops(stops_of(own))
            shown = own if alpha is None else alpha
            self.slider.show_value(shown)
            self.words.setText(f"α = {to_plain(number(_short(shown)))}")
            self.back.setEnabled(shown != own)
        self._place()

    @Slot(object)
    def _on_value_dragged(self, value: Fraction) -> None:
        alpha = None if value == self._own else value
        self.alpha_requested.emit(alpha, "alpha")

    def _place(self) -> None:
        """Put the slider below the plot, unless the plot needs its room."""
        is_low = self.height() < _LOW * self.fontMetrics().height()
        self._row.setVisible(self._has_proof and not is_low)
        height = self._row.sizeHint().height() if not self._row.isHidden() else 0
        self._row.setGeometry(0, self.height() - height, self.width(), height)
        self.leave_bottom(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()
        super().resizeEvent(event)


def _short(value: Fraction) -> Fraction | float:
    exact = number(value)
    return value if len(exact) <= 6 else float(f"{float(value):.4g}")


_KEYS = ("a", "b")  # of the arrows
_REACH = 7.0  # points: how far from a tip one may press
_STEPS = 60  # of the grid that tips are put on, along the shorter axis
_ROUND = (1.0, 2.0, 5.0, 10.0)
_BACK, _BACK_TIP = "w and x", "Show the weights and the visited point again"


class VectorView(FigureView):
    """Shows two arrows from the origin; while one is dragged, the axes stand still."""

    vector_requested = Signal(str, object, str)  # which, x and y, and the name of the drag
    reset_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._dragged = ""
        self._drags = 0
        self._held: tuple[Range, Range] | None = None
        self._latest = self.figure
        self.back = text_button(_BACK, _BACK, _BACK_TIP)
        self.back.clicked.connect(self.reset_requested)
        self.corner.add(self.back)
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


def _step(held: tuple[Range, Range]) -> float:
    """Return the step of a grid of round numbers that is fine enough for these axes."""
    wanted = min(high - low for low, high in held) / _STEPS
    power = 10.0 ** math.floor(math.log10(wanted))
    return min(power * each for each in _ROUND if power * each >= wanted * (1 - 1e-9))


def _rounded(value: float, step: float) -> float:
    return float(f"{round(value / step) * step:.6g}") + 0.0
