"""The data plane: points, the decision line and its two sides, and the arrow of the weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.run import Run

from . import lecture
from .boundary_certificate import MEANINGS as OF_CERTIFICATE
from .boundary_certificate import common_point, hulls, notes_on_certificate, ways, witnesses
from .boundary_cycle import cycle_lines
from .boundary_lit import MEANINGS, halos, radius_line
from .boundary_marks import decision_line, ghost, notes_on_the_line, sides
from .boundary_points import numbers, points, untrained, visited
from .boundary_stage import BoundaryOptions, Stage, untrained_box
from .boundary_theory import circle, margin_band, notes_on_theory, result_line, support_rings
from .emphasis import with_halos
from .figure import Axis, Figure
from .marks import Mark
from .plane import Box
from .view import View

__all__ = ["VIEW", "BoundaryOptions"]

NAME = "boundary"


def build(dataset: Dataset, run: Run | None, cursor: int, options: BoundaryOptions) -> Figure:
    """Return the points and the line after a visit."""
    if run is None:
        return _untrained(dataset, options)
    stage = Stage.of(run, cursor, options)
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
    marks = (mark for layer in layers for mark in layer(stage))
    lit = with_halos(marks, options.lit, MEANINGS | OF_CERTIFICATE)
    notes = (*notes_on_the_line(stage), *notes_on_theory(stage), *notes_on_certificate(stage))
    return _plane(stage.sight.labels, stage.box, options, tuple(lit), notes)


def _untrained(dataset: Dataset, options: BoundaryOptions) -> Figure:
    """Return the points alone, while there is no run, or no points either."""
    shown = range(min(2, dataset.dimension))
    labels = [*(lecture.coordinate_label(dataset, j) for j in shown), ""]
    at = np.zeros((len(dataset), 2))
    at[:, : len(shown)] = dataset.points[:, :2]
    box = untrained_box(at, options)
    if not len(dataset):
        return _plane(labels, box, options, notes=("There are no points yet.",))
    return _plane(labels, box, options, (untrained(dataset, at),))


def _plane(
    labels: Sequence[str],
    box: Box,
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
