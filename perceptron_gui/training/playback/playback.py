"""A run played back: the cursor moved by hand or by the clock, and every move announced."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.core.runs.run import Run

from .cursor import Cursor, Moment

# After a longer standstill (a dialog, a closed lid) the lesson goes on where it was left.
_LONGEST_FRAME = 1.0  # seconds

Clock = Callable[[], float]


class Pace:
    """Counts steps by real time, so that slow frames do not slow the lesson."""

    def __init__(self, clock: Clock = time.perf_counter) -> None:
        self._clock = clock
        self._asked_at = 0.0
        self._due = 0.0

    def start(self) -> None:
        """Begin with one step due: who presses play sees something happen at once."""
        self._asked_at = self._clock()
        self._due = 1.0

    def steps(self, per_second: float) -> int:
        """Return the whole steps that are due, and keep the rest for next time."""
        now = self._clock()
        self._due += min(now - self._asked_at, _LONGEST_FRAME) * per_second
        self._asked_at = now
        whole = int(self._due)
        self._due -= whole
        return whole


SLOWEST, FASTEST = 0.5, 500.0  # visits a second: one in two seconds, eight in every frame
LAST_LEVEL = 100
DEFAULT_LEVEL = 30


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


_FRAME = 16  # milliseconds


class Playback(QObject):
    """Plays, steps and jumps over what is computed. Steps and jumps by hand pause."""

    moment_changed = Signal(object)
    playing_changed = Signal(bool)
    speed_changed = Signal(int)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        interval: int = _FRAME,
        clock: Clock = time.perf_counter,
    ) -> None:
        super().__init__(parent)
        self._cursor = Cursor()
        self._announced = self._cursor.moment
        self._level = DEFAULT_LEVEL
        self._loops = False
        self._pace = Pace(clock)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(interval)
        self._timer.timeout.connect(self._on_frame_due)

    @property
    def run(self) -> Run | None:
        """The run that is played, as far as it is computed."""
        return self._cursor.run

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self._cursor.moment

    @property
    def is_playing(self) -> bool:
        """Tell whether the clock moves the cursor."""
        return self._timer.isActive()

    @property
    def speed(self) -> int:
        """The level of the speed, from 0 to 100."""
        return self._level

    @property
    def loops(self) -> bool:
        """Tell whether the end of a run leads back to its start."""
        return self._loops

    @property
    def two_phase(self) -> bool:
        """Tell whether the point of a visit is shown before what it does."""
        return self._cursor.two_phase

    @Slot(object)
    def show_run(self, run: Run | None) -> None:
        """Play a new run, or more of the same one, from where the cursor stands."""
        self._cursor.show_run(run)
        if run is None:
            self.pause()
        self._announce()

    @Slot()
    def play(self) -> None:
        """Go on by the clock; at the end, from the start again."""
        if self.run is None or self.is_playing:
            return
        if self._cursor.at_end:
            self.go_to_start()
        self._pace.start()
        self._timer.start()
        self.playing_changed.emit(True)

    @Slot()
    def pause(self) -> None:
        """Stop the clock."""
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

    @Slot()
    def step_forward(self) -> None:
        """Go one visit on; in two phases first ask, then show."""
        self.pause()
        self._cursor.step(1)
        self._announce()

    @Slot()
    def step_back(self) -> None:
        """Undo a step forward."""
        self.pause()
        self._cursor.step(-1)
        self._announce()

    @Slot()
    def next_mistake(self) -> None:
        """Go to the next visit that changes the weights; in two phases ask there."""
        self.pause()
        self._cursor.next_mistake()
        self._announce()

    @Slot()
    def previous_mistake(self) -> None:
        """Go back to the last visit that changed the weights; in two phases ask there."""
        self.pause()
        self._cursor.previous_mistake()
        self._announce()

    @Slot()
    def next_epoch(self) -> None:
        """Go to the end of the epoch."""
        self.pause()
        self._cursor.next_epoch()
        self._announce()

    @Slot()
    def previous_epoch(self) -> None:
        """Go back to the end of the epoch before."""
        self.pause()
        self._cursor.previous_epoch()
        self._announce()

    @Slot()
    def go_to_start(self) -> None:
        """Go to the weights before any visit; what plays goes on from there."""
        self.seek(0)

    @Slot()
    def go_to_end(self) -> None:
        """Go to the last visit, and along with it while the run is computed."""
        self.pause()
        self._cursor.go_to_end()
        self._announce()

    @Slot(object)
    def seek(self, visit: int) -> None:
        """Go to a visit; what plays goes on from there."""
        self._cursor.seek(visit)
        self._announce()

    @Slot(int)
    def set_speed(self, level: int) -> None:
        """Play at a level from 0 to 100, the slowest to the fastest."""
        level = min(max(level, 0), LAST_LEVEL)
        if level != self._level:
            self._level = level
            self.speed_changed.emit(level)

    @Slot(bool)
    def set_loop(self, loops: bool) -> None:
        """Start over at the end of a run, or stop there."""
        self._loops = loops

    @Slot(bool)
    def set_two_phase(self, two_phase: bool) -> None:
        """Show the point of a visit before what it does, so that a class can predict it."""
        self._cursor.set_two_phase(two_phase)
        self._announce()

    @Slot()
    def _on_frame_due(self) -> None:
        # In two phases a visit takes two steps and just as long.
        steps = self._pace.steps(visits_per_second(self._level) * (1 + self.two_phase))
        if steps and not self._cursor.at_end:
            self._cursor.play(steps)
        elif steps and self._loops:
            self._cursor.seek(0)
        self._announce()
        if self._cursor.at_end and not (self._loops and self.moment.visit):
            self.pause()

    def _announce(self) -> None:
        moment = self._cursor.moment
        if moment != self._announced:
            self._announced = moment
            self.moment_changed.emit(moment)
