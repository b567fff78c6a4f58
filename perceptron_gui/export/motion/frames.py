"""Which visits an animation shows."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core.errors import UsageError
from perceptron_gui.core.run import Run

MOST_FRAMES = 2000


def choose_frames(run: Run, until: int, frames: str | int) -> list[int]:
    """Return visits from the start to `until`; one frame alone shows the end.

    `frames` is `visits` for all, `updates` for those that changed the weights, or how many there
    are to be, evenly spaced.
    """
    if isinstance(frames, int):
        return _even(until, frames)
    if frames == "visits":
        _refuse_many(frames, until + 1)
        return list(range(until + 1))
    if frames == "updates":
        updates = int(run.updates_at(until))
        _refuse_many(frames, updates + 1)
        changed = run.history.visits_of(np.arange(updates))
        return sorted({0, *changed.tolist(), until})
    raise UsageError(f"frames are visits, updates or a number, not {frames!r}")


def _even(until: int, count: int) -> list[int]:
    if not 1 <= count <= MOST_FRAMES:
        raise UsageError(f"an animation has 1 to {MOST_FRAMES} frames, not {count}")
    if count == 1:
        return [until]
    # Integers, since the visits of long runs are more than floats tell apart.
    return sorted({until * i // (count - 1) for i in range(count)})


def _refuse_many(frames: str, count: int) -> None:
    if count > MOST_FRAMES:
        raise UsageError(
            f"an animation of all {frames} would have {count} frames, and {MOST_FRAMES} is the "
            "most; ask for a number of evenly spaced frames, or end at an earlier visit"
        )
