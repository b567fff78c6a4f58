"""Programs that print tables: the trace computed again, any other table written into them."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.symbols import weights
from perceptron_gui.figures.model.view import ViewOptions

from .setup import Setup
from .text import fragment, literal
from .training import answer_blanks, answer_flags, flags_of, in_whole_numbers


class TraceScript:
    """Writes what computes and prints the trace of a run."""

    def __init__(self, setup: Setup, options: ViewOptions) -> None:
        self._setup = setup
        self._options = options
        self._every_update = getattr(options, "every", "visits") == "updates"

    def functions(self) -> Iterator[str]:
        """Yield everything that may be needed."""
        flags = flags_of(self._setup) | ({"every update"} if self._every_update else set())
        score = "dot(w, X[i])"
        units = {"first": "START", "after": "after", "score": score}
        if self._setup.is_scaled:
            units = {
                "first": "[v * WEIGHT_UNIT for v in START]",
                "after": "[v * WEIGHT_UNIT for v in after]",
                "score": f"{score} * COORDINATE_UNIT * WEIGHT_UNIT",
            }
        yield fragment("others", "shown")
        yield fragment("others", "listed")
        rows = fragment("others", "table_rows", flags=flags, **units)
        yield in_whole_numbers(rows, self._setup)
        yield fragment("others", "table")
        yield _main(self._setup)

    def constants(self, program: str) -> list[str]:
        """Return the headings and the most rows."""
        name = to_plain(f"${weights(self._options.symbols)}$")
        headings = _listed(("visit", "point", "x", "y", "s", f"{name} after"))
        return [f"HEADINGS = [{headings}]", f"MOST_ROWS = {getattr(self._options, 'rows', 40)}"]


class TableScript:
    """Writes what prints a table whose cells are written out."""

    def __init__(self, table: Table, setup: Setup) -> None:
        self._table = table
        self._setup = setup

    def functions(self) -> Iterator[str]:
        """Yield everything that may be needed."""
        yield fragment("others", "embedded_table", "table")
        yield _main(self._setup)

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


def _main(setup: Setup) -> str:
    blanks = answer_blanks(setup)
    return fragment("main", "main_of_table", "main", answer_flags(setup), **blanks)


def _listed(cells: tuple[str, ...]) -> str:
    return ", ".join(literal(to_plain(cell)) for cell in cells)
