"""Where everything goes on a page, in points from its lower left corner.

Titles and legends stand above the axes, notes below them; nothing overlaps. Where words would
leave too little for the axes, the font shrinks.
"""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.base.values import frozen_value

from .boxes import POINTS_PER_INCH, Box, Corner
from .decorations import Decorations
from .legend import LegendBlock, flow
from .page import Page
from .panels import BLOCKS, LEGEND_FONT, PanelLayout, place_panels
from .text import PageFont, Paragraph

# Font sizes of words, and in font sizes of the page: its edge, and between notes.
TITLE_FONT, _NOTE_FONT, _ALONE_FONT = 1.15, 0.85, 1.15
_EDGE, NOTE_GAP = 0.7, 0.25
# How far the font may shrink, and below which share of the page for the axes it does.
_SHRINKING = ((1.0, 0.42), (0.9, 0.38), (0.8, 0.34), (0.7, 0.3), (0.6, 0.2), (0.5, 0.0))


@frozen_value
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
        """Return a note as it is written below the axes."""
        return self.letters.lines(words, self.inner.width, self.note_font)

    def heading(self, words: str) -> Paragraph:
        """Return a title as it is written above everything."""
        return self.letters.lines(words, self.inner.width, TITLE_FONT)


def arrange(decorations: Decorations, page: Page) -> Layout:
    """Return the layout of a page, with letters as large as they may be."""
    if decorations.is_empty:
        return _words_alone(decorations, page)
    for scale, share in _SHRINKING:
        letters = PageFont(page.family, page.font * scale)
        draft = _draft(decorations, page, letters)
        if _axes_share(draft, decorations) >= share:
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


def _axes_share(layout: Layout, decorations: Decorations) -> float:
    """Return how much of its part of the page's sides any axes have, at the least."""
    shares = [1.0]
    for place, panel in zip(layout.panels, decorations.panels, strict=True):
        columns = decorations.widths[panel.column : panel.column + panel.columns]
        width = layout.inner.width * sum(columns) / sum(decorations.widths)
        height = layout.inner.height * panel.rows / decorations.rows
        shares += [place.room.width / width, place.room.height / height]
    return min(shares)


def _draft(decorations: Decorations, page: Page, letters: PageFont) -> Layout:
    """Return a layout whose shared words are at the edges of the page."""
    em, gap = letters.em, BLOCKS * letters.em
    width, height = (inches * POINTS_PER_INCH for inches in page.inches)
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
    axes = [panel.axes[0] for panel in decorations.panels]
    boxes = [place.box(a, a.equal) for place, a in zip(draft.panels, axes, strict=True)]
    rooms = [place.room.height for place in draft.panels]
    spare = min((room - box.height for room, box in zip(rooms, boxes, strict=True)), default=0.0)
    axes_left = min((box.left for box in boxes), default=inner.left)
    heading = max(draft.heading(decorations.title).width, draft.entries.width)
    notes = max((draft.note(note).width for note in decorations.notes), default=0.0)
    left = inner.beside(axes_left, heading)
    return replace(
        draft,
        title=(left, draft.title[1] - spare / 2),
        legend=(left, draft.legend[1] - spare / 2),
        notes=(inner.beside(axes_left, notes), draft.notes[1] + spare / 2),
        panels=tuple(
            replace(place, room=place.room.shortened(spare / 2)) for place in draft.panels
        ),
    )
