"""The signs on the buttons of the transport, drawn in the colours of the palette."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPalette, QPen, QPolygonF

from perceptron_gui.views.widgets.buttons import BOX, Colors, Sign, sign_icon

PAUSE = "pause"


def transport_icon(name: str, palette: QPalette, mistake: QColor, size: int) -> QIcon:
    """Return the sign of an action, so many pixels large, in the colours of all its states."""
    return sign_icon(SIGNS[name], palette, mistake, size)


def _bar(painter: QPainter, color: QColor, left: float, top: float = 5, width: float = 2.6) -> None:
    painter.fillRect(QRectF(left, top, width, BOX - 2 * top), color)


def _triangle(painter: QPainter, color: QColor, left: float, width: float, height: float) -> None:
    """Fill a triangle that points right, or left where the width is negative."""
    top = (BOX - height) / 2
    path = QPainterPath()
    path.addPolygon(
        QPolygonF([QPointF(left, top), QPointF(left + width, 12), QPointF(left, top + height)])
    )
    painter.fillPath(path, color)


def _cross(painter: QPainter, color: QColor, center: float) -> None:
    painter.setPen(QPen(color, 2.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for rise in (-4, 4):
        painter.drawLine(QPointF(center - 4, 12 - rise), QPointF(center + 4, 12 + rise))


def _start(painter: QPainter, colors: Colors) -> None:
    _bar(painter, colors.sign, 2)
    _triangle(painter, colors.sign, 13.5, -8, 14)
    _triangle(painter, colors.sign, 22, -8, 14)


def _previous_mistake(painter: QPainter, colors: Colors) -> None:
    _triangle(painter, colors.sign, 10, -8, 14)
    _cross(painter, colors.mistake, 17.5)


def _back(painter: QPainter, colors: Colors) -> None:
    _bar(painter, colors.sign, 5)
    _triangle(painter, colors.sign, 19, -10.5, 14)


def _mirrored(sign: Sign) -> Sign:
    def drawn(painter: QPainter, colors: Colors) -> None:
        painter.translate(BOX, 0)
        painter.scale(-1, 1)
        sign(painter, colors)

    return drawn


def _disc(painter: QPainter, colors: Colors) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.disc)
    painter.drawEllipse(QPointF(12, 12), 11.5, 11.5)


def _play(painter: QPainter, colors: Colors) -> None:
    _disc(painter, colors)
    _triangle(painter, colors.on_disc, 9, 9, 11)


def _pause(painter: QPainter, colors: Colors) -> None:
    _disc(painter, colors)
    for left in (7.8, 13.2):
        _bar(painter, colors.on_disc, left, 6.8, 3)


def _loop(painter: QPainter, colors: Colors) -> None:
    painter.setPen(QPen(colors.sign, 2.6))
    painter.drawArc(QRectF(4, 4, 16, 16), 65 * 16, -305 * 16)
    painter.translate(14.5, -7.2)
    _triangle(painter, colors.sign, -3.5, 8, 9)


def _two_phase(painter: QPainter, colors: Colors) -> None:
    """Draw a question mark beside a point."""
    pen = QPen(colors.sign, 2.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    hook = QPainterPath(QPointF(7.4, 8))
    hook.arcTo(QRectF(7.4, 3, 9.2, 9), 180, -225)
    hook.quadTo(QPointF(12, 12.6), QPointF(12, 15))
    painter.drawPath(hook)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.sign)
    painter.drawEllipse(QPointF(12, 20), 2, 2)


SIGNS: dict[str, Sign] = {
    "play.start": _start,
    "play.previous_mistake": _previous_mistake,
    "play.back": _back,
    "play.toggle": _play,
    PAUSE: _pause,
    "play.forward": _mirrored(_back),
    "play.next_mistake": _mirrored(_previous_mistake),
    "play.end": _mirrored(_start),
    "play.loop": _loop,
    "play.two_phase": _two_phase,
}
