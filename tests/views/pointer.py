"""A person at plots and sliders: real events of mouse, wheel and keys."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider, QStyle, QStyleOptionSlider, QWidget

from perceptron_gui.views.figure.view import FigureView
from tests import hands

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Place = tuple[float, float]


def turn_wheel(
    widget: QWidget, at: QPoint, notches: float, held: Qt.KeyboardModifier = PLAIN
) -> None:
    """Turn the wheel at a pixel of a widget."""
    turned, none = QPoint(0, round(120 * notches)), Qt.MouseButton.NoButton
    phase, place = Qt.ScrollPhase.NoScrollPhase, QPointF(widget.mapToGlobal(at))
    event = QWheelEvent(QPointF(at), place, QPoint(), turned, none, held, phase, False)
    QApplication.sendEvent(widget, event)


def pixel(view: FigureView, place: Place, aside: QPoint | None = None) -> QPoint:
    """Return where on the surface of a plot a place is, or a few pixels aside of it."""
    at = view.plot.surface.mapFrom(view, view.position_of(*place).toPoint())
    return at + (aside or QPoint())


def hover(view: FigureView, place: Place, aside: QPoint | None = None) -> None:
    surface, at = view.plot.surface, pixel(view, place, aside)
    QTest.mouseMove(surface, at + QPoint(1, 1))
    QTest.mouseMove(surface, at)


def leave(view: FigureView) -> None:
    for widget in (view.plot.surface, view.plot.widget):
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def click(view: FigureView, place: Place, aside: QPoint | None = None) -> None:
    QTest.mouseClick(view.plot.surface, LEFT, PLAIN, pixel(view, place, aside))


def double_click(view: FigureView, at: QPoint) -> None:
    """Click twice at a pixel of the surface of a plot."""
    hands.double_click(view.plot.surface, at)


def drag(view: FigureView, start: Place, end: Place) -> None:
    """Press at a place, move to another one as it is seen at first, and let go."""
    surface, one, other = view.plot.surface, pixel(view, start), pixel(view, end)
    QTest.mouseMove(surface, one)
    QTest.mousePress(surface, LEFT, PLAIN, one)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(surface, one + (other - one) * share)
    QTest.mouseRelease(surface, LEFT, PLAIN, other)


def wheel(view: FigureView, place: Place, notches: int) -> None:
    turn_wheel(view.plot.surface, pixel(view, place), notches)


def handle(slider: QSlider) -> QPoint:
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part, kind = QStyle.SubControl.SC_SliderHandle, QStyle.ComplexControl.CC_Slider
    return slider.style().subControlRect(kind, option, part, slider).center()


def grab(slider: QSlider) -> None:
    """Press the button on the handle, and hold it."""
    QTest.mousePress(slider, LEFT, PLAIN, handle(slider))


def pull(slider: QSlider, share: float) -> None:
    """Move the handle that is held to a share of the way from the left end."""
    QTest.mouseMove(slider, QPoint(round(share * slider.width()), slider.height() // 2))


def let_go(slider: QSlider) -> None:
    QTest.mouseRelease(slider, LEFT, PLAIN, handle(slider))


def press(slider: QSlider, key: Qt.Key, times: int = 1) -> None:
    """Press a key so many times, as if it was held, and let go of it."""
    slider.setFocus()
    for _ in range(times):
        QTest.keyPress(slider, key)
    QTest.keyRelease(slider, key)
