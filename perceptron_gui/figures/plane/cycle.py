"""What the figures of a cycle share: its states, which of them are shown, and the current one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.theory.inseparable.cycle import CycleFacts, CycleState, cycle_facts

from .box import Path
from .data_plane import DataPlane

# So many states are numbered, each with its line; of longer cycles some are shown without.
_MOST_NUMBERED = 12
_MOST_SHOWN = 24
_SAME = 1e-9  # how far apart lines may be and still be the same, as a share of the box


@dataclass(frozen=True, eq=False)
class ShownCycle:
    """A run with a proved cycle after a visit."""

    run: Run
    cursor: int
    facts: CycleFacts
    options: ViewOptions

    @property
    def is_numbered(self) -> bool:
        """Whether the states are few enough to have numbers."""
        return self.facts.period_updates <= _MOST_NUMBERED

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
        has_begun = self.cursor >= self.facts.start_visit
        return made % self.facts.period_updates if has_begun else None

    def number_of(self, state: CycleState) -> str:
        """Return the number of a state, from 1."""
        return str(state.updates - self.facts.start_updates + 1)

    def is_current(self, state: CycleState) -> bool:
        return self.current == state.updates - self.facts.start_updates


def shown_cycle(run: Run, cursor: int, options: ViewOptions) -> ShownCycle | None:
    """Return the cycle of a run after a visit, or None where none is proved."""
    facts = run.cache.get_or_compute("cycle", run.cycle, lambda: cycle_facts(run))
    return None if facts is None else ShownCycle(run, min(cursor, run.visits), facts, options)


# A line, and the states whose line it is.
CycleLine = tuple[Path, list[CycleState]]


def lines_of(cycle: ShownCycle, plane: DataPlane) -> list[CycleLine]:
    """Return the different lines of the states that are shown, those in view."""
    found: list[CycleLine] = []
    close = _SAME * plane.box.size

    def is_same(one: Path, other: Path) -> bool:
        if len(one[0]) != len(other[0]):
            return False
        first, second = np.column_stack(one), np.column_stack(other)
        ways = second, second[::-1]
        return any(np.allclose(first, way, atol=close, equal_nan=True) for way in ways)

    for state in cycle.shown:
        path = plane.projection.line(state.weights, plane.box)
        if not len(path[0]):
            continue
        same = next((states for known, states in found if is_same(known, path)), None)
        if same is None:
            found.append((path, [state]))
        else:
            same.append(state)
    return found
