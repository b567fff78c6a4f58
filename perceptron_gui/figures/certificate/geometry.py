"""What a figure of the certificate shows whatever the visit: hulls, witnesses, where they meet.

Everything is seen in the space in which lines are straight: the lifted one where there is a lift.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import LARGEST, SMALLEST
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model import symbols
from perceptron_gui.figures.plane.box import Polygon, hull
from perceptron_gui.figures.plane.projection import (
    PlaneProjection,
    feature_symbols,
    size_of,
    widest_across,
)
from perceptron_gui.theory.inseparable.certificate import (
    Certificate,
    certificate_of,
    contradictions,
)
from perceptron_gui.theory.inseparable.certificate_lines import verdict_note
from perceptron_gui.theory.inseparable.hull_gap import HullGap, hull_gap

BOTH = 0  # the key of the one hull of all signed points


@frozen_value(eq=False)
class CertificateGeometry:
    """The plane looked at, the points in it, the hulls, and the certificate or the gap."""

    projection: PlaneProjection
    at: NDArray[np.float64]  # where the points are seen (n, 2); without an offset y·x
    hulls: dict[int, Polygon]  # of each label, or of all signed points
    certificate: Certificate | None
    gap: HullGap | None
    duplicates: NDArray[np.int64]  # pairs (m, 2) of equal points with both labels
    verdict: str  # why no line separates the points, or what separates them

    def seen(self, place: tuple[Fraction, ...]) -> tuple[float, float]:
        """Return where a point of the lifted space is seen."""
        x, y = (np.array([float(v) for v in place]) @ self.projection.directions).tolist()
        return x, y

    @property
    def notes(self) -> tuple[str, ...]:
        """The verdict, and what the projection leaves out."""
        return (self.verdict, self.projection.note) if self.projection.note else (self.verdict,)

    @property
    def is_flat(self) -> bool:
        """Whether there is one coordinate only."""
        return len(self.projection.directions) == 1


def can_be_drawn(run: Run) -> bool:
    """Return whether products of coordinates are small enough to be drawn."""
    size = float(np.abs(run.dataset.points).max())
    return run.rule.lift == "none" or size * size <= LARGEST


def geometry_of(run: Run) -> CertificateGeometry:
    """Return what is seen of the certificate of a run, or of the gap between its classes."""
    return run.cache.get_or_compute("certificate", None, lambda: _geometry(run))


def _geometry(run: Run) -> CertificateGeometry:
    space, separable = run.space, run.verdict.separable
    projection = _projection(run)
    labels = run.dataset.labels
    at = projection.points if space.offset else projection.points * labels[:, None]
    parts = {int(y): at[labels == y] for y in np.unique(labels)} if space.offset else {BOTH: at}
    found = None if separable else certificate_of(space, run.verdict)
    return CertificateGeometry(
        projection,
        at,
        {label: hull(part) for label, part in parts.items()},
        found,
        hull_gap(space) if separable and space.offset else None,
        contradictions(run.dataset),
        verdict_note(run, found),
    )


def _projection(run: Run) -> PlaneProjection:
    """Return the plane that shows most: both coordinates, or a shadow of more."""
    space = _straightened(run)
    d = space.dataset.dimension
    if d > 2:
        return _shadow(run, space)
    if run.rule.lift == "none":
        names = [symbols.coordinate_label(run.dataset, j) for j in range(d)]
    else:
        names = [f"${symbol}$" for symbol in feature_symbols(run)]
    return PlaneProjection(space, np.eye(d, 2), (names[0], names[1] if d == 2 else ""))


def _shadow(run: Run, space: Space) -> PlaneProjection:
    """Return the plane along w*, or where there is none that of the widest directions."""
    points = space.dataset.points
    d = space.dataset.dimension
    where = (
        f"{d} coordinates of the lifted space" if run.rule.lift != "none" else f"{d} coordinates"
    )
    size = size_of(run.verdict.separator)
    normal = np.array([float(v / size) for v in run.verdict.separator[:d]])
    if normal.any():
        first = normal / np.linalg.norm(normal)
        labels = r"$w^* \cdot x / \|w^*\|$", "widest direction across"
        note = f"A shadow of {where}, seen such that $w^*$ points to the right."
    else:
        first = widest_across(points, np.zeros(d))
        labels = "widest direction", "widest direction across"
        note = (
            f"A shadow of {where}, in the two directions in which the points vary most; what meets "
            "in it need not meet, but the common point is common in all of them."
        )
    return PlaneProjection(
        space, np.column_stack([first, widest_across(points, first)]), labels, note
    )


def _straightened(run: Run) -> Space:
    """Return the same points without a lift: their products are coordinates of their own."""
    space = run.space
    features = space.features(run.dataset.points)
    points = features[:, :-1] if space.offset else features
    points = np.where(np.abs(points) < SMALLEST, 0.0, points)  # tiny products are seen as 0
    dataset = Dataset(points, run.dataset.labels, (), run.dataset.class_names)
    return Space(dataset, offset=space.offset, bias_scale=space.bias_scale)
