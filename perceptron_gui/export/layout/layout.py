"""Where everything goes on a page, in points from its lower left corner.

Titles and legends stand above the axes, notes below them; nothing overlaps. Axes in a row or a
column are aligned, whatever is beside them. Where words would leave too little for the axes, the
font shrinks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .axes import (
    AxesDecorations,
    Box,
    Corner,
    Decorations,
    PageMargins,
    PanelDecorations,
    find_margins,
)
from .page import Page
from .text import LegendBlock, PageFont, Paragraph, flow

# The font size of legends, and in font sizes of the page: between blocks, between panels.
LEGEND_FONT = 0.9
BLOCKS, _PANELS = 0.6, 1.2
# From this size on, in font sizes, axes have marks in full size; and how small marks may be.
_SPACIOUS, _SMALLEST = 14.0, 0.6


@dataclass(frozen=True)
class PanelLayout:
    """The room for the axes of a panel, the cell with all around it, and its legend."""

    room: Box
    cell: Box
    margins: PageMargins = field(default_factory=PageMargins)
    legend: LegendBlock = field(default_factory=LegendBlock)

    def box(self, axes: AxesDecorations) -> Box:
        """Return where the axes are: all of their room, unless units are to be equal."""
        if not axes.equal:
            return self.room
        assert axes.x.range is not None and axes.y.range is not None
        (left, right), (bottom, top) = axes.x.range, axes.y.range
        return self.room.with_ratio((right - left) / (top - bottom))


def mark_scale(box: Box, letters: PageFont) -> float:
    """Return how much smaller marks and texts of small axes are; they would hide each other."""
    shorter = min(box.width, box.height)
    return max(_SMALLEST, math.sqrt(min(1.0, shorter / (_SPACIOUS * letters.em))))


def place_panels(decorations: Decorations, area: Box, letters: PageFont) -> list[PanelLayout]:
    """Return where the panels of a page go, each with as much room as its words leave."""
    around = [PageMargins()] * len(decorations.panels)
    has_own_legends = not decorations.legend
    while True:
        cells = _placed(decorations, area, around, letters.em)
        placed = [
            _with_words(panel, place, has_own_legends, letters)
            for panel, place in zip(decorations.panels, cells, strict=True)
        ]
        # Axes and what is needed around them depend on each other. Margins only grow, so they
        # settle soon, and they suffice for the axes that they leave.
        wider = [
            PageMargins(*map(max, old, place.margins))
            for old, place in zip(around, placed, strict=True)
        ]
        if wider == around:
            return [replace(place, margins=m) for place, m in zip(placed, around, strict=True)]
        around = wider


def _with_words(
    panel: PanelDecorations, place: PanelLayout, has_legend: bool, letters: PageFont
) -> PanelLayout:
    """Return a panel with its legend, and with the margins that its words ask for."""
    own = panel.legend if has_legend else ()
    legend = flow(own, letters.family, LEGEND_FONT * letters.em, place.cell.width)
    top = 0.0
    for block in (letters.lines(panel.title, place.cell.width), legend):
        top += block.height + BLOCKS * letters.em if block.height else 0.0
    margins = PageMargins(top=top)
    if not panel.bare:
        # A number at the upper end of an axis sticks out a little.
        margins = PageMargins(top=top or BLOCKS * letters.em / 2)
        found = [find_margins(axes, place.box(axes), letters) for axes in panel.axes]
        margins = PageMargins(*map(max, zip(margins, *found, strict=True)))
    return replace(place, margins=margins, legend=legend)


def _placed(
    decorations: Decorations,
    area: Box,
    around: Sequence[PageMargins],
    em: float,
) -> list[PanelLayout]:
    """Return the room for the axes and the whole cell of every panel."""
    across, up = [], []
    for panel, margins in zip(decorations.panels, around, strict=True):
        last_column, last_row = panel.column + panel.columns - 1, panel.row + panel.rows - 1
        across.append((panel.column, last_column, margins.left, margins.right))
        up.append((panel.row, last_row, margins.top, margins.bottom))
    columns = _share_out(area.width, decorations.widths, _PANELS * em, across)
    rows = _share_out(area.height, [1.0] * decorations.rows, _PANELS * em, up)
    x, y = area.left, area.top
    places: list[PanelLayout] = []
    for (first, last, *_), (upper, lower, *_) in zip(across, up, strict=True):
        left, right, top, bottom = columns[first], columns[last], rows[upper], rows[lower]
        room = Box(
            x + left.axes_start, y - bottom.axes_stop, x + right.axes_stop, y - top.axes_start
        )
        cell = Box(x + left.start, y - bottom.stop, x + right.stop, y - top.start)
        places.append(PanelLayout(room, cell))
    return places


class _Track(NamedTuple):
    """A column or row of a grid: margins reach from start to stop, the axes between them."""

    start: float
    axes_start: float
    axes_stop: float
    stop: float


def _share_out(
    length: float,
    shares: Sequence[float],
    gap: float,
    spans: Sequence[tuple[int, int, float, float]],
) -> list[_Track]:
    """Return tracks from 0 to the length; what margins and gaps leave goes to the axes.

    A span is the first and the last track of a panel, and its margins before and after these.
    """
    before, after = [0.0] * len(shares), [0.0] * len(shares)
    for first, last, ahead, behind in spans:
        before[first] = max(before[first], ahead)
        after[last] = max(after[last], behind)
    free = length - sum(before) - sum(after) - gap * (len(shares) - 1)
    # Axes of no length cannot be drawn, so on a page that is too small they keep a point.
    unit = max(free, len(shares)) / sum(shares)
    tracks: list[_Track] = []
    start = 0.0
    for margin, margin_after, share in zip(before, after, shares, strict=True):
        axes_start = start + margin
        axes_stop = axes_start + unit * share
        tracks.append(_Track(start, axes_start, axes_stop, axes_stop + margin_after))
        start = tracks[-1].stop + gap
    return tracks


# Font sizes of words, and in font sizes of the page: its edge, and between notes.
TITLE_FONT, _NOTE_FONT, _ALONE_FONT = 1.15, 0.85, 1.15
_EDGE, NOTE_GAP = 0.7, 0.25
# How far the font may shrink, and below which share of the page for the axes it does.
_SHRINKING = ((1.0, 0.42), (0.9, 0.38), (0.8, 0.34), (0.7, 0.3), (0.6, 0.2), (0.5, 0.0))


@dataclass(frozen=True)
class Layout:
    """A page: its letters, its panels, and the upper left corners of what they share."""

    letters: PageFont
    inner: Box  # the page without its edge
    title: Corner
    legend: Corner
    notes: Corner
    entries: LegendBlock
    panels: tuple[PanelLayout, ...]
    note_font: float = _NOTE_FONT

    def note(self, words: str) -> Paragraph:
        return self.letters.lines(words, self.inner.width, self.note_font)

    def heading(self, words: str) -> Paragraph:
        return self.letters.lines(words, self.inner.width, TITLE_FONT)


def arrange(decorations: Decorations, page: Page) -> Layout:
    """Return the layout of a page, with letters as large as they may be."""
    if all(panel.is_empty for panel in decorations.panels):
        return _words_alone(decorations, page)
    for scale, least in _SHRINKING:
        draft = _draft(decorations, page, PageFont(page.family, page.font * scale))
        shares = [1.0]  # of their part of the page's sides that axes have
        for place, panel in zip(draft.panels, decorations.panels, strict=True):
            columns = decorations.widths[panel.column : panel.column + panel.columns]
            width = draft.inner.width * sum(columns) / sum(decorations.widths)
            height = draft.inner.height * panel.rows / decorations.rows
            shares += [place.room.width / width, place.room.height / height]
        if min(shares) >= least:
            break
    return _gathered(draft, decorations)


def _words_alone(decorations: Decorations, page: Page) -> Layout:
    """Return a page without axes: its notes are all it shows, so they are large and central."""
    for scale, _ in _SHRINKING:
        letters = PageFont(page.family, page.font * scale)
        draft = replace(_draft(decorations, page, letters), note_font=_ALONE_FONT)
        height = _notes_height(draft, decorations)
        room = replace(draft.inner, top=draft.legend[1])  # below the title
        if height <= room.height:
            break
    widest = max((draft.note(note).width for note in decorations.notes), default=0.0)
    left, top = (room.width - widest) / 2, (room.height - height) / 2
    return replace(draft, notes=(room.left + left, room.top - top))


def _notes_height(layout: Layout, decorations: Decorations) -> float:
    heights = [layout.note(note).height for note in decorations.notes]
    return sum(heights) + NOTE_GAP * layout.letters.em * max(0, len(heights) - 1)


def _draft(decorations: Decorations, page: Page, letters: PageFont) -> Layout:
    """Return a layout whose shared words are at the edges of the page."""
    em, gap = letters.em, BLOCKS * letters.em
    width, height = page.points
    inner = Box(_EDGE * em, _EDGE * em, width - _EDGE * em, height - _EDGE * em)
    entries = flow(decorations.legend, letters.family, LEGEND_FONT * em, inner.width)
    top = (inner.left, inner.top)
    draft = Layout(letters, inner, top, top, top, entries, ())
    title = draft.heading(decorations.title)
    notes = _notes_height(draft, decorations)
    legend_top = inner.top - (title.height + gap if title.lines else 0.0)
    area = Box(
        inner.left,
        inner.bottom + (notes + gap if notes else 0.0),
        inner.right,
        legend_top - (entries.height + gap if entries.placed else 0.0),
    )
    return replace(
        draft,
        legend=(inner.left, legend_top),
        notes=(inner.left, inner.bottom + notes),
        panels=tuple(place_panels(decorations, area, letters)),
    )


def _gathered(draft: Layout, decorations: Decorations) -> Layout:
    """Move the shared words to the axes, since planes may leave some of their room empty."""
    inner = draft.inner
    spare, axes_left = inner.height, inner.right
    for place, panel in zip(draft.panels, decorations.panels, strict=True):
        box = place.box(panel.axes[0])
        spare = min(spare, place.room.height - box.height)
        axes_left = min(axes_left, box.left)
    heading = max(draft.heading(decorations.title).width, draft.entries.width)
    notes = max((draft.note(note).width for note in decorations.notes), default=0.0)
    left = inner.beside(axes_left, heading)
    return replace(
        draft,
        title=(left, draft.title[1] - spare / 2),
        legend=(left, draft.legend[1] - spare / 2),
        notes=(inner.beside(axes_left, notes), draft.notes[1] + spare / 2),
        panels=tuple(replace(p, room=p.room.shortened(spare / 2)) for p in draft.panels),
    )
