"""The listing as a figure: lines that do not cover each other, and stay where they are."""

from __future__ import annotations

import ast
import csv
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.cli import main
from perceptron_gui.export.layout.text import extent
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Region, Text
from perceptron_gui.figures.pictures.listing import ListingOptions, build
from perceptron_gui.lectures.notation import NOTATIONS

AND = ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])
RULES = (
    {"rule": "pla"},
    {"rule": "pocket", "pocket": "ratchet"},
    {"rule": "sgd", "loss": "logistic", "eta": "0.1"},
    {"rule": "least-squares"},
    {"rule": "kernel"},
)


def drawn(visit: int, rule: dict[str, Any] | None = None, **options: object) -> Figure:
    run = train(*AND, epochs=3, **(rule or {}))
    return build(run.dataset, run, visit, ListingOptions(**options))  # type: ignore[arg-type]


def texts(figure: Figure) -> list[Text]:
    return [mark for mark in figure.marks if isinstance(mark, Text)]


def area(text: Text, family: str) -> tuple[float, float, float, float]:
    """Return left, right, bottom and top of a text, as a page sets it."""
    width, above, below = extent(text.text, family, text.letter)
    left = text.x - width * (text.anchor == "e")
    middle = (above - below) / 2
    return left, left + width, text.y - middle - below, text.y + above - middle


@pytest.mark.parametrize("aspect", [0.8, 1.0, 1.6, 2.6])
@pytest.mark.parametrize("rule", RULES, ids=str)
def test_no_words_cover_others_or_leave_the_drawing(rule: dict[str, str], aspect: float) -> None:
    for name in NOTATIONS:
        for visit in (1, 4):
            figure = drawn(visit, rule, notation=name, aspect=aspect, line="next")
            areas = [area(text, "serif") for text in texts(figure)]
            assert all(left >= 0 and right <= 100 * aspect for left, right, *_ in areas)
            assert all(bottom >= 0 and top <= 100 for *_, bottom, top in areas)
            for n, (left, right, bottom, top) in enumerate(areas):
                for other in areas[:n]:
                    apart = right <= other[0] or other[1] <= left
                    # Lines of formulas may touch; what is read of them does not.
                    depth = 0.35 * (top - bottom)
                    assert apart or top - depth <= other[2] or other[3] - depth <= bottom


def test_lines_stay_where_they_are_from_visit_to_visit() -> None:
    def lines(visit: int, phase: str) -> list[Text]:
        shown = texts(drawn(visit, notation="001", line=phase))
        return [text for text in shown if text.key.startswith("line")]

    first = lines(0, "update")
    for visit in range(9):
        assert lines(visit, "test") == lines(visit, "update") == lines(visit, "next") == first
    heights = [text.y for text in first]
    assert all(one > other for one, other in pairwise(heights))


def test_the_band_is_behind_the_lines_that_are_executed() -> None:
    figure = drawn(4, notation="001")
    bands = [mark for mark in figure.marks if isinstance(mark, Region)]
    assert [mark.key for mark in bands] == ["lit 4", "lit 5"]
    for band in bands:
        line = figure.mark(band.key.replace("lit", "line"))
        assert isinstance(line, Text)
        assert band.y.min() < line.y < band.y.max()
        assert band.x.min() < line.x < band.x.max()
    assert np.isclose(bands[0].y.min(), bands[1].y.max())
    assert figure.marks.index(bands[-1]) < figure.marks.index(figure.mark("line 0"))


def test_every_file_has_all_lines_with_their_numbers(tmp_path: Path) -> None:
    endings = ("csv", "svg", "tex", "html", "py", "pdf", "png")
    paths = {ending: tmp_path / f"listing.{ending}" for ending in endings}
    files = [word for path in paths.values() for word in ("--out", str(path))]
    words = ["figure", "listing", "three-points", "--notation", "handwritten", "--no-offset"]
    assert main([*words, "--at", "2", "--letters", "text", "--no-session", *files]) == 0
    with paths["csv"].open(encoding="utf-8") as file:
        rows = {row["mark"]: row["text"] for row in csv.DictReader(file)}
    lines = [text for mark, text in rows.items() if mark.startswith("line")]
    assert len(lines) == 6 and lines[1] == "repeat T times"
    assert rows["numbers 4 0"] == "θ = (2, 1) − 1·(0, 2) = (2, −1)"
    assert "lit 4" in rows and "lit 3" not in rows
    svg = ET.parse(paths["svg"]).getroot()
    told = "".join("".join(svg.itertext()).split())
    assert "repeat" in told and "return" in told
    tex = paths["tex"].read_text(encoding="utf-8")
    assert r"{repeat $T$ times}" in tex and r"\theta = (2, 1) - 1\cdot (0, 2) = (2, {-}1)" in tex
    assert "repeat" in ast.unparse(ast.parse(paths["py"].read_text(encoding="utf-8")))
    assert paths["html"].read_text(encoding="utf-8").count("<svg") >= 1
    assert paths["pdf"].read_bytes().startswith(b"%PDF")
    assert paths["png"].stat().st_size > 10_000
