"""The cursor over a run: where it is wanted, and where it can stand. No Qt, no clock."""

from __future__ import annotations

from typing import Literal

import numpy as np

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run

Phase = Literal["asked", "shown"]


@frozen_value
class Moment:
    """After a visit (`shown`), or with its point shown and the weights still as before (`asked`).

    Moments count as beats: visit t is asked at beat 2t − 1 and shown at beat 2t.
    """

    visit: int = 0
    phase: Phase = "shown"

    @classmethod
    def at_beat(cls, beat: int) -> Moment:
        """Return the moment of a beat, 0 being the start."""
        visit, asked = divmod(beat + 1, 2)
        return cls(visit, "shown" if asked else "asked")

    @property
    def beat(self) -> int:
        """How many beats come before this one."""
        return 2 * self.visit - (self.phase == "asked")

    @property
    def visits_made(self) -> int:
        """How many visits have had their effect: the weights to show are those after so many."""
        return self.visit - (self.phase == "asked")


def mistake_after(run: Run, moment: Moment) -> int | None:
    """Return the first visit after this one that changes the weights, if there is one."""
    return _visit_of_update(run, int(run.updates_at(moment.visit)))


def mistake_before(run: Run, moment: Moment) -> int | None:
    """Return the last visit before this one that changes the weights, if there is one."""
    return _visit_of_update(run, int(run.updates_at(moment.visit - 1)) - 1)


def epoch_after(run: Run, moment: Moment) -> int:
    """Return the visit that ends the epoch under way, or the next one where one has just ended."""
    length = run.path.visiting.epoch_length
    return (moment.visits_made // length + 1) * length


def epoch_before(run: Run, moment: Moment) -> int:
    """Return the last visit before this moment that ends an epoch, or 0."""
    length = run.path.visiting.epoch_length
    return max(0, moment.visit - 1) // length * length


def _visit_of_update(run: Run, k: int) -> int | None:
    """Return the visit of the update that comes after k others."""
    if not 0 <= k < len(run.history):
        return None
    return int(run.history.visits_of(np.array([k]))[0])


class Cursor:
    """Stands at the wanted moment, or at the last one that its run has.

    What is wanted is remembered, so a shorter run between two long ones, or one that is still
    being computed, does not lose the place.
    """

    def __init__(self) -> None:
        self.run: Run | None = None
        self.two_phase = False
        self._wanted = 0  # a beat
        self._follows_end = False

    @property
    def moment(self) -> Moment:
        """Where the cursor stands."""
        return Moment.at_beat(min(self._wanted, self._last_beat))

    @property
    def at_end(self) -> bool:
        """Tell whether the run is over and nothing comes after this moment."""
        over = self.run is not None and self.run.is_over
        return over and self.moment.beat == self._last_beat

    def show_run(self, run: Run | None) -> None:
        """Take a new run, or more of the same one."""
        self.run = run
        if run is not None and self._follows_end:
            self.go_to_end()

    def seek(self, visit: int) -> None:
        """Go to a visit; one that is still to be computed is waited for."""
        self._want(2 * visit)

    def go_to_end(self) -> None:
        """Go to the last visit, and along with it while the run is computed."""
        self._want(self._last_beat)
        self._follows_end = self.run is not None and not self.run.is_over

    def step(self, steps: int) -> None:
        """Go on by visits, or in two phases by questions and answers; back if negative."""
        self._want(self.moment.beat + steps * (1 if self.two_phase else 2))

    def play(self, steps: int) -> None:
        """Go on like `step`, but wait for nothing that is still to be computed."""
        self.step(steps)
        self._wanted = min(self._wanted, self._last_beat)

    def next_mistake(self) -> None:
        """Go to the next visit that changes the weights, if there is one."""
        if self.run is not None:
            self._ask(mistake_after(self.run, self.moment))

    def previous_mistake(self) -> None:
        """Go to the last visit before this one that changed the weights, if there is one."""
        if self.run is not None:
            self._ask(mistake_before(self.run, self.moment))

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
        if not two_phase:
            self._wanted += self._wanted % 2

    def _ask(self, visit: int | None) -> None:
        if visit is not None:
            self._want(2 * visit - self.two_phase)

    def _want(self, beat: int) -> None:
        self._follows_end = False
        self._wanted = max(0, beat)
        if self.run is not None and self.run.is_over:
            self._wanted = min(self._wanted, self._last_beat)

    @property
    def _last_beat(self) -> int:
        return 0 if self.run is None else 2 * self.run.visits
