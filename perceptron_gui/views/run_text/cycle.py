"""What a dial shows of a proved cycle: its ticks, its hand, and both in words. No Qt here."""

from __future__ import annotations

import numpy as np

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.paths.cycles import Recurrence
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.inseparable.cycle import cycle_position

from .status import counted, grouped
from .ticks import period

# More ticks than this would melt into a ring.
_MOST_TICKS = 48


@frozen_value
class CycleFace:
    """One round of a cycle, and where the run is in it."""

    words: tuple[str, str]  # two short lines
    widest: tuple[str, ...]  # of all lines that may come, so that nothing has to move for them
    tip: str
    ticks: tuple[bool, ...]  # whether each visit of a round is an update; empty if they are many
    turn: float | None  # how much of the round is done; None before the cycle


def cycle_face(run: Run, made: int, shows_future: bool) -> CycleFace | None:
    """Return what is to be seen when `made` visits have had their effect.

    None where no cycle is proved, or where that is still to come and the future is hidden.
    """
    found, span = run.recurrence, period(run)
    if found is None or span is None or not (shows_future or made >= span[1]):
        return None
    hand = cycle_position(run, made)
    last = cycle_position(run, run.visits)
    outside = ("enters the cycle", f"at visit {grouped(found.start_visit)}")
    words = outside if hand is None else _place(hand.lap, hand.visit, hand.period)
    widest = _place(last.lap if last else 1, found.period_visits, found.period_visits)
    return CycleFace(
        words,
        (*widest, *(outside if shows_future and found.start_visit else ())),
        _proof(found),
        _ticks(run, found),
        None if hand is None else hand.turn,
    )


def _place(lap: int, visit: int, visits: int) -> tuple[str, str]:
    return f"round {grouped(lap)}", f"visit {grouped(visit)} of {grouped(visits)}"


def _proof(found: Recurrence) -> str:
    visits, updates = counted(found.period_visits, "visit"), counted(found.period_updates, "update")
    first = f"After visit {grouped(found.start_visit)}" if found.start_visit else "At the start"
    return (
        f"{first} and after visit {grouped(found.end_visit)} the weights are equal, and the order "
        f"goes on alike. So this repeats for ever, {visits} with {updates} a round: it is proved."
    )


def _ticks(run: Run, found: Recurrence) -> tuple[bool, ...]:
    if found.period_visits > _MOST_TICKS:
        return ()
    updates = run.updates_at(np.arange(found.start_visit, found.end_visit + 1))
    return tuple((np.diff(updates) > 0).tolist())
