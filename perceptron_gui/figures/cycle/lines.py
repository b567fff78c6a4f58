"""All decision lines of a cycle in one plane, numbered in the order in which they are visited."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.boundary import view as boundary
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Line, Mark, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import Path
from perceptron_gui.figures.plane.cycle import ZOOM, CycleLine, CycleStage, lines_of
from perceptron_gui.figures.plane.points import untrained
from perceptron_gui.figures.plane.projection import Straight
from perceptron_gui.figures.plane.stage import BoundaryOptions, Stage
from perceptron_gui.figures.plane.text_places import TextPlaces

NAME = "cycle-lines"
# How far beside the middle of the points lines are looked for, and what is beyond the last.
_FAR, _ROOM = 2.0, 0.06
# Where along a line its number may stand.
_SHARES = (0.04, 0.96, 0.12, 0.88, 0.24, 0.76)
# Places that numbers keep away from: so many on every line, and so many points.
_SAMPLES = 40
_MOST_AVOIDED = 300


def lines_figure(stage: CycleStage, aspect: float) -> Figure:
    """Draw the points, the lines that return for ever, and the current one over them."""
    options = BoundaryOptions(
        notation=stage.options.notation, range=stage.options.range, aspect=aspect
    )
    run = stage.run
    if run.dataset.dimension > 2:
        drawn = boundary.VIEW.build(run.dataset, run, stage.cursor, options)
        assert isinstance(drawn, Figure)
        return replace(drawn, name=NAME)
    plane = _with_room(stage, Stage.of(run, stage.cursor, options))
    found = lines_of(stage, plane)
    box = plane.box
    return Figure(
        NAME,
        Axis(plane.sight.labels[0], range=(box.x0, box.x1)),
        Axis(plane.sight.labels[1], range=(box.y0, box.y1)),
        (
            *_line_marks(found),
            *_current(plane),
            untrained(run.dataset, plane.sight.points),
            *_numbers(stage, plane, found),
        ),
        notes=tuple(_notes(stage, found)),
        equal=True,
    )


def _with_room(stage: CycleStage, plane: Stage) -> Stage:
    """Return a plane that reaches as far as lines beside the points, unless they are far away."""
    box = plane.box
    if plane.options.range is not None:
        return plane
    wider = box
    for state in stage.shown:
        score = plane.sight.score(state.weights)
        if isinstance(score, Straight) and score.constant is None:
            x, y = score.affine.nearest(*box.middle)
            if math.dist((x, y), box.middle) <= _FAR * box.size:
                wider = wider.with_point(x, y)
    if wider == box:
        return plane
    seen = wider.framed(_ROOM, plane.options.aspect)
    options = replace(plane.options, range=(seen.x0, seen.x1, seen.y0, seen.y1))
    return Stage.of(stage.run, stage.cursor, options)


def _line_marks(found: list[CycleLine]) -> Iterator[Line]:
    label = "lines to come"
    for shown in found:
        yield Line(f"line {shown.states[0].updates}", Role.FUTURE, *shown.path, label=label)
        label = ""


def _current(plane: Stage) -> Iterator[Line]:
    x, y = plane.division.line
    if len(x):
        yield Line("line", Role.BOUNDARY, x, y, label="now")


def _numbers(stage: CycleStage, plane: Stage, found: list[CycleLine]) -> Iterator[Mark]:
    if not stage.is_numbered:
        return
    lines = [_along(shown.path, np.linspace(0, 1, _SAMPLES)) for shown in found]
    avoided = np.vstack([plane.sight.points[:_MOST_AVOIDED], *lines])
    places = TextPlaces(plane.box, [(x, y) for x, y in avoided.tolist()], ZOOM)
    for shown in found:
        spots = [(x, y) for x, y in _along(shown.path, np.array(_SHARES)).tolist()]
        text = ", ".join(stage.number_of(state) for state in shown.states)
        is_current = any(map(stage.is_current, shown.states))
        role = Role.BOUNDARY if is_current else Role.NOTE
        yield places.at_one_of(f"number {shown.states[0].updates}", role, text, spots, 1.0)


def _along(path: Path, shares: Values) -> NDArray[np.float64]:
    """Return places (m, 2) along a line, at shares of its corners; gaps are left out."""
    corners = np.column_stack(path)
    at = shares * (len(corners) - 1)
    low = np.minimum(at.astype(np.int64), len(corners) - 2)
    places = corners[low] + (at - low)[:, None] * (corners[low + 1] - corners[low])
    return np.asarray(places[np.isfinite(places).all(axis=1)])


def _notes(stage: CycleStage, found: list[CycleLine]) -> Iterator[str]:
    if not stage.is_numbered:
        yield (
            f"{len(stage.shown)} of the {stage.facts.period_updates} lines of the cycle are shown."
        )
        return
    seen = {state.updates for shown in found for state in shown.states}
    missing = [stage.number_of(state) for state in stage.shown if state.updates not in seen]
    if missing:
        yield f"Numbers without a line in view: {', '.join(missing)}."
