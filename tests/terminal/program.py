"""How the tests call the program: in this process, or in one of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.cli import main
from tests.conftest import WORDS

PROMPT = "$ perceptron-gui "
ROOT = Path(__file__).parent.parent.parent
PROGRAM = [sys.executable, "-W", "error", "-m", "perceptron_gui"]
TIMEOUT_S = 120  # for a process that should have ended long before
unix = pytest.mark.skipif(os.name == "nt", reason="files, pipes and signals as in Unix")

Capture = pytest.CaptureFixture[str]
Cli = Callable[..., str]


def commands_in(name: str) -> list[str]:
    """Return the command lines of an approved text; what they print stands below each."""
    lines = (WORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]


def environment(**variables: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **variables}


def run_program(
    *argv: str, start: list[str] = PROGRAM, **options: Any
) -> subprocess.CompletedProcess[str]:
    options = {"env": environment(), "stdout": subprocess.PIPE, **options}
    return subprocess.run(
        [*start, *argv],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        timeout=TIMEOUT_S,
        **options,
    )


def _hear_ctrl_c() -> None:
    """Take Ctrl-C as a program in a terminal does; tests in the background would pass it by."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(*argv: str, at: str = "visit") -> tuple[int, str, str]:
    """Press Ctrl-C at the first progress line that matches; return code, that line, output."""
    with subprocess.Popen(
        [*PROGRAM, *argv],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=_hear_ctrl_c if os.name == "posix" else None,
    ) as process:
        try:
            assert process.stderr is not None
            bar = next((line for line in process.stderr if re.search(at, line)), "")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=TIMEOUT_S)
        finally:
            process.kill()
    assert "Traceback" not in err
    return process.returncode, bar, out


def refusal(argv: list[str], capfd: Capture) -> str:
    """Run a command line that must be refused, and return the line that says why."""
    before = sorted(Path().iterdir())
    if argv[:1] in (["run"], ["check"], ["datasets"]) and "--explain" not in argv:
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
