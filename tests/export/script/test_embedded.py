"""Programs with the numbers of a figure or a table written into them show what the view shows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.script.embedded import embedded_function
from perceptron_gui.figures.model.extent import with_ranges
from perceptron_gui.figures.model.figure import Figure, Sheet, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.registry import VIEWS
from tests.export.programs import program, python, reports, trained
from tests.export.sample_drawings import everything, logarithmic_band

MAIN = """
import json
import re
import matplotlib.pyplot as plt
figure, ax = plt.subplots()
draw_it(ax)
figure.legend()
figure.savefig("figure.png")
axes = figure.axes
print(json.dumps({
    "lines": sum(len(each.lines) for each in axes),
    "areas": sum(len(each.patches) + len(each.collections) for each in axes),
    "texts": [text.get_text() for each in axes for text in each.texts],
    "axes": len(axes),
}))
"""


def test_every_kind_of_mark_is_drawn(tmp_path: Path) -> None:
    function = embedded_function("draw_it", with_ranges(everything()), Page())
    (tmp_path / "program.py").write_text(f"import math\n\n\n{function}\n{MAIN}", encoding="utf-8")
    found = json.loads(python(["program.py"], tmp_path))
    # A line, steps, rings, four kinds of points, two straight lines; two rings of a shape, a band.
    assert (found["lines"], found["areas"], found["axes"]) == (3 + 4 + 2, 2 + 1, 2)
    assert len(found["texts"]) == 3  # an arrow is an annotation without words


def test_what_no_axis_can_show_is_left_open() -> None:
    assert "math.nan" in embedded_function("draw_it", logarithmic_band(), Page())


def test_long_rows_of_numbers_are_folded() -> None:
    run = trained("and")
    figure = draw(VIEWS["bias-scale"], run.dataset, run, 9, VIEWS["bias-scale"].options())
    assert isinstance(figure, Figure)
    function = embedded_function("draw_it", figure, Page())
    assert max(map(len, function.splitlines())) <= 150
    assert function.splitlines()[0] == "def draw_it(ax):"


def test_the_program_of_such_a_view_draws_its_curve(tmp_path: Path) -> None:
    run = trained("and")
    view = VIEWS["bias-scale"]
    figure = draw(view, run.dataset, run, run.visits, view.options())
    assert isinstance(figure, Figure)
    curve = figure.mark("bound")
    assert isinstance(curve, Line)
    drawn = reports({"bias": program(run, view.name)}, ["*.png"], tmp_path)["bias"]
    at = next(i for i, x in enumerate(drawn["x"]) if len(x) == len(curve.x))
    assert np.allclose(drawn["x"][at], curve.x) and np.allclose(drawn["y"][at], curve.y)


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
