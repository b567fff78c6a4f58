"""The transport: the buttons, the timeline, a counter, a dial and the speed, in a row."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QToolButton, QWidget

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.theory.run_text.status import CycleFace, cycle_face
from perceptron_gui.theory.run_text.words import COMPUTING, grouped, later_round
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import LineLabel

from .timeline import PlaybackState, TimelineSlider

# The menu and the keys have more.
BUTTONS = ("play.start", "play.back", "play.toggle", "play.forward", "play.end")
# What narrow windows do without, one after another.
_LEAST_FIRST = ("speed text", "speed", "play.start", "play.end")
_SPACING = 4
_LAST_LEVEL = 100
_DIAL = 2.5  # its diameter, in heights of letters
_TICK, _HAND = 0.28, 0.72  # shares of the radius
_DONE = 0.25  # opacity of the part of the round that is done
_FAINT = 0.45


class VisitCounter(LineLabel):
    """Says which visit is looked at, in words or, where there is little room, in numbers only."""

    said = Signal(str)  # all words

    def __init__(self) -> None:
        super().__init__()
        self.show_state(PlaybackState())

    def show_state(self, shown: PlaybackState) -> None:
        """Count the visits of a run as far as it is computed, or say that it is computed now."""
        self.shown = shown
        words, number = (self._counted(shown.moment.visit, each) for each in (True, False))
        self.show_text(words, number)
        self.setAccessibleName(words)
        self.said.emit(words)

    def widest(self, in_words: bool = True) -> str:
        """Return what is written at the widest; all digits have the same width."""
        last = self.shown.run.visits if self.shown.run else 0
        return re.sub(r"\d", "0", self._counted(last, in_words))

    def _counted(self, visit: int, in_words: bool) -> str:
        run = self.shown.run
        if run is None:
            missing = COMPUTING if self.shown.is_computing else "no visits yet"
            return missing if in_words else ""
        if self.shown.hides_end:
            return f"visit {grouped(visit)}" if in_words else grouped(visit)
        if run.cycle is not None:
            visit = min(visit, run.visits)
            words = f"visit {grouped(visit)}" if in_words else grouped(visit)
            later = later_round(run, visit)
            return f"{words} · {later} ∞" if later else words
        now, last = grouped(min(visit, run.visits)), grouped(run.visits)
        last += "" if run.is_over else "…"
        return f"visit {now} of {last}" if in_words else f"{now} / {last}"


class CycleDial(QWidget):
    """Shows ticks for the visits of a round, and a hand; its tip says what they mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = PlaybackState()
        self._room = 0  # pixels across
        self._face: CycleFace | None = None
        self._theme = THEMES[DEFAULT]
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Cycle clock")
        self._fit()

    @property
    def words(self) -> str:
        """Where in the cycle the run is; empty without a visible cycle."""
        return self._face.words if self._face else ""

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
        self.setToolTip(f"<p>{face.words}</p><p>{face.tip}</p>" if face else "")
        self._fit()
        self.update()

    def show_theme(self, theme: Theme) -> None:
        if theme is not self._theme:
            self._theme = theme
            self.update()

    def show_room(self, width: int) -> None:
        """Use no more than this width, or hide."""
        self._room = width
        self._fit()

    def _fit(self) -> None:
        self.setFixedSize(self._diameter, self._diameter)
        self.setVisible(self._face is not None and self._diameter <= self._room)

    @property
    def _diameter(self) -> int:
        return round(_DIAL * self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if (face := self._face) is None:
            return
        radius = self._diameter / 2 - 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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


class Transport(QWidget):
    """Shows where the lesson is, and asks for other visits and speeds."""

    seek_requested = Signal(object)  # a visit
    speed_requested = Signal(int)  # a level from 0 to 100

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        """Make a button of every action that has a place here."""
        super().__init__()
        self.timeline = TimelineSlider()
        self.timeline.seek_requested.connect(self.seek_requested)
        self.counter = VisitCounter()
        self.dial = CycleDial()
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed_text = QLabel()
        self.buttons = {name: QToolButton() for name in BUTTONS}
        for name, button in self.buttons.items():
            button.setDefaultAction(actions[name])
            # A click leaves the keyboard where it was.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.buttons["play.toggle"].setObjectName("large")
        self._shown = PlaybackState()
        self.is_playing = False  # what the large button shows
        self._level = 0
        self._fitted_for = ""
        self.speed.setRange(0, _LAST_LEVEL)
        self.speed.setPageStep(_LAST_LEVEL // 10)
        tip = "How fast visits follow each other while playing; what is learned stays the same"
        named(self.speed, "Speed", tip).setObjectName("speed")
        self.speed.valueChanged.connect(self._on_level_chosen)
        buttons = filled(QHBoxLayout(), *self.buttons.values(), spacing=_SPACING)
        right = self.counter, self.dial, self.speed_text, self.speed
        filled(QHBoxLayout(self), buttons, (self.timeline, 1), *right, spacing=6)
        for before, after in pairwise([self.timeline, *self.buttons.values(), self.speed]):
            QWidget.setTabOrder(before, after)
        self._leave_out()

    def show_state(self, shown: PlaybackState) -> None:
        """Show a moment of a run as far as it is computed, and what a lesson does not hide."""
        self._shown = shown
        for part in (self.timeline, self.dial, self.counter):
            part.show_state(shown)
        if self.counter.widest() != self._fitted_for:
            self._leave_out()

    def show_playing(self, playing: bool) -> None:
        """Show what the large button does next: pause, or play."""
        if playing != self.is_playing:
            self.is_playing = playing
            action = self.buttons["play.toggle"].defaultAction()
            if action is not None:  # it may be gone at the end
                action.setIcon(themed_icon("pause" if playing else "play.toggle"))

    def show_speed(self, level: int, text: str) -> None:
        """Show a speed from 0 to 100, and what it means in words."""
        self._level = level
        self.speed.setValue(level)
        if text != self.speed_text.text():
            self.speed_text.setText(text)
            self.speed.setAccessibleDescription(text)
            self._leave_out()

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours, and fit everything to the letters of the style sheet."""
        self.timeline.show_theme(theme)
        self.dial.show_theme(theme)
        self._leave_out()

    def _leave_out(self) -> None:
        """Where there is no room, show less: what matters least goes first."""
        self._fitted_for = self.counter.widest()
        needed = sum(map(_room_of, (*self.buttons.values(), self.speed, self.speed_text)))
        # As wide as at the end of the run, so that the counter never pushes the buttons.
        texts = self._fitted_for, self.counter.widest(in_words=False)
        long, short = (self.counter.room_for(text) + 2 * _SPACING for text in texts)
        room = self.contentsRect().width() - self.timeline.sizeHint().width()
        self.counter.setFixedWidth(long if needed + long <= room else short)
        needed += self.counter.width()
        parts = {"speed text": self.speed_text, "speed": self.speed, **self.buttons}
        for widget in (parts[name] for name in _LEAST_FIRST if name in parts):
            widget.setVisible(needed <= room)
            needed -= 0 if needed <= room else _room_of(widget)
        self.dial.show_room(room - needed)

    @Slot(int)
    def _on_level_chosen(self, level: int) -> None:
        if level != self._level:
            self.speed_requested.emit(level)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.timeline.minimumSizeHint().width(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out()


def _room_of(widget: QWidget) -> int:
    return widget.sizeHint().width() + 2 * _SPACING
