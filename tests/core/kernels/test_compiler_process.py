"""Kernels compiled by another process: the same code, found where it stored them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.core.kernels import compiler_process, trial_kernels
from perceptron_gui.core.kernels.compiler_process import CompilerProcess
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import noisy

numba = pytest.importorskip("numba")

_COMMAND = [sys.executable, "-m", compiler_process.__name__]
_TRAIN = """
import sys
from contextlib import nullcontext
from perceptron_gui.core.kernels import compiler, compiler_process
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import noisy
assert compiler.load()
if sys.argv[1] == "broken":
    compiler_process.sys.executable = "no-such-program"
elsewhere = nullcontext() if sys.argv[1] == "here" else compiler_process.compiling_elsewhere()
with elsewhere:
    run = Run(noisy(30), Rule.of({"epochs": 5, "order": "first-mistake"})).finish()
used = [each.compiled.stats for each in compiler.kernels() if each.is_ready]
missed = sum(sum(each.cache_misses.values()) for each in used)
print(len(used), missed, run.to_json()["outcome"])
"""


def _trained(mode: str, folder: Path) -> tuple[int, int, str]:
    """Return how many kernels a run used, how many it compiled itself, and its outcome."""
    variables = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    words = [sys.executable, "-c", _TRAIN, mode]
    done = subprocess.run(words, env=variables, check=True, capture_output=True, text=True)
    used, missed, outcome = done.stdout.strip().split(" ", 2)
    return int(used), int(missed), outcome


def test_kernels_compiled_elsewhere_are_loaded_and_make_the_same_runs(tmp_path: Path) -> None:
    used, missed, outcome = _trained("elsewhere", tmp_path)
    assert used > 0 and missed == 0
    run = Run(noisy(30), Rule.of({"epochs": 5, "order": "first-mistake"})).finish()
    assert outcome == str(run.to_json()["outcome"])
    assert _trained("here", tmp_path) == (used, 0, outcome)  # stored for good


def test_where_no_process_can_be_started_kernels_are_compiled_here(tmp_path: Path) -> None:
    used, missed, _ = _trained("broken", tmp_path)
    assert used == missed > 0


def test_a_process_that_has_ended_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kernel, numbers = trial_kernels.shuffle_orders, numba.typeof(np.zeros((1, 1), np.int32))
    kinds = [numbers, numba.int64, numba.int64]
    process = CompilerProcess(_COMMAND)
    try:
        assert not process.store(kernel, [numbers])  # the kernel takes three
        assert process._process is None
        assert process.store(kernel, kinds)
        first = process._process
        assert first is not None
        first.kill()
        first.wait()
        assert process.store(kernel, kinds)
        assert process._process is not first
    finally:
        process.close()
    assert len(list(tmp_path.rglob("*.nbi"))) == 1


@pytest.mark.parametrize(
    "value",
    [
        np.zeros(2),
        np.zeros((2, 3), np.int32),
        np.zeros((2, 3), order="F"),
        np.zeros((4, 4))[::2],
        np.zeros(2, np.bool_),
        np.broadcast_to(1, (2, 2)),
        3,
        2.5,
        True,
        np.uint64(2),
    ],
    ids=str,
)
def test_types_arrive_as_they_were(value: Any) -> None:
    kind = numba.typeof(value)
    words = json.loads(json.dumps(compiler_process._described(kind)))
    assert compiler_process._type(*words) == kind


def test_who_waits_for_the_compiler_is_told_when_the_program_ends() -> None:
    silent = CompilerProcess([sys.executable, "-c", "import sys; sys.stdin.read()"])
    kinds = [numba.typeof(np.zeros((1, 1), np.int32)), numba.int64, numba.int64]
    with ThreadPoolExecutor(1) as elsewhere:
        waiting = elsewhere.submit(silent.store, trial_kernels.shuffle_orders, kinds)
        while silent._process is None:
            assert not waiting.done()
        silent.stop()
        with pytest.raises(Cancelled):
            waiting.result(timeout=60)
    with pytest.raises(Cancelled):  # and so is whoever asks later
        silent.store(trial_kernels.shuffle_orders, kinds)
    silent.close()


def test_types_that_no_kernel_takes_are_not_described() -> None:
    process = CompilerProcess(["no-such-program"])
    assert not process.store(trial_kernels.shuffle_orders, [numba.typeof((1, 2))])


def test_it_serves_until_whoever_asks_has_ended() -> None:
    answers = io.StringIO()
    compiler_process.serve(io.StringIO(""), answers)
    assert answers.getvalue() == ""


def test_a_process_that_nothing_is_asked_of_is_ended_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kinds = [numba.typeof(np.zeros((1, 1), np.int32)), numba.int64, numba.int64]
    process = CompilerProcess(_COMMAND, idle_s=0.2)
    assert process.store(trial_kernels.shuffle_orders, kinds)
    compiling, idle = process._process, process._idle
    assert compiling is not None and idle is not None
    idle.join(timeout=60)
    assert process._process is None
    assert compiling.returncode is not None  # it was waited for: no zombie is left
    assert process.store(trial_kernels.shuffle_orders, kinds)
    process.close()


def test_processes_never_write_to_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two that begin with an empty folder store the same kernel, each in a file of its own."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kinds = [numba.typeof(np.zeros((1, 1), np.int32)), numba.int64, numba.int64]
    for _ in range(2):
        process = CompilerProcess(_COMMAND)
        assert process.store(trial_kernels.shuffle_orders, kinds)
        process.close()
        for index in tmp_path.rglob("*.nbi"):
            index.unlink()
    assert len(list(tmp_path.rglob("*.nbc"))) == 2
