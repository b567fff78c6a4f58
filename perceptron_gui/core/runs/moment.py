"""A moment of a run that is played back, where the next mistake is from it, and places by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.params import VISIT
from perceptron_gui.base.text import quoted

from .run import Run

Phase = Literal["asked", "shown"]


@dataclass(frozen=True)
class Moment:
    """After a visit (`shown`), or with its point shown and the weights still as before (`asked`).

    Moments count as beats: visit t is asked at beat 2t − 1 and shown at beat 2t.
    """

    visit: int = 0  # 1-based, 0 before the first
    phase: Phase = "shown"

    @classmethod
    def at_beat(cls, beat: int) -> Moment:
        """Return the moment of a beat, 0 being the start."""
        visit, asked = divmod(beat + 1, 2)
        return cls(visit, "shown" if asked else "asked")

    @property
    def is_asked(self) -> bool:
        """Tell whether the outcome of the visit is still open."""
        return self.phase == "asked"

    @property
    def beat(self) -> int:
        """How many beats come before this one."""
        return 2 * self.visit - self.is_asked

    @property
    def visits_made(self) -> int:
        """How many visits have had their effect: the weights to show are those after so many."""
        return self.visit - self.is_asked


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


def read_place(text: str) -> Callable[[Run], int]:
    """Return what finds the visit in a run: `end`, a visit, or k=N for update N."""
    by_update = text.lower().startswith("k=")
    digits = text[2:] if by_update else text
    if text == "end":
        return lambda run: run.visits
    # `isdigit` takes ² and other scripts for digits, and no visit has 20 of them.
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise RuleError(f"{quoted(text)}: give a visit, `end`, or an update as in k=3")
    number = int(digits)

    def find(run: Run) -> int:
        made, what = (len(run.history), "updates") if by_update else (run.visits, "visits")
        if number > made and run.cycle is None:
            raise RuleError(f"{quoted(text)}: the run ends after {made} {what}")
        if number > (VISIT.most or 0):
            raise RuleError(f"{quoted(text)}: a cycle is shown up to {VISIT.most} {what}")
        if not by_update:
            return number
        # A proved cycle goes on: its later updates are those of a round before.
        if number > made and run.cycle is not None:
            rounds = -(-(number - made) // run.cycle.period_updates)
            run = run.prolonged(run.visits + rounds * run.cycle.period_visits)
        return run.history.visit_after(number)

    return find


def _visit_of_update(run: Run, k: int) -> int | None:
    """Return the visit of the update that comes after k others."""
    return run.history.visit_after(k + 1) if 0 <= k < len(run.history) else None
