"""Signs: small drawings on buttons in the colours of the palette, and the icons of markers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
    QPixmap,
    QPixmapCache,
    QPolygonF,
)

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style, Theme
from perceptron_gui.views.paint.markers import Marker

_BOX = 24.0  # signs are drawn in a square of this size
_MIDDLE = QPointF(_BOX / 2, _BOX / 2)
_STROKE, _THIN = 2.4, 2.2
_MARKER = 0.62  # of the height of an icon
# Where the dots of a spray fall, and how large they are.
_DROPS = ((5, 6, 2.0), (11, 4, 1.5), (17, 7, 2.2), (8, 12, 2.4), (14.5, 13, 1.8),
          (20, 14, 1.4), (5, 18, 1.6), (11.5, 19, 2.1), (17.5, 19.5, 1.5))  # fmt: skip


@frozen_value
class Colors:
    """What a sign is drawn with."""

    sign: QColor
    mistake: QColor
    disc: QColor
    on_disc: QColor


Sign = Callable[[QPainter, Colors], None]
Line = tuple[tuple[float, float], ...]


def sign_icon(name: str, palette: QPalette, size: float) -> QIcon:
    """Return a sign, so many pixels large, in the colours of all its states."""
    icon, role = QIcon(), QPalette.ColorRole
    active = partial(palette.color, QPalette.ColorGroup.Active)
    sign, accent = active(role.WindowText), active(role.Highlight)
    normal = Colors(sign, active(role.BrightText), accent, active(role.HighlightedText))
    pale = palette.color(QPalette.ColorGroup.Disabled, role.WindowText)
    for colors, mode, state in (
        (normal, QIcon.Mode.Normal, QIcon.State.Off),
        (replace(normal, sign=accent), QIcon.Mode.Normal, QIcon.State.On),
        (Colors(pale, pale, pale, active(role.Window)), QIcon.Mode.Disabled, QIcon.State.Off),
    ):
        icon.addPixmap(_picture(name, round(size), colors), mode, state)
    return icon


def _picture(name: str, size: int, colors: Colors) -> QPixmap:
    """Return a sign as it was drawn before: many panels have the same."""
    inks = [color.rgba() for color in (colors.sign, colors.mistake, colors.disc, colors.on_disc)]
    key, known = f"{name} {size} {inks}", QPixmap()
    if QPixmapCache.find(key, known):
        return known
    picture = _ground(size)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / _BOX, size / _BOX)
        SIGNS[name](painter, colors)
    QPixmapCache.insert(key, picture)
    return picture


def class_icon(theme: Theme, label: int, size: float) -> QIcon:
    """Return the marker of a class as points of it are drawn, so many pixels large."""
    picture = _ground(round(size))
    with QPainter(picture) as painter:
        _marker(painter, theme.style(Role.POSITIVE if label > 0 else Role.NEGATIVE), 0.5, 0.5, 1.0)
    return QIcon(picture)


def window_icon(theme: Theme, size: int = 64) -> QIcon:
    """Return the picture of the program: two points, and the line between them."""
    picture = _ground(size, QColor(theme.background))
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.style(Role.BOUNDARY).color), size / 12))
        painter.drawLine(QLineF(0.1 * size, 0.2 * size, 0.9 * size, 0.8 * size))
        _marker(painter, theme.style(Role.NEGATIVE), 0.28, 0.72, 0.6)
        _marker(painter, theme.style(Role.POSITIVE), 0.72, 0.28, 0.6)
    return QIcon(picture)


def _ground(size: int, color: QColor | Qt.GlobalColor = Qt.GlobalColor.transparent) -> QPixmap:
    picture = QPixmap(QSize(size, size))
    picture.fill(color)
    return picture


def _marker(painter: QPainter, style: Style, x: float, y: float, share: float) -> None:
    """Draw a marker at shares of the picture, so much of it large."""
    size = painter.device().width()
    marker = Marker(style, _MARKER * share * size / style.size)
    marker.stamp(painter, np.array([x * size]), np.array([y * size]))


def _round_pen(color: QColor, width: float) -> QPen:
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    return QPen(color, width, Qt.PenStyle.SolidLine, cap, join)


def _lines(*lines: Line, is_round: bool = True) -> Sign:
    """Return a sign of lines; those that end where they began are closed."""

    def drawn(painter: QPainter, colors: Colors) -> None:
        painter.setPen(_round_pen(colors.sign, _THIN) if is_round else QPen(colors.sign, _STROKE))
        for line in lines:
            draw = painter.drawPolygon if line[0] == line[-1] else painter.drawPolyline
            draw(QPolygonF([QPointF(*corner) for corner in line]))

    return drawn


def _turned(sign: Sign) -> Sign:
    """Return a sign that is drawn four times around the middle."""

    def drawn(painter: QPainter, colors: Colors) -> None:
        for turn in range(4):
            painter.save()
            painter.translate(_MIDDLE)
            painter.rotate(90 * turn)
            sign(painter, colors)
            painter.restore()

    return drawn


def _mirrored(sign: Sign) -> Sign:
    def drawn(painter: QPainter, colors: Colors) -> None:
        painter.translate(_BOX, 0)
        painter.scale(-1, 1)
        sign(painter, colors)

    return drawn


def _bar(painter: QPainter, color: QColor, left: float, top: float = 5, width: float = 2.6) -> None:
    painter.fillRect(QRectF(left, top, width, _BOX - 2 * top), color)


def _triangle(painter: QPainter, color: QColor, left: float, width: float, height: float) -> None:
    """Fill a triangle that points right, or left where the width is negative."""
    path = QPainterPath(QPointF(left, (_BOX - height) / 2))
    path.lineTo(left + width, _BOX / 2)
    path.lineTo(left, (_BOX + height) / 2)
    painter.fillPath(path, color)


def _disc(painter: QPainter, color: QColor, x: float, y: float, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QPointF(x, y), radius, radius)


def _select(painter: QPainter, colors: Colors) -> None:
    pen = _round_pen(colors.sign, _THIN)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([1.7, 1.22])
    painter.setPen(pen)
    painter.drawRect(QRectF(4, 5, 16, 14))


def _erase(painter: QPainter, colors: Colors) -> None:
    """Draw a rubber that leans on the line it works along."""
    painter.setPen(_round_pen(colors.sign, _THIN))
    painter.drawLine(QLineF(4, 21, 20, 21))
    painter.translate(12.5, 11)
    painter.rotate(-45)
    painter.drawRoundedRect(QRectF(-8.5, -4.5, 17, 9), 1.5, 1.5)
    painter.fillRect(QRectF(-8.5, -4.5, 7, 9), colors.sign)


def _brush(painter: QPainter, colors: Colors) -> None:
    for drop in _DROPS:
        _disc(painter, colors.sign, *drop)


def _fit(painter: QPainter, colors: Colors) -> None:
    """Draw the corners of a view around a point."""
    _turned(_lines(((-8.5, -3.5), (-8.5, -8.5), (-3.5, -8.5))))(painter, colors)
    _disc(painter, colors.sign, 12, 12, 1.6 + _THIN / 2)


def _undo(painter: QPainter, colors: Colors) -> None:
    """Draw an arrow that turns back."""
    painter.setPen(_round_pen(colors.sign, _THIN))
    circle = QRectF(5, 7, 14, 12)
    path = QPainterPath()
    path.arcMoveTo(circle, -120)
    path.arcTo(circle, -120, 240)
    painter.drawPath(path)
    tip = path.currentPosition()
    painter.drawPolyline(QPolygonF([tip + QPointF(4, -4.5), tip, tip + QPointF(4.5, 3.5)]))


def _start(painter: QPainter, colors: Colors) -> None:
    _bar(painter, colors.sign, 2)
    _triangle(painter, colors.sign, 13.5, -8, 14)
    _triangle(painter, colors.sign, 22, -8, 14)


def _previous_mistake(painter: QPainter, colors: Colors) -> None:
    _triangle(painter, colors.sign, 10, -8, 14)
    painter.setPen(_round_pen(colors.mistake, 2.8))
    for rise in (-4, 4):
        painter.drawLine(QPointF(13.5, 12 - rise), QPointF(21.5, 12 + rise))


def _back(painter: QPainter, colors: Colors) -> None:
    _bar(painter, colors.sign, 5)
    _triangle(painter, colors.sign, 19, -10.5, 14)


def _play(painter: QPainter, colors: Colors) -> None:
    _disc(painter, colors.disc, 12, 12, 11.5)
    _triangle(painter, colors.on_disc, 9, 9, 11)


def _pause(painter: QPainter, colors: Colors) -> None:
    _disc(painter, colors.disc, 12, 12, 11.5)
    for left in (7.8, 13.2):
        _bar(painter, colors.on_disc, left, 6.8, 3)


def _loop(painter: QPainter, colors: Colors) -> None:
    painter.setPen(QPen(colors.sign, 2.6))
    painter.drawArc(QRectF(4, 4, 16, 16), 65 * 16, -305 * 16)
    painter.translate(14.5, -7.2)
    _triangle(painter, colors.sign, -3.5, 8, 9)


def _two_phase(painter: QPainter, colors: Colors) -> None:
    """Draw a question mark."""
    painter.setPen(_round_pen(colors.sign, 2.8))
    hook = QPainterPath(QPointF(7.4, 8))
    hook.arcTo(QRectF(7.4, 3, 9.2, 9), 180, -225)
    hook.quadTo(QPointF(12, 12.6), QPointF(12, 15))
    painter.drawPath(hook)
    _disc(painter, colors.sign, 12, 20, 2)


def _die(painter: QPainter, colors: Colors) -> None:
    painter.setPen(_round_pen(colors.sign, _THIN))
    painter.drawRoundedRect(QRectF(3.5, 3.5, 17, 17), 3, 3)
    for x, y in ((8, 8), (16, 8), (12, 12), (8, 16), (16, 16)):
        _disc(painter, colors.sign, x, y, 1.8)


def _sliders(painter: QPainter, colors: Colors) -> None:
    for y, knob in ((6, 15), (12, 8), (18, 13)):
        painter.setPen(_round_pen(colors.sign, _THIN))
        painter.drawLine(QLineF(3, y, 21, y))
        _disc(painter, colors.sign, knob, y, 3)


# By the name of an action, or of what a button does.
SIGNS: dict[str, Sign] = {
    "tool.add": _lines(((12, 4), (12, 20)), ((4, 12), (20, 12))),
    "tool.move": _turned(_lines(((0, 0), (0, -9)), ((-3, -6.5), (0, -9.5), (3, -6.5)))),
    "tool.select": _select,
    "tool.erase": _erase,
    "tool.brush": _brush,
    "points.fit": _fit,
    "points.die": _die,
    "points.settings": _sliders,
    "edit.undo": _undo,
    "edit.redo": _mirrored(_undo),
    "play.start": _start,
    "play.previous_mistake": _previous_mistake,
    "play.back": _back,
    "play.toggle": _play,
    "pause": _pause,
    "play.forward": _mirrored(_back),
    "play.next_mistake": _mirrored(_previous_mistake),
    "play.end": _mirrored(_start),
    "play.loop": _loop,
    "play.two_phase": _two_phase,
    "close": _lines(((5, 5), (19, 19)), ((19, 5), (5, 19)), is_round=False),
    # A window that lies on another one.
    "float": _lines(
        ((3, 9), (15, 9), (15, 21), (3, 21), (3, 9)),
        ((9, 5), (9, 3), (21, 3), (21, 15)),
        is_round=False,
    ),
    # Arrows into two corners, and back from them.
    "enlarge": _lines(
        ((14, 4), (20, 4), (20, 10)),
        ((20, 4), (13, 11)),
        ((10, 20), (4, 20), (4, 14)),
        ((4, 20), (11, 13)),
        is_round=False,
    ),
    "shrink": _lines(
        ((13, 5), (13, 11), (19, 11)),
        ((13, 11), (20, 4)),
        ((11, 19), (11, 13), (5, 13)),
        ((11, 13), (4, 20)),
        is_round=False,
    ),
    # Two sliders.
    "choices": _lines(
        ((3, 8), (21, 8)),
        ((15, 5), (15, 11)),
        ((3, 16), (21, 16)),
        ((8, 13), (8, 19)),
        is_round=False,
    ),
    # A frame, and an arrow that leads out of it.
    "export": _lines(
        ((11, 4), (4, 4), (4, 20), (20, 20), (20, 13)),
        ((11, 13), (20, 4)),
        ((14, 3.5), (20.5, 3.5), (20.5, 10)),
        is_round=False,
    ),
}
