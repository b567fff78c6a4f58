"""Verdicts on points of many coordinates: in words, with a bar, and ended by Ctrl-C."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.cli import main
from perceptron_gui.terminal import progress
from tests.terminal.program import Capture, Cli, interrupted, unix


def saved(
    path: Path, points: int, columns: int, decimals: int = 17, by_chance: bool = False
) -> str:
    """Write points that a hyperplane separates, unless their labels are given by chance."""
    random = np.random.default_rng(0)
    x = random.normal(size=(points, columns)).round(decimals)
    side = x @ random.normal(size=columns)
    labels = random.choice([-1, 1], size=points) if by_chance else np.where(side > 0, 1, -1)
    rows = [[*map(repr, row), str(y)] for row, y in zip(x.tolist(), labels.tolist(), strict=True)]
    path.write_text("\n".join(map(",".join, rows)) + "\n")
    return str(path)


def test_the_mean_of_a_certificate_is_that_of_both_classes(cli: Cli, tmp_path: Path) -> None:
    data = saved(tmp_path / "chance.csv", 30, 5, 2, by_chance=True)
    weights = list(
        map(Fraction, json.loads(cli("check", data, "--json", "-"))["certificate_exact"])
    )
    table = np.loadtxt(data, delimiter=",").tolist()
    said = (
        cli("check", data).split("the same mean (")[1].split(")")[0].replace("−", "-").split(", ")
    )
    for label in (-1, 1):
        mine = [(w, row) for w, row in zip(weights, table, strict=True) if row[-1] == label]
        mean = [2 * sum(w * Fraction(repr(row[j])) for w, row in mine) for j in range(5)]
        assert [float(v) for v in mean] == pytest.approx(
            [float(Fraction(v)) for v in said], rel=1e-5
        )


@pytest.mark.parametrize("command", [["check"], ["run", "--epochs", "5"]], ids=" ".join)
def test_a_verdict_that_takes_long_shows_a_bar(
    command: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(tmp_path / "wide.csv", 90, 40, 2)
    assert main([*command, data]) == 0
    quick = capsys.readouterr()
    assert quick.err == ""
    monkeypatch.setattr(progress, "_BAR_DELAY_S", 0.0)
    assert main([*command, data]) == 0
    slow = capsys.readouterr()
    assert slow.out == quick.out
    assert re.search(r"░ +\d%  looking for the points that decide\n", slow.err)


@pytest.mark.program
@unix
def test_ctrl_c_reaches_a_verdict_that_takes_long(tmp_path: Path) -> None:
    data = saved(tmp_path / "wide.csv", 1000, 500)
    code, bar, out = interrupted("check", data, at="decide|exactly")
    assert (code, out) == (130, "")
    assert re.search(r"\d%  ", bar)
