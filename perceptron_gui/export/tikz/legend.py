"""Legends as pictures of TikZ: a small sample of every role, and words.

Rows are those of the layout. Within a row TeX puts an entry after the words of the one before it,
so that none overlap, whatever letters the document has.
"""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.core.values import frozen_value

from ..layout.legend import LegendBlock, PlacedEntry
from ..layout.panels import LEGEND_FONT
from .ink import ARROW, Ink
from .text import to_latex
from .words import Words

# In font sizes: the sample of an area, a marker at most, and how high small letters are.
_AREA, _DOT, _MIDDLE = 0.8, 1.0, 0.3
_NAME = "pgEntry"


@frozen_value
class Start:
    """Where an entry begins: so far from a coordinate of TikZ."""

    coordinate: str
    right: float

    def spot(self, right: float, up: float = 0.0) -> str:
        """Return a place relative to the beginning."""
        return f"([xshift={self.right + right:.3f}bp, yshift={up:.3f}bp]{self.coordinate})"


def legend_lines(legend: LegendBlock, left: float, top: float, words: Words) -> Iterator[str]:
    """Yield the commands that draw a legend below and to the right of a point."""
    before: PlacedEntry | None = None
    for each in legend.placed:
        baseline = top - each.down - each.words.first
        start = Start(f"{left:.3f}bp,{baseline:.3f}bp", each.right)
        if before is not None and each.right:  # not the first of its row
            gap = each.right - before.indent - before.words.width
            start = Start(f"{_NAME}.base east", gap)
        yield _sample(each, start, words.ink)
        width = each.words.width if len(each.words.lines) > 1 else 0.0
        place, color = start.spot(each.indent - each.right), words.ink.page("text")
        yield words.node(to_latex(each.entry.label), place, color, LEGEND_FONT, width, _NAME)
        before = each


def _sample(placed: PlacedEntry, start: Start, ink: Ink) -> str:
    role, em, end = placed.entry.role, placed.words.size, placed.picture
    middle = _MIDDLE * em
    if placed.entry.shape == "dots":
        look, spot = ink.marker(role, placed.entry.filling, _DOT * em), start.spot(end / 2, middle)
        return rf"\path plot[only marks, {look}] coordinates {{{spot}}};"
    if placed.entry.shape == "area":
        half = 0.5 * _AREA * em
        corners = start.spot(0.0, middle - half), start.spot(2.4 * half, middle + half)
        outline = f", {ink.stroke(role)}" if ink.is_drawn(role) else ""
        return rf"\path[{ink.area(role)}{outline}] {' rectangle '.join(corners)};"
    tip = f", {ARROW}" if placed.entry.shape == "arrow" else ""
    ends = start.spot(0.0, middle), start.spot(end, middle)
    return rf"\draw[{ink.stroke(role)}{tip}] {' -- '.join(ends)};"
