"""The trace of a run as a program that prints it."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.symbols import weights
from perceptron_gui.figures.model.view import ViewOptions

from .setup import Setup
from .text import fragment, literal
from .training import answer_function, flags_of, in_whole_numbers


class PrintedTable:
    """Writes what prints a table."""

    def __init__(self, table: Table, setup: Setup, options: ViewOptions) -> None:
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
        answered = {"answer"} if answer_function(self._setup) else set[str]()
        blanks = answer_blanks(self._setup)
        yield fragment("main", "main_of_table", "main", flags=answered, **blanks)

    def constants(self, program: str) -> list[str]:
        """Return the headings and the most rows."""
        name = to_plain(f"${weights(self._options.symbols)}$")
        headings = ["visit", "point", "x", "y", "s", f"{name} after"]
        told = ", ".join(map(literal, headings))
        return [f"HEADINGS = [{told}]", f"MOST_ROWS = {getattr(self._options, 'rows', 40)}"]


def answer_blanks(setup: Setup) -> dict[str, str]:
    """Return what `main` prints below the updates: the answer, where it is another."""
    answer = answer_function(setup)
    return {"answer_name": literal(answer), "answer": answer}
