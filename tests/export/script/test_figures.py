"""Programs draw what the views show: the same curves on the same axes, in the same size.

What a short program cannot compute again is written into it.
"""

from __future__ import annotations

import json
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.script.embedded import embedded_function
from perceptron_gui.export.script.text import words
from perceptron_gui.figures.model.extent import with_ranges
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Line, Steps
from perceptron_gui.figures.model.theme import THEMES
from tests.export.programs import drawing, program, python, reports, trained
from tests.export.sample_drawings import everything, logarithmic_band

SOLID = Dataset.of([[1, 2, 3], [2, 1, 0.5], [-1, 0, 1], [0, -2, 1]], [1, 1, -1, -1])
WIDE = Page(width=160, height=90, dpi=50)
SMALL = Page(width=85, height=64, font=8, family="serif", theme=THEMES["dark"], dpi=100)


@dataclass(frozen=True)
class Case:
    """A view of a run, and how it is looked at."""

    view: str
    data: str | Dataset = "and"
    rule: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    at: int | None = None
    page: Page = WIDE

    def program(self) -> str:
        """Return the program."""
        run = trained(self.data, **self.rule)
        return program(run, self.view, self.at, self.page, **self.options)

    def figure(self) -> Figure:
        """Return what the view itself shows."""
        run = trained(self.data, **self.rule)
        return with_ranges(drawing(run, self.view, self.at, **self.options))


