"""Programs retrain the very same run: same visits, points and weights, whatever the rule."""

from __future__ import annotations

import itertools
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.script import setup as script_setup
from perceptron_gui.labs.registry import VIEWS
from tests.export.programs import (
    CASES,
    POINT_RULES,
    program,
    python,
    random_rules,
    reports,
    trained,
)


@pytest.fixture(scope="module")
def runs() -> dict[str, Run]:
    """Every case, trained by the engine."""
    return {name: trained(data, **options) for name, (data, options) in CASES.items()}


@pytest.fixture(scope="module")
def printed(runs: dict[str, Run], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the program of every case prints of its updates; half of them take runs for long."""
    programs = {name: program(run) for name, run in runs.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script_setup, "MANY_PRODUCTS", 0)
        programs |= {name: program(runs[name]) for name in list(runs)[::2]}
    assert sum("WEIGHT_UNIT" in text for text in programs.values()) > 12
    found = reports(programs, ["--updates"], tmp_path_factory.mktemp("updates"))
    return {name: report["printed"] for name, report in found.items()}


@pytest.mark.parametrize("name", CASES)
def test_a_program_makes_the_same_updates(
    name: str, runs: dict[str, Run], printed: dict[str, str]
) -> None:
    run = runs[name]
    rows = [line.split() for line in printed[name].splitlines() if line[0].isdigit()]
    ks = np.arange(len(run.history))
    assert [int(row[0]) for row in rows] == (ks + 1).tolist()
    assert [int(row[1]) for row in rows] == run.history.visits_of(ks).tolist()
    if run.path.visiting.block == 1:
        assert [int(row[2]) for row in rows] == [run.point_of_update(k) for k in ks.tolist()]
    else:
        assert {row[2] for row in rows} <= {"-"}
    for row, raw in zip(rows, run.history.weights_after(ks + 1), strict=True):
        assert same(row[3:], run.path.arithmetic.fractions(raw), run)


@pytest.mark.parametrize("name", [n for n, (_, o) in CASES.items() if o.get("rule") in POINT_RULES])
def test_a_program_gives_the_same_answer(
    name: str, runs: dict[str, Run], printed: dict[str, str]
) -> None:
    run = runs[name]
    answers = [line.split() for line in printed[name].splitlines() if not line[0].isdigit()]
    if run.rule.rule == "pla":
        assert answers == []
        return
    ((name_of_answer, *numbers),) = answers
    if run.rule.rule == "voted":
        assert name_of_answer == "votes"
        assert isinstance(run.result, Vote)
        assert list(map(int, numbers)) == run.result.votes(run.visits).tolist()
    else:
        assert name_of_answer == {"averaged": "average", "pocket": "pocket"}[run.rule.rule]
        assert same(numbers, run.result_at(run.visits), run, 1e-9)


def same(texts: list[str], values: list[Fraction], run: Run, tolerance: float = 1e-12) -> bool:
    """Tell whether printed weights are those of a run: exactly, or nearly in floats."""
    if run.arithmetic == "exact":
        return list(map(Fraction, texts)) == values
    size = max(1.0, *(abs(float(value)) for value in values))
    pairs = zip(texts, values, strict=True)
    return all(abs(float(text) - float(value)) <= tolerance * size for text, value in pairs)


def test_most_floating_runs_are_the_same_bit_for_bit(
    runs: dict[str, Run], printed: dict[str, str]
) -> None:
    compared = 0
    for name, run in runs.items():
        if run.arithmetic == "exact" or "bit for bit" not in program(run):
            continue
        rows = [line.split() for line in printed[name].splitlines() if line[0].isdigit()]
        for k, row in enumerate(rows, start=1):
            raw = run.history.weights_after(np.array([k]))[0]
            assert list(map(float, row[3:])) == raw.tolist(), name
            compared += 1
    assert compared > 300


def test_a_program_runs_alone_and_writes_a_file(tmp_path: Path) -> None:
    text = program(trained("xor"), at=3)
    (tmp_path / "figure.py").write_text(text, encoding="utf-8")
    lines = ["1 1 0 0 0 -1", "2 2 1 0 1 0", "3 3 2 1 1 1", "4 4 3 0 0 0"]
    assert python(["figure.py", "--updates"], tmp_path).splitlines() == lines
    assert python(["figure.py", "figure.pdf"], tmp_path) == ""
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")


def test_a_program_is_short_and_always_the_same() -> None:
    one, other = program(trained("xor")), program(trained("xor"))
    assert one == other
    assert len(one.splitlines()) <= 130
    assert "perceptron_gui" not in one
    assert not re.search(r"(/work|/home|/tmp|C:\\)", one)


@pytest.mark.parametrize(
    ("options", "words", "missing"),
    [
        ({}, ["VISITS = 4  # a proved cycle"], ["SEED", "LIMIT", "BIAS", "Fraction", "lru_cache"]),
        ({"order": "shuffled", "seed": 5}, ["SEED = 5", "scramble"], ["ORDER", "LIMIT"]),
        ({"margin": "0.5"}, ['LIMIT = Fraction("0.5")'], ["SEED"]),
        ({"order": "2,0,1"}, ["ORDER = [2, 0, 1]"], ["SEED"]),
        ({"rule": "batch", "seed": 3}, ["sum of y*x"], ["SEED", "ORDER"]),
        ({"bias_scale": "0.5"}, ['BIAS = Fraction("0.5")'], []),
        ({"lift": "product"}, ["combinations(point, 2)"], ["SEED"]),
    ],
)
def test_a_program_carries_the_options_that_matter(
    options: dict[str, Any], words: list[str], missing: list[str]
) -> None:
    text = program(trained("xor", **options))
    assert [word for word in words if word not in text] == []
    assert [word for word in missing if word in text] == []


@pytest.mark.parametrize(
    "options",
    [
        {"rule": "batch"},
        {"rule": "sgd", "batch_size": 3},
        {"rule": "sgd", "loss": "hinge", "batch_size": 3, "epochs": 5},
        {"rule": "least-squares", "solver": "closed"},
        {"rule": "least-squares", "solver": "newton", "eta": "0.5", "epochs": 5},
        {"rule": "least-squares", "solver": "gd", "eta": "0.05", "epochs": 5},
    ],
)
def test_a_step_over_all_points_names_the_point_where_there_is_one(
    options: dict[str, Any], tmp_path: Path
) -> None:
    run = trained(Dataset.of([[1, 2]], [1]), **options)
    programs = {view: program(run, view) for view in ("boundary", "sheet")}
    reports(programs, ["*.png"], tmp_path)
    printed = reports(programs, ["--updates"], tmp_path)["boundary"]["printed"].splitlines()
    named = [run.point_of_update(k) for k in range(len(run.history))]
    assert [int(line.split()[2]) for line in printed] == named


def test_the_command_in_the_head_makes_the_same() -> None:
    page = Page(170, 110, font=12, family="sans", dpi=60)
    asked: dict[str, Any] = {
        "margin": True,
        "equation": True,
        "range": "-1,2,-1,2.5",
        "title": "-a b",
    }
    text = program(trained("and", init="-1,0,1"), at=3, page=page, **asked)
    head = " ".join(text.split('"""')[1].split())
    _, _, command = head.partition("perceptron-gui figure ")
    words = shlex.split(command.partition(" Left out")[0])
    given = ["--show", "margin,equation", "--range=-1,2,-1,2.5", "--title=-a b"]
    looks = ["--size", "170x110mm", "--font", "12", "--family", "sans", "--out", "figure.pdf"]
    start = ["boundary", "DATA.csv", "--init=-1,0,1", "--at", "3"]
    assert words == [*start, *given, *looks]


def test_a_long_run_says_so_and_counts_in_units() -> None:
    tenths = Dataset.of([[0, 0], [0, 0.1], [0.1, 0], [0.1, 0.1]], [-1, 1, 1, -1])
    run = trained(tenths, order="shuffled", epochs=800_000, max_updates=10**7)
    text = program(run, at=100)
    assert "A long run" in text
    assert "WEIGHT_UNIT" in text
    assert f"VISITS = {run.visits}" in text


def test_a_run_beyond_reach_is_trained_to_the_visit_that_is_shown() -> None:
    run = trained("xor", keep_going=True, epochs=10**9, max_updates=10**9)
    text = program(run, at=100)
    assert f"VISITS = 100  # the visit that is shown; the whole run has {run.visits}" in text


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    nasty = ('"""\nimport os; os.abort()\n"""', "\\'{x}$_\\", "_hidden $\\frac{1$")
    data = Dataset(
        np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1, -1]), nasty[:2], (nasty[2], nasty[0])
    )
    run = trained(data)
    titles = itertools.cycle(nasty)
    programs = {view: program(run, view, title=next(titles)) for view in VIEWS}
    for text in programs.values():
        assert not any(line.startswith("import os") for line in text.splitlines())
    shown = {name: text for name, text in programs.items() if name not in ("cosine", "distance")}
    reports(shown, ["*.png"], tmp_path)
    updates = {report["printed"] for report in reports(programs, ["--updates"], tmp_path).values()}
    assert len(updates) == 1


def test_programs_are_clean_python(tmp_path: Path) -> None:
    for view in VIEWS:
        for data, options in (CASES["slides"], *random_rules(4).values()):
            number = len(list(tmp_path.iterdir()))
            text = program(trained(data, **options), view)
            (tmp_path / f"program{number}.py").write_text(text, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--line-length", "100"]
    rules = "E4,E7,E9,F,I,W,UP,RET,SIM,PIE"
    done = subprocess.run(
        [*ruff, "--select", rules, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
