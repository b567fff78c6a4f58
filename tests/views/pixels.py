"""What tests of views see: figures made of a few marks, and the colours on the screen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Mark
from perceptron_gui.views.figure.view import FigureView


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


def shows(widget: QWidget, color: str) -> bool:
    """Tell whether a colour is somewhere in a widget."""
    wanted = QColor(color)
    rgb = [wanted.red(), wanted.green(), wanted.blue()]
    return bool((pixels(widget) == rgb).all(axis=2).any())


class PaintCounter(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count, and let all events pass."""
        self.count += event.type() == QEvent.Type.Paint
        return False
