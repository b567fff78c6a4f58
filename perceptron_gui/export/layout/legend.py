"""Where the entries of a legend stand: side by side, in as many rows as they need."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.base.values import frozen_value
from perceptron_gui.figures.model.legend import LegendEntry

from .text import Paragraph, paragraph

# In font sizes: the pictures before the words, the room after them, and between entries and rows.
_WIDE, _NARROW, _AFTER, _BETWEEN, _ROWS = 2.2, 1.0, 0.5, 1.4, 0.3
# The picture of an area, a marker at most, and how high above the baseline pictures stand.
AREA, DOT, MIDDLE = 0.8, 1.0, 0.3
_NARROW_SHAPES = ("dots", "area")


@frozen_value
class PlacedEntry:
    """An entry in its place, in points to the right of and below the legend's corner."""

    entry: LegendEntry
    words: Paragraph
    picture: float  # its width
    right: float
    down: float

    @property
    def indent(self) -> float:
        """Where the words begin, to the right of the legend's corner."""
        return self.right + self.picture + _AFTER * self.words.size


@frozen_value
class LegendBlock:
    """Entries in rows."""

    placed: tuple[PlacedEntry, ...] = ()
    width: float = 0.0
    height: float = 0.0


def flow(entries: tuple[LegendEntry, ...], family: str, size: float, width: float) -> LegendBlock:
    """Put entries side by side, in as many rows as the width asks for."""
    rows: list[list[PlacedEntry]] = []
    right = 0.0
    for entry in entries:
        picture = (_NARROW if entry.shape in _NARROW_SHAPES else _WIDE) * size
        before = picture + _AFTER * size
        words = paragraph(entry.label, family, size, max(width - before, size))
        if not rows or right + before + words.width > width:
            rows.append([])
            right = 0.0
        rows[-1].append(PlacedEntry(entry, words, picture, right, 0.0))
        right += before + words.width + _BETWEEN * size
    placed: list[PlacedEntry] = []
    bottom = 0.0
    for row in rows:
        placed += _level(row, bottom + _ROWS * size if placed else 0.0)
        bottom = max(each.down + each.words.height for each in placed)
    widest = max((each.indent + each.words.width for each in placed), default=0.0)
    return LegendBlock(tuple(placed), widest, bottom)


def _level(row: list[PlacedEntry], top: float) -> list[PlacedEntry]:
    """Move the entries of a row below its top, such that their first lines are level."""
    baseline = max(each.words.first for each in row)
    return [replace(each, down=top + baseline - each.words.first) for each in row]
