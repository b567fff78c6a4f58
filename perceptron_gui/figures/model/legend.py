"""The entries of a legend: one for every labelled mark, one for each class of points, one for each
class that is taken for the other, and one for points that are taken for neither."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .marks import Arrow, Band, Dots, Mark, Points, Region, Text
from .role import CLASS_ROLES, Role
from .theme import Style, Theme

# The class −1 comes before the class +1, as on a line of numbers.
_CLASSES = (Role.NEGATIVE, Role.POSITIVE, Role.NEGATIVE_SERIES, Role.POSITIVE_SERIES)
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
