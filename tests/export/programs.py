"""Writes programs for tests and runs them, many at a time, in a Python of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.script.pen import write_script
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.registry import VIEWS

RUNNER = Path(__file__).parent / "script_runner.py"


def trained(data: str | Dataset, **options: Any) -> Run:
    """Return a finished run on a data set of the library, or on another."""
    dataset = make(LIBRARY[data]) if isinstance(data, str) else data
    return Run(dataset, Rule.of(options)).finish()


def program(
    run: Run,
    view: str = "boundary",
    at: int | None = None,
    page: Page | None = None,
    **options: Any,
) -> str:
    """Return the program of a view, at the end of the run unless told otherwise."""
    chosen = read_options(VIEWS[view].options, options)
    cursor = run.visits if at is None else at
    return write_script(VIEWS[view], run, cursor, chosen, page or Page(dpi=60))


def python(arguments: Sequence[str], folder: Path, text: str = "") -> str:
    """Run a fresh Python that knows nothing of this project, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", *arguments],
        cwd=folder,
        env={**os.environ, "MPLBACKEND": "Agg"},
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def reports(programs: dict[str, str], arguments: Sequence[str], folder: Path) -> dict[str, Any]:
    """Run programs by name and return what the runner says of each; `*` stands for its name."""
    asked = []
    for number, (name, text) in enumerate(programs.items()):
        path = folder / f"program{number}.py"
        path.write_text(text, encoding="utf-8")
        asked.append([str(path), [argument.replace("*", name) for argument in arguments]])
    found = json.loads(python([str(RUNNER)], folder, json.dumps(asked)))
    return dict(zip(programs, found, strict=True))
