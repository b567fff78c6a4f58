"""The signs of the tool bar: tools as small drawings, classes as their markers on the canvas."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style, Theme
from perceptron_gui.views.paint.markers import Marker
from perceptron_gui.views.widgets.buttons import Colors, Sign

_STROKE = 2.2
_MIDDLE = QPointF(12, 12)
_MARKER = 0.62  # of the height of an icon
# Where the dots of a spray fall, and how large they are.
_DROPS = ((5, 6, 2.0), (11, 4, 1.5), (17, 7, 2.2), (8, 12, 2.4), (14.5, 13, 1.8),
          (20, 14, 1.4), (5, 18, 1.6), (11.5, 19, 2.1), (17.5, 19.5, 1.5))  # fmt: skip


def class_icon(theme: Theme, label: int, size: int) -> QIcon:
    """Return the marker of a class as points of it are drawn, so many pixels large."""
    style = theme.style(Role.POSITIVE if label > 0 else Role.NEGATIVE)
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _marker(painter, style, size / 2, size / 2, size)
    painter.end()
    return QIcon(picture)


def window_icon(theme: Theme, size: int = 64) -> QIcon:
    """Return the picture of the program: two points, and the line between them."""
    picture = QPixmap(size, size)
    picture.fill(QColor(theme.background))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.style(Role.BOUNDARY).color), size / 12))
    painter.drawLine(QLineF(0.1 * size, 0.2 * size, 0.9 * size, 0.8 * size))
    _marker(painter, theme.style(Role.NEGATIVE), 0.28 * size, 0.72 * size, 0.6 * size)
    _marker(painter, theme.style(Role.POSITIVE), 0.72 * size, 0.28 * size, 0.6 * size)
    painter.end()
    return QIcon(picture)


def _marker(painter: QPainter, style: Style, x: float, y: float, size: float) -> None:
    marker = Marker(style, _MARKER * size / style.size)
    marker.stamp(painter, np.array([x]), np.array([y]))


def _pen(colors: Colors) -> QPen:
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    return QPen(colors.sign, _STROKE, Qt.PenStyle.SolidLine, cap, join)


def _add(painter: QPainter, colors: Colors) -> None:
    painter.setPen(_pen(colors))
    painter.drawLine(QLineF(12, 4, 12, 20))
    painter.drawLine(QLineF(4, 12, 20, 12))


def _move(painter: QPainter, colors: Colors) -> None:
    """Draw arrows in all four directions."""
    painter.setPen(_pen(colors))
    for turn in range(4):
        painter.save()
        painter.translate(_MIDDLE)
        painter.rotate(90 * turn)
        painter.drawLine(QLineF(0, 0, 0, -9))
        painter.drawPolyline(QPolygonF([QPointF(-3, -6.5), QPointF(0, -9.5), QPointF(3, -6.5)]))
        painter.restore()


def _select(painter: QPainter, colors: Colors) -> None:
    pen = _pen(colors)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([1.7, 1.22])
    painter.setPen(pen)
    painter.drawRect(QRectF(4, 5, 16, 14))


def _erase(painter: QPainter, colors: Colors) -> None:
    """Draw a rubber that leans on the line it works along."""
    painter.setPen(_pen(colors))
    painter.drawLine(QLineF(4, 21, 20, 21))
    painter.translate(12.5, 11)
    painter.rotate(-45)
    painter.drawRoundedRect(QRectF(-8.5, -4.5, 17, 9), 1.5, 1.5)
    painter.fillRect(QRectF(-8.5, -4.5, 7, 9), colors.sign)


def _brush(painter: QPainter, colors: Colors) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.sign)
    for x, y, radius in _DROPS:
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _fit(painter: QPainter, colors: Colors) -> None:
    """Draw the corners of a view around a point."""
    painter.setPen(_pen(colors))
    for turn in range(4):
        painter.save()
        painter.translate(_MIDDLE)
        painter.rotate(90 * turn)
        painter.drawPolyline(QPolygonF([QPointF(-8.5, -3.5), QPointF(-8.5, -8.5),
                                        QPointF(-3.5, -8.5)]))  # fmt: skip
        painter.restore()
    painter.setBrush(colors.sign)
    painter.drawEllipse(_MIDDLE, 1.6, 1.6)


def _undo(painter: QPainter, colors: Colors) -> None:
    """Draw an arrow that turns back."""
    painter.setPen(_pen(colors))
    circle = QRectF(5, 7, 14, 12)
    path = QPainterPath()
    path.arcMoveTo(circle, -120)
    path.arcTo(circle, -120, 240)
    painter.drawPath(path)
    tip = path.currentPosition()
    painter.drawPolyline(QPolygonF([tip + QPointF(4, -4.5), tip, tip + QPointF(4.5, 3.5)]))


def _redo(painter: QPainter, colors: Colors) -> None:
    painter.translate(24, 0)
    painter.scale(-1, 1)
    _undo(painter, colors)


SIGNS: dict[str, Sign] = {
    "tool.add": _add,
    "tool.move": _move,
    "tool.select": _select,
    "tool.erase": _erase,
    "tool.brush": _brush,
    "points.fit": _fit,
    "edit.undo": _undo,
    "edit.redo": _redo,
}
