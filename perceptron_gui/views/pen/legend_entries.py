"""What a legend says: an entry for every labelled mark, and one for each class of points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perceptron_gui.figures.figure import Figure
from perceptron_gui.figures.marks import Arrow, Band, Dots, Mark, Points, Region, Text
from perceptron_gui.figures.role import Role


@dataclass(frozen=True)
class Entry:
    """A small picture of a role, and words; the shape is line, dots, area or arrow."""

    label: str
    shape: str
    role: Role


def entries(figure: Figure) -> tuple[Entry, ...]:
    """Return the entries of a figure in the order of painting, each once."""
    return tuple(dict.fromkeys(entry for mark in figure.marks for entry in _entries_of(mark)))


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
