"""The entries of a legend: one for every labelled mark, one for each class of points, one for each
class that is taken for the other, and one for points that are taken for neither."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from .figure import Figure
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
        """Return how the picture looks."""
        style = theme.style(self.role)
        if self.filling is None:
            return style
        return replace(style, fill=theme.style(self.filling).fill)


def entries(figure: Figure) -> tuple[LegendEntry, ...]:
    """Return the entries of a figure, each once."""
    return entries_of(figure.marks)


def entries_of(marks: Iterable[Mark]) -> tuple[LegendEntry, ...]:
    """Return the entries of marks, each once."""
    return united(map(_entries_of, marks))


class LegendReader:
    """Reads the legends of one figure after another; marks that stay are not read again."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Mark, tuple[LegendEntry, ...]]] = {}
        self._legends: list[tuple[LegendEntry, ...]] = []
        self._united: tuple[LegendEntry, ...] = ()

    def entries(self, figure: Figure) -> tuple[LegendEntry, ...]:
        """Return the entries of a figure, each once."""
        self._known = {mark.key: (mark, self._entries_of(mark)) for mark in figure.marks}
        legends = [found for _, found in self._known.values() if found]
        if legends != self._legends:
            self._legends, self._united = legends, united(legends)
        return self._united

    def _entries_of(self, mark: Mark) -> tuple[LegendEntry, ...]:
        known = self._known.get(mark.key)
        return known[1] if known and known[0] is mark else _entries_of(mark)


def united(legends: Iterable[tuple[LegendEntry, ...]]) -> tuple[LegendEntry, ...]:
    """Return the entries of several legends, each once, in the order of the roles."""
    return tuple(sorted(dict.fromkeys(chain.from_iterable(legends)), key=_rank))


def _rank(entry: LegendEntry) -> tuple[bool, int]:
    return entry.filling is not None, _ORDER.index(entry.role)


def _entries_of(mark: Mark) -> tuple[LegendEntry, ...]:
    if isinstance(mark, Points):
        return tuple(_classes_of(mark))
    if not mark.label or isinstance(mark, Text):
        return ()
    return (_entry(mark.label, _shape(mark), mark.role),)


# The same value for the same mark: what a legend is compared with is then no other.
_entry = lru_cache(256)(LegendEntry)


def _classes_of(points: Points) -> Iterator[LegendEntry]:
    names = dict(zip((-1, 1), points.class_names, strict=True))
    for label, name in names.items():
        of_class = points.truth == label
        if of_class.any():
            yield LegendEntry(name, "dots", CLASS_ROLES[label])
        if (of_class & (points.predicted == -label)).any():
            words = f"{name} classified as {names[-label]}"
            yield LegendEntry(words, "dots", CLASS_ROLES[label], CLASS_ROLES[-label])
    if points.label:
        yield LegendEntry(points.label, "dots", points.role, points.role)


def _shape(mark: Mark) -> str:
    if isinstance(mark, Dots):
        return "dots"
    if isinstance(mark, Region | Band):
        return "area"
    return "arrow" if isinstance(mark, Arrow) else "line"