SLIDES = {"init": "0.2,0,-0.1", "eta": "0.1", "tie": "plus"}
CYCLE = {"epochs": 200, "keep_going": True}
CASES = {
    "boundary": Case("boundary", at=18, options={"title": "After visit 18"}),
    "boundary-all": Case("boundary", options={"margin": True, "circle": True, "numbers": True}),
    "boundary-hulls": Case("boundary", "xor", {"tie": "minus"}, {"certificate": True}, at=6),
    "boundary-average": Case("boundary", "and", {"rule": "averaged"}, {"result": True}, page=SMALL),
    "boundary-lifted": Case("boundary", "xor", {"lift": "product", "tie": "minus"}, at=9),
    "boundary-batch": Case("boundary", "xor-pm", {"rule": "batch", "tie": "minus"}, at=2),
    "boundary-line": Case("boundary", "slow-pair", at=5),
    "boundary-solid": Case("boundary", SOLID, at=3),
    "loss": Case("loss", at=20),
    "loss-updates": Case("loss", "slides", SLIDES, {"against": "updates"}),
    "loss-own": Case(
        "loss", "slides", {"rule": "sgd", "loss": "logistic", "l2": "0.1", "epochs": 9}, page=SMALL
    ),
    "norms": Case("norms"),
    "norms-start": Case("norms", "slides", SLIDES, {"notation": "001"}),
    "norms-log": Case("norms", "and", {"margin": "0.5"}, {"scale": "log"}),
    "norms-xor": Case("norms", "xor", page=SMALL),
    "cosine": Case("cosine", "slides", SLIDES),
    "cosine-none": Case("cosine", "xor"),
    "distance": Case("distance", options={"notation": "003"}),
    "weight-space": Case("weight-space", "three-points", {"offset": False}),
    "agreement": Case("agreement", at=9, options={"against": "epochs"}),
    "agreement-many": Case("agreement", "separable"),
    "agreement-crowd": Case("agreement", "xor", CYCLE),
    "loss-crowd": Case("loss", "xor", {**CYCLE, "tie": "minus"}),
    "norms-crowd": Case("norms", "xor", CYCLE),
    "neuron": Case("neuron", "slides", SLIDES, {"activation": "tanh"}, at=2),
    "neuron-start": Case("neuron", SOLID, at=0, page=SMALL),
    "filmstrip": Case("filmstrip", options={"updates": "0,2,end"}),
    "filmstrip-hulls": Case("filmstrip", options={"updates": "0,2,end", "certificate": True}),
    "sheet": Case("sheet", options={"title": "AND"}),
}
SHEETS = ("filmstrip", "sheet")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What each program has drawn, and its file."""
    folder = tmp_path_factory.mktemp("figures")
    found = reports({name: case.program() for name, case in CASES.items()}, ["*.png"], folder)
    return {name: {**report, "png": folder / f"{name}.png"} for name, report in found.items()}


@pytest.mark.parametrize("name", CASES)
def test_a_file_has_the_size_of_the_page(name: str, drawn: dict[str, dict[str, Any]]) -> None:
    page = CASES[name].page
    size = struct.unpack(">II", drawn[name]["png"].read_bytes()[16:24])
    wanted = [int(inches * page.dpi) for inches in page.inches]
    assert np.abs(np.array(size) - wanted).max() <= 1


@pytest.mark.parametrize("name", [n for n, case in CASES.items() if case.view not in SHEETS])
def test_axes_reach_as_far_as_those_of_the_view(
    name: str, drawn: dict[str, dict[str, Any]]
) -> None:
    figure = CASES[name].figure()
    assert figure.x.range is not None and figure.y.range is not None
    assert np.allclose(drawn[name]["limits"][0], [*figure.x.range, *figure.y.range], rtol=1e-3)


CURVES = {
    "loss": ["loss", "errors"],
    "loss-updates": ["loss", "errors"],
    "loss-own": ["loss", "errors", "own-loss"],
    "norms": ["norm", "upper", "lower"],
    "norms-start": ["norm", "upper", "lower"],
    "norms-log": ["norm", "upper", "lower"],
    "norms-xor": ["norm", "upper"],
    "cosine": ["cosine", "floor"],
    "distance": ["distance", "upper"],
    "weight-space": ["path"],
}


@pytest.mark.parametrize(("name", "keys"), CURVES.items())
def test_curves_go_where_those_of_the_view_go(
    name: str, keys: list[str], drawn: dict[str, dict[str, Any]]
) -> None:
    figure = CASES[name].figure()
    labels = drawn[name]["labels"]
    for key in keys:
        mark = figure.mark(key)
        assert isinstance(mark, Line | Steps)
        at = labels.index(words(mark.label, CASES[name].page))
        x, y = np.array(drawn[name]["x"][at]), np.array(drawn[name]["y"][at])
        if len(x) == len(mark.x) and np.allclose(x, mark.x):
            assert np.allclose(y, mark.y, rtol=1e-9, atol=1e-12, equal_nan=True)
        else:  # a smooth curve, computed at other places
            shared = (mark.x >= x[0]) & (mark.x <= x[-1]) & np.isfinite(mark.y)
            assert shared.sum() > 1
            known = np.isfinite(y)
            there = np.interp(mark.x[shared], x[known], y[known])
            size = np.abs(mark.y[shared]).max()
            assert np.abs(there - mark.y[shared]).max() < 0.02 * size


def test_curves_that_cannot_be_followed_are_drawn_as_their_mean(
    drawn: dict[str, dict[str, Any]],
) -> None:
    for name, key in (("loss-crowd", "loss"), ("norms-crowd", "norm")):
        mark = CASES[name].figure().mark(key)
        assert isinstance(mark, Steps)
        at = drawn[name]["labels"].index(words(mark.label, CASES[name].page))
        mean = np.array(drawn[name]["y"][at])
        assert len(mean) < 100
        assert np.median(mean) == pytest.approx(np.median(mark.y), rel=0.02)


def test_every_point_has_its_curve_of_agreement(drawn: dict[str, dict[str, Any]]) -> None:
    figure = CASES["agreement"].figure()
    curves = {tuple(np.round(y, 9)) for y in drawn["agreement"]["y"]}
    for i in range(4):
        mark = figure.mark(f"point-{i}")
        assert isinstance(mark, Line | Steps)
        assert tuple(np.round(mark.y, 9)) in curves


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("boundary", ['title="After visit 18"', '"before this visit"', '"mistake"']),
        ("boundary-all", ["BEST = [", "draw_margin(ax)", "offset points", "radius"]),
        ("boundary-hulls", ["draw_hulls(ax)", '"common point"', r'"$\lambda > 0$"']),
        ("boundary-average", ["average(visit)", "#16181D", "STIXGeneral", "85 / 25.4"]),
        ("boundary-lifted", ["augmented([x, y])", "decision line"]),
        ("boundary-batch", ["for j in range(len(X)) if visit and is_mistake("]),
        ("boundary-solid", ["np.linalg.eigh"]),
        (
            "norms",
            [
                r'draw_limit(ax, 51, r"$k^{*} = R^2\|w^{*}\|^2/\gamma^2 = 51$")',
                "at least",
                "at most",
            ],
        ),
        ("norms-start", [r"\theta"]),
        ("norms-log", ['xscale="log"', "2 * ETA * LIMIT"]),
        ("cosine-none", ["No line separates these points", 'ax.axis("off")', "figure.text(0.5"]),
        ("loss-crowd", ["[loss] * 3,", "[wrong] * 3,"]),
        ("norms-crowd", ["[norm] * 3, "]),
        ("agreement-crowd", ["draw_spread(ax, x, [low, mean, high], "]),
        ("agreement", ['label="mistake"', "/ 4"]),
        ("neuron", ["math.tanh", "INPUTS = ["]),
        ("filmstrip", ["enumerate([0, 2, 18], start=1)"]),
        ("filmstrip-hulls", ["\n        draw_hulls(ax)", '"nearest points"']),
        ("sheet", ["draw_boundary", "draw_loss", "draw_norms", 'suptitle("AND")']),
    ],
)
def test_programs_follow_the_options_of_views(name: str, expected: list[str]) -> None:
    text = CASES[name].program()
    assert [words for words in expected if words not in text] == []


def test_the_trace_is_printed_or_written(tmp_path: Path) -> None:
    run = trained("slides", **SLIDES)
    (tmp_path / "table.py").write_text(program(run, "trace", notation="001"), encoding="utf-8")
    table = python(["table.py"], tmp_path).splitlines()
    assert table[0].split() == ["visit", "point", "x", "y", "s", "θ", "after"]
    assert table[1].split() == ["0", "(0.2,", "0,", "-0.1)"]
    assert table[2].split() == ["1", "0", "(1,", "1)", "-1", "0.1", "(0.1,", "-0.1,", "-0.2)"]
    assert len(table) == run.visits + 2
    assert python(["table.py", "table.txt"], tmp_path) == ""
    assert (tmp_path / "table.txt").read_text(encoding="utf-8").splitlines() == table


def test_a_long_trace_has_dots(tmp_path: Path) -> None:
    text = program(trained("and"), "trace", rows=3, every="updates")
    (tmp_path / "table.py").write_text(text, encoding="utf-8")
    rows = [line.split()[0] for line in python(["table.py"], tmp_path).splitlines()]
    assert rows == ["visit", "0", "1", "4", "...", "30"]


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
    function = embedded_function("draw_it", drawing(trained("and"), "bias-scale", 9), Page())
    assert max(map(len, function.splitlines())) <= 150
    assert function.splitlines()[0] == "def draw_it(ax):"


def test_the_program_of_such_a_view_draws_its_curve(tmp_path: Path) -> None:
    run = trained("and")
    curve = drawing(run, "bias-scale").mark("bound")
    found = reports({"bias": program(run, "bias-scale")}, ["*.png"], tmp_path)["bias"]
    at = next(i for i, x in enumerate(found["x"]) if len(x) == len(curve.x))
    assert np.allclose(found["x"][at], curve.x) and np.allclose(found["y"][at], curve.y)


@pytest.mark.parametrize("view", ["results", "effects"])
def test_a_table_is_printed_as_the_view_shows_it(view: str, tmp_path: Path) -> None:
    run = trained("xor")
    (tmp_path / "table.py").write_text(program(run, view), encoding="utf-8")
    lines = python(["table.py"], tmp_path).splitlines()
    table = drawing(run, view)
    cells = [[to_plain(cell) for cell in row] for row in (table.columns, *table.rows)]
    assert [re.split(r" {2,}", line) for line in lines[: len(cells)]] == cells
    assert [line for line in lines[len(cells) :] if line] == [*map(to_plain, table.notes)]
    assert python(["table.py", "--updates"], tmp_path).splitlines()[0] == "1 1 0 0 0 -1"


def test_panels_of_one_name_are_drawn_by_functions_of_their_own() -> None:
    run = trained("and")
    text, panels = program(run, "arena"), drawing(run, "arena").panels
    names = ["draw_arena", *(f"draw_arena_{n}" for n in range(2, len(panels) + 1))]
    assert re.findall(r"^def (draw_arena\w*)", text, re.MULTILINE) == names
    assert re.findall(r"^    (draw_arena\w*)\(ax\)", text, re.MULTILINE) == names
