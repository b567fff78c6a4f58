"""Where the decision lines of a cycle run in a plane; the same line may belong to many states."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core.values import frozen_value
from perceptron_gui.theory.cycle_facts import CycleState

from .boundary_stage import Stage
from .cycle_stage import CycleStage
from .plane import Path

_SAME = 1e-9


@frozen_value(eq=False)
class CycleLine:
    """A line, and the states whose line it is."""

    path: Path
    states: list[CycleState]


def lines_of(stage: CycleStage, plane: Stage) -> list[CycleLine]:
    """Return the different lines of the states that are shown, those in view."""
    found: list[CycleLine] = []
    for state in stage.shown:
        score = plane.sight.score(state.weights)
        if score is None or score.constant is not None:
            continue
        path = score.divide(plane.box).line
        if not len(path[0]):
            continue
        same = next((each for each in found if _is_same(each.path, path, plane.box.size)), None)
        if same is None:
            found.append(CycleLine(path, [state]))
        else:
            same.states.append(state)
    return found


def _is_same(one: Path, other: Path, size: float) -> bool:
    if len(one[0]) != len(other[0]):
        return False
    ends = np.column_stack(one), np.column_stack(other)
    turned = ends[1][::-1]
    return any(
        np.allclose(ends[0], each, atol=_SAME * size, equal_nan=True) for each in (ends[1], turned)
    )
