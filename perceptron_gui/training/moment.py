"""A moment of a lesson: where the cursor stands in a run."""

from __future__ import annotations

from typing import Literal

from perceptron_gui.core.values import frozen_value

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
