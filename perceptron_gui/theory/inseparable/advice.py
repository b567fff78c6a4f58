"""Why a run without an offset cannot learn its points, and what helps.

The window offers it with a click, the command line says it in a sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from perceptron_gui.core.data.dataset import is_binary
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.core.paths.path import PointPath
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space

from .certificate import no_separator

# What may help: the same points with −1 for 0, or an offset.
CENTRED, OFFSET = "centred", "offset"
_MOST_UPDATES = 1000  # longer cycles are not searched for a point at the origin
_MOST_NUMBERS = 4000  # larger data sets are not searched for a line unasked
_NEEDS_OFFSET = "so the weights repeat forever. With an offset, a line separates them."


@dataclass(frozen=True)
class Advice:
    """A sentence on what keeps a run from learning, and what would help."""

    why: str
    helps: tuple[str, ...]


def advice(run: Run | None) -> Advice | None:
    """Return what would help a run that provably never learns its points; else None."""
    if run is None or run.rule.offset or run.cycle is None:
        return None
    if standstill(run) is not None:
        zeros = ", ".join("0" * run.dataset.dimension)
        why = (
            f"Nothing can be learnt from ({zeros}): it is on every line through the origin, so it "
            "is always a mistake, but adding it changes no weight."
        )
        return Advice(why, (CENTRED, OFFSET) if is_binary(run.dataset) else (OFFSET,))
    why = f"{no_separator(run.space)}, {_NEEDS_OFFSET}"
    return Advice(why, (OFFSET,)) if _needs_offset(run) else None


def typed_advice(run: Run, name: str) -> str:
    """Return the same for the command line, where points of the library are called by a name."""
    found = advice(run)
    if found is None:
        return ""
    centred = f"{name}-pm"
    data = f"the data set {centred}" if centred in LIBRARY else "inputs of −1 and +1 instead"
    tried = {CENTRED: data, OFFSET: "--offset"}
    return f"{found.why} Try {' or '.join(tried[each] for each in found.helps)}"


def standstill(run: Run) -> int | None:
    """Return the point at the origin that a run without an offset visits forever, or None.

    Its score is 0 whatever the weights are, and y·0 is added to them where that is a mistake.
    """
    found = run.cycle
    if found is None or found.period_updates > _MOST_UPDATES or not isinstance(run.path, PointPath):
        return None
    first = int(run.updates_at(found.start_visit))
    points = run.path.points_of_updates(first, first + found.period_updates)
    is_still = bool(len(points)) and not run.path.arithmetic.z[points].any()
    return int(points[0]) if is_still else None


def _needs_offset(run: Run) -> bool:
    """Tell whether a line separates the points, though none through the origin does."""
    if run.dataset.points.size > _MOST_NUMBERS or run.verdict_is_pending or run.verdict.separable:
        return False

    def with_offset() -> bool:
        return separability(Space.of(run.dataset, replace(run.rule, offset=True))).separable

    return run.cache.get_or_compute("needs offset", None, with_offset)
