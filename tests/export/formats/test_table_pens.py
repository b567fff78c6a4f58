"""Tables as Markdown: a cell for every cell, and mathematics as it was."""

from __future__ import annotations

import re

from perceptron_gui import train
from perceptron_gui.export.formats.tables import write_markdown
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.registry import VIEWS
from tests.export.all_marks import NASTY, table


def cells(line: str) -> list[str]:
    """Return the cells of a row, split at the pipes that Markdown would split it at."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_a_table_has_a_rule_that_says_how_columns_are_aligned() -> None:
    lines = write_markdown(table()).splitlines()
    assert lines[0] == "**A & B**"
    assert cells(lines[3]) == ["--:", ":--", "--:", ":--"]


def test_every_row_has_as_many_cells_as_there_are_columns() -> None:
    lines = [line for line in write_markdown(table()).splitlines() if line.startswith("|")]
    assert len(lines) == 2 + len(table().rows)
    assert {len(cells(line)) for line in lines} == {4}


def test_mathematics_stays_and_its_pipes_do_not_end_a_cell() -> None:
    lines = write_markdown(table()).splitlines()
    assert cells(lines[4])[0] == "$(2, -1/3)$"
    assert cells(lines[6])[0] == r"$\Vert w\Vert  \le -10^{8}$"
    assert "One note about $w$." in lines


def test_words_are_not_markup() -> None:
    lines = write_markdown(table()).splitlines()
    assert cells(lines[4])[1] == r"\[begins like an option\]"
    assert cells(lines[5])[1] == r"\* begins like a star"
    assert cells(lines[6])[1] == r"\| pipes \| and lines"
    alone = write_markdown(Table("t", ("a",), ((from_user(NASTY),),))).splitlines()[2]
    assert re.sub(r"\\([^a-z\s])", r"\1", cells(alone)[0]) == NASTY


def test_what_utf_8_can_not_write_is_replaced() -> None:
    written = write_markdown(Table("t", ("a\ud800",), (("b\udcff",),), title="\udfff"))
    assert written.encode().decode().count("\ufffd") == 3


def test_the_trace_of_a_run_is_a_table() -> None:
    run = train([[2, 1], [0, 2], [-0.5, -2]], [1, -1, 1], offset=False, tie="minus")
    trace = draw(VIEWS["trace"], run.dataset, run, 2, VIEWS["trace"].options(notation="001"))
    assert isinstance(trace, Table)
    assert write_markdown(trace).splitlines()[2:] == [
        r"| 0 | 0 | – | – | – | – | – | – | $(0, 0)$ |",
        r"| 1 | 1 | 0 | $(2, 1)$ | $+1$ | $0$ | $-1$ | $(2, 1)$ | $(2, 1)$ |",
        r"| 2 | 1 | 1 | $(0, 2)$ | $-1$ | $2$ | $+1$ | $(0, -2)$ | $(2, -1)$ |",
    ]
