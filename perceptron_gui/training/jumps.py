"""Where the jumps of the cursor lead: mistakes and ends of epochs, looked up and never scanned."""

from __future__ import annotations

import numpy as np

from ..core.run import Run
from .moment import Moment


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


def _visit_of_update(run: Run, k: int) -> int | None:
    """Return the visit of the update that comes after k others."""
    if not 0 <= k < len(run.history):
        return None
    return int(run.history.visits_of(np.array([k]))[0])
