"""Programs show what is stored in them: every mark of the page, and every cell of a table."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.mpl.pen import PICTURES
from perceptron_gui.export.script.pen import recorded_rows, write_script
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.registry import VIEWS
from tests.export.alike import assert_alike, blurred
from tests.export.programs import drawing, printed, program, python, trained
from tests.export.sample_drawings import DRAWINGS, everything

PAGES = {
    "wide": Page(160, 90, dpi=50),
    "small": Page(85, 64, 8, "serif", THEMES["dark"], 100),
}
SAMPLES = {**DRAWINGS, "everything": everything}


@pytest.mark.program
@pytest.mark.parametrize("page", PAGES)
def test_a_program_draws_every_mark_as_the_png_shows_it(page: str, tmp_path: Path) -> None:
    run, view = trained("and"), VIEWS["boundary"]
    programs = {}
    for name, sample in SAMPLES.items():
        built = replace(view, build=lambda *_, sample=sample: sample())
        programs[name] = write_script(built, run, 0, view.options(), PAGES[page])
    printed(programs, ["*.png"], tmp_path)
    for name, sample in SAMPLES.items():
        expected = PICTURES["png"](sample(), PAGES[page])
        assert_alike(blurred(expected), blurred((tmp_path / f"{name}.png").read_bytes()))


def test_what_is_stored_does_not_grow_with_the_run() -> None:
    short, long = (
        recorded_rows(drawing(trained("xor", keep_going=True, epochs=epochs), "loss"), Page())
        for epochs in (2_000, 50_000)
    )
    assert len(json.dumps(long)) < 2 * len(json.dumps(short)) < 400_000


@pytest.mark.program
@pytest.mark.parametrize("view", ["results", "effects", "trace"])
def test_a_table_is_printed_or_written_as_the_view_shows_it(view: str, tmp_path: Path) -> None:
    run = trained("xor")
    (tmp_path / "table.py").write_text(program(run, view), encoding="utf-8")
    outcome, *lines = python(["table.py"], tmp_path).splitlines()
    assert outcome.startswith("updates: 4, visits: 4,")
    table = drawing(run, view)
    cells = [[to_plain(cell) for cell in row] for row in (table.columns, *table.rows)]
    assert [re.split(r" {2,}", line) for line in lines[: len(cells)]] == cells
    assert [line for line in lines[len(cells) :] if line] == [*map(to_plain, table.notes)]
    assert python(["table.py", "table.txt"], tmp_path).splitlines() == [outcome]
    assert (tmp_path / "table.txt").read_text(encoding="utf-8").splitlines() == lines
