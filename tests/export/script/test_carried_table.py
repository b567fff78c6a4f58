"""Programs carry tables and panels that they cannot find again, and still train the run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perceptron_gui.figures.model.figure import Sheet, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.registry import VIEWS
from tests.export.programs import program, python, trained


@pytest.mark.parametrize("view", ["results", "effects"])
def test_a_table_is_printed_as_the_view_shows_it(view: str, tmp_path: Path) -> None:
    run = trained("xor")
    (tmp_path / "table.py").write_text(program(run, view), encoding="utf-8")
    lines = python(["table.py"], tmp_path).splitlines()
    table = draw(VIEWS[view], run.dataset, run, run.visits, VIEWS[view].options())
    assert isinstance(table, Table)
    cells = [[to_plain(cell) for cell in row] for row in (table.columns, *table.rows)]
    assert [re.split(r" {2,}", line) for line in lines[: len(cells)]] == cells
    assert [line for line in lines[len(cells) :] if line] == [*map(to_plain, table.notes)]
    assert python(["table.py", "--updates"], tmp_path).splitlines()[0] == "1 1 0 0 0 -1"


def test_panels_of_one_name_are_drawn_by_functions_of_their_own() -> None:
    run = trained("and")
    sheet = draw(VIEWS["arena"], run.dataset, run, run.visits, VIEWS["arena"].options())
    assert isinstance(sheet, Sheet)
    text = program(run, "arena")
    names = ["draw_arena", *(f"draw_arena_{n}" for n in range(2, len(sheet.panels) + 1))]
    assert re.findall(r"^def (draw_arena\w*)", text, re.MULTILINE) == names
    assert re.findall(r"^    (draw_arena\w*)\(ax\)", text, re.MULTILINE) == names
