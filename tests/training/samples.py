"""What the tests train and play: short and endless runs, and desks that wait for what happens."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.training.controller import TrainingController
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.training.playback import Playback

PATIENCE = 60_000  # milliseconds: a first run may have to wait for the compiler
XOR = make(LIBRARY["xor"])
AND = Run(make(LIBRARY["and"]), Rule()).finish()
# No line separates these, and in floats no cycle is proved, so the run goes on for ever.
BLOBS = make(LIBRARY["blobs"], n=200)
ENDLESS = Rule(arithmetic="float64", epochs=10**9, max_updates=10**9)


def begun(visits: int) -> tuple[Run, Run]:
    """Return a run that has made a few visits, and its snapshot."""
    run = Run(make(LIBRARY["blobs"], n=50), Rule(epochs=4, arithmetic="float64"))
    run.advance(visits)
    return run, run.snapshot()


class Training(TrainingController):
    """A controller that stores all that it announces, and can wait for it."""

    def __init__(self, jobs: Jobs, qtbot: QtBot) -> None:
        super().__init__(jobs)
        self.qtbot = qtbot
        self.runs: list[Run] = []
        self.crashes: list[str] = []
        self.run_advanced.connect(self.runs.append)
        jobs.crashed.connect(self.crashes.append)

    def finish(self, dataset: Dataset, rule: Rule) -> Run:
        """Train to the end and return the finished run."""
        self.train(dataset, rule)
        return self.wait_for_end()

    def wait_for_end(self) -> Run:
        """Wait for the end of the run that is computed, and return it."""
        with self.qtbot.waitSignal(
            self.run_advanced, timeout=PATIENCE, check_params_cb=lambda run: run.is_over
        ):
            pass
        return self.runs[-1]

    def start_endless(self) -> None:
        """Come back when the thread is in the middle of a run that does not end."""
        with self.qtbot.waitSignal(self.run_advanced, timeout=PATIENCE):
            self.train(BLOBS, ENDLESS)

    def start_endless_proof(self) -> None:
        """Train on points whose verdict takes long, and come back with the first snapshot."""
        random = np.random.default_rng(3)
        points = np.round(random.normal(size=(1600, 400)), 3)
        labels = np.where(random.random(1600) < 0.5, 1, -1)
        with self.qtbot.waitSignal(self.run_advanced, timeout=PATIENCE):
            self.train(Dataset.of(points, labels), Rule(epochs=1))


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

    def __init__(self, qtbot: QtBot) -> None:
        self.clock, self.qtbot = HandClock(), qtbot
        self.playback = Playback(interval_ms=0, clock=self.clock)
        self.visits: list[int] = []
        self.playing: list[bool] = []
        self._moment = self.playback.moment
        self.playback.changed.connect(self._note)
        self.playback.playing_changed.connect(self.playing.append)

    def _note(self, _run: Run | None, moment: Moment) -> None:
        if moment != self._moment:
            self._moment = moment
            self.visits.append(moment.visit)

    def let_pass(self, seconds: float) -> None:
        """Set the clock and come back after the frame that saw it."""
        before = self.clock.readings
        self.clock.now += seconds
        self.qtbot.waitUntil(lambda: self.clock.readings > before or not self.playback.is_playing)
