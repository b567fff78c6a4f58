"""The view of the distance to αw*, with a slider for α below it."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.slider import GestureSlider
from perceptron_gui.views.widgets.stage import filled

from .view import FigureView

_TIP = (
    "The factor of w*: above half the α of the proof every mistake lowers the distance, "
    "below that it need not"
)
_BACK, _BACK_TIP = "As in the proof", "The α of the proof, whose bound is the best"
_LOW = 7  # heights of letters: in a lower view the plot has all the room
_PARTS, _MOST = 20, 4  # steps of the slider from 0 to the α of the proof, and how often it goes on


def stops_of(own: Fraction) -> tuple[Fraction, ...]:
    """Return multiples of the α of a proof, from 0 to several times as much."""
    return tuple(own * step / _PARTS for step in range(_MOST * _PARTS + 1))


class FactorView(FigureView):
    """Shows the distance, and asks for another α while its slider is dragged."""

    alpha_requested = Signal(object, str)  # None for the α of the proof; and the key of the gesture
    gesture_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own = Fraction(1)  # α of the proof
        self._gesture = 0
        self._has_proof = False
        self.slider = named(GestureSlider(stops_of(self._own)), "α", _TIP)
        self.words = QLabel()
        self.back = named(QToolButton(), _BACK, _BACK_TIP)
        self.back.setText(_BACK)
        self._row = QWidget(self)
        parts = (self.words, 0), (self.slider, 1), (self.back, 0)
        filled(QHBoxLayout(self._row), *parts, margins=(6, 0, 6, 2))
        self._row.hide()
        self.slider.value_dragged.connect(self._on_value_dragged)
        self.slider.gesture_ended.connect(self._on_gesture_ended)
        self.back.clicked.connect(self._on_back_clicked)

    def show_alpha(self, alpha: Fraction | None, own: Fraction | None) -> None:
        """Show the current α, None for the one of the proof; without a proof hide the slider."""
        self._has_proof = own is not None
        if own is not None:
            if own != self._own:
                self._own = own
                self.slider.show_stops(stops_of(own))
            shown = own if alpha is None else alpha
            self.slider.show_value(shown)
            self.words.setText(f"α = {to_plain(number(_rounded(shown)))}")
            self.back.setEnabled(shown != own)
        self._place()

    @Slot(object)
    def _on_value_dragged(self, value: Fraction) -> None:
        alpha = None if value == self._own else value
        self.alpha_requested.emit(alpha, f"alpha {self._gesture}")

    @Slot()
    def _on_gesture_ended(self) -> None:
        self._gesture += 1
        self.gesture_ended.emit()

    @Slot()
    def _on_back_clicked(self) -> None:
        self.alpha_requested.emit(None, "")

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


def _rounded(value: Fraction) -> Fraction | float:
    """Return a number with few digits: exact where it has few."""
    exact = number(value)
    return value if len(exact) <= 6 else float(f"{float(value):.4g}")
