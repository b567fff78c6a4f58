"""The signs on the buttons of the transport, drawn in the colours of the palette."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPalette, QPen, QPixmap, QPolygonF

_BOX = 24.0  # signs are drawn in a square of this size
PAUSE = "pause"


@dataclass(frozen=True)
class Colors:
    """What a sign is drawn with."""

    sign: QColor
    mistake: QColor
    disc: QColor
    on_disc: QColor


def transport_icon(name: str, palette: QPalette, mistake: QColor, size: int) -> QIcon:
    """Return the sign of an action, so many pixels large, in the colours of all its states."""
    icon = QIcon()
    group, role = QPalette.ColorGroup, QPalette.ColorRole
    pale = palette.color(group.Disabled, role.WindowText)
    on_disc = palette.color(group.Active, role.HighlightedText)
    accent = palette.color(group.Active, role.Highlight)
    normal = Colors(palette.color(group.Active, role.WindowText), mistake, accent, on_disc)
    disabled = Colors(pale, pale, pale, palette.color(group.Active, role.Window))
    checked = Colors(accent, mistake, accent, on_disc)
    for colors, mode, state in (
        (normal, QIcon.Mode.Normal, QIcon.State.Off),
        (checked, QIcon.Mode.Normal, QIcon.State.On),
        (disabled, QIcon.Mode.Disabled, QIcon.State.Off),
    ):
        icon.addPixmap(_picture(name, size, colors), mode, state)
    return icon


def _picture(name: str, size: int, colors: Colors) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / _BOX, size / _BOX)
    SIGNS[name](painter, colors)
    painter.end()
    return picture


def _bar(painter: QPainter, color: QColor, left: float, top: float = 5, width: float = 2.6) -> None:
    painter.fillRect(QRectF(left, top, width, _BOX - 2 * top), color)


def _triangle(painter: QPainter, color: QColor, left: float, width: float, height: float) -> None:
    """Fill a triangle that points right, or left where the width is negative."""
    top = (_BOX - height) / 2
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


def _mirrored(sign: Callable[[QPainter, Colors], None]) -> Callable[[QPainter, Colors], None]:
    def drawn(painter: QPainter, colors: Colors) -> None:
        painter.translate(_BOX, 0)
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


SIGNS: dict[str, Callable[[QPainter, Colors], None]] = {
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
