"""A pointer on the plots of tests: real events of the mouse at places of the axes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui.views.figure.view import FigureView

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Place = tuple[float, float]


def pixel(view: FigureView, place: Place, aside: QPoint | None = None) -> QPoint:
    """Return where on the surface of a plot a place is, or a few pixels aside of it."""
    at = view.plot.surface.mapFrom(view, view.position_of(*place).toPoint())
    return at + (aside or QPoint())


def hover(view: FigureView, place: Place, aside: QPoint | None = None) -> None:
    """Move the pointer to a place."""
    surface, at = view.plot.surface, pixel(view, place, aside)
    QTest.mouseMove(surface, at + QPoint(1, 1))
    QTest.mouseMove(surface, at)


def leave(view: FigureView) -> None:
    """Move the pointer away."""
    for widget in (view.plot.surface, view.plot.widget):
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


def click(view: FigureView, place: Place, aside: QPoint | None = None) -> None:
    """Click a place."""
    QTest.mouseClick(view.plot.surface, LEFT, PLAIN, pixel(view, place, aside))


def double_click(view: FigureView, at: QPoint) -> None:
    """Click twice at a pixel of the surface of a plot."""
    surface = view.plot.surface
    QTest.mouseClick(surface, LEFT, PLAIN, at)
    QTest.mouseDClick(surface, LEFT, PLAIN, at)
    QTest.mouseRelease(surface, LEFT, PLAIN, at)  # which the line above leaves out


def drag(view: FigureView, start: Place, end: Place) -> None:
    """Press at a place, move to another one as it is seen at first, and let go."""
    surface, one, other = view.plot.surface, pixel(view, start), pixel(view, end)
    QTest.mouseMove(surface, one)
    QTest.mousePress(surface, LEFT, PLAIN, one)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(surface, one + (other - one) * share)
    QTest.mouseRelease(surface, LEFT, PLAIN, other)


def wheel(view: FigureView, place: Place, notches: int) -> None:
    """Turn the wheel at a place."""
    surface = view.plot.surface
    at = QPointF(pixel(view, place))
    event = QWheelEvent(
        at,
        QPointF(surface.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        PLAIN,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(surface, event)
