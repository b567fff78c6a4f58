"""Figures and tables as text: numbers read back, and no word becomes markup or breaks a file."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.export.formats.tables import (
    harmless,
    plain_cell,
    write_csv_figure,
    write_markdown,
)
from perceptron_gui.figures.model.figure import Drawing, Figure, Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Line, Text
from perceptron_gui.labs.registry import VIEWS
from tests.cases import slow_but
from tests.export.programs import drawing, trained
from tests.export.sample_drawings import MARKS, NASTY, everything, table


def rows(drawing: Drawing) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(write_csv_figure(drawing), newline="")))


def of_mark(drawing: Drawing, key: str) -> list[dict[str, str]]:
    return [row for row in rows(drawing) if row["mark"] == key]


def numbers(cells: Iterable[str]) -> list[float]:
    """Return numbers; an empty cell is NaN."""
    return [float(cell) if cell else math.nan for cell in cells]


def test_every_mark_is_there_with_its_role_and_its_label() -> None:
    found = {row["mark"]: (row["role"], row["label"]) for row in rows(everything())}
    assert list(found) == [mark.key for mark in MARKS]
    assert found["line"] == ("boundary", "a w₁ line")
    assert found["steps"] == ("errors", "errors")


@pytest.mark.parametrize("key", ["line", "region", "steps", "dots"])
def test_coordinates_read_back_equal(key: str) -> None:
    mark: Any = everything().mark(key)
    found = of_mark(everything(), key)
    assert np.array_equal(numbers(row["x"] for row in found), mark.x, equal_nan=True)
    assert np.array_equal(numbers(row["y"] for row in found), mark.y, equal_nan=True)


def test_the_last_bit_of_a_float_survives() -> None:
    x = np.array([0.1 + 0.2, 1e-320, -1.7976931348623157e308, np.nextafter(1, 2), np.inf])
    figure = Figure("bits", everything().x, everything().y, (Line("l", MARKS[2].role, x, -x),))
    assert np.array_equal(numbers(row["x"] for row in rows(figure)), x)
    assert np.array_equal(numbers(row["y"] for row in rows(figure)), -x)


def test_bands_arrows_rules_and_texts_have_columns_of_their_own() -> None:
    band: Any = everything().mark("band")
    found = of_mark(everything(), "band")
    assert numbers(row["lower"] for row in found) == band.lower.tolist()
    assert numbers(row["upper"] for row in found) == band.upper.tolist()
    (arrow,) = of_mark(everything(), "arrow")
    assert numbers(arrow[name] for name in ("x", "y", "x1", "y1")) == [0.5, 0.5, 2.5, 4.5]
    assert [(row["x"], row["y"]) for row in of_mark(everything(), "limit")] == [("1.5", "")]
    assert [(row["x"], row["y"]) for row in of_mark(everything(), "level")] == [("", "5.0")]
    assert of_mark(everything(), "text")[0]["text"] == NASTY


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_has_as_many_rows_as_coordinates(name: str) -> None:
    drawn = drawing(trained("and"), name, 9)
    if isinstance(drawn, Table):
        assert len(rows(drawn)) == len(drawn.rows)
        return
    figures = [drawn] if isinstance(drawn, Figure) else [p.figure for p in drawn.panels]
    lengths = [np.size(getattr(mark, "x", 0.0)) for f in figures for mark in f.marks]
    assert len(rows(drawn)) == sum(lengths) > 0


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("$-2.5$", "-2.5"),
        (r"$1.5\cdot 10^{-7}$", "1.5e-7"),
        ("$-10^{8}$", "-1e8"),
        ("$-1/3$", repr(-1 / 3)),
        ("$(2, -1/3)$", "(2, -1/3)"),
        (r"$(10^{75}, 2\cdot 10^{3})$", "(1e75, 2e3)"),
        ("$+1$", "+1"),
        ("–", ""),
        ("…", "…"),
        (r"$\|w\|^2$ after", "‖w‖² after"),
    ],
)
def test_numbers_of_a_table_are_in_ascii(cell: str, text: str) -> None:
    assert plain_cell(cell) == text


def test_a_table_is_written_with_its_own_columns() -> None:
    read = list(csv.reader(io.StringIO(write_csv_figure(table()), newline="")))
    assert read[0] == ["w₁", NASTY, "s", "class"]
    assert read[1] == ["(2, -1/3)", "[begins like an option]", "-2.5", "'=1+1"]
    assert [row[3] for row in read[2:]] == ["-1", "'@home"]
    assert read[3][1] == "| pipes | and\nlines"


@pytest.mark.parametrize("words", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "  =1"])
def test_words_never_become_formulas(words: str) -> None:
    assert harmless(words) == f"'{words}"
    text = Text("text", MARKS[9].role, 0, 0, words, label=words)
    (row,) = rows(Figure("words", everything().x, everything().y, (text,)))
    assert (row["text"], row["label"]) == (f"'{words}", f"'{words}")


def cells(line: str) -> list[str]:
    """Return the cells of a row, split at the pipes that Markdown would split it at."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


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


HALF = "\ud83d"


@pytest.fixture
def session(tmp_path: Path) -> str:
    """A session whose every name has half a character in it, as JSON may."""
    points, labels = np.array([[0, 0], [0, 1], [1, 1]]), np.array([-1, -1, 1])
    dataset = Dataset(points, labels, (f"a{HALF}", f"b{HALF}"), (f"no{HALF}", f"yes{HALF}"))
    file = tmp_path / "half.json"
    file.write_text(write_session(Session(dataset, f"x{HALF}y")), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("title", slow_but(["$w_1$ t\udcff"], ["", "t\udcff", "$w_1$ t\udcff"]))
def test_every_format_writes_names_with_half_characters(
    ending: str, title: str, session: str, tmp_path: Path
) -> None:
    view = "trace" if ending == "md" else "boundary"
    out = tmp_path / f"out.{ending}"
    assert main(["figure", view, session, "--title", title, "--out", str(out)]) == 0
    written = out.read_bytes()
    if ending in ("html", "csv", "md", "py", "tex", "svg", "json"):
        assert HALF not in written.decode("utf-8")
    if ending == "html":
        assert "\ufffd" in written.decode("utf-8")
