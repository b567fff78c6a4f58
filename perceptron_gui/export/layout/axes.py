"""What stands around the marks of a drawing, and axes on a page, in points.

Titles, legends, axes and notes of a drawing: the layout depends on them alone, so frames of an
animation share one by merging theirs. Of axes: their box, ticks, and the room for numbers and
labels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise, zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perceptron_gui.base.errors import UsageError
from perceptron_gui.figures.model.axes import Ticks, find_ticks, fractions, place, with_ranges
from perceptron_gui.figures.model.figure import (
    Axis,
    Drawing,
    LegendEntry,
    Panel,
    Sheet,
    Table,
    entries,
    united,
)
from perceptron_gui.figures.model.marks import Values

from .text import PageFont, Paragraph

TEXT_GAP = 0.4  # between a text and its place, in font sizes

Corner = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle on the page."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def with_ratio(self, ratio: float) -> Box:
        """Return the largest box within, `ratio` times as wide as high, at its top."""
        width = min(self.width, self.height * ratio)
        height = min(self.height, width / ratio)
        middle = (self.left + self.right) / 2
        return Box(middle - width / 2, self.top - height, middle + width / 2, self.top)

    def shortened(self, height: float) -> Box:
        """Return the box without so much of its top and of its bottom."""
        return replace(self, bottom=self.bottom + height, top=self.top - height)

    def beside(self, wanted: float, width: float) -> float:
        """Return where something this wide begins: as wanted, if it then ends in the box."""
        return max(self.left, min(wanted, self.right - width))

    def with_words_inside(self, corner: Corner, words: Paragraph) -> Corner:
        """Return the upper left corner of words, moved so that they do not leave the box."""
        left, top = corner
        return self.beside(left, words.width), max(min(top, self.top), self.bottom + words.height)


def corner_beside(place: Corner, anchor: str, words: Paragraph, gap: float) -> Corner:
    """Return the upper left corner of words whose `anchor` lies a gap beside a place."""
    aside = -words.width / 2
    if "e" in anchor or "w" in anchor:
        aside = -gap - words.width if "e" in anchor else gap
    above = words.height / 2
    if "n" in anchor or "s" in anchor:
        above = -gap if "n" in anchor else gap + words.height
    return place[0] + aside, place[1] + above


def rings_between(
    x: Values, lower: Values, upper: Values, shown: NDArray[np.bool_]
) -> list[tuple[Values, Values]]:
    """Return the areas between two curves (m,), one for every run of two or more shown values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], shown, [False]]).astype(int)))
    runs = [slice(a, b) for a, b in edges.reshape(-1, 2) if b - a > 1]
    return [(np.append(x[r], x[r][::-1]), np.append(lower[r], upper[r][::-1])) for r in runs]


@dataclass(frozen=True)
class AxesDecorations:
    """The axes of a figure, all with ranges; those that a neighbour shows have no labels."""

    x: Axis
    y: Axis
    right: Axis | None = None
    unlabelled_x: bool = False
    unlabelled_y: bool = False
    equal: bool = False  # a unit is as long on both


@dataclass(frozen=True)
class PanelDecorations:
    """What stands around one figure; an animation may show several `axes` in turn."""

    row: int
    column: int
    rows: int
    columns: int
    title: str
    legend: tuple[LegendEntry, ...]
    axes: tuple[AxesDecorations, ...]
    bare: bool
    is_empty: bool  # neither axes nor marks


@dataclass(frozen=True)
class Decorations:
    """What stands around the panels of a page."""

    title: str
    notes: tuple[str, ...]
    panels: tuple[PanelDecorations, ...]
    rows: int
    widths: tuple[float, ...]
    is_strip: bool  # all panels show the same view

    @property
    def legend(self) -> tuple[LegendEntry, ...]:
        """One legend for all panels, where they show the same view; else each has its own."""
        return united(panel.legend for panel in self.panels) if self.is_strip else ()

    @property
    def grid(self) -> tuple[object, ...]:
        """What pages have in common that can share a layout."""
        places = [(each.row, each.column, each.rows, each.columns) for each in self.panels]
        return (self.rows, self.widths, *places)


