"""Where a visit lies in a proved cycle, as on the face of a clock."""

from __future__ import annotations

from perceptron_gui.core.run import Run
from perceptron_gui.core.values import frozen_value


@frozen_value
class ClockHand:
    """The lap, counted from 1, and the visits made in it: 0 at its start, below the period."""

    lap: int
    visit: int
    period: int

    @property
    def turn(self) -> float:
        """How much of the lap is done, from 0 to below 1."""
        return self.visit / self.period


def cycle_clock(run: Run, visit: int) -> ClockHand | None:
    """Return where the hand stands after a visit; None before the cycle, or where none is proved.

    Visits after the end of the run have their place too, since the cycle goes on for ever.
    """
    found = run.recurrence
    if found is None or not found.is_cycle or visit < found.start_visit:
        return None
    laps, rest = divmod(visit - found.start_visit, found.period_visits)
    return ClockHand(laps + 1, rest, found.period_visits)
