"""The timeline: a slider over the visits of a run, with ticks for its updates and its epochs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip, QWidget

from perceptron_gui.core.runs.moment import Moment, epoch_after, epoch_before
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.theory.run_text.ticks import period, timeline_place
from perceptron_gui.theory.run_text.words import grouped

from .painting import Lanes, known_edge, paint_period, paint_playhead, paint_track, ticks_picture

_NOTCH = 120  # what one click of a wheel counts
# Sliders count in C integers; screen readers follow a longer run up to here.
_MOST_STEPS = 2**31 - 1
_START = Moment(0)


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.shown = PlaybackState()
        self._theme = THEMES[DEFAULT]
        self._ticks: QImage | None = None
        self._wheeled = 0
        self.setRange(0, 0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
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
        """Draw in other colours."""
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
        lanes, run = self._lanes, self.shown.run
        visit = lanes.scale(run).visit(x - lanes.track.left())
        if run is None or run.cycle is None or self.visit <= run.computed_visits:
            return visit
        is_repeated = visit > run.computed_visits - run.cycle.period_visits
        return visit + self.visit - self._place if is_repeated else visit

    def position_of(self, visit: int) -> float:
        """Return the horizontal position of a visit in the widget."""
        lanes, run = self._lanes, self.shown.run
        return lanes.track.left() + lanes.scale(run).pixel(timeline_place(run, visit) if run else 0)

    @property
    def _place(self) -> int:
        """Where the playhead stands; a repeated visit stands on its place in the first round."""
        return timeline_place(self.shown.run, self.visit) if self.shown.run else 0

    @property
    def _lanes(self) -> Lanes:
        return Lanes(self.size(), self.fontMetrics().height())

    def _is_known(self, visit: int) -> bool:
        is_repeated = self.shown.run is not None and self.visit > self.shown.run.computed_visits
        return (
            self.shown.has_future or is_repeated or visit <= self.visit - self.shown.moment.is_asked
        )

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
        em = self.fontMetrics().height()
        return QSize(20 * em, round(2.6 * em))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self.fontMetrics().height(), self.sizeHint().height())

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
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._seek(
                self.shown.run.computed_visits if self.shown.run and key == Qt.Key.Key_End else 0
            )
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Up):
            self._step(1, by_epochs=False)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Down):
            self._step(-1, by_epochs=False)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            # As on a presenter's remote, the next page is further on.
            self._step(1 if key == Qt.Key.Key_PageDown else -1, by_epochs=True)
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
        run, lanes, palette = self.shown.run, self._lanes, self.palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pixel = lanes.scale(run).pixel(self._place)
        paint_track(painter, lanes, palette, pixel if run else 0)
        if run is not None:
            self._paint_ticks(painter, run, lanes)
            color = palette.color(QPalette.ColorRole.Highlight)
            is_update = self.visit and run.updates_at(self.visit) > run.updates_at(self.visit - 1)
            if is_update and not self.shown.moment.is_asked:
                color = QColor(self._theme.style(Role.MISTAKE).color)
            paint_playhead(painter, lanes, palette, pixel, color, self.shown.moment.is_asked)

    def _paint_ticks(self, painter: QPainter, run: Run, lanes: Lanes) -> None:
        if self._ticks is None or self._ticks.size() != self.size():
            self._ticks = ticks_picture(run, lanes, self._theme)
        painter.save()
        if not self.shown.has_future:
            is_known = self._is_known(run.visits)
            known = (
                self.width()
                if is_known
                else known_edge(run, lanes, self.visit - self.shown.moment.is_asked)
            )
            painter.setClipRect(QRectF(0, 0, known, self.height()))
        found = None if self.shown.hides_end else period(run)
        if found and self._is_known(found[1]):
            paint_period(painter, found, run, lanes, self._theme)
        painter.drawImage(0, 0, self._ticks)
        painter.restore()