def as_sheet(drawing: Drawing) -> Sheet:
    """Return a sheet whose figures have ranges; a figure alone gives it title and notes."""
    if isinstance(drawing, Table):
        raise UsageError(f"{drawing.name} is a table; it is written, not drawn")
    if isinstance(drawing, Sheet):
        panels = tuple(replace(each, figure=with_ranges(each.figure)) for each in drawing.panels)
        return replace(drawing, panels=panels)
    bare = replace(with_ranges(drawing), title="", notes=())
    return Sheet(drawing.name, (Panel(bare, 0, 0),), 1, (1.0,), drawing.title, drawing.notes)


def decorations_of(sheet: Sheet) -> Decorations:
    """Return what stands around the marks of a sheet, as it comes from `as_sheet`."""
    notes = [*(note for panel in sheet.panels for note in panel.figure.notes), *sheet.notes]
    panels = tuple(
        PanelDecorations(
            *(panel.row, panel.column, panel.rows, panel.columns),
            panel.figure.title,
            entries(panel.figure.marks),
            (_axes(panel, sheet),),
            panel.figure.bare,
            panel.figure.bare and not panel.figure.marks,
        )
        for panel in sheet.panels
    )
    is_strip = len({panel.figure.name for panel in sheet.panels}) == 1
    grid = sheet.rows, sheet.widths
    return Decorations(sheet.title, tuple(dict.fromkeys(notes)), panels, *grid, is_strip)


def _axes(panel: Panel, sheet: Sheet) -> AxesDecorations:
    figure, unlabelled_x, unlabelled_y = panel.figure, False, False
    for p in sheet.panels:
        if (p.column, p.columns) == (panel.column, panel.columns) and p.row > panel.row:
            unlabelled_x |= p.figure.x == figure.x
        if (p.row, p.rows) == (panel.row, panel.rows) and p.column + p.columns == panel.column:
            unlabelled_y |= p.figure.y == figure.y
    ranges = figure.x, figure.y, figure.right
    return AxesDecorations(*ranges, unlabelled_x, unlabelled_y, figure.equal)


def merged(frames: Sequence[Decorations], width: Callable[[str], float]) -> Decorations:
    """Return the most that any frame of one grid has; `width` tells which words are longer."""
    return replace(
        frames[0],
        title=max((frame.title for frame in frames), key=width),
        notes=tuple(
            max(notes, key=width)
            for notes in zip_longest(*(frame.notes for frame in frames), fillvalue="")
        ),
        panels=tuple(
            replace(
                panels[0],
                title=max((panel.title for panel in panels), key=width),
                legend=united(panel.legend for panel in panels),
                axes=tuple(dict.fromkeys(chain.from_iterable(panel.axes for panel in panels))),
                is_empty=all(panel.is_empty for panel in panels),
            )
            for panels in zip(*(frame.panels for frame in frames), strict=True)
        ),
    )


@dataclass(frozen=True)
class PageProjection:
    """Axes in the place they have on a page."""

    box: Box
    axes: AxesDecorations

    def across(self, x: ArrayLike) -> Values:
        return self.box.left + self.box.width * fractions(self.axes.x, x)

    def up(self, y: ArrayLike, right: bool = False) -> Values:
        """Return y coordinates in points, measured on the left or on the right axis."""
        axis = self.axes.right if right and self.axes.right else self.axes.y
        return self.box.bottom + self.box.height * fractions(axis, y)

    def shows(self, x: Values | float, y: Values | float) -> NDArray[np.bool_]:
        """Tell which points of the page lie in the axes, edges included."""
        room = 1e-9 * (self.box.width + self.box.height)  # what rounding moves
        return np.asarray(
            (self.box.left - room <= x)
            & (x <= self.box.right + room)
            & (self.box.bottom - room <= y)
            & (y <= self.box.top + room)
        )


