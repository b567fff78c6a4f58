"""The arithmetic of any visit, step by step, in the symbols of a lecture.

Visits to one point by a mistake-driven rule are told by `explain_point`, all others by
`explain_steps`.
"""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.core.paths.descent import DescentPath
from perceptron_gui.core.paths.path import BlockPath, PointPath
from perceptron_gui.core.runs.run import Run

from .explanation import Explanation, Step, render_html, render_latex, render_text
from .notation import Notation
from .points import PointVisit
from .steps import block_steps, descent_steps, solver_steps, start_steps
from .visit import VisitContext

__all__ = ["Explanation", "Step", "explain", "render_html", "render_latex", "render_text"]


def explain(run: Run, visit: int, notation: Notation) -> Explanation:
    """Return what a visit computed; visit 0 is the start."""
    context = VisitContext(run, visit, notation)
    i = context.index
    score = None if i is None else context.agreements(i)[0] * context.label(i)
    return Explanation(
        visit,
        run.path.visiting.epoch_of(visit),
        i,
        None if i is None else context.label(i),
        context.is_update,
        score,
        context.before,
        context.after,
        tuple(_steps(context)),
    )


def _steps(context: VisitContext) -> Iterator[Step]:
    path = context.run.path
    if not context.visit:
        yield from start_steps(context)
    elif isinstance(path, PointPath) and context.index is not None:
        yield from PointVisit(context, context.index).steps()
    elif isinstance(path, BlockPath):
        yield from block_steps(context)
    elif isinstance(path, DescentPath):
        yield from descent_steps(context)
    else:
        yield from solver_steps(context)
