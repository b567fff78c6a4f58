"""The place in a run that is looked at, kept while runs come and go."""

from __future__ import annotations

from typing import Literal

from perceptron_gui.core.runs.moment import (
    Moment,
    epoch_after,
    epoch_before,
    mistake_after,
    mistake_before,
)
from perceptron_gui.core.runs.run import Run

# A proved cycle never ends; no cursor gets further than this.
_FOREVER = 1 << 60


class Cursor:
    """The requested moment, or the last one that its run has; a proved cycle has no last one.

    The request is remembered, so a shorter run between two long ones, or one that is still being
    computed, does not lose the place.
    """

    def __init__(self) -> None:
        self.run: Run | None = None  # as far as it was computed
        self.reached: Run | None = None  # the same, and at least to the end of the round under way
        self.two_phase = False
        self._requested = 0  # a beat
        self._is_at_last = False  # came to the last visit of a run, which need not be this one's
        self._follows_end = False
        self._waits_at_end = False  # of the next run, while that is on its way
        self._awaits_run = False

    @property
    def moment(self) -> Moment:
        """Where the cursor stands."""
        return Moment.at_beat(min(self._requested, self._last_beat))

    @property
    def at_end(self) -> bool:
        """Tell whether the run is over and nothing comes after this moment."""
        over = self.run is not None and self.run.is_over
        return over and self.moment.beat == self._last_beat

    @property
    def rounds_after(self) -> int:
        """How many rounds of the cycle have begun after those of the run."""
        if self.run is None or self.run.cycle is None:
            return 0
        return max(0, -(-(self.moment.visit - self.run.visits) // self.run.cycle.period_visits))

    def show_run(self, run: Run | None) -> None:
        """Store a new run, or more of the same one."""
        before = self.run
        is_other = before is not None and run is not None and run.cache is not before.cache
        stays_at_end = self._waits_at_end or (is_other and self._is_at_last)
        self.run = self.reached = run
        if before is not None and not is_other:  # it may have ended where the cursor waits
            self._look_for_end()
        self._awaits_run = self._waits_at_end = False
        if run is not None and (self._follows_end or stays_at_end):
            self.go_to_end()
        self._reach()

    def await_run(self) -> None:
        """Show no run until the next one arrives, then go to the same place in it."""
        self._waits_at_end = self._waits_at_end or self._follows_end or self._is_at_last
        self._awaits_run = True
        self.run = self.reached = None

    @property
    def wanted(self) -> int | Literal["end"]:
        """The requested visit, even while its run is still being computed."""
        return "end" if self._waits_at_end else self._requested // 2

    def seek(self, visit: int) -> None:
        """Go to a visit; one that is still to be computed is waited for."""
        self._request(2 * visit)

    def go_to_end(self) -> None:
        """Go to the last visit, and along with it while the run is computed.

        That of a cycle is where its first round ends.
        """
        self._request(0 if self.run is None else 2 * self.run.visits)
        self._waits_at_end = self._awaits_run
        self._follows_end = self.run is not None and not self.run.is_over

    def step(self, steps: int) -> None:
        """Go on by visits, or in two phases by questions and answers; back if negative."""
        self._request(self.moment.beat + steps * (1 if self.two_phase else 2))

    def play(self, steps: int) -> None:
        """Go on like `step`, but wait for nothing that is still to be computed."""
        self.step(steps)
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
        if not two_phase:
            self._requested += self._requested % 2
            self._reach()

    def _go_to_mistake(self, visit: int | None) -> None:
        if visit is not None:
            self._request(2 * visit - self.two_phase)

    def _request(self, beat: int) -> None:
        self._follows_end = self._waits_at_end = False
        self._requested = max(0, beat)
        if self.run is not None and self.run.is_over:
            self._requested = min(self._requested, self._last_beat)
        self._look_for_end()
        self._reach()

    def _reach(self) -> None:
        """Prolong a cycle to the end of the round that the cursor is in."""
        if self.run is None or self.reached is None or self.run.cycle is None:
            return
        last = self.run.visits + self.rounds_after * self.run.cycle.period_visits
        if last != self.reached.visits:
            self.reached = self.run.prolonged(last)

    def _look_for_end(self) -> None:
        run = self.run
        self._is_at_last = run is not None and run.is_over and self._requested == 2 * run.visits

    @property
    def _last_beat(self) -> int:
        if self.run is None:
            return 0
        return _FOREVER if self.run.cycle else 2 * self.run.visits
