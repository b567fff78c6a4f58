"""The lines of a proved cycle on the boundary, while something speaks of them."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.theory.proof_lights import CYCLE, STATE, numbers_of

from .boundary_stage import Stage
from .cycle_paths import lines_of
from .cycle_stage import stage_of
from .marks import Line
from .role import Role


def cycle_lines(stage: Stage) -> Iterator[Line]:
    """Yield faintly all lines that return for ever, and with a halo those of states named."""
    all_are_lit, named = stage.options.lights(CYCLE), numbers_of(STATE, stage.options.lit)
    if not all_are_lit and not named:
        return
    if (cycle := stage_of(stage.run, stage.scene.visit, stage.options)) is None:
        return
    for line in lines_of(cycle, stage):
        key = f"cycle line {line.states[0].updates}"
        is_named = any(state.updates - cycle.facts.start_updates in named for state in line.states)
        if is_named:
            yield Line(f"lit {key}", Role.LIT, *line.path)
        if is_named or all_are_lit:
            yield Line(key, Role.FUTURE, *line.path)
