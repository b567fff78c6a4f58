"""A slider that emits when a gesture has ended, and ignores the wheel without the focus."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSlider

from perceptron_gui.base.values import frozen_value

_TENTHS = (10, 11, 12, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40, 45, 50, 56, 63, 71, 80, 90)
_DOUBLING = 6  # steps from a value to twice as much


class Scale(Protocol):
    """What a slider stops at."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, ascending."""


@frozen_value
class SliderScale:
    """Values from one power of ten to another; 0 comes before all of them if it is a step."""

    lowest: int
    highest: int
    has_zero: bool = False

    @cached_property
    def values(self) -> tuple[Fraction, ...]:
        """The values, ascending."""
        decades = range(self.lowest, self.highest)
        steps = [Fraction(m) * Fraction(10) ** (e - 1) for e in decades for m in _TENTHS]
        zero = [Fraction(0)] if self.has_zero else []
        return (*zero, *steps, Fraction(10) ** self.highest)

    def step_of(self, value: Fraction) -> int:
        """Return the number of the value in the same ratio as nearly as possible."""
        if value <= 0:
            return 0
        gaps = [abs(_log(step / value)) for step in self.values if step]
        return gaps.index(min(gaps)) + self.has_zero


def _log(ratio: Fraction) -> float:
    """Return the logarithm, of what is too large or too small for a float, too."""
    return math.log(ratio.numerator) - math.log(ratio.denominator)


# The next and the previous page belong to the remote of a presenter.
_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)


class GestureSlider(QSlider):
    """Stops at the values of a scale; a drag, a key that is held and a click are gestures."""

    step_requested = Signal(int)
    gesture_ended = Signal()

    def __init__(self, scale: Scale) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPageStep(_DOUBLING)
        self._shown = 0
        self.show_range(scale)
        self.valueChanged.connect(self._on_value_changed)

    def show_range(self, scale: Scale) -> None:
        """Set as many steps as a scale has."""
        last = len(scale.values) - 1
        self._shown = min(self._shown, last)  # where Qt puts the handle, which is no request
        self.setRange(0, last)

    def show_step(self, step: int) -> None:
        """Show the step of the value in force."""
        self._shown = step
        self.setValue(step)

    def _on_value_changed(self, step: int) -> None:
        if step != self._shown:
            self._shown = step
            self.step_requested.emit(step)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.gesture_ended.emit()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if event.key() in _KEYS and not event.isAutoRepeat():
            self.gesture_ended.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """End what a key did whose release goes elsewhere; a drag is held until its own."""
        super().focusOutEvent(event)
        if not self.isSliderDown():
            self.gesture_ended.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.hasFocus():
            event.ignore()
            return
        super().wheelEvent(event)
        self.gesture_ended.emit()
