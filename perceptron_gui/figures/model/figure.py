"""The vocabulary of figures: axes with marks, legends, several figures on a sheet, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from perceptron_gui.theory.run_text.words import Words

from .marks import ArrayValue, Arrow, Band, Dots, Mark, Points, Region, Text
from .role import CLASS_ROLES, Role
from .theme import Style, Theme

Range = tuple[float, float]


@dataclass(frozen=True)
class Axis:
    """One axis; without a range it shows all of its marks."""

    label: str = ""
    unit: str = ""
    range: Range | None = None
    log: bool = False
    whole: bool = False  # counts something, so only whole numbers are ticked
    counts: str = ""  # what it counts along a run: updates, visits or epochs
    ticked: Range | None = None  # where numbers stand, if the rest belongs to the other axis

    def __post_init__(self) -> None:
        if self.range is not None and not self.range[0] < self.range[1]:
            raise ValueError(f"an axis goes from small to large, not {self.range}")
        if self.log and self.range is not None and self.range[0] <= 0:
            raise ValueError(f"a logarithmic axis holds positive numbers, not {self.range}")

    @property
    def title(self) -> str:
        """The label, and the unit in brackets."""
        return f"{self.label} ({self.unit})" if self.unit else self.label


@dataclass(frozen=True, eq=False)
class Reserve(ArrayValue):
    """What other moments of a figure show: marks whose labels need room, and notes."""

    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Figure(ArrayValue):
    """Axes, and marks painted in this order; `notes` are sentences below the axes."""

    name: str
    x: Axis
    y: Axis
    marks: tuple[Mark, ...] = ()
    right: Axis | None = None
    title: str = ""
    notes: tuple[str, ...] = ()
    equal: bool = False  # a unit is as long on both axes
    bare: bool = False  # a drawing without axes
    reserve: Reserve | None = None  # for which a window keeps room, so that the axes stay
    updates: int | None = None  # how many were made, where the figure is one frame of several
    headline: Words | None = None  # see `Drawing`

    def __post_init__(self) -> None:
        keys = [mark.key for mark in self.marks]
        if len({*keys}) < len(keys):
            twice = sorted({key for key in keys if keys.count(key) > 1})
            raise ValueError(f"marks of a figure have keys of their own; twice: {twice}")
        if self.right is None and any(getattr(mark, "right", False) for mark in self.marks):
            raise ValueError("a mark is measured on a right axis that the figure does not have")

    def mark(self, key: str) -> Mark:
        return {mark.key: mark for mark in self.marks}[key]

    def has(self, key: str) -> bool:
        return any(mark.key == key for mark in self.marks)


@dataclass(frozen=True, eq=False)
class Panel(ArrayValue):
    """A figure in the cells of a sheet."""

    figure: Figure
    row: int
    column: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, eq=False)
class Sheet(ArrayValue):
    """Several figures on one page, in a grid of equal rows and of columns as wide as given."""

    name: str
    panels: tuple[Panel, ...]
    rows: int
    widths: tuple[float, ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    headline: Words | None = None  # see `Drawing`


@dataclass(frozen=True)
class Table:
    """A table of texts, with mathematics between dollar signs; `left` columns hold words."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[int, ...] = ()
    title: str = ""
    notes: tuple[str, ...] = ()
    headline: Words | None = None  # see `Drawing`

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("every row of a table has a cell for every column")


# What a view draws. Its `headline` is the proved result in a sentence, in plain text: a page shows
# it in large letters above the drawing. It is no part of the picture, and notes do not repeat it.
Drawing = Figure | Sheet | Table


# The class −1 comes before the class +1, as on a line of numbers.
_CLASSES = (
    *(Role.NEGATIVE, Role.POSITIVE, Role.NEGATIVE_SERIES, Role.POSITIVE_SERIES),
    *(Role.NEGATIVE_HULL, Role.POSITIVE_HULL),
)
_ORDER = (*_CLASSES, *(role for role in Role if role not in _CLASSES))


@dataclass(frozen=True)
class LegendEntry:
    """A small picture of a role, and words; the shape is line, dots, area or arrow."""

    label: str
    shape: str
    role: Role
    filling: Role | None = None  # what points are taken for, if it is not their class

    def style(self, theme: Theme) -> Style:
        style = theme.style(self.role)
        if self.filling is None:
            return style
        return replace(style, fill=theme.style(self.filling).fill)


def entries(marks: Iterable[Mark]) -> tuple[LegendEntry, ...]:
    """Return the entries of marks, each once, in the order of the roles."""
    return united(map(_entries_of, marks))


def united(legends: Iterable[Iterable[LegendEntry]]) -> tuple[LegendEntry, ...]:
    """Return the entries of several legends, each once, in the order of the roles."""
    every = dict.fromkeys(entry for legend in legends for entry in legend)
    return tuple(sorted(every, key=lambda e: (e.filling is not None, _ORDER.index(e.role))))


def _entries_of(mark: Mark) -> Iterator[LegendEntry]:
    if isinstance(mark, Points):
        names = dict(zip((-1, 1), mark.class_names, strict=True))
        for label, name in names.items():
            of_class = mark.truth == label
            if of_class.any():
                yield LegendEntry(name, "dots", CLASS_ROLES[label])
            if (of_class & (mark.predicted == -label)).any():
                words = f"{name} classified as {names[-label]}"
                yield LegendEntry(words, "dots", CLASS_ROLES[label], CLASS_ROLES[-label])
        if mark.label:
            yield LegendEntry(mark.label, "dots", mark.role, mark.role)
    elif mark.label and not isinstance(mark, Text):
        shape = "area" if isinstance(mark, Region | Band) else "line"
        if isinstance(mark, Dots | Arrow):
            shape = "dots" if isinstance(mark, Dots) else "arrow"
        yield LegendEntry(mark.label, shape, mark.role)
