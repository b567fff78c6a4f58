"""Markers: a small picture that is stamped wherever a point is.

pyqtgraph's scatter plot paints all of its spots for every frame; 10⁵ of them would take longer
than the frame. Here a crowd is painted once and then shown as one picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap, QPolygonF

from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.theme import Style

from .ink import brush_of, line_width, pen_of

# Corners of shapes on a circle of radius 1, and sizes that look alike.
_SHAPES = {
    "triangle": ([(0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], 1.05),
    "square": ([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], 0.9),
    "diamond": ([(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)], 0.8),
}
_CROSS = 0.8

# On a plane markers are about this share of its height, within limits of their usual size.
_SHARE, _LEAST, _MOST = 1 / 30, 0.6, 2.5
_POINT = 7.25  # the size of the styles of points


def plane_scale(scale: float, height: float) -> float:
    """Return how many pixels a point of a marker's style is on a plane of so many pixels."""
    return scale * min(max(_SHARE * height / (_POINT * scale), _LEAST), _MOST)


@dataclass(frozen=True)
class Marker:
    """The marker of a style, whose points are so many pixels."""

    style: Style
    scale: float

    def stamp(self, painter: QPainter, x: Values, y: Values) -> None:
        """Paint the marker at places (m,) in pixels."""
        Stamped(self, x, y, painter.device().devicePixelRatioF()).paint(painter)


class Stamped:
    """A marker at all its places (m,), ready to be painted again and again."""

    def __init__(
        self, marker: Marker, x: Values | list[float], y: Values | list[float], ratio: float
    ) -> None:
        self._image, self._ratio = _picture(marker, ratio), ratio
        # Pictures have an odd number of dots: all markers at a place have the same centre.
        aside = self._image.width() // 2
        self._left = (np.floor(np.asarray(x) * ratio) - aside).astype(int).tolist()
        self._top = (np.floor(np.asarray(y) * ratio) - aside).astype(int).tolist()

    def paint(self, painter: QPainter) -> None:
        """Paint the marker everywhere."""
        painter.save()
        painter.scale(1 / self._ratio, 1 / self._ratio)  # dots of the screen
        draw, image = painter.drawImage, self._image  # looked up once for up to 10⁵ places
        # Whole numbers: a call with a QPointF takes half as long again.
        for left, top in zip(self._left, self._top, strict=True):
            draw(left, top, image)
        painter.restore()


def painted_once(markers: list[Stamped], size: QSizeF, ratio: float) -> QPixmap:
    """Return a picture of this size with markers in it."""
    picture = QPixmap(math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        for stamped in markers:
            stamped.paint(painter)
    return picture


# Images, unlike pixmaps, may outlive the application.
@lru_cache(maxsize=256)
def _picture(marker: Marker, ratio: float) -> QImage:
    style, scale = marker.style, marker.scale
    radius = style.size * scale / 2
    half = math.ceil((1.5 * radius + line_width(style, scale)) * ratio)
    picture = QImage(2 * half + 1, 2 * half + 1, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    outline = pen_of(style, scale)
    if style.width:
        outline.setStyle(Qt.PenStyle.SolidLine)
        outline.setCapStyle(Qt.PenCapStyle.SquareCap)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((half + 0.5) / ratio, (half + 0.5) / ratio)
        painter.setPen(outline)
        painter.setBrush(brush_of(style) if style.marker != "cross" else Qt.BrushStyle.NoBrush)
        painter.drawPath(_outline(style.marker, radius))
    picture.setDevicePixelRatio(1.0)  # it is stamped dot by dot
    return picture


def _outline(shape: str, radius: float) -> QPainterPath:
    path = QPainterPath()
    if shape == "circle":
        path.addEllipse(QPointF(0.0, 0.0), radius, radius)
    elif shape == "cross":
        arm = _CROSS * radius
        for side in (-arm, arm):
            path.moveTo(-arm, -side)
            path.lineTo(arm, side)
    else:
        corners, size = _SHAPES[shape]
        arm = size * radius
        path.addPolygon(QPolygonF([QPointF(arm * x, arm * y) for x, y in corners]))
        path.closeSubpath()
    return path
