"""What comes in: CSV in files and on standard input, numbers in options."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.terminal.contract import Trained
from tests.terminal.program import Told, run_program


def test_csv_on_standard_input(report: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"x;y;kind\n0,5;1;no\n1;0,25;yes\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    found = report("-")
    assert found["data"]["points"] == [[0.5, 1], [1, 0.25]]
    assert found["data"]["labels"] == [-1, 1]
    assert "label 'no' became −1" in found["remarks"][0]


def test_csv_through_a_pipe() -> None:
    done = run_program("check", "-", input="0,0,-1\n1,1,+1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("standard input: 2 points in 2-D\nSeparable")


def test_a_file_is_called_by_its_name(told: Told, tmp_path: Path) -> None:
    path = tmp_path / "two points.csv"
    path.write_text("0,0,-1\n1,1,+1\n")
    assert told("run", str(path)).startswith(f"{path}: 2 points in 2-D")


def test_numbers_may_begin_with_a_minus(report: Trained) -> None:
    for option in (["--init", "-3,0.5,1"], ["--init=-3,0.5,1"], ["--init", "-3,.5,1"]):
        assert report("and", *option)["rule"]["init"] == [-3, 0.5, 1]
    assert report("and", "--init", "-.5,0,0")["rule"]["init"] == [-0.5, 0, 0]
