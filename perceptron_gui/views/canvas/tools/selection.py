"""Which points are selected, the handles of the weights, and what lies under the pointer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.core.data.dataset import Indices, frozen
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import ArrayValue, Arrow, Line, Values

Kind = Literal["nothing", "point", "arrow", "line"]

# Half the size of a marker, and how far beside a thing one may press, in points.
RADIUS, REACH = 4.0, 4.0
# Which points are selected, as ascending indices.
NONE: Indices = frozen(np.empty(0, dtype=np.intp))


def selection_of(indices: Iterable[int] | Indices) -> Indices:
    """Return a selection of these points, whatever their order."""
    chosen = indices if isinstance(indices, np.ndarray) else np.array(list(indices))
    chosen = chosen.astype(np.intp)
    is_ascending = bool((np.diff(chosen) > 0).all())  # as it mostly is, however many there are
    return frozen(chosen if is_ascending else np.unique(chosen))


def without_deleted(selection: Indices, deleted: Indices) -> Indices:
    """Return the selection as it is numbered once some points have gone."""
    kept = np.setdiff1d(selection, deleted)
    return selection_of(kept - np.searchsorted(np.sort(deleted), kept))


@dataclass(frozen=True, eq=False)
class WeightsHandles(ArrayValue):
    """Weights of points in the plane, the one of the constant last, and where they are drawn.

    A rule without an offset has two weights only. `line` holds two ends (2, 2); the arrow goes
    from `foot` to `tip` (2,), and where there is no room for one it is None.
    """

    weights: tuple[float, ...]
    bias_scale: float  # the constant coordinate
    line: Values
    foot: Values
    tip: Values | None

    @property
    def normal(self) -> Values:
        """The weights of the two coordinates."""
        return np.array(self.weights[:2])

    @property
    def arrow(self) -> Values | None:
        return None if self.tip is None else np.stack([self.foot, self.tip])

    @property
    def has_offset(self) -> bool:
        """Tell whether the line need not go through the origin."""
        return len(self.weights) == 3


def handles_of(
    figure: Figure, weights: Sequence[float] | None, bias_scale: float
) -> WeightsHandles | None:
    """Return the handles of weights that a figure shows; None where it shows no straight line.

    Where the rule returns another line, the line of the weights themselves is the faint one.
    """
    key = next((each for each in ("now", "line") if figure.has(each)), None)
    if weights is None or len(weights) not in (2, 3) or key is None:
        return None
    if not any(weights[:2]):  # the figure still shows the line of the visit before
        return None
    line = figure.mark(key)
    if not isinstance(line, Line) or len(line.x) != 2:
        return None
    ends = np.column_stack([line.x, line.y])
    arrow = figure.mark("weights") if figure.has("weights") else None
    if isinstance(arrow, Arrow):
        foot, tip = np.array([arrow.x0, arrow.y0]), np.array([arrow.x1, arrow.y1])
        return WeightsHandles(tuple(weights), bias_scale, ends, foot, tip)
    return WeightsHandles(tuple(weights), bias_scale, ends, ends.mean(axis=0), None)


@dataclass(frozen=True)
class Hit:
    """What was hit, and how many pixels it is from its edge; `index` is that of a point."""

    kind: Kind = "nothing"
    distance: float = float("inf")
    index: int = -1


NOTHING = Hit()


@dataclass(frozen=True, eq=False)
class Targets:
    """What can be hit: points (n, 2), a line (2, 2), an arrow's foot and tip (2, 2), in pixels.

    Of points that lie on each other a preferred one is hit, else the one painted last.
    """

    points: Values
    preferred: Indices
    line: Values | None = None
    arrow: Values | None = None
    scale: float = 1.0  # pixels in a point
    marker_scale: float = 1.0  # the same for the markers of the points


def find_hit(place: ArrayLike, targets: Targets) -> Hit:
    """Return what is nearest to a place; of things equally near points come first."""
    at = np.asarray(place, dtype=np.float64)
    found = [_point(at, targets)]
    if targets.arrow is not None:
        away = float(np.hypot(*(targets.arrow[1] - at)))
        found.append(Hit("arrow", max(0.0, away - RADIUS * targets.scale)))
    if targets.line is not None:
        found.append(Hit("line", _distance(at, targets.line)))
    if targets.arrow is not None:  # its foot is on the line, which goes first there
        found.append(Hit("arrow", _distance(at, targets.arrow)))
    nearest = min(found, key=lambda hit: hit.distance)
    return nearest if nearest.distance <= REACH * targets.scale else NOTHING


def _point(at: Values, targets: Targets) -> Hit:
    if not len(targets.points):
        return NOTHING
    across, down = targets.points[:, 0] - at[0], targets.points[:, 1] - at[1]
    squares, preferred = across * across + down * down, targets.preferred
    near = [len(squares) - 1 - int(np.argmin(squares[::-1]))]
    if len(preferred):
        near.insert(0, int(preferred[np.argmin(squares[preferred])]))
    radius = RADIUS * targets.marker_scale
    away = [max(0.0, float(np.sqrt(squares[i])) - radius) for i in near]
    return Hit("point", min(away), near[away.index(min(away))])


def touched(points: Values, start: ArrayLike, end: ArrayLike, reach: float) -> Indices:
    """Return which points (n, 2) lie within reach of the way from start to end."""
    one, other = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    return np.flatnonzero(_squares_from_segment(points, one, other) <= reach**2)


def inside(points: Values, one: ArrayLike, other: ArrayLike) -> Indices:
    """Return which points (n, 2) lie in the box between two opposite corners, edges included."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    x, y = points.T
    return np.flatnonzero((x >= low[0]) & (x <= high[0]) & (y >= low[1]) & (y <= high[1]))


def _distance(at: Values, segment: Values) -> float:
    return float(np.sqrt(_squares_from_segment(at[None, :], *segment)[0]))


def _squares_from_segment(points: Values, start: Values, end: Values) -> Values:
    across, down = points[:, 0] - start[0], points[:, 1] - start[1]
    along = end - start
    length = float(along @ along) or 1.0
    share = np.clip((across * along[0] + down * along[1]) / length, 0.0, 1.0)
    across -= share * along[0]
    down -= share * along[1]
    return np.asarray(across * across + down * down)
