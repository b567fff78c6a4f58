"""Stored code that is damaged, as a power cut leaves it, is compiled anew and replaced."""

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
from tests.core.kernels.damages import DAMAGES, SOME, Damage, empty

pytest.importorskip("numba")


def add_one(number: int) -> int:
    """Return the next number."""
    return number + 1


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Kernel]:
    """Return what makes a small kernel, whose code is stored in a folder of its own."""
    assert compiler.load()
    monkeypatch.setattr(compiler, "_folder", tmp_path)
    return lambda: Kernel(add_one)


@pytest.mark.parametrize("ending", ["nbc", "nbi", "nb?"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_anew_and_replaced(
    damage: Damage,
    ending: str,
    made: Callable[[], Kernel],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert made()(1) == 2
    for path in tmp_path.rglob(f"*.{ending}"):
        damage(path)
    assert made()(1) == 2
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "add_one" in caplog.text
    again = made()
    assert again(1) == 2
    assert not again.compiled.stats.cache_misses
    assert len(caplog.records) == 1


def test_only_files_of_the_damaged_kernel_are_taken_away(
    made: Callable[[], Kernel], tmp_path: Path
) -> None:
    assert made()(1) == 2
    (folder,) = tmp_path.iterdir()
    others = [folder / name for name in ("a.add_one_more-7.py311.nbi", "b.other-8.py311.1.nbc")]
    for path in [*others, *folder.glob("*.nbc")]:
        empty(path)
    assert made()(1) == 2
    assert all(path.exists() for path in others)


def test_files_that_cannot_be_read_are_done_without(
    made: Callable[[], Kernel], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert made()(1) == 2
    (index,) = tmp_path.rglob("*.nbi")
    index.unlink()
    index.mkdir()
    with caplog.at_level(logging.INFO):
        assert made()(1) == 2
    assert [record.levelno for record in caplog.records] == [logging.INFO]


def test_damaged_files_that_cannot_be_deleted_are_done_without(
    made: Callable[[], Kernel], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError

    assert made()(1) == 2
    for path in tmp_path.rglob("*.nb?"):
        empty(path)
    monkeypatch.setattr(Path, "unlink", refuse)
    assert made()(1) == 2


@pytest.mark.skipif(os.name == "nt", reason="limits of files as in Unix")
def test_on_a_full_disk_kernels_are_compiled_and_not_stored(
    made: Callable[[], Kernel], tmp_path: Path
) -> None:
    import resource

    kernel, limits = made(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))  # whatever is written fails
    try:
        assert kernel(1) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not list(tmp_path.rglob("*.nbc"))


def run_a_command(folder: Path) -> tuple[str, str]:
    """Run a command that needs kernels, and return what it printed."""
    words = "run", "blobs:n=300,noise=4", "--order", "shuffled", "--epochs", "400"
    done = subprocess.run(
        [sys.executable, "-m", "perceptron_gui", *words],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
        check=True, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return where a command has stored kernels, and what it printed."""
    folder = tmp_path_factory.mktemp("kernels")
    return folder, run_a_command(folder)[0]


@pytest.mark.program
@pytest.mark.parametrize(("damage", "ending"), SOME)
def test_a_command_says_what_is_damaged_and_answers_as_ever(
    damage: Damage, ending: str, stored: tuple[Path, str]
) -> None:
    folder, wanted = stored
    (path,) = folder.rglob(f"*.replay-*.{ending}")  # the others are as whole as before
    damage(path)
    damaged = path.read_bytes()
    found, told = run_a_command(folder)
    assert found == wanted
    assert told.count("replay") == 1
    assert "Traceback" not in told
    assert path.read_bytes() != damaged
