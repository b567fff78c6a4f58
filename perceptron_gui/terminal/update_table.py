"""The first updates of a run as a table for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.exact import exact_number
from ..core.run import Run
from .text_table import aligned
from .wording import Numbers, vector, written, written_line

_ROWS = 20


def first_updates(run: Run) -> list[str]:
    """Return the lines: which visit, which point, its score before, the weights after."""
    shown = min(_ROWS, len(run.history))
    if not shown:
        return []
    raw = run.history.weights_after(np.arange(shown + 1))
    single = run.point_of_update(0) is not None
    about = ["point (from 0)", "y", "s before"] if single else []
    rows = [["k", "visit", "epoch", *about, "w after"]]
    for k, visit in enumerate(run.history.visits_of(np.arange(shown)).tolist()):
        after = shown_numbers(run, run.path.arithmetic.fractions(raw[k + 1]))
        point = _point(run, k, raw[k]) if single else []
        epoch = run.path.visiting.epoch_of(visit)
        rows.append([str(k + 1), str(visit), str(epoch), *point, written_line(run.space, after)])
    lines = aligned(rows)
    if shown < len(run.history):
        lines.append(f"… and {len(run.history) - shown} more (--json writes up to 100000)")
    return lines


def _point(run: Run, k: int, raw: NDArray[Any]) -> list[str]:
    """Return the cells about the point of an update: which, its label, its score before."""
    i, score = run.point_of_update(k), run.score_before(k, raw)
    assert i is not None
    assert score is not None
    coordinates = [exact_number(v) for v in run.dataset.points[i].tolist()]
    place = f" {vector(shown_numbers(run, coordinates))}" if run.dataset.dimension <= 3 else ""
    label = f"{run.dataset.labels[i]:+d}".replace("-", "−")
    return [f"{i}{place}", label, written(shown_numbers(run, [score])[0])]


def shown_numbers(run: Run, values: Sequence[Fraction]) -> Numbers:
    """Return fractions where the run is exact, else the floats they stand for."""
    return values if run.arithmetic == "exact" else [float(v) for v in values]
