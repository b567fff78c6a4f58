"""What the figures of a cycle share: its states, which of them are shown, and the current one."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from perceptron_gui.core.cycles import Recurrence
from perceptron_gui.core.history import Record
from perceptron_gui.core.run import Run
from perceptron_gui.core.values import frozen_value
from perceptron_gui.theory.cycle_facts import CycleFacts, CycleState, cycle_facts

from .view import ViewOptions

# So many states are numbered, each with its line; of longer cycles some are shown without.
MOST_NUMBERED = 12
_MOST_SHOWN = 24
# Panels are smaller than figures, so that words are larger beside the rest.
ZOOM = 1.7


@frozen_value(eq=False)
class CycleStage:
    """A run with a proved cycle after a visit."""

    run: Run
    cursor: int
    facts: CycleFacts
    options: ViewOptions

    @property
    def is_numbered(self) -> bool:
        """Tell whether the states are few enough to have numbers."""
        return self.facts.period_updates <= MOST_NUMBERED

    @cached_property
    def shown(self) -> list[CycleState]:
        """The states that are shown: all, or some at even distances."""
        states = self.facts.states
        if self.is_numbered:
            return list(states)
        chosen = np.linspace(0, len(states), _MOST_SHOWN, endpoint=False).astype(int)
        return [states[i] for i in chosen]

    @cached_property
    def current(self) -> int | None:
        """The number of the state that the weights are in, from 0; None before the cycle."""
        made = int(self.run.updates_at(self.cursor)) - self.facts.start_updates
        return made % self.facts.period_updates if self.has_begun else None

    @property
    def has_begun(self) -> bool:
        """Tell whether the cycle has begun at the cursor."""
        return self.cursor >= self.facts.start_visit

    def number_of(self, state: CycleState) -> str:
        """Return the number of a state, from 1."""
        return str(state.updates - self.facts.start_updates + 1)

    def is_current(self, state: CycleState) -> bool:
        """Tell whether the weights are in this state."""
        return self.current == state.updates - self.facts.start_updates


# The facts of a run do not depend on the visit; the last are kept for all its snapshots.
_KEPT: WeakKeyDictionary[Record, tuple[Recurrence, CycleFacts]] = WeakKeyDictionary()


def stage_of(run: Run, cursor: int, options: ViewOptions) -> CycleStage | None:
    """Return the stage of a run's cycle, or None where none is proved."""
    found = run.recurrence
    if found is None or not found.is_cycle:
        return None
    record = run.history.record
    if record not in _KEPT or _KEPT[record][0] is not found:
        facts = cycle_facts(run)
        assert facts is not None
        _KEPT[record] = found, facts
    return CycleStage(run, min(cursor, run.visits), _KEPT[record][1], options)
