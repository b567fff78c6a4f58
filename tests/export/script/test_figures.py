"""Programs draw what the views show: the same curves on the same axes, in the same size."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.script.text import words
from perceptron_gui.figures.model.extent import with_ranges
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.marks import Line, Steps
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.model.view import draw, read_options
from perceptron_gui.labs.registry import VIEWS
from tests.export.programs import program, python, reports, trained

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

    def run(self) -> Run:
        """Train."""
        return trained(self.data, **self.rule)

    def program(self) -> str:
        """Return the program."""
        return program(self.run(), self.view, self.at, self.page, **self.options)

    def figure(self) -> Figure | Sheet:
        """Return what the view itself shows."""
        view, run = VIEWS[self.view], self.run()
        options = read_options(view.options, self.options)
        found = draw(view, run.dataset, run, run.visits if self.at is None else self.at, options)
        assert isinstance(found, Figure | Sheet)
        return with_ranges(found) if isinstance(found, Figure) else found


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
    assert isinstance(figure, Figure)
    assert figure.x.range is not None
    assert figure.y.range is not None
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
    assert isinstance(figure, Figure)
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
        figure = CASES[name].figure()
        assert isinstance(figure, Figure)
        mark = figure.mark(key)
        assert isinstance(mark, Steps)
        at = drawn[name]["labels"].index(words(mark.label, CASES[name].page))
        mean = np.array(drawn[name]["y"][at])
        assert len(mean) < 100
        assert np.median(mean) == pytest.approx(np.median(mark.y), rel=0.02)


def test_every_point_has_its_curve_of_agreement(drawn: dict[str, dict[str, Any]]) -> None:
    figure = CASES["agreement"].figure()
    assert isinstance(figure, Figure)
    curves = {tuple(np.round(y, 9)) for y in drawn["agreement"]["y"]}
    for i in range(4):
        mark = figure.mark(f"point-{i}")
        assert isinstance(mark, Line | Steps)
        assert tuple(np.round(mark.y, 9)) in curves


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("boundary", ['title="After visit 18"', '"before this visit"', '"mistake"']),
        ("boundary-all", ["BEST = [", "draw_margin(ax)", "offset points", "radius"]),
        ("boundary-hulls", ["draw_hulls(ax)", '"common point"', r'"$\lambda > 0$"']),
        ("boundary-average", ["average(visit)", "#16181D", "STIXGeneral", "85 / 25.4"]),
        ("boundary-lifted", ["augmented([x, y])", "decision line"]),
        ("boundary-batch", ["for j in range(len(X)) if visit and is_mistake("]),
        ("boundary-solid", ["np.linalg.eigh"]),
        ("norms", [r'draw_limit(ax, 51, r"$k^{*} = R^2/\gamma^2 = 51$")', "at least", "at most"]),
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
def test_programs_honour_the_options_of_views(name: str, told: list[str]) -> None:
    text = CASES[name].program()
    assert [words for words in told if words not in text] == []


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
