"""Where Qt cannot be loaded, only the window is missing, and a sentence says what to install."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perceptron_gui.labs.registry import LABORATORIES
from tests.terminal.program import PROGRAM, environment, run_program

pytestmark = pytest.mark.program

# Python reads it at its start. Qt is installed, but a library of the system that it needs is not.
WITHOUT_QT = """
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith("PySide6.") or name.partition(".")[0] in ("shiboken6", "pyqtgraph"):
            raise ImportError("libEGL.so.1: cannot open shared object file: No such file")

sys.meta_path.insert(0, Absent())
"""
COMMANDS = [
    "run xor --explain",
    "run iris --json run.json",
    "check and",
    *(f"lab {name} and --json {name}.json" for name in LABORATORIES if name != "learning"),
    *(f"figure norms and --out a.{ending}" for ending in ("png", "pdf", "svg", "tex", "html")),
    "figure trace and --out a.md",
    "lessons check vectors",
    "lessons handout vectors --out a.md",
    "datasets moons",
    "actions",
    "doctor",
    "manual window",
    "completion fish",
]
IN_PROCESS = f"from perceptron_gui.cli import main\nfor words in {COMMANDS!r}:\n"
IN_PROCESS += "    assert main(words.split()) == 0, words"
IN_PYTHON = """
from perceptron_gui import PerceptronClassifier, check, draw, load, train
draw("boundary", train("and")).save("a.png")
check(*load("iris"))
PerceptronClassifier().fit(*load("iris"))
"""


@pytest.fixture
def variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a machine that lacks what Qt needs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_QT, encoding="utf-8")
    found = environment(QT_QPA_PLATFORM="offscreen")
    return {**found, "PYTHONPATH": os.pathsep.join([found["PYTHONPATH"], str(tmp_path)])}


@pytest.mark.parametrize("code", [IN_PROCESS, IN_PYTHON], ids=["commands", "python"])
def test_all_but_the_window_works_without_qt(code: str, variables: dict[str, str]) -> None:
    done = run_program("-c", code, start=PROGRAM[:3], env=variables)
    assert (done.returncode, done.stderr.count("Error")) == (0, 0)  # a bar may have been there


def test_a_window_names_the_library_and_how_to_install_it(variables: dict[str, str]) -> None:
    done = run_program("xor", env=variables)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the window cannot be opened: Qt lacks libEGL.so.1" in done.stderr
    assert done.stderr.endswith("apt-get install libegl1\n")
