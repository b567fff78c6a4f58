"""A run played back: its cursor keeps the place, and is moved by hand or by the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.core.runs.moment import (
    Moment,
    epoch_after,
    epoch_before,
    mistake_after,
    mistake_before,
)
from perceptron_gui.core.runs.run import Run

SLOWEST, FASTEST = 0.5, 500.0  # visits a second: one in two seconds, eight in every frame
LAST_LEVEL = 100
DEFAULT_LEVEL = 30
_FRAME_MS = 16
# After a longer pause (a dialog, a closed lid) playback resumes where it stopped.
_LONGEST_FRAME_S = 1.0
# Visits a second at most while predicting: the class needs time to see each result.
_MOST_ASKED = 1.0

# A proved cycle never ends; no cursor gets further than this.
_FOREVER = 1 << 60
Clock = Callable[[], float]


def visits_per_second(level: int) -> float:
    """Return the speed of a level from 0 to 100; ten levels more are twice as fast."""
    return SLOWEST * float((FASTEST / SLOWEST) ** (level / LAST_LEVEL))


def speed_text(level: int) -> str:
    """Say a speed in words: "every 2 s", "32 per second"."""
    speed = visits_per_second(level)
    if speed < 0.95:
        return f"every {1 / speed:.2g} s"
    number = f"{speed:.2g}" if speed < 10 else f"{speed:.0f}"
    return f"{number} per second"


class Cursor:
    """The requested moment, or the last one that its run has; a proved cycle has no last one.

    The request is remembered, so a shorter run between two long ones, or one that is still being
    computed, does not lose the place.
    """

    def __init__(self) -> None:
        self.run: Run | None = None  # as far as it was computed
        self.reached: Run | None = None  # the same, and at least to the end of the round under way
        self.two_phase = False
        # A beat, or None for the end: of this run while it is computed, and of those after it.
        self._requested: int | None = 0

    @property
    def moment(self) -> Moment:
        """Where the cursor stands."""
        if self._requested is None:
            return Moment(0 if self.run is None else self.run.visits)
        return Moment.at_beat(min(self._requested, self._last_beat))

    @property
    def at_end(self) -> bool:
        """Tell whether the run is over and nothing comes after this moment."""
        over = self.run is not None and self.run.is_over
        return over and self.moment.beat == self._last_beat

    def show_run(self, run: Run | None) -> None:
        """Store a new run, or more of the same one."""
        before = self.run
        self.run = self.reached = run
        if before is not None and run is not None and run.cache is before.cache:
            self._look_for_end()  # it may have ended where the cursor waits
        self._reach()

    def await_run(self) -> None:
        """Show no run until the next one arrives, then go to the same place in it."""
        self.run = self.reached = None

    @property
    def wanted(self) -> int | Literal["end"]:
        """The requested visit, even while its run is still being computed."""
        return "end" if self._requested is None else self._requested // 2

    def seek(self, visit: int) -> None:
        """Go to a visit; one that is still to be computed is waited for."""
        self._request(2 * visit)

    def go_to_end(self) -> None:
        """Go to the last visit, and along with it while the run is computed.

        That of a cycle is where its first round ends.
        """
        self._requested = None
        self._reach()

    def step(self, steps: int) -> None:
        """Go on by visits, or in two phases by questions and answers; back if negative."""
        self._request(self.moment.beat + steps * (1 if self.two_phase else 2))

    def play(self, steps: int) -> None:
        """Go on like `step`, but wait for nothing that is still to be computed."""
        self.step(steps)
        if self._requested is not None:
            self._requested = min(self._requested, self._last_beat)

    def next_mistake(self) -> None:
        """Go to the next visit that changes the weights, if there is one."""
        if self.run is not None:
            found = self.run.cycle
            ahead = self.moment.visit + 2 * found.period_visits if found else 0
            self._go_to_mistake(mistake_after(self.run.prolonged(ahead), self.moment))

    def previous_mistake(self) -> None:
        """Go to the last visit before this one that changed the weights, if there is one."""
        if self.reached is not None:
            self._go_to_mistake(mistake_before(self.reached, self.moment))

    def next_epoch(self) -> None:
        """Go to the end of the epoch."""
        if self.run is not None:
            self.seek(epoch_after(self.run, self.moment))

    def previous_epoch(self) -> None:
        """Go to the end of the epoch before."""
        if self.run is not None:
            self.seek(epoch_before(self.run, self.moment))

    def set_two_phase(self, two_phase: bool) -> None:
        """Ask before every visit, or not; an open question is then answered."""
        self.two_phase = two_phase
        if not two_phase and self._requested is not None:
            self._requested += self._requested % 2
            self._reach()

    def _go_to_mistake(self, visit: int | None) -> None:
        if visit is not None:
            self._request(2 * visit - self.two_phase)

    def _request(self, beat: int) -> None:
        self._requested = max(0, beat)
        if self.run is not None and self.run.is_over:
            self._requested = min(self._requested, self._last_beat)
        self._look_for_end()
        self._reach()

    def _reach(self) -> None:
        """Prolong a cycle to the end of the round that the cursor is in."""
        if self.run is None or self.reached is None or self.run.cycle is None:
            return
        period = self.run.cycle.period_visits
        rounds = max(0, -(-(self.moment.visit - self.run.visits) // period))  # begun after it
        last = self.run.visits + rounds * period
        if last != self.reached.visits:
            self.reached = self.run.prolonged(last)

    def _look_for_end(self) -> None:
        """Stay at the last visit of a run that is over, also when another one takes its place."""
        run = self.run
        if run is not None and run.is_over and self._requested == 2 * run.visits:
            self._requested = None

    @property
    def _last_beat(self) -> int:
        if self.run is None:
            return 0
        return _FOREVER if self.run.cycle else 2 * self.run.visits


class Playback(QObject):
    """Plays a run, and steps and jumps in it; steps and jumps by hand pause.

    Where every visit is asked before, playing stops at each question and goes on from its answer.
    """

    # The run as far as it is computed, or to the end of the round that is played, and the moment.
    changed = Signal(object, object)
    playing_changed = Signal(bool)
    speed_changed = Signal(int, str)  # its level, and what it means

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        interval_ms: int = _FRAME_MS,
        clock: Clock = time.perf_counter,
    ) -> None:
        super().__init__(parent)
        self.cursor = Cursor()
        self._announced: tuple[Run | None, Moment] = None, self.cursor.moment
        self.speed = DEFAULT_LEVEL  # from 0 to 100
        self.loops = False  # whether the end of a run leads back to its start
        self._waits = False  # at a question, to play on from its answer
        # Steps are counted by real time, so that slow frames do not slow playback.
        self._clock = clock
        self._counted_at = 0.0
        self._due = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._on_frame_due)

    @property
    def run(self) -> Run | None:
        """The run that is played as far as it is computed, or to the end of this round."""
        return self.cursor.reached

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self.cursor.moment

    @property
    def is_playing(self) -> bool:
        """Tell whether the clock moves the cursor."""
        return self._timer.isActive()

    @Slot(object)
    def show_run(self, run: Run | None) -> None:
        """Play a new run, or more of the same one, from where the cursor stands."""
        self.cursor.show_run(run)
        if run is None:
            self.pause()
        self._announce()

    def await_run(self) -> None:
        """Show that the next run is on its way; what plays goes on when it is there."""
        self.cursor.await_run()
        self._announce()

    def play(self) -> None:
        """Go on by the clock; at the end, from the start again."""
        if self.cursor.run is None or self.is_playing:
            return
        if self.cursor.at_end:
            self.go_to_start()
        self._start(due=1.0)  # something happens at once

    def pause(self) -> None:
        """Stop the clock, and wait for no answer."""
        self._waits = False
        if self.is_playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    @Slot()
    def toggle(self) -> None:
        """Play, or pause."""
        if self.is_playing:
            self.pause()
        else:
            self.play()

    def move(self, move: Callable[..., None], *how: int) -> None:
        """Move the cursor by hand, which pauses."""
        self.pause()
        move(*how)
        self._announce()

    @Slot()
    def step_on(self) -> None:
        """Step forward by hand, which pauses; from a question that playing has led to, play on."""
        plays_on = self._waits and self.moment.is_asked
        self.move(self.cursor.step, 1)
        if plays_on:
            self._start(due=0.0)

    def go_to_start(self) -> None:
        """Go to the weights before any visit; what plays goes on from there."""
        self.seek(0)

    @Slot()
    def go_to_end(self) -> None:
        """Go to the last visit, and along with it while the run is computed."""
        self.move(self.cursor.go_to_end)

    @Slot(object)
    def seek(self, visit: int) -> None:
        """Go to a visit; what plays goes on from there."""
        self._waits = False
        self.cursor.seek(visit)
        self._announce()

    @Slot(int)
    def set_speed(self, level: int) -> None:
        """Play at a level from 0 to 100, the slowest to the fastest."""
        level = min(max(level, 0), LAST_LEVEL)
        if level != self.speed:
            self.speed = level
            self.speed_changed.emit(level, speed_text(level))

    def set_loop(self, loops: bool) -> None:
        """Start over at the end of a run, or stop there."""
        self.loops = loops

    @Slot(bool)
    def set_two_phase(self, two_phase: bool) -> None:
        """Show the point of a visit before what it does, so that a class can predict it."""
        self.cursor.set_two_phase(two_phase)
        self._announce()

    def _start(self, due: float) -> None:
        self._waits = False
        self._counted_at, self._due = self._clock(), due
        self._timer.start()
        self.playing_changed.emit(True)

    @Slot()
    def _on_frame_due(self) -> None:
        asks, speed = self.cursor.two_phase, visits_per_second(self.speed)
        now = self._clock()
        passed = min(now - self._counted_at, _LONGEST_FRAME_S)
        self._due += passed * (min(speed, _MOST_ASKED) if asks else speed)
        self._counted_at = now
        steps = int(self._due)
        self._due -= steps  # the rest is kept for the next frame
        if self.cursor.run is None:  # it is on its way
            return
        if steps and not self.cursor.at_end:
            self.cursor.play(1 if asks else steps)
        elif steps and self.loops:
            self.cursor.seek(0)
        self._announce()
        if self.cursor.at_end and not (self.loops and self.moment.visit):
            self.pause()
        elif self.moment.is_asked and self.is_playing:
            self.pause()
            self._waits = True

    def _announce(self) -> None:
        shown = self.cursor.reached, self.cursor.moment
        if shown != self._announced:
            self._announced = shown
            self.changed.emit(*shown)
