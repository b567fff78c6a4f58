"""The visits among the curves of the agreement: which point was met, and was it wrong?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core import measures
from perceptron_gui.core.history import PointHistory
from perceptron_gui.core.run import Run

from .extremes import Positions, Values
from .marks import Dots, Mark
from .role import Role
from .series import Timeline

# More marks than this hide the curves; then only the visit that is shown has one.
_MOST_MARKED = 60


def visit_marks(timeline: Timeline) -> list[Mark]:
    """Mark each visit at the y·s that its point had before it; steps over several have no mark."""
    run = timeline.run
    if not timeline.visit or run.path.visiting.block > 1:
        return []
    first = 1 if timeline.visit <= _MOST_MARKED else timeline.visit
    visits = np.arange(first, timeline.visit + 1)
    before = np.asarray(run.updates_at(visits - 1), dtype=np.int64)
    points = _visited(run, visits, before)
    values = measures.agreement(run, before, points).diagonal()
    wrong = _wrong(run, visits, before, points, values)
    x = timeline.across_visits(visits, before)
    right = ~wrong
    if timeline.against == "updates":  # visits without an update all lie at the same place
        right &= visits == timeline.visit
    marks: list[Mark] = []
    for which, role, label in ((right, Role.VISITED, "visited"), (wrong, Role.MISTAKE, "mistake")):
        if which.any():
            marks.append(Dots(label, role, x[which], values[which], label))
    return marks


def _visited(run: Run, visits: Positions, before: Positions) -> Positions:
    """Return the point (m,) that each visit looks at."""
    visiting = run.path.visiting
    if visiting.chooses_mistakes and isinstance(run.history, PointHistory):
        return run.history.points_of(before).astype(np.int64)
    return np.array([visiting.points_of(int(visit))[0] for visit in visits], dtype=np.int64)


def _wrong(
    run: Run, visits: Positions, before: Positions, points: Positions, values: Values
) -> NDArray[np.bool_]:
    """Tell which visits met a mistake: where only mistakes move the weights, those that did."""
    if run.path.mistake_driven:
        return np.asarray(run.updates_at(visits) > before)
    bound, inclusive = run.mistakes
    on_it = (values == float(bound)) & inclusive[points]
    return np.asarray((values < float(bound)) | on_it)
