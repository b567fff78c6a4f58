"""Kernels: nobody waits for the compiler, and what it stored may be damaged."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.compiler import Kernel
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import warm_up as warming
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.warm_up import warm_up
from tests.core.strategies import noisy

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="needs the compiler")


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
run = Run(noisy(30), Rule.of({"epochs": 500, "order": "shuffled"}))
run.advance(10_000)
assert run.visits == 10_000 and not compiler.is_loaded() and "numba" not in sys.modules
compiler.postpone(False)
run.finish()
assert run.visits == 15_000 and compiler.is_loaded()
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


# What a power cut, or a home that was copied in part, makes of a file.
DAMAGES: tuple[Callable[[bytes], bytes], ...] = (
    lambda whole: whole[: len(whole) // 2],
    lambda whole: b"",
    lambda whole: bytes(len(whole)),
    lambda whole: bytes((37 * i + i // 256) % 256 for i in range(len(whole))),
)


def add_one(number: int) -> int:
    """Return the next number."""
    return number + 1


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Kernel]:
    """Return what makes a small kernel, whose code is stored in a folder of its own."""
    assert compiler.load()
    monkeypatch.setattr(compiler, "_folder", tmp_path / "stored")
    return lambda: Kernel(add_one)


@needs_numba
@pytest.mark.parametrize("ending", ["nbc", "nbi"])
@pytest.mark.parametrize("damage", DAMAGES, ids=["half", "empty", "blank", "scattered"])
def test_damaged_code_is_compiled_anew_and_forgotten(
    damage: Callable[[bytes], bytes],
    ending: str,
    made: Callable[[], Kernel],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert made()(1) == 2
    for path in tmp_path.rglob(f"*.{ending}"):
        path.write_bytes(damage(path.read_bytes()))
    assert made()(1) == 2
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "add_one" in caplog.text
    assert not list(tmp_path.rglob("*.nb?"))
    assert made()(1) == 2  # which is stored again
    again = made()
    assert again(1) == 2
    assert not again.compiled.stats.cache_misses
    assert len(caplog.records) == 1


@needs_numba
@pytest.mark.skipif(os.name == "nt", reason="limits of files as in Unix")
def test_on_a_full_disk_kernels_are_compiled_and_not_stored(
    made: Callable[[], Kernel], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import resource

    kernel, limits = made(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))  # whatever is written fails
    try:
        assert kernel(1) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not list(tmp_path.rglob("*.nbc"))
    assert not caplog.records


@needs_numba
@pytest.mark.program
@pytest.mark.slow
def test_a_command_says_what_is_damaged_and_answers_as_ever(tmp_path: Path) -> None:
    def told() -> tuple[str, str]:
        words = "run", "blobs:n=300,noise=4", "--order", "shuffled", "--epochs", "400"
        done = subprocess.run(
            [sys.executable, "-m", "perceptron_gui", *words],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            check=True, capture_output=True, encoding="utf-8",
        )  # fmt: skip
        return done.stdout, done.stderr

    wanted, _ = told()
    (path,) = tmp_path.rglob("*.replay-*.nbc")  # the others are as whole as before
    path.write_bytes(b"")
    found, said = told()
    assert found == wanted
    assert said.count("replay") == 1
    assert "Traceback" not in said


_TRAIN = """
import itertools
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.labs.lab import finished
from perceptron_gui.labs.orders.trials import OrderTrials
assert compiler.load()
orders = ("cyclic", "shuffled", "random", "first-mistake", "random-mistake", "worst", "1,0")
rules = [{"rule": rule, "order": order} for order in orders
         for rule in ("pla", "averaged", "voted", "pocket", "kernel")]
rules += [{"rule": "kernel", "kernel": "gaussian"}, {"rule": "batch"}]
rules += [{"rule": "sgd", "loss": loss, "batch_size": size, "l2": l2}
          for loss in ("perceptron", "hinge", "logistic", "squared")
          for size in (1, 7) for l2 in (0, 1)]
rules += [{"rule": "least-squares", "solver": solver, "eta": "0.01"} for solver in ("gd", "sgd")]
for data in ("xor", "separable:n=300"):
    dataset = load_data(data).dataset
    for rule, numbers in itertools.product(rules, ({}, {"arithmetic": "float64"})):
        run = Run(dataset, Rule.of({"epochs": 30, **rule, **numbers})).finish()
        run.result_at(run.visits)
        run.errors_after(run.updates_at([0, run.visits]))
    for what in ("orders", "starts"):
        finished(OrderTrials(dataset, Rule(), 2000, what=what))
used = [each for each in compiler.kernels() if each.compiled.signatures]
print(len(used), [each.python.__name__ for each in used if each.compiled.stats.cache_misses])
"""


@needs_numba
@pytest.mark.program
def test_every_kernel_that_rules_and_experiments_need_is_stored() -> None:
    assert warm_up() == (True, "")
    done = subprocess.run(
        [sys.executable, "-c", _TRAIN], check=True, capture_output=True, text=True
    )
    used, missed = done.stdout.strip().split(" ", 1)
    assert int(used) >= 8
    assert missed == "[]"


@needs_numba
@pytest.mark.parametrize(("code", "code_then"), [(1, 0), (1, -11), (0, 0)])
def test_a_process_that_complains_of_what_is_stored_begins_anew_once(
    code: int, code_then: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "damaged.nbc").touch()
    answers = iter([(code, "Malformed block\n"), (code_then, "once more\n" if code_then else "")])
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(warming, "_use_elsewhere", lambda _: next(answers))
    can_be_used, wrong = warm_up()
    assert can_be_used == (code_then == 0)
    assert wrong.splitlines()[0] == "Malformed block"
    assert tmp_path.exists() == (code == 0)  # if it died, all that is stored may be at fault
    assert not list(answers)


@needs_numba
def test_the_process_ends_where_its_answer_is_not_wanted() -> None:
    asked = 0

    def check() -> None:
        nonlocal asked
        asked += 1
        if asked > 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        warm_up(check)


@needs_numba
def test_where_no_process_can_be_started_kernels_may_be_compiled_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "no-such-program")
    can_be_used, wrong = warm_up()
    assert can_be_used
    assert "no-such-program" in wrong
