"""What tests of views see and hear: widgets on screen, their colours, and what signals carry."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Mark
from perceptron_gui.views.figure.view import FigureView

Shown = TypeVar("Shown", bound=QWidget)


def on_screen(qtbot: QtBot, widget: Shown, width: int, height: int, active: bool = False) -> Shown:
    """Show a widget in a size, with the focus if it is to be active; the test's end closes it."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with (qtbot.waitActive if active else qtbot.waitExposed)(widget):
        widget.show()
        if active:
            widget.activateWindow()
    return widget


def check_reachable(*controls: QWidget) -> None:
    """Check that controls have a name and a tip, and that the tab key comes to them."""
    for control in controls:
        assert control.accessibleName() or control.property("text"), control
        assert control.toolTip(), control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


def heard(signal: SignalInstance) -> list[Any]:
    """Return the list that the values of a signal are added to from now on."""
    values: list[Any] = []
    signal.connect(lambda *carried: values.append(carried[0] if len(carried) == 1 else carried))
    return values


def figure_of(*marks: Mark, **changed: Any) -> Figure:
    """Return a figure of marks between 0 and 10."""
    axes = {"x": Axis("$x_1$", range=(0.0, 10.0)), "y": Axis("$x_2$", range=(0.0, 10.0))}
    return Figure("test", marks=marks, **{**axes, **changed})


def color_at(view: FigureView, x: float, y: float) -> str:
    """Return the colour on the screen at a place of the axes, as #rrggbb."""
    place = view.position_of(x, y)
    return view.grab().toImage().pixelColor(int(place.x()), int(place.y())).name()


def pixels(widget: QWidget) -> NDArray[np.uint8]:
    """Return red, green and blue of every pixel of a widget (h, w, 3), painted anew."""
    return pixels_of(widget.grab().toImage())


def pixels_of(picture: QImage) -> NDArray[np.uint8]:
    """Return red, green and blue of every pixel (h, w, 3)."""
    image = picture.convertToFormat(QImage.Format.Format_RGB32)
    values = np.frombuffer(image.constBits(), dtype=np.uint8)
    # The memory is that of the image, which goes away.
    return values.reshape(image.height(), image.width(), 4)[:, :, 2::-1].copy()


def where(widget: QWidget, color: str) -> NDArray[np.bool_]:
    """Return which pixels of a widget have a colour (h, w)."""
    wanted = QColor(color)
    rgb = [wanted.red(), wanted.green(), wanted.blue()]
    found: NDArray[np.bool_] = (pixels(widget) == rgb).all(axis=2)
    return found


def shows(widget: QWidget, color: str) -> bool:
    return bool(where(widget, color).any())
