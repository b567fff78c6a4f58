"""Kernels: compiled or plain Python, the runs are the same, and nobody waits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import noisy


def test_compiled_and_plain_kernels_make_the_same_runs() -> None:
    """The same file of runs, once with numba and once without, in two processes."""
    code = """
import json, sys
from tests.core.strategies import noisy
from perceptron_gui.core.kernels import compiler as compiling
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
if sys.argv[1] == "compiled":
    assert compiling.load()
dataset = noisy(60)
for options in json.loads(sys.argv[2]):
    print(json.dumps(Run(dataset, Rule.of(options)).finish().to_json()))
assert compiling.is_loaded() == (sys.argv[1] == "compiled")
"""
    cases: list[dict[str, Any]] = [
        {"order": order, "arithmetic": arithmetic, "epochs": 8, "seed": 5}
        for order in ("cyclic", "shuffled", "random", "first-mistake", "random-mistake", "worst")
        for arithmetic in ("exact", "float64")
    ]
    cases += [
        {"rule": "sgd", "loss": loss, "batch_size": 7, "schedule": schedule, "epochs": 8}
        for loss in ("perceptron", "hinge", "logistic", "squared")
        for schedule in ("constant", "inverse-sqrt")
    ]
    cases += [{"rule": "batch", "epochs": 20}, {"offset": False, "epochs": 8}, {"lift": "product"}]
    printed = [
        subprocess.run(
            [sys.executable, "-c", code, mode, json.dumps(cases)],
            env={**os.environ, "PERCEPTRON_GUI_KERNELS": mode},
            check=True, capture_output=True, text=True,
        ).stdout
        for mode in ("compiled", "python")
    ]  # fmt: skip
    assert printed[0] == printed[1] and len(printed[0].splitlines()) == len(cases)


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
    for kernel in compiler._kernels:
        monkeypatch.setattr(kernel, "compiled", None)
    run = Run(noisy(30), Rule.of({"epochs": 300})).finish()
    assert run.visits == 9000 or run.status == "cycle"


def test_while_one_thread_compiles_others_go_on_in_plain_python() -> None:
    kernel = compiler.Kernel(lambda x: x + 1)
    compiler._kernels.remove(kernel)

    class Compiled:
        overloads: tuple[object, ...] = ()

        def __call__(self, x: int) -> str:
            return "compiled"

    kernel.compiled = Compiled()
    compiler.compile_on_this_thread()
    try:
        assert kernel(1) == "compiled"
        with compiler.without_compiling():
            assert kernel(1) == 2
        assert kernel(1) == "compiled"
        with ThreadPoolExecutor(1) as elsewhere:
            assert elsewhere.submit(kernel, 1).result() == 2
            Compiled.overloads = (object(),)
            assert elsewhere.submit(kernel, 1).result() == "compiled"
    finally:
        compiler.compile_on_any_thread()


def test_compiled_kernels_of_old_versions_are_forgotten(tmp_path: Path) -> None:
    day = 24 * 3600
    ages = {"a" * 16: 0, "b" * 16: 2, "c" * 16: 3, "d" * 16: 4, "e" * 16: 5, "mine": 9}
    for name, age in ages.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbc").touch()
        made = time.time() - age * day
        os.utime(tmp_path / name, (made, made))
    compiler.forget_old(tmp_path / ("a" * 16))
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"a" * 16, "b" * 16, "c" * 16, "mine"}
    compiler.forget_old(tmp_path / ("e" * 16))  # those used today are left to whoever uses them
    assert "a" * 16 in {path.name for path in tmp_path.iterdir()}


def test_what_numba_was_killed_while_writing_is_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / ("a" * 16) / "kernels_0123"
    folder.mkdir(parents=True)
    names = [
        "k-1.py311.1.nbc",
        "k-1.py311.1.nbc.tmp.0a1b",
        "k-1.py311.nbi.tmp.2c3d",
        "k.nbc.tmp.4e",
    ]
    before = time.time() - 2 * 24 * 3600
    for name in names:
        (folder / name).touch()
        if name != names[-1]:  # which somebody may be writing
            os.utime(folder / name, (before, before))
    compiler.forget_old(folder.parent)
    assert {path.name for path in folder.iterdir()} == {names[0], names[-1]}


def test_a_version_of_the_kernels_is_their_text_and_their_place(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for package in (first, second):
        for name in ("core/kernels/compiler.py", "labs/orders/kernels.py", "labs/orders/words.py"):
            (package / name).parent.mkdir(parents=True, exist_ok=True)
            (package / name).write_text("x = 1\n")
    version = compiler.version_of(first)
    assert version != compiler.version_of(second)
    (first / "labs/orders/words.py").write_text("x = 2\n")
    assert version == compiler.version_of(first)
    for changed in ("core/kernels/compiler.py", "labs/orders/kernels.py"):
        (first / changed).write_text("x = 2\n")
        assert version != compiler.version_of(first)
        version = compiler.version_of(first)


def test_all_kernels_of_a_program_are_compiled_into_one_folder(tmp_path: Path) -> None:
    code = """
from pathlib import Path
import sys
if "late" in sys.argv:
    import perceptron_gui.core.kernels.trial_kernels
from perceptron_gui.core.kernels import compiler, point_kernels
assert compiler.load()
"""
    variables = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    for words in ([], ["late"]):
        subprocess.run([sys.executable, "-c", code, *words], check=True, env=variables)
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(os.name == "nt", reason="limits of files as in Unix")
def test_on_a_full_disk_kernels_are_compiled_and_not_stored(tmp_path: Path) -> None:
    code = """
import resource
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import noisy
assert compiler.load()
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # whatever is written fails
run = Run(noisy(30), Rule.of({"epochs": 5, "order": "shuffled"})).finish()
print(sum(each.is_ready for each in compiler.kernels()), run.visits)
"""
    variables = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, env=variables, capture_output=True, text=True)
    ready, visits = map(int, done.stdout.split())
    assert ready > 0 and visits > 0
    assert not list(tmp_path.rglob("*.nbc"))


def test_kernels_live_in_files_named_after_them() -> None:
    package = Path(compiler.__file__).parents[2]
    made = ("Kernel(", "@Kernel", "kernel_part")
    for path in package.rglob("*.py"):
        if path.parent.name != "kernels" and not path.name.endswith("kernels.py"):
            assert not any(word in path.read_text(encoding="utf-8") for word in made), path
