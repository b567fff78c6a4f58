"""Programs retrain the very same run, whatever the rule, and show all marks and cells."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.mpl.pen import PICTURES
from perceptron_gui.export.script.pen import stored_rows, write_script
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.registry import VIEWS
from tests.export.alike import assert_alike, blurred
from tests.export.programs import (
    CASES,
    POINT_RULES,
    drawing,
    printed,
    program,
    python,
    random_rules,
    trained,
)
from tests.export.sample_drawings import DRAWINGS, everything


@pytest.fixture(scope="module")
def runs() -> dict[str, Run]:
    """Every case, trained by the engine."""
    return {name: trained(data, **options) for name, (data, options) in CASES.items()}


@pytest.fixture(scope="module")
def updates(
    runs: dict[str, Run], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[list[str]]]:
    """What the program of every case prints: its updates, the outcome, and the answer if any."""
    programs = {name: program(run, "trace") for name, run in runs.items()}
    texts = printed(programs, ["--updates"], tmp_path_factory.mktemp("updates"))
    return {name: [line.split() for line in text.splitlines()] for name, text in texts.items()}


def of_updates(lines: list[list[str]]) -> list[list[str]]:
    return [line for line in lines if line[0].isdigit()]


@pytest.mark.program
@pytest.mark.parametrize("name", CASES)
def test_a_program_makes_the_same_updates(
    name: str, runs: dict[str, Run], updates: dict[str, list[list[str]]]
) -> None:
    run = runs[name]
    rows = of_updates(updates[name])
    ks = np.arange(len(run.history))
    assert [int(row[0]) for row in rows] == (ks + 1).tolist()
    assert [int(row[1]) for row in rows] == run.history.visits_of(ks).tolist()
    if run.path.visiting.block == 1 and len(run.dataset) > 1:  # one point is all of them
        points = [run.point_of_update(k) for k in ks.tolist()]
        assert [int(row[2]) - 1 for row in rows] == points
    else:
        assert {row[2] for row in rows} <= {"-"}
    for row, raw in zip(rows, run.history.weights_after(ks + 1), strict=True):
        assert same(row[3:], run.path.arithmetic.fractions(raw), run)


@pytest.mark.program
@pytest.mark.parametrize("name", [n for n, (_, o) in CASES.items() if o.get("rule") in POINT_RULES])
def test_a_program_gives_the_same_answer(
    name: str, runs: dict[str, Run], updates: dict[str, list[list[str]]]
) -> None:
    run = runs[name]
    answers = [line for line in updates[name] if line[0] in ("average", "pocket", "votes")]
    if run.rule.rule == "pla":
        assert answers == []
        return
    ((name_of_answer, _, *numbers),) = answers
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
    # Counts of mistakes are exact, whatever the kernel is.
    size = max(1.0, *(abs(float(value)) for value in values))
    pairs = zip(map(Fraction, texts), values, strict=True)
    return all(abs(float(number - value)) <= tolerance * size for number, value in pairs)


@pytest.mark.program
def test_a_program_runs_alone_and_writes_a_file(tmp_path: Path) -> None:
    text = program(trained("xor"), at=3)
    (tmp_path / "figure.py").write_text(text, encoding="utf-8")
    outcome = "updates: 4, visits: 4, w = 0 0 0"
    lines = ["1 1 1 0 0 -1", "2 2 2 0 1 0", "3 3 3 1 1 1", "4 4 4 0 0 0", outcome]
    assert python(["figure.py", "--updates"], tmp_path).splitlines() == lines
    assert python(["figure.py", "figure.pdf"], tmp_path).splitlines() == [outcome]
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.program
def test_a_program_that_finds_something_else_fails(tmp_path: Path) -> None:
    text = program(trained("and"), "trace")
    (tmp_path / "table.py").write_text(text.replace("0,0,-1", "0,2,-1"), encoding="utf-8")
    with pytest.raises(AssertionError, match="perceptron-gui found another result"):
        python(["table.py"], tmp_path)


def test_a_program_is_short_and_always_the_same() -> None:
    one, other = program(trained("xor")), program(trained("xor"))
    assert one == other
    code, _, stored = one.partition("# What perceptron-gui has drawn")
    assert len(code.splitlines()) <= 110
    assert len(stored.splitlines()) <= 110
    assert "perceptron_gui" not in one
    assert not re.search(r"(/work|/home|/tmp|C:\\)", one)


@pytest.mark.program
@pytest.mark.parametrize(
    ("notation", "update"),
    [
        ("000", "w = [u + ETA * Y[i] * v for u, v in zip(w, X[i])]"),
        ("001", "theta = [u + ETA * Y[i] * v for u, v in zip(theta, X[i])]"),
        ("002", "w = [u + MU * Y[i] * v for u, v in zip(w, X[i])]"),
        ("003", "a = [u + ETA * Y[i] * v for u, v in zip(a, X[i])]"),
    ],
)
def test_weights_and_step_are_named_as_in_the_lecture(
    notation: str, update: str, tmp_path: Path
) -> None:
    rules = ("pla", "averaged", "voted", "pocket", "kernel", "batch", "sgd", "least-squares")
    programs = {
        rule: program(trained("xor", rule=rule, epochs=9), "trace", notation=notation)
        for rule in rules
    }
    assert update in programs["pla"]
    printed(programs, [], tmp_path)


@pytest.mark.parametrize(
    ("options", "words", "missing"),
    [
        (
            {},
            ["VISITS = 4\n", "# The weights repeat every 4 visits"],
            ["SEED", "LIMIT", "BIAS", "Fraction", "lru_cache"],
        ),
        ({"order": "shuffled", "seed": 5}, ["SEED = 5", "scramble"], ["ORDER", "LIMIT"]),
        ({"margin": "0.5"}, ["LIMIT = Fraction(1, 2)"], ["SEED"]),
        ({"order": "2,0,1"}, ["ORDER = [2, 0, 1]"], ["SEED"]),
        ({"rule": "batch", "seed": 3}, ["sum of y*x"], ["SEED", "ORDER"]),
        ({"bias_scale": "0.5"}, ["BIAS = Fraction(1, 2)"], []),
        ({"lift": "product"}, ["combinations(point, 2)"], ["SEED"]),
        ({"rule": "kernel"}, ["DEGREE = 2", "(1 + dot(x, z)) ** DEGREE"], ["WIDTH"]),
        ({"rule": "kernel", "kernel": "gaussian"}, ["WIDTH = 1.0", "math.exp"], ["DEGREE"]),
    ],
)
def test_a_program_carries_the_options_that_matter(
    options: dict[str, Any], words: list[str], missing: list[str]
) -> None:
    text = program(trained("xor", **options))
    assert [word for word in words if word not in text] == []
    assert [word for word in missing if word in text] == []


def test_a_run_that_python_takes_too_long_for_is_trained_for_a_minute(tmp_path: Path) -> None:
    run = trained("xor", keep_going=True, epochs=10**9, max_updates=10**9)
    text = program(run, "trace", at=100)
    (found,) = re.findall(r"^VISITS = (\d+)", text, re.MULTILINE)
    assert 10**6 < int(found) < run.visits
    assert str(run.visits) in text
    weights = ", ".join(str(v) for v in run.exact_weights_at(int(found)))
    assert f"UPDATES = {run.updates_at(int(found))}\nWEIGHTS = [{weights}]" in text


@pytest.mark.program
def test_hostile_words_stay_words(tmp_path: Path) -> None:
    nasty = (
        '"""\nimport os; os.abort()\n"""',
        "\\'{x}$_\\",
        "_hidden $\\frac{1$",
        "')\nimport os; os.abort() #\ud800 $$",
    )
    data = Dataset(
        np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([1, -1]), nasty[:2], (nasty[2], nasty[3])
    )
    run = trained(data)
    titles = itertools.cycle(nasty)
    programs = {view: program(run, view, title=next(titles)) for view in VIEWS}
    for text in programs.values():
        assert not any(line.startswith("import os") for line in text.splitlines())
    printed(programs, ["*.png"], tmp_path)
    assert len(set(printed(programs, ["--updates"], tmp_path).values())) == 1


@pytest.mark.program
def test_programs_are_clean_python(tmp_path: Path) -> None:
    shown = [(view, CASES["slides"]) for view in VIEWS]
    shown += [("boundary", case) for case in random_rules(30).values()]
    for number, (view, (data, options)) in enumerate(shown):
        text = program(trained(data, **options), view)
        (tmp_path / f"program{number}.py").write_text(text, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--line-length", "100"]
    rules = "E4,E7,E9,F,I,W,UP,RET,SIM,PIE"
    done = subprocess.run(
        [*ruff, "--select", rules, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


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
        stored_rows(drawing(trained("xor", keep_going=True, epochs=epochs), "loss"), Page())
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
