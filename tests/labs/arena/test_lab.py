"""The table of results: facts of the contest in words, sorted as asked."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.arena.lab import LAB, RESULTS, ResultsOptions
from tests.figures.drawing import trained

MANY = "voted; averaged; least-squares; batch; pocket"
PLACES = {"name": 0, "updates": 2, "visits": 3, "epochs": 4, "errors": 5, "margin": 6, "angle": 7}


def table(run: Run, cursor: int | None = None, **options: Any) -> Table:
    chosen = read_options(ResultsOptions, options)
    drawn = LAB.views[RESULTS].build(
        run.dataset, run, run.visits if cursor is None else cursor, chosen
    )
    assert isinstance(drawn, Table)
    return drawn


def column(drawn: Table, at: int) -> list[str]:
    return [row[at] for row in drawn.rows]


def test_and_is_told_in_numbers() -> None:
    drawn = table(trained("and", tie="minus"), contestants="least-squares; voted")
    # (1, 0) lies on the line of (2, 1, −2), which is right under this tie rule but no margin.
    assert drawn.rows == (
        ("PLA", "converged", "10", "24", "6", "0", "–", "14.04°"),
        ("Least squares", "converged", "1", "1", "1", "0", "$0.242536$", "0.00°"),
        ("Voted", "converged", "10", "24", "6", "0", "–", "–"),
    )
    assert drawn.columns[-1] == "angle to $w^*$"


def test_before_the_end_the_facts_are_those_so_far() -> None:
    drawn = table(trained("and", tie="minus"), 5, contestants="least-squares")
    assert drawn.rows[0][:5] == ("PLA", "learning", "2", "5", "2")
    assert drawn.rows[1][1] == "converged"


@pytest.mark.parametrize("sort", ["given", *PLACES])
def test_rows_are_sorted_the_best_first(sort: str) -> None:
    run = trained("and")
    drawn = table(run, sort=sort, contestants=MANY)
    assert sorted(drawn.rows) == sorted(table(run, contestants=MANY).rows)
    if sort == "given":
        assert column(drawn, 0)[:3] == ["PLA", "Voted", "Averaged"]
        return
    cells = column(drawn, PLACES[sort])
    blanks = [cell for cell in cells if cell == "–"]
    assert cells[len(cells) - len(blanks) :] == blanks
    known = cells[: len(cells) - len(blanks)]
    if sort == "name":
        assert known == sorted(known)
    else:
        numbers = [float(cell.strip("$°")) for cell in known]
        assert numbers == sorted(numbers, reverse=sort == "margin")


def test_w_star_is_called_as_in_the_lecture() -> None:
    assert table(trained("and"), notation="003").columns[-1] == r"angle to $\hat{a}$"


def test_without_points_it_says_so() -> None:
    empty = LAB.views[RESULTS].build(Dataset.of([], []), None, 0, ResultsOptions())
    assert empty.notes == ("There are no points yet.",)
