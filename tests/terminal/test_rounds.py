"""Visits of a proved cycle beyond the recorded run, from the command line."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from tests.terminal.program import Capture, Cli, refusal


def norms(path: Path) -> list[tuple[float, float]]:
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    return [(float(row["x"]), float(row["y"])) for row in rows if row["mark"] == "norm"]


def test_a_cycle_is_shown_at_any_later_visit_and_reopens_there(cli: Cli, tmp_path: Path) -> None:
    picture, again = tmp_path / "xor.png", tmp_path / "again.csv"
    cli("figure", "boundary", "xor", "--at", "137", "--out", str(picture))
    session = load_data(str(picture)).session
    assert session is not None and session.cursor == 137
    cli("figure", "norms", str(picture), "--out", str(again))
    longer = Run(make(LIBRARY["xor"]), Rule(epochs=100, keep_going=True)).finish()
    weights = [longer.exact_weights_at(visit) for visit in range(138)]
    # Every visit to XOR is a mistake: as many updates as visits.
    assert norms(again) == [(k, float(sum(v * v for v in w))) for k, w in enumerate(weights)]


@pytest.mark.parametrize(("at", "visit"), [("k=200", 200), ("k=3", 3), ("4", 4), ("137", 137)])
def test_updates_of_later_rounds_are_counted(cli: Cli, tmp_path: Path, at: str, visit: int) -> None:
    out = cli("figure", "boundary", "xor", "--at", at, "--out", str(tmp_path / "a.svg"))
    assert f"after visit {visit} of" in out


@pytest.mark.parametrize(
    ("data", "at", "sentence"),
    [("and", "137", "the run ends after 36 visits"), ("xor", str(10**16), "is shown up to")],
)
def test_not_every_visit_exists(
    tmp_path: Path, capfd: Capture, data: str, at: str, sentence: str
) -> None:
    out = tmp_path / "a.svg"
    assert sentence in refusal(["figure", "norms", data, "--at", at, "--out", str(out)], capfd)
    assert not out.exists()


def test_the_arena_goes_round_too(cli: Cli, tmp_path: Path) -> None:
    said = cli("lab", "rules", "xor", "--visit", "137", "--contestants", "averaged; least-squares")
    rows = {line.split("  ")[0]: line.split() for line in said.splitlines()}
    assert rows["Perceptron"][-7:-2] == ["4", "137", "137", "35", "2"]
    assert rows["Averaged"][-6:-3] == ["137", "137", "35"]
    assert rows["Least squares"][-6:-3] == ["0", "1", "1"]
    out = tmp_path / "arena.csv"
    cli("figure", "results", "xor", "--at", "137", "--out", str(out))
    lines = out.read_text(encoding="utf-8").splitlines()
    found = {row["rule"]: row["visits"] for row in csv.DictReader(lines)}
    assert found["Perceptron"] == found["Pocket"] == "137"
    assert found["Perceptron, lift product"] == "48"


def test_only_the_last_visits_can_be_shown(cli: Cli, tmp_path: Path) -> None:
    table, picture = tmp_path / "norms.csv", tmp_path / "norms.tex"
    recent = ("figure", "norms", "xor", "--at", "137", "--recent", "24")
    cli(*recent, "--out", str(table), "--out", str(picture))
    assert [k for k, _ in norms(table)] == list(range(113, 138))
    assert "= 411" in picture.read_text(encoding="utf-8")  # R²k, far above the axes
