"""Labels and tables of figures as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from perceptron_gui.figures.figure import Table
from perceptron_gui.figures.label import to_plain
from perceptron_gui.terminal.text_table import aligned


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
