"""A table whose cells a short program cannot find again: it carries them, and prints them."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.figures.figure import Table
from perceptron_gui.figures.label import to_plain

from .setup import Setup
from .table import answer_blanks
from .text import fragment, literal
from .training import answer_function


class CarriedTable:
    """Writes what prints a table, its cells written out."""

    def __init__(self, table: Table, setup: Setup) -> None:
        self._table = table
        self._setup = setup

    def functions(self) -> Iterator[str]:
        """Yield everything that may be needed."""
        yield fragment("others", "carried_table", "table")
        answered = {"answer"} if answer_function(self._setup) else set[str]()
        blanks = answer_blanks(self._setup)
        yield fragment("main", "main_of_table", "main", flags=answered, **blanks)

    def constants(self, program: str) -> list[str]:
        """Return the headings, the cells and the notes."""
        return [
            "# What perceptron-gui has found; these cells are not computed here.",
            f"HEADINGS = [{_listed(self._table.columns)}]",
            "ROWS = [",
            *(f"    [{_listed(row)}]," for row in self._table.rows),
            "]",
            f"NOTES = [{_listed(self._table.notes)}]",
        ]


def _listed(cells: tuple[str, ...]) -> str:
    return ", ".join(literal(to_plain(cell)) for cell in cells)
