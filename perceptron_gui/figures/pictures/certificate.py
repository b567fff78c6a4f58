"""Why no line separates the points: two hulls that share a point; or how far apart they are.

Everything is seen in the space in which lines are straight: the lifted one where there is a lift.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import LARGEST, SMALLEST, floats_over, is_short, size_of
from perceptron_gui.base.number_text import number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.hull_gap import HullGap, hull_gap
from perceptron_gui.core.space.space import Space
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import class_name, coordinate_label
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Points, Region
from perceptron_gui.figures.model.role import HULL_ROLES, Role
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.box import PlaneBox, Polygon, closed, hull, plane_figure, ring
from perceptron_gui.figures.plane.data_plane import BoundaryOptions, DataPlane
from perceptron_gui.figures.plane.points import labelled, unhidden
from perceptron_gui.figures.plane.projection import PlaneProjection, Spread, feature_symbols
from perceptron_gui.figures.plane.text_places import TextPlaces
from perceptron_gui.lectures.notation import point_number
from perceptron_gui.theory.inseparable.certificate import (
    DUPLICATES,
    ORIGIN,
    Certificate,
    certificate_of_run,
)
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines, why_not_separable
from perceptron_gui.theory.run_text.words import why_words

NAME = "certificate"
NO_HULLS = "The hulls lie in the kernel's feature space, which cannot be drawn."
_PADDING = 0.2
# More names of λ, or rings, nobody could tell apart.
_MOST_SHARES = 12
_MOST_RINGS = 60
_LONGEST_SHARE = 7
_MOST_AVOIDED = 300
BOTH = 0  # the key of the one hull of all signed points
_FILLING = {**HULL_ROLES, BOTH: Role.WITNESS}
_OUTLINE = {**HULL_ROLES, BOTH: Role.ZERO}
_SHARE_LETTERS = 1.1  # the size of λ beside a point, to be read from the back row


def build(dataset: Dataset, run: Run, cursor: int, options: ViewOptions) -> Figure:
    """Return the hulls of both classes, what proves the verdict, and the line after a visit."""
    if not can_be_drawn(run):
        why = "The lifted points lie too far away to be drawn."
        return nothing_to_show(NAME, options, NO_HULLS if run.rule.rule == "kernel" else why)
    geometry = geometry_of(run)
    if options.range:
        box = PlaneBox(*options.range)
    else:
        box = PlaneBox.around(np.vstack(list(geometry.hulls.values())))
        box = box if run.rule.offset else box.with_point(0.0, 0.0)
        box = box.framed(_PADDING, options.aspect)
    drawing = CertificateMarks(run, min(cursor, run.visits), geometry, box, options)
    across, up = geometry.projection.labels
    signed = "" if run.rule.offset else "$y$ times "
    labels = f"{signed}{across}", f"{signed}{up}" if up else ""
    note = geometry.projection.note
    notes = (geometry.verdict, *([note] if note else []))
    drawn = plane_figure(NAME, labels, box, drawing.all(), options.title, notes)
    return replace(drawn, headline=why_words(run))


@dataclass(frozen=True, eq=False)
class CertificateMarks:
    """The marks of a certificate in a box, after a visit."""

    run: Run
    cursor: int
    geometry: CertificateGeometry
    box: PlaneBox
    options: ViewOptions

    def all(self) -> list[Mark]:
        layers = (self.hulls, self._lines, self.ways, self._points, self.rings, self.ends)
        return [*(mark for layer in layers for mark in layer()), *self._shares()]

    def hulls(self) -> Iterator[Mark]:
        """Yield both hulls; on a line of numbers each a little beside it, so that both are seen."""
        for label, corners in self.geometry.hulls.items():
            signed = label == BOTH
            name = "signed points $yx$" if signed else class_name(self.run.dataset, label)
            shown = corners.copy()
            if len(self.geometry.projection.directions) == 1:
                shown[:, 1] += label * 0.02 * self.box.height
            key = "hull" if signed else f"hull {label:+d}"
            if len(corners) > 2:
                yield Region(f"{key} inside", _FILLING[label], *ring(shown))
            if len(corners) > 1:
                yield Line(key, _OUTLINE[label], *closed(shown), label=f"hull of {name}")

    def _lines(self) -> Iterator[Line]:
        """Yield the line of w*, where there is one, and the line after the visit."""
        if self.run.verdict.separable:
            best = self.geometry.projection.line(self.run.verdict.separator, self.box)
            name = f"${self.options.symbols.separator}$, largest margin"
            if len(best[0]):
                yield Line("separator", Role.SEPARATOR, *best, label=name)
        line = self.geometry.projection.line(self.run.exact_weights_at(self.cursor), self.box)
        if len(line[0]):
            # Faint: the proof is about every line, not about this one.
            yield Line("line", Role.FUTURE, *line, label="decision line")

    @cached_property
    def _end(self) -> tuple[float, float]:
        assert self.geometry.certificate is not None
        return self.geometry.seen(self.geometry.certificate.common)

    def ways(self) -> Iterator[Line]:
        """Yield dotted lines from the points that count to where they lead."""
        found = self.geometry.certificate
        if found is None or found.kind in (ORIGIN, DUPLICATES):
            return
        for witness in found.witnesses:
            place = self.geometry.at[witness.index].tolist()
            yield Line.between(f"way {witness.index}", Role.WITNESS, place, self._end)

    def _points(self) -> Iterator[Points]:
        plane = DataPlane.of(self.run, self.cursor, BoundaryOptions(notation=self.options.notation))
        at, dataset, predicted = self.geometry.at, self.run.dataset, plane.predicted
        shown = unhidden(at, dataset.labels, predicted, self.box, self._counting)
        yield labelled("points", dataset, at, predicted, shown)

    @property
    def _counting(self) -> list[int]:
        found = self.geometry.certificate
        if found is not None:
            return [w.index for w in found.witnesses]
        return sorted(self.geometry.gap.shares if self.geometry.gap else self.run.verdict.support)

    def rings(self) -> Iterator[Dots]:
        """Yield rings around the points that count, or around all that have both labels."""
        found = self.geometry.certificate
        ringed, label = self._counting, r"takes part in the proof ($\lambda > 0$)"
        if found is None and self.geometry.gap is None and self.run.rule.offset:
            return
        if found is None:
            label = "holds the nearest points" if self.geometry.gap else "holds the nearest point"
        elif found.kind == ORIGIN:
            label = "on every line"
        elif found.pairs is not None:
            ringed, label = found.pairs[:_MOST_RINGS, 0].tolist(), "of both classes"
        x, y = self.geometry.at[ringed].T
        yield Dots("witnesses", Role.SUPPORT, x, y, label=label)

    def ends(self) -> Iterator[Mark]:
        """Yield the common point, or the nearest ones with what lies between them."""
        geometry, label = self.geometry, "nearest points"
        if geometry.certificate is not None:
            if geometry.certificate.kind not in (ORIGIN, DUPLICATES):
                x, y = self._end
                label = "common point" if self.run.rule.offset else "origin"
                yield Dots("common", Role.WITNESS, np.array([x]), np.array([y]), label=label)
            return
        if geometry.gap is not None:
            ends = geometry.seen(geometry.gap.positive), geometry.seen(geometry.gap.negative)
        elif not self.run.rule.offset:
            ends = (0.0, 0.0), geometry.seen(self.run.verdict.separator)
            label = "origin, and nearest to it"
        else:
            return
        yield Line.between("between", Role.WITNESS, *ends)
        x, y = np.array(ends).T
        yield Dots("nearest", Role.WITNESS, x, y, label=label)

    def _shares(self) -> Iterator[Mark]:
        """Yield λ beside every point that counts."""
        found = self.geometry.certificate
        if found is None or len(found.witnesses) > _MOST_SHARES or found.kind == ORIGIN:
            return
        # Words should cover neither points nor the ways from them.
        at, end = self.geometry.at, np.array(self._end)
        along = np.linspace(0, 1, 9)[:, None]
        ways = [start + along * (end - start) for start in at[self._counting]]
        avoided = np.vstack([at[:: -(-len(at) // _MOST_AVOIDED)], *ways])
        places = TextPlaces(self.box, [(x, y) for x, y in avoided.tolist()])
        for witness in found.witnesses:
            x, y = self.geometry.at[witness.index].tolist()
            written = f"= {witness.share}"
            if not is_short(witness.share, _LONGEST_SHARE):
                written = rf"\approx {number(round(float(witness.share), 4))}"
            text = rf"$\lambda_{{{point_number(witness.index)}}} {written}$"
            key = f"share {witness.index}"
            yield places.at_one_of(key, Role.NOTE, text, [(x, y)], _SHARE_LETTERS)


@dataclass(frozen=True, eq=False)
class CertificateGeometry:
    """The plane looked at, the points in it, the hulls, and the certificate or the gap."""

    projection: PlaneProjection
    at: NDArray[np.float64]  # where the points are seen (n, 2); without an offset y·x
    hulls: dict[int, Polygon]  # of each label, or of all signed points
    certificate: Certificate | None
    gap: HullGap | None
    verdict: str  # why no line separates the points, or what separates them

    def seen(self, place: tuple[Fraction, ...]) -> tuple[float, float]:
        """Return where a point of the lifted space is seen."""
        x, y = (np.array([float(v) for v in place]) @ self.projection.directions).tolist()
        return x, y


def can_be_drawn(run: Run) -> bool:
    """Return whether products of coordinates are small enough to be drawn."""
    size = float(np.abs(run.dataset.points).max())
    is_small = run.rule.lift == "none" or size * size <= LARGEST
    return is_small and run.rule.rule != "kernel"


def geometry_of(run: Run) -> CertificateGeometry:
    """Return what is seen of the certificate of a run, or of the gap between its classes."""

    def found() -> CertificateGeometry:
        space, separable, labels = run.space, run.verdict.separable, run.dataset.labels
        projection = _projection(run)
        at = projection.points if space.offset else projection.points * labels[:, None]
        parts = {int(y): at[labels == y] for y in np.unique(labels)} if space.offset else {BOTH: at}
        hulls = {label: hull(part) for label, part in parts.items()}
        certificate = None if separable else certificate_of_run(run)
        gap = hull_gap(space) if separable and space.offset else None
        note = why_not_separable(run) if certificate else certificate_lines(run)[0].text
        return CertificateGeometry(projection, at, hulls, certificate, gap, note)

    return run.cache.get_or_compute("certificate", None, found)


def _projection(run: Run) -> PlaneProjection:
    """Return the plane that shows most: both coordinates, or a shadow of more."""
    # The points are seen as the rule sees them: scaled, products as coordinates of their own.
    features = run.space.features(run.dataset.points)
    points = features[:, :-1] if run.space.offset else features
    points = np.where(np.abs(points) < SMALLEST, 0.0, points)  # tiny products are seen as 0
    dataset = Dataset(points, run.dataset.labels, (), run.dataset.class_names)
    space = Space(dataset, offset=run.space.offset, bias_scale=run.space.bias_scale)
    d = dataset.dimension
    if d > 2:
        return _shadow(run, space)
    if run.rule.lift == "none":
        names = [coordinate_label(run.dataset, j) for j in range(d)]
        if not run.space.is_plain:
            names = [f"{name}, scaled" for name in names]
    else:
        names = [f"${symbol}$" for symbol in feature_symbols(run)]
    return PlaneProjection(space, np.eye(d, 2), (names[0], names[1] if d == 2 else ""))


def _shadow(run: Run, space: Space) -> PlaneProjection:
    """Return the plane along w*, or where there is none that of the widest directions."""
    spread, d = Spread(space.dataset.points), space.dataset.dimension
    space_name = run.space.made_by
    where = f"{d} coordinates{f' of the {space_name} space' if space_name else ''}"
    best = run.verdict.separator
    normal = floats_over(best[:d], size_of(best))
    if normal.any():
        first = normal / np.linalg.norm(normal)
        labels = r"$w^* \cdot x / \|w^*\|$", "widest direction across"
        note = f"A shadow of {where}, seen such that $w^*$ points to the right."
    else:
        first = spread.widest_across(np.zeros(d))
        labels = "widest direction", "widest direction across"
        note = (
            f"A shadow of {where}, in the two directions in which the points vary most; what meets "
            "in it need not meet, but the common point is common in all of them."
        )
    directions = np.column_stack([first, spread.widest_across(first)])
    return PlaneProjection(space, directions, labels, note)


_SHOWS = "The hulls of both classes: a common point proves that no line separates them."
VIEW = View(NAME, _SHOWS, ViewOptions, build)
