"""The timeline: a slider over the visits of a run, with ticks for its updates and its epochs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip

from perceptron_gui.core.runs.moment import Moment, epoch_after, epoch_before
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.theory.run_text.status import (
    TimeScale,
    epoch_ticks,
    period,
    timeline_place,
    update_ticks,
)
from perceptron_gui.theory.run_text.words import grouped

_WIDE = 15  # heights of letters; where there is less, other things are left out first
_NOTCH = 120  # what one click of a wheel counts
# Sliders count in C integers; screen readers follow a longer run up to here.
_MOST_STEPS = 2**31 - 1
_START = Moment(0)
_RADIUS = 0.46  # of the playhead, in heights of letters
_CORNER = 6.0  # pixels, of the ground
_SHADE = 0.09  # opacity of what repeats
# How many steps a key goes on, and whether by epochs: as on a presenter's remote, the next page is
# further on.
_KEYS = {
    Qt.Key.Key_Right: (1, False),
    Qt.Key.Key_Up: (1, False),
    Qt.Key.Key_Left: (-1, False),
    Qt.Key.Key_Down: (-1, False),
    Qt.Key.Key_PageDown: (1, True),
    Qt.Key.Key_PageUp: (-1, True),
}


@dataclass(frozen=True)
class PlaybackState:
    """What timeline, dial and counter show: a run, a moment of it, and how much may be seen."""

    run: Run | None = None
    is_computing: bool = False
    moment: Moment = _START
    has_future: bool = False  # what comes after the moment is shown too
    hides_end: bool = False  # a lesson hides later visits and the period


class TimelineSlider(QSlider):
    """Shows where the cursor is and asks to move it; what comes after it is hidden at first."""

    seek_requested = Signal(object)  # a visit, which may be more than a C integer holds

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.shown = PlaybackState()
        self._theme = THEMES[DEFAULT]
        self._ticks: QImage | None = None
        self._wheeled = 0
        self.setRange(0, 0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the plane
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Timeline")
        self.setToolTip("Go to any visit of the run; short ticks are updates, tall ones end epochs")
        # Only screen readers set the value; everybody else calls show_state.
        self.valueChanged.connect(self._on_value_changed)

    @property
    def visit(self) -> int:
        """The visit at which the playhead stands."""
        run, moment = self.shown.run, self.shown.moment
        return min(moment.visit, run.visits if run else 0)

    def show_state(self, shown: PlaybackState) -> None:
        """Show a moment of a run as far as it is computed."""
        before, self.shown = self.shown, shown
        if shown == before:
            return
        run, old = shown.run, before.run
        if run is not old:
            is_same_cycle = run and old and old.cycle and run.cache is old.cache
            if not is_same_cycle:  # its ticks are the same in every round
                self._ticks = None
            with QSignalBlocker(self):  # a shorter run has not asked for its last visit
                self.setRange(0, min(run.computed_visits if run else 0, _MOST_STEPS))
        self.setValue(min(self._place, _MOST_STEPS))
        self.update()

    def show_theme(self, theme: Theme) -> None:
        if theme is not self._theme:
            self._theme, self._ticks = theme, None
            self.update()

    def words_at(self, visit: int) -> str:
        """Return what there is at a visit, without what is hidden."""
        run = self.shown.run
        if run is None or not visit:
            return "Start"
        words = f"Visit {grouped(visit)}, epoch {grouped(run.path.visiting.epoch_of(visit))}"
        if not self._is_known(visit):
            return "Later" if self.shown.hides_end else words
        k = int(run.updates_at(visit))
        words += f": update {grouped(k)}" if k > run.updates_at(visit - 1) else ": no update"
        found = None if self.shown.hides_end else period(run)
        if found and self._is_known(found[1]) and found[0] <= visit <= found[1]:
            words += f"\nThe weights of visit {grouped(found[0])} return at {grouped(found[1])}"
        return words

    def visit_at(self, x: float) -> int:
        """Return the visit nearest to a horizontal position; in a cycle the one of this round."""
        run, visit = self.shown.run, self._scale.visit(x - self._track.left())
        if run is None or run.cycle is None or self.visit <= run.computed_visits:
            return visit
        is_repeated = visit > run.computed_visits - run.cycle.period_visits
        return visit + self.visit - self._place if is_repeated else visit

    def position_of(self, visit: int) -> float:
        run = self.shown.run
        return self._track.left() + self._scale.pixel(timeline_place(run, visit) if run else 0)

    @property
    def _place(self) -> int:
        """Where the playhead stands; a repeated visit stands on its place in the first round."""
        return timeline_place(self.shown.run, self.visit) if self.shown.run else 0

    @property
    def _em(self) -> int:
        return self.fontMetrics().height()

    @property
    def _track(self) -> QRectF:
        """The bar along which the playhead moves, with room for it at both ends."""
        radius, thickness = _RADIUS * self._em, max(4, round(self._em * 0.34))
        margin, top = round(radius) + 4, round(self.height() - radius - 5) - thickness // 2
        return QRectF(margin, top, self.width() - 2 * margin, thickness)

    @property
    def _scale(self) -> TimeScale:
        """Which visit lies at which pixel of the track."""
        run = self.shown.run
        return TimeScale(run.computed_visits if run else 0, max(0, int(self._track.width())))

    @property
    def _thickness(self) -> int:
        """How thick ticks are: where they have room, to be seen from the back row."""
        scale = self._scale
        apart = scale.width / scale.visits if scale.visits else 0
        return min(max(1, int(apart * 0.6)), max(2, round(self._em * 0.2)))

    def _is_known(self, visit: int) -> bool:
        shown = self.shown
        is_repeated = shown.run is not None and self.visit > shown.run.computed_visits
        return shown.has_future or is_repeated or visit <= self.visit - shown.moment.is_asked

    def _seek(self, visit: int) -> None:
        if self.shown.run is None:
            return
        visit = max(visit, 0) if self.shown.run.cycle else min(max(visit, 0), self.shown.run.visits)
        if visit != self.visit or self.shown.moment.is_asked:
            self.seek_requested.emit(visit)

    def _step(self, steps: int, by_epochs: bool) -> None:
        """Ask for visits or ends of epochs further on, or back; an open question is one step."""
        visit = self.visit
        if self.shown.run is not None and by_epochs:
            for _ in range(abs(steps)):
                move = epoch_after if steps > 0 else epoch_before
                visit = move(self.shown.run, Moment(visit))
            self._seek(visit)
        else:
            self._seek(visit + steps - (self.shown.moment.is_asked and steps > 0))

    @Slot(int)
    def _on_value_changed(self, value: int) -> None:
        if value != min(self._place, _MOST_STEPS):
            self._seek(value)

    def sizeHint(self) -> QSize:
        return QSize(_WIDE * self._em, round(2.6 * self._em))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._em, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._seek(self.visit_at(event.position().x()))
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        visit = self.visit_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(visit)
        if self.shown.run is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_at(visit), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        # Shift turns some wheels sideways; fine wheels send parts of a notch, which add up.
        self._wheeled += turned.y() or turned.x()
        steps = int(self._wheeled / _NOTCH)
        self._wheeled -= steps * _NOTCH
        if steps:
            self._step(steps, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, run = Qt.Key(event.key()), self.shown.run
        if key in _KEYS:
            self._step(*_KEYS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._seek(run.computed_visits if run and key == Qt.Key.Key_End else 0)
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.shown.run is not None:
            QToolTip.showText(event.globalPos(), self.words_at(self.visit_at(event.x())), self)
            return True
        if event.type() == QEvent.Type.FontChange:
            self._ticks = None
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        run, track = self.shown.run, self._track
        x = track.left() + self._scale.pixel(self._place)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame = self.palette().color(QPalette.ColorRole.Highlight)
            painter.setPen(QPen(frame, 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(0.5, 2, -0.5, -2), _CORNER, _CORNER
            )
            painter.setPen(Qt.PenStyle.NoPen)
            # The bar, filled up to the pixel that has been played.
            rounding = track.height() / 2
            ground = QColor(self.palette().color(QPalette.ColorRole.WindowText))
            ground.setAlphaF(0.16)
            painter.setBrush(ground)
            painter.drawRoundedRect(track, rounding, rounding)
            painter.setBrush(self.palette().color(QPalette.ColorRole.Highlight))
            played = x - track.left() if run else 0
            filled = QRectF(track.topLeft(), QSizeF(max(played, 2 * rounding), track.height()))
            painter.drawRoundedRect(filled, rounding, rounding)
            if run is not None:
                self._paint_ticks(painter, run)
                self._paint_playhead(painter, run, QPointF(x, track.center().y()))

    def _paint_ticks(self, painter: QPainter, run: Run) -> None:
        """Draw what is known of updates and epochs, and shade what repeats between two posts."""
        if self._ticks is None or self._ticks.size() != self.size():
            self._ticks = self._ticks_picture(run)
        painter.save()
        if not self._is_known(run.visits):
            scale, made = self._scale, self.visit - self.shown.moment.is_asked
            known = self._track.left() + int(scale.pixel(made) + 0.5)
            if scale.visits <= scale.width:  # else visits before and after the cursor share a pixel
                known += self._thickness - self._thickness // 2
            painter.setClipRect(QRectF(0, 0, known, self.height()))
        found = None if self.shown.hides_end else period(run)
        if found and self._is_known(found[1]):
            left, right = map(self.position_of, found)
            area = QRectF(left, 2, right - left, self.height() - 4)
            color = QColor(self._theme.style(Role.RESULT).color)
            painter.setPen(QPen(color, 2))
            for x in (left, right):
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            color.setAlphaF(_SHADE)
            painter.fillRect(area, color)
        painter.drawImage(0, 0, self._ticks)
        painter.restore()

    def _ticks_picture(self, run: Run) -> QImage:
        """Return the ticks of a run on a transparent ground, as large as the timeline.

        Pixels are far faster than so many rectangles.
        """
        pixels = np.zeros((self.height(), self.width()), np.uint32)
        scale, track, thickness = self._scale, self._track, self._thickness
        left = int(track.left())
        for beside in range(max(1, self._em // 14)):
            at = left + epoch_ticks(run, scale) + beside
            pixels[2:-2, at] = QColor(self._theme.muted).rgba()
        top = 3 + round(self._em * 0.25)  # above it there are ticks of epochs only
        height = max(0, int(track.top() - 1 - top))
        at, shares = update_ticks(run, scale)
        tops = np.zeros(scale.width + 1 + thickness)
        for beside in range(thickness):
            tops[at + beside] = np.rint(height * shares)
        first = left - thickness // 2
        lane = pixels[top : top + height, first : first + len(tops)]
        color = QColor(self._theme.style(Role.MISTAKE).color).rgba()
        lane[np.arange(height, 0, -1)[:, None] <= tops] = color
        rows, columns = pixels.shape
        kind = QImage.Format.Format_ARGB32_Premultiplied
        return QImage(pixels.data, columns, rows, pixels.strides[0], kind).copy()

    def _paint_playhead(self, painter: QPainter, run: Run, knob: QPointF) -> None:
        """Draw a line through the ticks and a knob on the track, hollow while a question is open.

        At an update it has the colour of mistakes.
        """
        color = self.palette().color(QPalette.ColorRole.Highlight)
        is_update = self.visit and run.updates_at(self.visit) > run.updates_at(self.visit - 1)
        if is_update and not self.shown.moment.is_asked:
            color = QColor(self._theme.style(Role.MISTAKE).color)
        window, radius = self.palette().color(QPalette.ColorRole.Base), _RADIUS * self._em
        painter.setPen(QPen(color, 2))
        painter.drawLine(QPointF(knob.x(), 2), QPointF(knob.x(), self._track.bottom()))
        painter.setPen(QPen(window, 2))
        painter.setBrush(color)
        painter.drawEllipse(knob, radius, radius)
        if self.shown.moment.is_asked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(window)
            painter.drawEllipse(knob, radius * 0.5, radius * 0.5)
