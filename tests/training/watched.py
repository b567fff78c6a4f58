"""A playback that is watched: a clock set by hand, and a list of all that is announced."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.playback import Playback

AND = Run(make(LIBRARY["and"]), Rule()).finish()


class HandClock:
    """A clock that a test sets, and that counts how often it is read."""

    def __init__(self) -> None:
        self.now = 100.0
        self.readings = 0

    def __call__(self) -> float:
        self.readings += 1
        return self.now


class Watched:
    """A playback with its clock, and all that it announced."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.playback = Playback(interval_ms=0, clock=self.clock)
        self.visits: list[int] = []
        self.playing: list[bool] = []
        self.playback.moment_changed.connect(lambda moment: self.visits.append(moment.visit))
        self.playback.playing_changed.connect(self.playing.append)

    def let_pass(self, qtbot: QtBot, seconds: float) -> None:
        """Set the clock and come back after the frame that saw it."""
        before = self.clock.readings
        self.clock.now += seconds
        qtbot.waitUntil(lambda: self.clock.readings > before or not self.playback.is_playing)


def begun(visits: int) -> tuple[Run, Run]:
    """Return a run that has made a few visits, and its snapshot."""
    run = Run(make(LIBRARY["blobs"], n=50), Rule(epochs=4, arithmetic="float64"))
    run.advance(visits)
    return run, run.snapshot()
