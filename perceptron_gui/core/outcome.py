"""The outcome of a run: how far it came, its last weights, what it returns, and their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .values import frozen_value

if TYPE_CHECKING:
    from .run import Run


@frozen_value(eq=False)
class Outcome:
    """Where a run stands. Weights leave the constant coordinate out; `offset` is B·v."""

    status: str  # converged, cycle, budget; computing while it is not over
    visits: int
    updates: int
    epochs: int
    weights: NDArray[np.float64]
    offset: float | None
    errors: int
    result_weights: NDArray[np.float64]
    result_offset: float | None
    result_errors: int


def outcome_of(run: Run) -> Outcome:
    """Return where a run stands now."""
    visits = run.visits
    updates = int(run.updates_at(visits))
    weights, offset = _line(run, run.weights_after(np.array([updates]))[0])
    result_weights, result_offset = _line(run, np.array([float(v) for v in run.result_at(visits)]))
    return Outcome(
        status=run.status,
        visits=visits,
        updates=updates,
        epochs=run.path.visiting.epoch_of(visits),
        weights=weights,
        offset=offset,
        errors=int(run.errors_after(np.array([updates]))[0]),
        result_weights=result_weights,
        result_offset=result_offset,
        result_errors=run.result.errors(visits),
    )


def _line(run: Run, augmented: NDArray[np.float64]) -> tuple[NDArray[np.float64], float | None]:
    """Return the weights of the features, and the line's offset b = B·v if it has one."""
    if not run.rule.offset:
        return augmented, None
    return augmented[:-1], float(augmented[-1]) * float(run.rule.bias_scale)
