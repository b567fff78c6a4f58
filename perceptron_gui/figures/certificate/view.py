"""Why no line separates the points: two hulls that share a point; or how far apart they are."""

from __future__ import annotations

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import PlaneBox

from .geometry import CertificateGeometry, can_be_drawn, geometry_of
from .marks import Drawing

NAME = "certificate"
_PADDING = 0.2


def build(dataset: Dataset, run: Run | None, cursor: int, options: ViewOptions) -> Figure:
    """Return the hulls of both classes, what proves the verdict, and the line after a visit."""
    if run is None:
        return nothing_to_show(NAME, options)
    if not can_be_drawn(run):
        return nothing_to_show(NAME, options, "The lifted points lie too far away to be drawn.")
    geometry = geometry_of(run)
    box = PlaneBox(*options.range) if options.range else _box(run, geometry, options.aspect)
    drawing = Drawing(run, min(cursor, run.visits), geometry, box, options)
    across, up = geometry.projection.labels
    signed = "" if run.rule.offset else "$y$ times "
    return Figure(
        NAME,
        Axis(f"{signed}{across}", range=(box.x0, box.x1)),
        Axis(f"{signed}{up}" if up else "", range=(box.y0, box.y1)),
        tuple(drawing.marks()),
        title=options.title,
        notes=geometry.notes,
        equal=True,
    )


def _box(run: Run, geometry: CertificateGeometry, aspect: float) -> PlaneBox:
    box = PlaneBox.around(np.vstack(list(geometry.hulls.values())))
    if not run.rule.offset:
        box = box.with_point(0.0, 0.0)
    return box.framed(_PADDING, aspect)


VIEW = View(
    NAME,
    "The hulls of both classes: a common point proves that no line separates them.",
    ViewOptions,
    build,
)
