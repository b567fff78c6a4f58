"""Another prover reads the question that `check --out` writes, and agrees with our verdict."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import z3

from perceptron_gui.cli import main
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.terminal.check import smt_lib


def answers(dataset: Dataset, **options: object) -> tuple[str, str, str]:
    """Return the answer of z3, what the file says of itself, and the answer at its end."""
    space = Space.of(dataset, Rule.of(options))
    text = smt_lib(space, separability(space))
    solver = z3.Solver()
    solver.from_string(text)
    said = next(line for line in text.splitlines() if "set-info" in line).split()[-1].rstrip(")")
    return str(solver.check()), said, text.splitlines()[-1].split(":")[0].removeprefix("; ")


def test_z3_agrees_on_a_thousand_random_sets() -> None:
    draw = np.random.default_rng(7)
    found = set()
    for _ in range(1000):
        n, d = draw.integers(1, 9), draw.integers(1, 5)
        points = draw.integers(-3, 4, (n, d)) / draw.choice([1, 2, 10])
        labels = draw.choice([-1, 1], n)
        asked = answers(Dataset.of(points, labels), offset=bool(draw.integers(2)))
        assert len(set(asked)) == 1
        found.add(asked[0])
    assert found == {"sat", "unsat"}


SPACES = [
    ("xor", {}),
    ("xor", {"lift": "product"}),
    ("tenths", {"scale": "range"}),
    ("circles", {"lift": "quadratic"}),
    ("one-hot", {"offset": False}),
]


@pytest.mark.parametrize(("name", "options"), SPACES, ids=str)
def test_z3_agrees_in_every_space(name: str, options: dict[str, object]) -> None:
    assert len(set(answers(make(LIBRARY[name]), **options))) == 1


def test_check_writes_it_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", "xor", "--out", "xor.smt2"]) == 0
    assert "xor.smt2" in capsys.readouterr().out
    assert Path("xor.smt2").read_text().splitlines()[-1].startswith("; unsat")
    for wrong, code in (("xor.txt", 2), ("nowhere/xor.smt2", 3)):
        assert main(["check", "xor", "--out", wrong]) == code
    assert [path.name for path in Path().iterdir()] == ["xor.smt2"]
