"""The data plane: points, the decision line and its two sides, and the arrow of the weights."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model import symbols
from perceptron_gui.figures.model.emphasis import with_halos
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.plane.box import plane_figure
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane, untrained_box
from perceptron_gui.figures.plane.line import decision_line, ghost, notes_on_the_line, sides
from perceptron_gui.figures.plane.points import halos, numbers, points, untrained, visited

from .certificate import MEANINGS as OF_CERTIFICATE
from .certificate import common_point, hulls, notes_on_certificate, ways, witnesses
from .theory import (
    MEANINGS,
    circle,
    cycle_lines,
    margin_band,
    notes_on_theory,
    radius_line,
    result_line,
    support_rings,
)

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
    drawn = (mark for layer in layers for mark in layer(plane))
    marks = with_halos(drawn, options.highlight, MEANINGS | OF_CERTIFICATE)
    notes = (*notes_on_the_line(plane), *notes_on_theory(plane), *notes_on_certificate(plane))
    return plane_figure(NAME, plane.projection.labels, plane.box, marks, options.title, notes)


def _untrained(dataset: Dataset, options: BoundaryOptions) -> Figure:
    """Return the points alone, while there is no run, or no points either."""
    shown = range(min(2, dataset.dimension))
    labels = [*(symbols.coordinate_label(dataset, j) for j in shown), ""]
    at = np.zeros((len(dataset), 2))
    at[:, : len(shown)] = dataset.points[:, :2]
    box = untrained_box(at, options)
    if not len(dataset):
        return plane_figure(NAME, labels, box, (), options.title, ("There are no points yet.",))
    return plane_figure(NAME, labels, box, (untrained(dataset, at),), options.title)


VIEW = View(
    NAME,
    "Points in the plane, the decision line and its two sides, the weights as an arrow.",
    BoundaryOptions,
    build,
)
