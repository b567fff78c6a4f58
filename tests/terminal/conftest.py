"""What the tests of the command line share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.kernels import compiler
from perceptron_gui.terminal import progress
from tests.terminal.contract import Report, Trained, check_contract, refuse
from tests.terminal.program import Capture, Cli


@pytest.fixture(autouse=True)
def _no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a run inside a test draws no bar; a window postpones kernels."""
    monkeypatch.setattr(progress, "_BAR_DELAY_S", 3600.0)
    monkeypatch.setattr(compiler, "_is_postponed", False)


@pytest.fixture
def cli(capsys: Capture) -> Cli:
    """Runs a command line that must succeed in silence, and returns what it prints."""

    def call(*argv: str) -> str:
        code = main(list(argv))
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return call


@pytest.fixture
def report(cli: Cli) -> Trained:
    """Trains, checks the JSON object against the contract, and returns it."""

    def call(*argv: str) -> Report:
        found: Report = json.loads(cli("run", *argv, "--json", "-"), parse_constant=refuse)
        check_contract(found)
        return found

    return call


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder that the test runs in."""
    monkeypatch.chdir(tmp_path)
