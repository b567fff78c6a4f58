"""Stored code that is damaged, as a power cut leaves it, is compiled anew and forgotten."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.compiler import Kernel

pytest.importorskip("numba")


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


@pytest.mark.program
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
