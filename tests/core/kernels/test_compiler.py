"""Kernels: compiled or plain Python, the runs are the same, and nobody waits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import noisy


@pytest.mark.program
def test_a_small_run_never_waits_for_the_compiler() -> None:
    code = """
import sys
import time
from perceptron_gui import train
train([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_numba_everything_still_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "load", lambda: False)
    for kernel in compiler.kernels():
        monkeypatch.setattr(kernel, "compiled", None)
    run = Run(noisy(30), Rule.of({"epochs": 300})).finish()
    assert run.visits == 9000 or run.status == "cycle"


@pytest.mark.program
def test_what_is_postponed_is_computed_in_plain_python_until_it_may_be_compiled() -> None:
    code = """
import sys
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import noisy
compiler.postpone(True)
run = Run(noisy(30), Rule.of({"epochs": 5000, "order": "shuffled"}))
run.advance(100_000)
assert run.visits == 100_000 and not compiler.is_loaded() and "numba" not in sys.modules
compiler.postpone(False)
run.finish()
assert run.visits == 150_000 and compiler.is_loaded()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_versions_that_nobody_used_for_a_month_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name, days in {"a" * 16: 1, "b" * 16: 29, "c" * 16: 31, "mine": 99}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbc").touch()
        used = time.time() - 24 * 3600 * days
        os.utime(tmp_path / name, (used, used))
    current = compiler.cache_folder()
    assert current is not None
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"a" * 16, "b" * 16, "mine", current.name}


def test_a_version_of_the_kernels_is_their_text_and_their_place(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        for name in ("compiler.py", "point_kernels.py"):
            (folder / name).write_text("x = 1\n")
    version = compiler.version_of(first)
    assert version == compiler.version_of(first) != compiler.version_of(second)
    (first / "point_kernels.py").write_text("x = 2\n")
    assert version != compiler.version_of(first)


@pytest.mark.program
@pytest.mark.parametrize("others", ["", "elsewhere"])
def test_other_programs_in_this_process_keep_their_own_folder(others: str, tmp_path: Path) -> None:
    code = """
import sys
import numba
numba.config.CACHE_DIR = sys.argv[1]
from perceptron_gui.core.kernels import compiler
assert compiler.load()
import perceptron_gui.core.kernels.trial_kernels
assert numba.config.CACHE_DIR == sys.argv[1]
"""
    variables = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code, others], check=True, env=variables)
    assert len(list(tmp_path.iterdir())) == 1


def test_kernels_live_in_one_folder() -> None:
    kernels = Path(compiler.__file__).parent
    for path in kernels.parents[1].rglob("*.py"):
        if path.parent != kernels:
            text = path.read_text(encoding="utf-8")
            assert not any(word in text for word in ("Kernel(", "@Kernel", "kernel_part")), path
