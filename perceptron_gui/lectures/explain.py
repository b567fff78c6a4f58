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
from .visit import Scene

__all__ = ["Explanation", "Step", "explain", "render_html", "render_latex", "render_text"]


def explain(run: Run, visit: int, notation: Notation) -> Explanation:
    """Return what a visit computed; visit 0 is the start."""
    scene = Scene(run, visit, notation)
    i = scene.index
    score = None if i is None else scene.agreements(i)[0] * scene.label(i)
    return Explanation(
        visit,
        run.path.visiting.epoch_of(visit),
        i,
        None if i is None else scene.label(i),
        scene.moved,
        score,
        scene.before,
        scene.after,
        tuple(_steps(scene)),
    )


def _steps(scene: Scene) -> Iterator[Step]:
    path = scene.run.path
    if not scene.visit:
        yield from start_steps(scene)
    elif isinstance(path, PointPath) and scene.index is not None:
        yield from PointVisit(scene, scene.index).steps()
    elif isinstance(path, BlockPath):
        yield from block_steps(scene)
    elif isinstance(path, DescentPath):
        yield from descent_steps(scene)
    else:
        yield from solver_steps(scene)
