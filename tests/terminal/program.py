"""How the tests call the program: in this process, or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.cli import main

ROOT = Path(__file__).parent.parent.parent
PROGRAM = [sys.executable, "-W", "error", "-m", "perceptron_gui"]
PATIENCE = 120  # seconds; for a process that should have ended long before
unix = pytest.mark.skipif(os.name == "nt", reason="files, pipes and signals as in Unix")

Capture = pytest.CaptureFixture[str]
Told = Callable[..., str]


def environment(**variables: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **variables}


def run_program(*argv: str, **options: Any) -> subprocess.CompletedProcess[str]:
    options = {"env": environment(), "stdout": subprocess.PIPE, **options}
    return subprocess.run(
        [*PROGRAM, *argv],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
        **options,
    )


def refusal(argv: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    """Run a command line that must be refused, and return the line that says why."""
    before = sorted(Path().iterdir())
    if argv[0] in ("run", "check", "datasets"):
        argv = [argv[0], "--json", "answer.json", *argv[1:]]
    code = main(argv)
    out, err = capfd.readouterr()
    assert (code, out) == (2, ""), err
    assert err.startswith("perceptron-gui: ")
    assert err.endswith("\n")
    line = err.removeprefix("perceptron-gui: ").removesuffix("\n")
    assert line.isprintable()  # neither a second line nor a colour
    assert sorted(Path().iterdir()) == before
    return line


def shown(argv: Any) -> str:
    return " ".join(argv) if isinstance(argv, list) else ""
