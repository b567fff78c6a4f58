"""The certificate on the boundary: both hulls, and the point in which they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from perceptron_gui.figures.certificate.geometry import can_be_drawn, geometry_of
from perceptron_gui.figures.certificate.view import CertificateMarks
from perceptron_gui.figures.model.emphasis import Meanings
from perceptron_gui.figures.model.marks import Mark
from perceptron_gui.figures.plane.box import hull
from perceptron_gui.figures.plane.data_plane import DataPlane
from perceptron_gui.theory.convergence.statement import COMMON, HULLS, NEAREST

MEANINGS: Meanings = {
    HULLS: ("hull +1", "hull -1"),
    COMMON: ("common",),
    NEAREST: ("between", "nearest"),
}

# What the keys of its marks begin with; some have numbers.
_KEYS = ("hull", "way", "witnesses", "common", "between", "nearest")


def is_of_certificate(mark: Mark) -> bool:
    """Return whether a mark of the boundary belongs to its certificate."""
    return mark.key.split(" ")[0] in _KEYS


def hulls(plane: DataPlane) -> Iterator[Mark]:
    """Yield the hulls of both classes."""
    if _is_on_plane(plane) and (plane.options.certificate or plane.options.highlights(HULLS)):
        yield from _named(plane, _drawing(plane).hulls())


def ways(plane: DataPlane) -> Iterator[Mark]:
    """Yield the ways from the points that count to the point that they have for their mean."""
    if _is_on_plane(plane) and plane.options.certificate:
        yield from _drawing(plane).ways()


def witnesses(plane: DataPlane) -> Iterator[Mark]:
    """Yield rings around the points that count."""
    if plane.options.certificate and can_be_drawn(plane.run):
        yield from _drawing(plane).rings()


def common_point(plane: DataPlane) -> Iterator[Mark]:
    """Yield the point that both hulls share, or else those nearest to each other."""
    separable = plane.run.verdict.separable
    highlight = plane.options.highlights(NEAREST if separable else COMMON)
    if _is_on_plane(plane) and (plane.options.certificate or highlight):
        yield from _named(plane, _drawing(plane).ends())


def notes_on_certificate(plane: DataPlane) -> Iterator[str]:
    """Yield notes: what the certificate proves, and why something of it is not drawn here."""
    run = plane.run
    if not plane.options.certificate:
        return
    if not can_be_drawn(run):
        yield "The lifted points lie too far away for their hulls to be drawn."
        return
    yield geometry_of(run).verdict
    if run.rule.lift != "none":
        yield "The hulls lie in the lifted space, which the view certificate shows."
    elif not run.rule.offset:
        yield "Without an offset the hull is that of $yx$, which the view certificate shows."
    elif not plane.projection.shows_all_coordinates:
        yield "The hulls are seen as shadows, which may meet here although they do not."


def _is_on_plane(plane: DataPlane) -> bool:
    """Return whether the hulls are hulls of the points as the plane shows them."""
    return plane.run.rule.offset and plane.run.rule.lift == "none"


def _drawing(plane: DataPlane) -> CertificateMarks:
    """Return the certificate as it is seen in the plane of the boundary."""
    run, projection = plane.run, plane.projection
    labels = run.dataset.labels
    parts = {int(y): hull(projection.points[labels == y]) for y in np.unique(labels)}
    geometry = replace(geometry_of(run), projection=projection, at=projection.points, hulls=parts)
    return CertificateMarks(run, plane.context.visit, geometry, plane.box, plane.options)


def _named(plane: DataPlane, marks: Iterable[Mark]) -> Iterator[Mark]:
    """Yield marks without labels where they are only highlighted: the legend stays."""
    for mark in marks:
        yield mark if plane.options.certificate else replace(mark, label="")