# Font sizes of ticks, and in font sizes of the page: tick, room before its number, before a label.
TICK_FONT = 0.85
TICK, PAD, GAP = 0.3, 0.3, 0.25
_APART, _SPARSE, _BELOW = 0.8, 2.6, 1.6
# How long ticks without a number are, of the length of others.
MINOR_TICK = 0.6
# Widths of lines, in those of a theme: of the frame, the grid, and around areas that touch.
FRAME_LINE, GRID_LINE, HAIRLINE = 0.8, 0.6, 0.25


class PageMargins(NamedTuple):
    """From the axes outwards: numbers first (`*_ticks`), then all that is needed."""

    left_ticks: float = 0.0
    right_ticks: float = 0.0
    bottom_ticks: float = 0.0
    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    top: float = 0.0  # for the title and the legend


class PageTicks(NamedTuple):
    """The ticks of a pair of axes, and of the axis at the right."""

    x: Ticks
    y: Ticks
    right: Ticks


def axes_ticks(axes: AxesDecorations, box: Box, letters: PageFont) -> PageTicks:
    """Return the ticks of axes in a box; where units are equal, steps are equal too."""
    x = axis_ticks(axes.x, box.width, letters, False)
    y = axis_ticks(axes.y, box.height, letters, True)
    right = axis_ticks(axes.right, box.height, letters, True) if axes.right else ()
    if axes.equal:
        step = max(_step(x), _step(y))
        x = axis_ticks(axes.x, box.width, letters, False, step) or x
        y = axis_ticks(axes.y, box.height, letters, True, step) or y
    return PageTicks(x, y, right)


@lru_cache(maxsize=128)
def axis_ticks(
    axis: Axis, length: float, letters: PageFont, upright: bool, step: float = 0.0
) -> Ticks:
    """Return the ticks that fit along an axis as long as this, at least a step apart."""

    def fits(ticks: Ticks) -> bool:
        if _step(ticks) < step:
            return False
        for one, next_one in pairwise(ticks):
            apart = (place(axis, next_one.at) - place(axis, one.at)) * length
            widths = letters.width(one.label, TICK_FONT) + letters.width(next_one.label, TICK_FONT)
            beside = max(widths / 2 + _APART * letters.em, _SPARSE * letters.em)
            if apart < (_BELOW * letters.em if upright else beside):
                return False
        return True

    return find_ticks(axis, fits)


def _step(ticks: Ticks) -> float:
    """Return how far the first ticks are apart, to as many digits as their numbers have."""
    return float(f"{ticks[1].at - ticks[0].at:.9g}") if len(ticks) > 1 else 0.0


def find_margins(axes: AxesDecorations, box: Box, letters: PageFont) -> PageMargins:

    def widest(ticks: Ticks) -> float:
        return max((letters.width(tick.label, TICK_FONT) for tick in ticks), default=0.0)

    def label(title: str, length: float) -> float:
        return GAP * letters.em + letters.lines(title, length).height if title else 0.0

    out = (TICK + PAD) * letters.em
    ticks = axes_ticks(axes, box, letters)
    across, up = () if axes.unlabelled_x else ticks.x, () if axes.unlabelled_y else ticks.y
    left_ticks = out + widest(up)
    right_ticks = out + widest(ticks.right) if axes.right else 0.0
    highest = before = after = 0.0
    for tick in across:
        highest = max(highest, letters.lines(tick.label, math.inf, TICK_FONT).height)
        if tick.label:  # how far the first and the last number reach beyond the axis
            half, at = letters.width(tick.label, TICK_FONT) / 2, place(axes.x, tick.at)
            before = max(before, half - at * box.width)
            after = max(after, half - (1 - at) * box.width)
    bottom_ticks = out + highest
    bottom = bottom_ticks + label("" if axes.unlabelled_x else axes.x.title, box.width)
    # Labels that stand upright may reach down beside the numbers of the lower axis.
    long = box.height + bottom
    left = left_ticks + label("" if axes.unlabelled_y else axes.y.title, long)
    right = right_ticks + label(axes.right.title if axes.right else "", long)
    sides = max(left, math.ceil(before)), max(right, math.ceil(after))
    return PageMargins(left_ticks, right_ticks, bottom_ticks, *sides, bottom)
