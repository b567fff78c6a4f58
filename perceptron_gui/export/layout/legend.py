"""What a legend says: an entry for every labelled mark, and one for each class of points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from perceptron_gui.figures.figure import Figure
from perceptron_gui.figures.marks import Arrow, Band, Dots, Mark, Points, Region, Text
from perceptron_gui.figures.role import Role

from .paragraphs import Paragraph, paragraph

# In font sizes: the pictures before the words, the room after them, and between entries and rows.
_WIDE, _NARROW, _AFTER, _BETWEEN, _ROWS = 2.2, 1.0, 0.5, 1.4, 0.3
_NARROW_SHAPES = ("dots", "area")
# The class −1 comes before the class +1, as on a line of numbers.
_CLASSES = (Role.NEGATIVE, Role.POSITIVE, Role.NEGATIVE_SERIES, Role.POSITIVE_SERIES)
_ORDER = (*_CLASSES, *(role for role in Role if role not in _CLASSES))


@dataclass(frozen=True)
class Entry:
    """A small picture of a role, and words; the shape is line, dots, area or arrow."""

    label: str
    shape: str
    role: Role


@dataclass(frozen=True)
class PlacedEntry:
    """An entry in its place, in points to the right of and below the legend's corner."""

    entry: Entry
    words: Paragraph
    picture: float  # its width
    right: float
    down: float

    @property
    def indent(self) -> float:
        """Where the words begin, to the right of the legend's corner."""
        return self.right + self.picture + _AFTER * self.words.size


@dataclass(frozen=True)
class LegendBlock:
    """Entries in rows."""

    placed: tuple[PlacedEntry, ...] = ()
    width: float = 0.0
    height: float = 0.0


def entries(figure: Figure) -> tuple[Entry, ...]:
    """Return the entries of a figure, each once."""
    return united([tuple(_entries_of(mark)) for mark in figure.marks])


def united(legends: Iterable[tuple[Entry, ...]]) -> tuple[Entry, ...]:
    """Return the entries of several legends, each once, in the order of the roles.

    So legends that share entries show them in the same order, whatever is painted first.
    """
    return tuple(sorted(dict.fromkeys(chain.from_iterable(legends)), key=_rank))


def _rank(entry: Entry) -> int:
    return _ORDER.index(entry.role)


def _entries_of(mark: Mark) -> Iterator[Entry]:
    if isinstance(mark, Points):
        for name, role in zip(mark.class_names, (Role.NEGATIVE, Role.POSITIVE), strict=True):
            yield Entry(name, "dots", role)
    elif mark.label and not isinstance(mark, Text):
        yield Entry(mark.label, _shape(mark), mark.role)


def _shape(mark: Mark) -> str:
    if isinstance(mark, Dots):
        return "dots"
    if isinstance(mark, Region | Band):
        return "area"
    return "arrow" if isinstance(mark, Arrow) else "line"


def flow(entries: tuple[Entry, ...], family: str, size: float, width: float) -> LegendBlock:
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
