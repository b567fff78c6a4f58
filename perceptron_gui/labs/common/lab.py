"""What a laboratory of the command line is, and labels and tables as lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from perceptron_gui.base.text import aligned
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain

from .experiment import Runner


@frozen_value
class Shortcut:
    """A word that gives an option of the view a value."""

    flag: str
    option: str
    value: Any
    meaning: str


@frozen_value
class Lab:
    """A row of the table of laboratories; its options are those of its view.

    `carry_out` also leaves its result where the views of the run find it, so that nothing is
    computed twice. `words` are lines for a terminal, `report` is what JSON says of a result.
    """

    name: str
    meaning: str
    view: str
    carry_out: Callable[[Run, Any, Runner], Any]
    words: Callable[[Run, Any, Any], Iterator[str]]
    report: Callable[[Run, Any, Any], dict[str, Any]]
    shortcuts: tuple[Shortcut, ...] = ()


def told(labels: Iterable[str]) -> Iterator[str]:
    """Yield labels without mathematics between dollar signs."""
    return map(to_plain, labels)


def table_lines(table: Table) -> Iterator[str]:
    """Yield a table and its notes, a blank line before each."""
    rows = [list(told(row)) for row in (table.columns, *table.rows)]
    yield ""
    yield from aligned(rows, set(range(len(table.columns))) - set(table.left))
    yield from notes(table.notes)


def notes(labels: Iterable[str]) -> Iterator[str]:
    """Yield notes below a blank line, if there are any."""
    for number, note in enumerate(told(labels)):
        if not number:
            yield ""
        yield note
