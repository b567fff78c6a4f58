"""A run played back: its cursor is moved by hand or by the clock."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run

from .cursor import Cursor

SLOWEST, FASTEST = 0.5, 500.0  # visits a second: one in two seconds, eight in every frame
LAST_LEVEL = 100
DEFAULT_LEVEL = 30
_FRAME_MS = 16
# After a longer pause (a dialog, a closed lid) playback resumes where it stopped.
_LONGEST_FRAME_S = 1.0
# Visits a second at most while predicting: the class needs time to see each result.
_MOST_ASKED = 1.0

Clock = Callable[[], float]


def visits_per_second(level: int) -> float:
    """Return the speed of a level from 0 to 100; ten levels more are twice as fast."""
    return SLOWEST * float((FASTEST / SLOWEST) ** (level / LAST_LEVEL))


def speed_text(level: int) -> str:
    """Say a speed in words: "1 visit in 2 s", "32 visits a second"."""
    speed = visits_per_second(level)
    if speed < 0.95:
        return f"1 visit in {1 / speed:.2g} s"
    number = f"{speed:.2g}" if speed < 10 else f"{speed:.0f}"
    return "1 visit a second" if number == "1" else f"{number} visits a second"


class Pace:
    """Counts steps by real time, so that slow frames do not slow playback."""

    def __init__(self, clock: Clock = time.perf_counter) -> None:
        self._clock = clock
        self._counted_at = 0.0
        self._due = 0.0

    def start(self, due: float = 1.0) -> None:
        """Begin with one step due, so that something happens at once, or with fewer."""
        self._counted_at = self._clock()
        self._due = due

    def steps(self, per_second: float) -> int:
        """Return the whole steps that are due, and keep the rest for next time."""
        now = self._clock()
        self._due += min(now - self._counted_at, _LONGEST_FRAME_S) * per_second
        self._counted_at = now
        whole = int(self._due)
        self._due -= whole
        return whole


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
        self._pace = Pace(clock)
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
        self._start(due=1.0)

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
        self._pace.start(due)
        self._timer.start()
        self.playing_changed.emit(True)

    @Slot()
    def _on_frame_due(self) -> None:
        asks, speed = self.cursor.two_phase, visits_per_second(self.speed)
        steps = self._pace.steps(min(speed, _MOST_ASKED) if asks else speed)
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
