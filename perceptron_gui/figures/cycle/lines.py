"""All decision lines of a cycle in one plane, numbered in the order in which they are visited."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.boundary import view as boundary
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Mark, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.plane.box import Path, plane_figure
from perceptron_gui.figures.plane.cycle import ZOOM, CycleLine, ShownCycle, lines_of
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.points import untrained
from perceptron_gui.figures.plane.projection import Straight
from perceptron_gui.figures.plane.text_places import TextPlaces

NAME = "cycle-lines"
# How far beside the middle of the points lines are looked for, and what is beyond the last.
_FAR, _ROOM = 2.0, 0.06
# Where along a line its number may stand.
_SHARES = (0.04, 0.96, 0.12, 0.88, 0.24, 0.76)
# Places that numbers keep away from: so many on every line, and so many points.
_SAMPLES = 40
_MOST_AVOIDED = 300


def lines_figure(cycle: ShownCycle, aspect: float) -> Figure:
    """Draw the points, the lines that return for ever, and the current one over them."""
    options = BoundaryOptions(
        notation=cycle.options.notation, range=cycle.options.range, aspect=aspect
    )
    run = cycle.run
    if run.dataset.dimension > 2:
        drawn = boundary.VIEW.build(run.dataset, run, cycle.cursor, options)
        assert isinstance(drawn, Figure)
        return replace(drawn, name=NAME)
    plane = _with_room(cycle, DataPlane.of(run, cycle.cursor, options))
    found = lines_of(cycle, plane)
    marks = (
        *_line_marks(found),
        *_current(plane),
        untrained(run.dataset, plane.projection.points),
        *_numbers(cycle, plane, found),
    )
    labels, notes = plane.projection.labels, _notes(cycle, found)
    return plane_figure(NAME, labels, plane.box, marks, notes=notes)


def _with_room(cycle: ShownCycle, plane: DataPlane) -> DataPlane:
    """Return a plane that reaches as far as lines beside the points, unless they are far away."""
    box = plane.box
    if plane.options.range is not None:
        return plane
    wider = box
    for state in cycle.shown:
        score = plane.projection.score(state.weights)
        if isinstance(score, Straight) and score.constant is None:
            x, y = score.affine.nearest(*box.middle)
            if math.dist((x, y), box.middle) <= _FAR * box.size:
                wider = wider.with_point(x, y)
    if wider == box:
        return plane
    seen = wider.framed(_ROOM, plane.options.aspect)
    options = replace(plane.options, range=(seen.x0, seen.x1, seen.y0, seen.y1))
    return DataPlane.of(cycle.run, cycle.cursor, options)


def _line_marks(found: list[CycleLine]) -> Iterator[Line]:
    label = "lines to come"
    for shown in found:
        yield Line(f"line {shown.states[0].updates}", Role.FUTURE, *shown.path, label=label)
        label = ""


def _current(plane: DataPlane) -> Iterator[Line]:
    x, y = plane.division.line
    if len(x):
        yield Line("line", Role.BOUNDARY, x, y, label="now")


def _numbers(cycle: ShownCycle, plane: DataPlane, found: list[CycleLine]) -> Iterator[Mark]:
    if not cycle.is_numbered:
        return
    lines = [_along(shown.path, np.linspace(0, 1, _SAMPLES)) for shown in found]
    avoided = np.vstack([plane.projection.points[:_MOST_AVOIDED], *lines])
    places = TextPlaces(plane.box, [(x, y) for x, y in avoided.tolist()], ZOOM)
    for shown in found:
        spots = [(x, y) for x, y in _along(shown.path, np.array(_SHARES)).tolist()]
        text = ", ".join(cycle.number_of(state) for state in shown.states)
        is_current = any(map(cycle.is_current, shown.states))
        role = Role.BOUNDARY if is_current else Role.NOTE
        yield places.at_one_of(f"number {shown.states[0].updates}", role, text, spots, 1.0)


def _along(path: Path, shares: Values) -> NDArray[np.float64]:
    """Return places (m, 2) along a line, at shares of its corners; gaps are left out."""
    corners = np.column_stack(path)
    at = shares * (len(corners) - 1)
    low = np.minimum(at.astype(np.int64), len(corners) - 2)
    places = corners[low] + (at - low)[:, None] * (corners[low + 1] - corners[low])
    return np.asarray(places[np.isfinite(places).all(axis=1)])


def _notes(cycle: ShownCycle, found: list[CycleLine]) -> Iterator[str]:
    if not cycle.is_numbered:
        yield (
            f"{len(cycle.shown)} of the {cycle.facts.period_updates} lines of the cycle are shown."
        )
        return
    seen = {state.updates for shown in found for state in shown.states}
    missing = [cycle.number_of(state) for state in cycle.shown if state.updates not in seen]
    if missing:
        yield f"Numbers without a line in view: {', '.join(missing)}."
