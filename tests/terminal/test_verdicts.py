"""Verdicts on points of many coordinates, in words."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.base.exact import common_unit
from perceptron_gui.terminal import verdict as module
from tests.terminal.program import Cli


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


def test_the_unit_of_a_separator_is_found_once(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counted(values: tuple[Fraction, ...]) -> Fraction:
        asked.append(len(values))
        return common_unit(values)

    monkeypatch.setattr(module, "common_unit", counted)
    text = cli("check", saved(tmp_path / "wide.csv", 12, 10), "--lift", "quadratic")
    assert text.count(",") > 60
    assert asked == [66]


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
