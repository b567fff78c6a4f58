"""Marks of a figure as plots of PGFPlots, cut to a box around the axes, in fractions of them.

TeX has no room for what lies far outside.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import singledispatchmethod
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.export.layout.axes import Box, rings_between
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.role import Role

from .styles import ARROW, AxisScale, TikzStyles, TikzText

Place = tuple[float, float]

# A little beyond the axes, so that no cut is seen.
_LOW, _HIGH = -0.05, 1.05
_FAR = 1e6


def inside(x: Values, y: Values) -> NDArray[np.bool_]:
    """Tell which points lie within the axes."""
    edge = 1e-9
    return np.asarray((np.minimum(x, y) >= -edge) & (np.maximum(x, y) <= 1 + edge))


def cut_curve(x: Values, y: Values) -> Iterator[list[Place]]:
    """Yield the pieces of a curve that are in the box; NaN and infinity part it too."""
    corners = list(zip(x.tolist(), y.tolist(), strict=True))
    piece: list[Place] = []
    for start, end in pairwise(corners):
        part = _cut_segment(start, end)
        if part is None:
            continue
        if piece and piece[-1] != part[0]:
            yield piece
            piece = []
        piece = piece or [part[0]]
        if part[1] != part[0]:
            piece.append(part[1])
    if piece:
        yield piece


def _cut_segment(start: Place, end: Place) -> tuple[Place, Place] | None:
    """Return the part of a segment in the box (Liang and Barsky 1984)."""
    if not all(map(math.isfinite, (*start, *end))):
        return None
    first, last = 0.0, 1.0
    for at, to in zip(start, end, strict=True):
        if at != to:
            enters, leaves = sorted(((_LOW - at) / (to - at), (_HIGH - at) / (to - at)))
            first, last = max(first, enters), min(last, leaves)
        elif not _LOW <= at <= _HIGH:
            return None
    if first > last:
        return None
    return (
        _along(start, end, first) if first > 0 else start,
        _along(start, end, last) if last < 1 else end,
    )


def _along(start: Place, end: Place, share: float) -> Place:
    x, y = (at + share * (to - at) for at, to in zip(start, end, strict=True))
    return x, y


def cut_area(x: Values, y: Values) -> list[Place]:
    """Return the part of an area in the box, side after side (Sutherland and Hodgman 1974)."""
    near = (np.clip(values, -_FAR, _FAR).tolist() for values in (x, y))
    corners: list[Place] = list(zip(*near, strict=True))
    for axis, (limit, sign) in product((0, 1), ((_LOW, 1.0), (_HIGH, -1.0))):
        depths = [(corner[axis] - limit) * sign for corner in corners]
        kept: list[Place] = []
        for number, (corner, depth) in enumerate(zip(corners, depths, strict=True)):
            before = depths[number - 1]
            if (before < 0) != (depth < 0):
                kept.append(_along(corners[number - 1], corner, before / (before - depth)))
            if depth >= 0:
                kept.append(corner)
        corners = kept
    return corners


_CROWD = 1000
_WIDER = 1.25


def thinned(
    x: Values, y: Values, kinds: NDArray[np.int64], cell: float, most: int
) -> NDArray[np.intp]:
    """Return which marks (n,) are drawn: of a crowd one of each kind in every cell of a grid.

    So a mark that is alone always stays. The sides of cells, in the units of x and y, grow from
    `cell` on until there are at most so many marks.
    """
    kept = np.arange(len(x))
    if len(x) <= min(_CROWD, most):
        return kept
    while True:
        cells = np.column_stack([np.floor(x / cell), np.floor(y / cell), kinds])
        kept = np.sort(np.unique(cells, axis=0, return_index=True)[1])
        if len(kept) <= most:
            return kept
        cell *= _WIDER


_PER_LINE = 5
_BREAK = "(nan,nan)"
# Right across the axes and some way beyond.
_ACROSS = np.array([-1.0, 2.0])

Commands = Iterator[str]


@dataclass(frozen=True)
class MarkWriter:
    """Writes marks as commands of an axis environment."""

    x: AxisScale
    y: AxisScale
    box: Box
    words: TikzText
    most: int  # of dots; TeX has no memory for more

    @property
    def styles(self) -> TikzStyles:
        return self.words.styles

    @singledispatchmethod
    def commands(self, mark: object) -> Commands:
        raise TypeError(f"{type(mark).__name__} is not a mark")

    @commands.register
    def _(self, mark: marks.Line | marks.Steps) -> Commands:
        corners = mark.corners if isinstance(mark, marks.Steps) else (mark.x, mark.y)
        yield from self._curve(mark.role, *self._places(*corners))

    @commands.register
    def _(self, mark: marks.RuleLine) -> Commands:
        scale = self.x if mark.vertical else self.y
        at = np.repeat(scale.fractions(mark.at), 2)
        yield from self._curve(mark.role, *((at, _ACROSS) if mark.vertical else (_ACROSS, at)))

    @commands.register
    def _(self, mark: marks.Arrow) -> Commands:
        ends = self._places(np.array([mark.x0, mark.x1]), np.array([mark.y0, mark.y1]))
        yield from self._curve(mark.role, *ends, ARROW)

    @commands.register
    def _(self, mark: marks.Dots) -> Commands:
        shown = yield from self._shown(mark, np.zeros(len(mark.x), dtype=np.int64), mark.role)
        x, y = self._places(mark.x[shown], mark.y[shown])
        yield from self._dots(x, y, self.styles.marker(mark.role))

    @commands.register
    def _(self, mark: marks.Points) -> Commands:
        kinds = 3 * mark.truth.astype(np.int64) + mark.predicted
        shown = yield from self._shown(mark, kinds, Role.POSITIVE, mark.size)
        x, y = self._places(mark.x[shown], mark.y[shown])
        for truth, predicted, group in mark.groups():
            seen = group[shown]
            look = self.styles.marker(truth, predicted, share=mark.size)
            yield from self._dots(x[seen], y[seen], look)

    @commands.register
    def _(self, mark: marks.Region) -> Commands:
        rings = [self._places(*ring) for ring in mark.rings]
        yield from self._area(mark.role, rings)
        for x, y in rings:
            yield from self._curve(mark.role, np.append(x, x[0]), np.append(y, y[0]))

    @commands.register
    def _(self, mark: marks.Band) -> Commands:
        x = self.x.fractions(mark.x)
        # On a logarithmic axis a band may begin at nought, which is infinitely far below.
        lower, upper = self.y.fractions(mark.lower), self.y.fractions(mark.upper)
        known = ~(np.isnan(x) | np.isnan(lower) | np.isnan(upper))
        yield from self._area(mark.role, rings_between(x, lower, upper, known))

    @commands.register
    def _(self, mark: marks.Text) -> Commands:
        x, y = np.array([mark.x]), np.array([mark.y])
        spot = f"rel axis cs:{mark.x:.6g},{mark.y:.6g}"
        if not mark.in_axes:
            x, y = self._places(x, y)
            if not inside(x, y).all():
                return
            spot = f"axis cs:{self.x.written(x)[0]},{self.y.written(y)[0]}"
        left = self.box.left + float(x[0]) * self.box.width
        bottom = self.box.bottom + float(y[0]) * self.box.height
        yield self.words.beside(mark, spot, (left, bottom), self.box)

    def _places(self, x: Values, y: Values) -> tuple[Values, Values]:
        return self.x.fractions(x), self.y.fractions(y)

    def _curve(self, role: Role, x: Values, y: Values, tip: str = "") -> Commands:
        pieces = [piece for piece in cut_curve(x, y) if len(piece) > 1]
        if pieces and self.styles.is_drawn(role):
            options = ", ".join(filter(None, (self.styles.stroke(role), tip)))
            yield f"\\addplot[{options}] coordinates {{{self._joined(pieces)}}};"

    def _shown(
        self,
        mark: marks.Dots | marks.Points,
        kinds: NDArray[np.int64],
        role: Role,
        share: float = 1.0,
    ) -> Generator[str, None, NDArray[np.intp]]:
        """Return which marks are drawn, and yield a comment where some are left out."""
        x, y = self._places(mark.x, mark.y)
        within = np.flatnonzero(inside(x, y))
        half = share * self.styles.marker_size(role) / 2
        across, up = x[within] * self.box.width, y[within] * self.box.height
        kept = within[thinned(across, up, kinds[within], half, self.most)]
        if len(kept) < len(within):
            number = f"{len(kept)} of {len(within)} marks"
            yield f"% {number}; the others lie on or beside one of their kind."
        return kept

    def _dots(self, x: Values, y: Values, look: str) -> Commands:
        if len(x):
            places = list(zip(x.tolist(), y.tolist(), strict=True))
            yield f"\\addplot[only marks, {look}] coordinates {{{self._joined([places])}}};"

    def _area(self, role: Role, rings: Iterable[tuple[Values, Values]]) -> Commands:
        areas = [cut_area(x, y) for x, y in rings]
        closed = [[*corners, corners[0]] for corners in areas if corners]
        if closed and self.styles.is_filled(role):
            yield f"\\addplot[{self.styles.area(role)}] coordinates {{{self._joined(closed)}}};"

    def _joined(self, pieces: Iterable[list[Place]]) -> str:
        """Return the coordinates of pieces, a few on every line, with breaks between them."""
        texts: list[str] = []
        for piece in pieces:
            x, y = np.array(piece).T
            pairs = zip(self.x.written(x), self.y.written(y), strict=True)
            texts += [_BREAK] * bool(texts) + [f"({a},{b})" for a, b in pairs]
        lines = range(0, len(texts), _PER_LINE)
        return "\n  ".join("".join(texts[start : start + _PER_LINE]) for start in lines)
