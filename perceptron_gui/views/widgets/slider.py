"""Sliders: one that says when a gesture has ended, and a number that is typed or slid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QWidget

from perceptron_gui.base.params import Param, nearest

from .editors import TypedEditor
from .stage import filled

_PAGES = 12  # of a slider
_FIELD, _SLIDER = 4, 3  # the least widths of a number and of its slider, in heights of letters
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
    """Stops at some values; a drag, a key that is held and a click are gestures."""

    value_dragged = Signal(object)
    gesture_ended = Signal()

    def __init__(self, stops: Sequence[Any]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._shown = 0
        self.show_stops(stops)
        self.valueChanged.connect(self._on_value_changed)

    def show_stops(self, stops: Sequence[Any]) -> None:
        """Stop at other values, ascending."""
        self._stops = stops
        last = len(stops) - 1
        self._shown = min(self._shown, last)  # where Qt puts the handle, which is no request
        self.setRange(0, last)
        self.setPageStep(max(1, len(stops) // _PAGES))

    def show_value(self, value: Any) -> None:
        """Show the value in force at the nearest stop."""
        self._shown = nearest(self._stops, value)
        self.setValue(self._shown)

    def _on_value_changed(self, step: int) -> None:
        if step != self._shown:
            self._shown = step
            self.value_dragged.emit(self._stops[step])

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


class NumberEditor(QWidget):
    """A slider, and a field for any other number."""

    value_requested = Signal(object)  # typed
    value_dragged = Signal(object)
    gesture_ended = Signal()
    problem_changed = Signal(object)  # the InputError, or None when all is well again

    def __init__(
        self,
        param: Param,
        check: Callable[[Any], object] = lambda _: None,
        stops: Sequence[Any] = (),
    ) -> None:
        """Make the editor of an option; `stops` replace those of its kind."""
        super().__init__()
        self.slider = GestureSlider(stops or param.kind.stops)
        self.field = TypedEditor(param, check)
        self.field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._give_width()
        self.row = filled(QHBoxLayout(self), (self.slider, 2), (self.field, 1), spacing=4)
        self.slider.value_dragged.connect(self.value_dragged)
        self.slider.gesture_ended.connect(self.gesture_ended)
        self.field.value_requested.connect(self.value_requested)
        self.field.problem_changed.connect(self.problem_changed)

    def _give_width(self) -> None:
        em = self.fontMetrics().height()
        self.field.setMinimumWidth(_FIELD * em)
        self.slider.setMinimumWidth(_SLIDER * em)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._give_width()
        super().changeEvent(event)

    def show_value(self, value: Any) -> None:
        """Show the number in force."""
        self.slider.show_value(value)
        self.field.show_value(value)
        self.slider.setAccessibleDescription(self.field.text())
