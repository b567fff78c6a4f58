"""How points of any dimension are seen on a plane, and what a score looks like from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.base.exact import floats_over, size_of
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.kernel_space import KernelSpace
from perceptron_gui.core.space.space import Space, lift_pairs
from perceptron_gui.figures.model.label import coordinate_label
from perceptron_gui.figures.model.options import ALONG
from perceptron_gui.lectures.notation import Notation, coordinate

from .box import NOWHERE, Affine, Division, Path, PlaneBox
from .contour import CELLS, HALVINGS, Contour, Score

# How far from a plane's directions a normal may be and still count as one of them.
_PARALLEL = 1e-12
_NEAR = 1e-5
_FEW_AXES = 50  # up to which finding them anew takes no time
_ROOT_HALVINGS = 100
_KERNEL_HALVINGS = 24
_VOTE_HALVINGS = 12  # a vote takes long, and nobody sees more
_MOST_VOTES = 1 << 21  # counted at a time: they take memory
_MOST_COUNTED = 1 << 27  # votes on all places of a grid, unless that becomes too coarse
_FEWEST_CELLS = 32


class Curved(NamedTuple):
    """A score whose boundary is seen as a curve, because the points were lifted."""

    score: Score
    points: NDArray[np.float64]
    constant: float | None
    halvings: int = HALVINGS
    cells: int = CELLS

    def line(self, box: PlaneBox) -> Path:
        return self.divide(box).line

    def divide(self, box: PlaneBox) -> Division:
        found = Contour(self.score, box, self.points, self.halvings, self.cells)
        return Division(found.line, found.side(True), found.side(False))

    def band(self, box: PlaneBox, reach: float) -> Path:
        if self.constant is not None:
            return NOWHERE
        return Contour(lambda at: reach - np.abs(self.score(at)), box, self.points).side(True)

    def beyond(self, box: PlaneBox, level: float, side: int) -> Path:
        return Contour(lambda at: side * (self.score(at) - level), box, self.points).side(True)


@dataclass(frozen=True, eq=False)
class PlaneProjection:
    """A plane spanned by two orthonormal directions (d, 2), the names of both, and a note."""

    space: Space
    directions: NDArray[np.float64]
    labels: tuple[str, str]
    note: str = ""
    turns: bool = False  # with the weights

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """The points as they are seen (n, 2)."""
        return self.seen(self.space.dataset.points)

    def seen(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return points (n, d) as they are seen (n, 2)."""
        is_as_typed = self.directions.shape == (2, 2) and (self.directions == np.eye(2)).all()
        return points if is_as_typed else np.asarray(points @ self.directions)

    @cached_property
    def columns(self) -> NDArray[np.float64]:
        """The same (2, n), all across and then all up: of many, each is read far faster so."""
        return np.ascontiguousarray(self.points.T)

    @property
    def shows_all_coordinates(self) -> bool:
        return len(self.directions) <= 2

    def score(self, weights: Sequence[Fraction]) -> Affine | Curved | None:
        """Return s over `size_of(weights)`, or None where the plane shows no boundary of it."""
        size = size_of(weights)
        normal, constant = self.space.line_of(weights)
        *seen, level = floats_over([*normal, constant], size).tolist()
        return self._score(np.array(seen), level, floats_over(weights, size))

    def line(self, weights: Sequence[Fraction], box: PlaneBox) -> Path:
        score = self.score(weights)
        return NOWHERE if score is None or score.constant is not None else score.line(box)

    def scores(self, weights: NDArray[np.float64]) -> Iterator[Affine | Curved | None]:
        """Yield the same of many weights (m, D), rounded: for drawing, and far quicker."""
        sizes = np.abs(weights).max(axis=1, keepdims=True)
        scaled = weights / np.where(sizes, sizes, 1.0)
        normals, constants = self.space.lines_of(scaled)
        yield from map(self._score, normals, constants.tolist(), scaled)

    def vote(
        self,
        weights: NDArray[np.float64],
        counts: NDArray[np.int64],
        on_line: int,
        check_cancelled: CancelCheck = never_cancelled,
    ) -> Curved | None:
        """Return the vote of weights (m, D), each as often as counted (m,), or None as above.

        Where one of them has no sign, it votes for `on_line`.
        """
        if not self.shows_all_coordinates:
            return None
        voting, places = np.unique(weights[counts > 0], axis=0, return_inverse=True)
        counted = np.bincount(places, counts[counts > 0]).astype(np.float64)
        shown = len(self.directions)

        def score(at: NDArray[np.float64]) -> NDArray[np.float64]:
            features, total = self.space.features(at[:, :shown]), np.zeros(len(at))
            piece = max(1, _MOST_VOTES // max(1, len(at)))
            for start in range(0, len(voting), piece):
                check_cancelled()
                signs = np.sign(features @ voting[start : start + piece].T)
                votes = counted[start : start + piece]
                total += signs @ votes
                if on_line:
                    total += on_line * (votes.sum() - np.abs(signs) @ votes)
            return np.asarray(np.where(total, total, 0.5 * on_line))

        slopes = voting[:, :-1] if self.space.offset else voting
        is_level = not slopes.any()
        constant = float(score(np.zeros((1, 2)))[0]) if is_level else None
        # So many votes that counting all takes seconds are counted at fewer places.
        cells = int(min(CELLS, max(_FEWEST_CELLS, (_MOST_COUNTED / max(1, len(voting))) ** 0.5)))
        return Curved(score, np.empty((0, 2)), constant, _VOTE_HALVINGS, cells)

    def _score(
        self, normal: NDArray[np.float64], constant: float, weights: NDArray[np.float64]
    ) -> Affine | Curved | None:
        """Return the score of a line in typed coordinates; only lifted points need the weights."""
        if self.space.is_lifted and not self.shows_all_coordinates:
            return None
        if self.space.is_lifted:
            return self._lifted(weights, None if normal.any() else constant)
        seen = self.directions.T @ normal
        hidden = normal - self.directions @ seen
        if np.abs(hidden).max() > _PARALLEL * np.abs(normal).max():
            return None
        if not self.shows_all_coordinates:  # turned axes leave rounding where there is nothing
            seen[np.abs(seen) <= _PARALLEL * np.abs(seen).max()] = 0.0
        return Affine(float(seen[0]), float(seen[1]), constant)

    def _lifted(self, weights: NDArray[np.float64], constant: float | None) -> Curved:
        def score(at: NDArray[np.float64]) -> NDArray[np.float64]:
            return self.space.scores(at[:, : len(self.directions)], weights)

        if isinstance(self.space, KernelSpace) and self.space.cancels(weights):
            constant = 0.0
        if isinstance(self.space, KernelSpace) and not self.space.is_quadratic:
            return Curved(score, self.points[np.flatnonzero(weights)], constant, _KERNEL_HALVINGS)
        known = np.vstack([_level_points(score, self.points), self.points])
        return Curved(score, known, constant)


def _level_points(score: Score, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where a quadratic score is level, and two points very near to it (3, 2).

    That is the middle of an oval that a grid may miss, and where two lines cross, whose corners
    a coarse grid cuts. Derivatives are differences: exact for quadratics but for rounding.
    """
    size = float(np.abs(points).max()) or 1.0
    steps = size * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1]])
    centre, right, left, up, down, corner = score(steps)
    slope = np.array([right - left, up - down]) / 2
    mixed = corner - right - up + centre
    bend = np.array([[right + left - 2 * centre, mixed], [mixed, up + down - 2 * centre]])
    level = np.linalg.lstsq(bend, -slope)[0]
    return np.asarray(size * (level + np.array([[-_NEAR], [0.0], [_NEAR]])))


def feature_symbols(run: Run) -> list[str]:
    """Return the symbols of the coordinates that have weights, products of a lift included."""
    symbols = [coordinate(j) for j in range(run.dataset.dimension)]
    for i, j in lift_pairs(run.rule.lift, len(symbols)):
        symbols.append(f"{symbols[i]}^2" if i == j else symbols[i] + symbols[j])
    return symbols


def seen_pair(dimension: int, axes: tuple[int, int] | str) -> tuple[int, int] | None:
    """Return the columns of points that two coordinates counted from 1 are, if there are any."""
    if isinstance(axes, str) or dimension < 3 or max(axes) > dimension:
        return None
    return axes[0] - 1, axes[1] - 1


def projection_of(
    run: Run, weights: Sequence[Fraction], notation: Notation, axes: tuple[int, int] | str = ALONG
) -> PlaneProjection:
    """Return the plane in which points and the boundary of these weights are best seen.

    Of more than two coordinates `axes` may name two, counted from 1.
    """
    dataset, d = run.dataset, run.dataset.dimension
    first_two = np.eye(d, 2)
    labels = coordinate_label(dataset, 0), ""
    if d == 1:
        return PlaneProjection(run.space, first_two, labels)
    labels = labels[0], coordinate_label(dataset, 1)
    if d == 2:
        return PlaneProjection(run.space, first_two, labels)
    w = notation.normal
    if (pair := seen_pair(d, axes)) is not None:
        i, j = pair
        labels = coordinate_label(dataset, i), coordinate_label(dataset, j)
        note = f"Two of {d} coordinates are seen; the boundary is a line only along ${w}$."
        return PlaneProjection(run.space, _unit_vectors(d, i, j), labels, note)
    if run.space.is_lifted:
        note = f"A boundary lifted from {d} coordinates is no curve in a plane; two are shown."
        return PlaneProjection(run.space, first_two, labels, note)
    line = run.space.line_of(weights)[0]
    normal = floats_over(line, size_of(line))
    if not normal.any():
        note = f"${w} = 0$ is no direction to look along; the first two coordinates are shown."
        return PlaneProjection(run.space, first_two, labels, note)
    along = normal / np.linalg.norm(normal)
    spread = run.cache.get_or_compute("spread", d, lambda: Spread(dataset.points))
    across = spread.widest_across(along)
    labels = rf"${w} \cdot x / \|{w}\|$", f"widest direction orthogonal to ${w}$"
    note = f"The axes follow ${w}$: distances along it, and where the points vary most across it."
    if not isinstance(axes, str):
        note = f"There are only {d} coordinates. {note}"
    return PlaneProjection(run.space, np.column_stack([along, across]), labels, note, turns=True)


@dataclass(frozen=True, eq=False)
class Spread:
    """How points (n, d) vary, and where most; the axes of many dimensions are found only once."""

    points: NDArray[np.float64]

    def widest_across(self, along: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the widest direction (d,) orthogonal to a unit vector, or to 0."""
        found = self._turned(along) if min(self.points.shape) > _FEW_AXES else None
        if found is None:
            rows = self._centred - np.outer(self._centred @ along, along)
            if rows.shape[1] <= len(rows):
                found = np.linalg.eigh(rows.T @ rows)[1][:, -1]
            else:  # of wide tables the axis is a sum of the rows, of which there are fewer
                found = rows.T @ np.linalg.eigh(rows @ rows.T)[1][:, -1]
                found /= np.linalg.norm(found) or 1.0
        widest = found - (found @ along) * along
        if np.linalg.norm(widest) < 0.5:  # nothing varies across: any direction will do
            widest = _unit_vectors(len(along), int(np.abs(along).argmin()))[:, 0]
            widest -= (widest @ along) * along
        widest /= np.linalg.norm(widest)
        largest = np.abs(widest).max()
        # Of two opposite directions the one whose first large coordinate is positive.
        leading = widest[np.argmax(np.abs(widest) > largest * (1 - 1e-9))]
        return np.asarray(widest * np.sign(leading))

    @cached_property
    def _centred(self) -> NDArray[np.float64]:
        centred = self.points - self.points.mean(axis=0)
        return np.asarray(centred / (np.abs(centred).max() or 1.0))  # squares must not overflow

    @cached_property
    def _axes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The squared lengths (r,) of all axes, the longest first, and the axes so long (d, r)."""
        rows = self._centred
        if rows.shape[1] <= len(rows):
            squares, units = np.linalg.eigh(rows.T @ rows)
            squares = np.maximum(squares, 0.0)  # rounding may leave less
            axes = units * np.sqrt(squares)
        else:  # of wide tables each axis is a sum of the rows, of which there are fewer
            squares, sums = np.linalg.eigh(rows @ rows.T)
            axes = rows.T @ sums
        return squares[::-1], np.ascontiguousarray(axes[:, ::-1])

    def _turned(self, along: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Return the longest axis of what is left without a direction, or None where unclear.

        With axes A and z = Aᵀ·along the rest has the squares A'A − zz' (Golub 1973): its largest
        eigenvalue is below the longest square by the root μ of Σ z²/(μ − gap) = 1 that is less
        than all gaps, and its eigenvector is z/(μ − gap).
        """
        squares, axes = self._axes
        z = axes.T @ along
        gaps, squared = squares[0] - squares, z**2
        low, high = 0.0, float(gaps[1])
        with np.errstate(divide="ignore", invalid="ignore"):
            for _ in range(_ROOT_HALVINGS):
                middle = (low + high) / 2
                if (squared / (middle - gaps)).sum() > 1:
                    low = middle
                else:
                    high = middle
            shares = z / (high - gaps)
            shares /= np.linalg.norm(shares)
        rest = (high - gaps) * shares - z * (z @ shares)
        if not np.linalg.norm(rest) <= _PARALLEL * squares[0]:  # axes of one length, say
            return None
        found = axes @ shares
        return np.asarray(found / np.linalg.norm(found))


def _unit_vectors(d: int, *places: int) -> NDArray[np.float64]:
    """Return unit vectors (d, k) along some coordinates."""
    found = np.zeros((d, len(places)))
    found[list(places), range(len(places))] = 1.0
    return found
