"""The data plane: points, the decision line and its two sides, and the arrow of the weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model import symbols
from perceptron_gui.figures.model.emphasis import with_halos
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Line, Mark
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.figures.plane.cycle import lines_of, shown_cycle
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane, untrained_box
from perceptron_gui.figures.plane.highlight import MEANINGS, halos, radius_line
from perceptron_gui.figures.plane.line import decision_line, ghost, notes_on_the_line, sides
from perceptron_gui.figures.plane.points import numbers, points, untrained, visited
from perceptron_gui.theory.convergence.statement import CYCLE, STATE, numbers_of

from .certificate import MEANINGS as OF_CERTIFICATE
from .certificate import common_point, hulls, notes_on_certificate, ways, witnesses
from .theory import circle, margin_band, notes_on_theory, result_line, support_rings


def cycle_lines(plane: DataPlane) -> Iterator[Line]:
    """Yield faintly all lines that return for ever, and with a halo those of states named."""
    all_are_highlighted, named = (
        plane.options.highlights(CYCLE),
        numbers_of(STATE, plane.options.highlight),
    )
    if not all_are_highlighted and not named:
        return
    if (cycle := shown_cycle(plane.run, plane.context.visit, plane.options)) is None:
        return
    for line in lines_of(cycle, plane):
        key = f"cycle line {line.states[0].updates}"
        is_named = any(state.updates - cycle.facts.start_updates in named for state in line.states)
        if is_named:
            yield Line(f"highlight {key}", Role.HIGHLIGHT, *line.path)
        if is_named or all_are_highlighted:
            yield Line(key, Role.FUTURE, *line.path)


__all__ = ["VIEW", "BoundaryOptions"]

NAME = "boundary"


def build(dataset: Dataset, run: Run | None, cursor: int, options: BoundaryOptions) -> Figure:
    """Return the points and the line after a visit."""
    if run is None:
        return _untrained(dataset, options)
    plane = DataPlane.of(run, cursor, options)
    # In the order of painting: areas, lines that explain, the line itself, points.
    layers = (
        sides,
        hulls,
        margin_band,
        circle,
        radius_line,
        cycle_lines,
        ways,
        ghost,
        result_line,
        decision_line,
        halos,
        points,
        support_rings,
        witnesses,
        common_point,
        visited,
        numbers,
    )
    marks = (mark for layer in layers for mark in layer(plane))
    highlight = with_halos(marks, options.highlight, MEANINGS | OF_CERTIFICATE)
    notes = (*notes_on_the_line(plane), *notes_on_theory(plane), *notes_on_certificate(plane))
    return _plane(plane.projection.labels, plane.box, options, tuple(highlight), notes)


def _untrained(dataset: Dataset, options: BoundaryOptions) -> Figure:
    """Return the points alone, while there is no run, or no points either."""
    shown = range(min(2, dataset.dimension))
    labels = [*(symbols.coordinate_label(dataset, j) for j in shown), ""]
    at = np.zeros((len(dataset), 2))
    at[:, : len(shown)] = dataset.points[:, :2]
    box = untrained_box(at, options)
    if not len(dataset):
        return _plane(labels, box, options, notes=("There are no points yet.",))
    return _plane(labels, box, options, (untrained(dataset, at),))


def _plane(
    labels: Sequence[str],
    box: PlaneBox,
    options: BoundaryOptions,
    marks: tuple[Mark, ...] = (),
    notes: tuple[str, ...] = (),
) -> Figure:
    return Figure(
        NAME,
        Axis(labels[0], range=(box.x0, box.x1)),
        Axis(labels[1], range=(box.y0, box.y1)),
        marks,
        title=options.title,
        notes=notes,
        equal=True,
    )


VIEW = View(
    NAME,
    "Points in the plane, the decision line and its two sides, the weights as an arrow.",
    BoundaryOptions,
    build,
)
