"""A clock face for a proved cycle: one turn of the hand is one round."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.theory.run_text.status import CycleFace, cycle_face

from .timeline import PlaybackState

_SIZE = 2.5  # of the dial, in heights of letters
_GAP = 6  # pixels, before the words
_TICK, _HAND = 0.28, 0.72  # shares of the radius
_DONE = 0.25  # opacity of the part of the round that is done
_FAINT = 0.45


class CycleDial(QWidget):
    """Shows ticks for the visits of a round, a hand, and what they mean in two lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = PlaybackState()
        self._room = 0
        self._face: CycleFace | None = None
        self._theme = THEMES[DEFAULT]
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Cycle clock")
        self._fit()

    @property
    def words(self) -> str:
        """The words beside the dial; empty without a visible cycle."""
        return ", ".join(self._face.words) if self._face else ""

    def show_state(self, shown: PlaybackState) -> None:
        """Show the cycle of a run, if one is proved, seen and not hidden by a lesson."""
        self.shown = shown
        run, face = shown.run, None
        if run is not None and not shown.hides_end:
            # A visit that is asked about has not had its effect yet.
            made = min(shown.moment.visits_made, run.visits)
            face = cycle_face(run, made, shown.has_future)
        if face == self._face:
            return
        self._face = face
        self.setAccessibleDescription(self.words)
        self.setToolTip(f"<p>{face.tip}</p>" if face else "")
        self._fit()
        self.update()

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        if theme is not self._theme:
            self._theme = theme
            self.update()

    def show_room(self, width: int) -> None:
        """Use no more than this width: without words if need be, or hidden."""
        self._room = width
        self._fit()

    def _fit(self) -> None:
        """Be as wide as the widest words, so that nothing moves while the hand does."""
        self.setFixedSize(self._width(self._has_words), self._diameter)
        self.setVisible(self._face is not None and self._width(False) <= self._room)

    @property
    def _has_words(self) -> bool:
        return self._width(True) <= self._room

    def _width(self, with_words: bool) -> int:
        if self._face is None or not with_words:
            return self._diameter
        widest = max(map(self.fontMetrics().horizontalAdvance, self._face.widest))
        return self._diameter + _GAP + widest + 1

    @property
    def _diameter(self) -> int:
        return round(_SIZE * self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if (face := self._face) is None:
            return
        radius = self._diameter / 2 - 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._has_words:
                painter.setPen(self._ink)
                place = QRectF(self.rect()).adjusted(self._diameter + _GAP, 0, 0, 0)
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, "\n".join(face.words))
            painter.translate(self._diameter / 2, self.height() / 2)
            self._paint_round(painter, face, radius)
            self._paint_ticks(painter, face, radius)
            if face.turn is not None:
                pen = QPen(self._ink, max(2.0, radius / 7))
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawLine(QPointF(), _direction(face.turn) * (_HAND * radius))

    @property
    def _ink(self) -> QColor:
        return self.palette().color(QPalette.ColorRole.WindowText)

    def _paint_round(self, painter: QPainter, face: CycleFace, radius: float) -> None:
        """Paint the rim, and what is done of the round in the colour of periods."""
        rim = QRectF(-radius, -radius, 2 * radius, 2 * radius)
        done, ink = QColor(self._theme.style(Role.RESULT).color), self._ink
        done.setAlphaF(_DONE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(done)
        painter.drawPie(rim, 90 * 16, -round((face.turn or 0.0) * 360 * 16))
        ink.setAlphaF(_FAINT)
        painter.setPen(QPen(ink, max(1.0, radius / 16)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(rim)

    def _paint_ticks(self, painter: QPainter, face: CycleFace, radius: float) -> None:
        """Paint a tick after every visit of a round, in the colour of mistakes after updates."""
        thickness = max(1.0, min(radius / 8, 2 * radius / max(len(face.ticks), 1)))
        for number, is_update in enumerate(face.ticks, 1):
            way = _direction(number / len(face.ticks))
            color = self._theme.style(Role.MISTAKE).color if is_update else self._theme.muted
            painter.setPen(QPen(QColor(color), thickness))
            painter.drawLine(way * ((1 - _TICK) * radius), way * radius)


def _direction(turn: float) -> QPointF:
    """Return the direction of a hand, which begins at the top and goes clockwise."""
    angle = 2 * math.pi * turn
    return QPointF(math.sin(angle), -math.cos(angle))
