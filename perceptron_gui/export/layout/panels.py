"""Panels in the grid of a sheet: axes in a row or a column are aligned, whatever is beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import field, replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from perceptron_gui.base.values import frozen_value

from .boxes import Box, Corner, Track, share_out
from .decorations import AxesDecorations, Decorations, PanelDecorations
from .legend import LegendBlock, flow
from .margins import PageMargins, find_margins
from .text import PageFont, Paragraph

# The font size of legends, and in font sizes of the page: between blocks, between panels.
LEGEND_FONT = 0.9
BLOCKS, _PANELS = 0.6, 1.2
# From this size on, in font sizes, axes have marks in full size; and how small marks may be.
_SPACIOUS, _SMALLEST = 14.0, 0.6


@frozen_value
class PanelLayout:
    """The room for the axes of a panel, the cell with all around it, and its legend."""

    room: Box
    cell: Box
    margins: PageMargins = field(default_factory=PageMargins)
    legend: LegendBlock = field(default_factory=LegendBlock)

    def box(self, axes: AxesDecorations, equal: bool) -> Box:
        """Return where the axes are: all of their room, unless units are to be equal."""
        return self.room.with_ratio(_ratio(axes)) if equal else self.room

    def words_above(self, title: str, box: Box, letters: PageFont) -> WordsAbove:
        """Return where the legend of a panel stands above its axes, and its title above that."""
        gap, bottom = BLOCKS * letters.em, box.top
        if self.legend.height:
            bottom += gap + self.legend.height
        legend = self.cell.beside(box.left, self.legend.width), bottom
        heading = letters.lines(title, self.cell.width)
        left = self.cell.beside(box.left, heading.width)
        return WordsAbove(legend, heading, (left, bottom + gap + heading.height))


class WordsAbove(NamedTuple):
    """The words above the axes of a panel, with the upper left corners of both."""

    legend_corner: Corner
    title: Paragraph
    title_corner: Corner


def mark_scale(box: Box, letters: PageFont) -> float:
    """Return how much smaller marks and texts of small axes are; they would hide each other."""
    shorter = min(box.width, box.height)
    return max(_SMALLEST, math.sqrt(min(1.0, shorter / (_SPACIOUS * letters.em))))


def _ratio(axes: AxesDecorations) -> float:
    assert axes.x.range is not None
    assert axes.y.range is not None
    return (axes.x.range[1] - axes.x.range[0]) / (axes.y.range[1] - axes.y.range[0])


def place_panels(decorations: Decorations, area: Box, letters: PageFont) -> list[PanelLayout]:
    """Return where the panels of a page go, each with as much room as its words leave."""
    around = [PageMargins()] * len(decorations.panels)
    tops = [0.0] * len(decorations.panels)
    while True:
        placed = [
            _with_words(panel, place, decorations, letters)
            for panel, place in zip(
                decorations.panels,
                _placed(decorations, area, around, tops, letters.em),
                strict=True,
            )
        ]
        # Axes and what is needed around them depend on each other. Margins only grow, so they
        # settle soon, and they suffice for the axes that they leave.
        wider = [old | place.margins for old, place in zip(around, placed, strict=True)]
        higher = [
            max(old, _above(panel, place, letters))
            for old, panel, place in zip(tops, decorations.panels, placed, strict=True)
        ]
        if (wider, higher) == (around, tops):
            return [
                replace(place, margins=margins)
                for place, margins in zip(placed, around, strict=True)
            ]
        around, tops = wider, higher


def _with_words(
    panel: PanelDecorations, place: PanelLayout, decorations: Decorations, letters: PageFont
) -> PanelLayout:
    """Return a panel with the margins and the legend that it needs in its place."""
    own = () if decorations.legend else panel.legend
    legend = flow(own, letters.family, LEGEND_FONT * letters.em, place.cell.width)
    return replace(place, margins=_around(panel, place, letters), legend=legend)


def _around(panel: PanelDecorations, place: PanelLayout, letters: PageFont) -> PageMargins:
    if panel.bare:
        return PageMargins()
    boxes = [(axes, place.box(axes, axes.equal)) for axes in panel.axes]
    return reduce(or_, (find_margins(axes, b.width, b.height, letters) for axes, b in boxes))


def _above(panel: PanelDecorations, place: PanelLayout, letters: PageFont) -> float:
    """Return what is needed above the axes; a number at their upper end sticks out a little."""
    blocks = letters.lines(panel.title, place.cell.width), place.legend
    needed = sum(block.height + BLOCKS * letters.em for block in blocks if block.height)
    return needed or (0.0 if panel.bare else BLOCKS * letters.em / 2)


def _placed(
    decorations: Decorations,
    area: Box,
    around: Sequence[PageMargins],
    tops: Sequence[float],
    em: float,
) -> list[PanelLayout]:
    """Return the room for the axes and the whole cell of every panel."""
    panels, widths = decorations.panels, decorations.widths
    first, last = [p.column for p in panels], [p.column + p.columns - 1 for p in panels]
    columns = share_out(
        area.width,
        _most(first, [margins.left for margins in around], len(widths)),
        _most(last, [margins.right for margins in around], len(widths)),
        widths,
        _PANELS * em,
    )
    upper, lower = [p.row for p in panels], [p.row + p.rows - 1 for p in panels]
    rows = share_out(
        area.height,
        _most(upper, tops, decorations.rows),
        _most(lower, [margins.bottom for margins in around], decorations.rows),
        [1.0] * decorations.rows,
        _PANELS * em,
    )
    return [
        _spanned(area, columns[a], columns[b], rows[c], rows[d])
        for a, b, c, d in zip(first, last, upper, lower, strict=True)
    ]


def _most(tracks: Sequence[int], margins: Sequence[float], count: int) -> list[float]:
    """Return the largest margin in every track."""
    most = [0.0] * count
    for track, margin in zip(tracks, margins, strict=True):
        most[track] = max(most[track], margin)
    return most


def _spanned(area: Box, first: Track, last: Track, upper: Track, lower: Track) -> PanelLayout:
    x, y = area.left, area.top
    return PanelLayout(
        Box(x + first.axes_start, y - lower.axes_stop, x + last.axes_stop, y - upper.axes_start),
        Box(x + first.start, y - lower.stop, x + last.stop, y - upper.start),
    )
