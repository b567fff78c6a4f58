"""What goes out: files written whole or not at all, pipes, terminals."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from tests.terminal.program import PATIENCE, Capture, Told, environment, run_program, unix


def test_json_goes_into_a_file_whole(told: Told, tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")
    assert told("run", "and", "--json", str(target)) == ""
    assert target.read_text() == told("run", "and", "--json", "-")
    for command in (["check", "and"], ["datasets"]):
        assert told(*command, "--json", str(target)) == ""
        assert target.read_text() == told(*command, "--json", "-")
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]


def unwritable(argv: list[str], capsys: Capture) -> str:
    assert main(argv) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("perceptron-gui: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("command", [["run", "and"], ["check", "and"], ["datasets"]])
def test_a_file_that_cannot_be_written(command: list[str], capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    for name in ("missing/answer.json", "file/answer.json", "."):
        target = tmp_path / name
        line = unwritable([*command, "--json", str(target)], capsys)
        assert f"{target}: could not be written (" in line
    unwritable([*command, "--json", ""], capsys)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "old"


@unix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text("old")
    tmp_path.chmod(0o500)
    try:
        line = unwritable(["run", "and", "--json", str(tmp_path / "answer.json")], capsys)
    finally:
        tmp_path.chmod(0o700)
    assert "Permission denied" in line
    assert (tmp_path / "answer.json").read_text() == "old"


@unix
def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)); "
    code = limited + "from perceptron_gui.cli import entry; entry()"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, "run", "and", "--json", str(target)],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"perceptron-gui: {target}: could not be written (File too large)\n"
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]


@unix
def test_a_written_file_has_the_usual_rights_and_an_old_one_keeps_its_own(
    told: Told, tmp_path: Path
) -> None:
    usual, target = tmp_path / "usual", tmp_path / "answer.json"
    usual.touch()
    told("run", "and", "--json", str(target))
    assert target.stat().st_mode == usual.stat().st_mode
    target.chmod(0o640)
    told("run", "xor", "--json", str(target))
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@unix
def test_a_link_stays_a_link_and_a_pipe_a_pipe(told: Told, tmp_path: Path) -> None:
    target, link = tmp_path / "answer.json", tmp_path / "link.json"
    link.symlink_to(target)
    told("run", "and", "--json", str(link))
    assert link.is_symlink()
    assert json.loads(target.read_text())["outcome"]["updates"] == 18
    done = run_program("run", "and", "--json", "/dev/stdout")
    assert done.stdout == target.read_text()
    told("run", "and", "--json", os.devnull)
    assert not Path(os.devnull).is_file()


@unix
def test_a_reader_that_leaves_early_is_no_error() -> None:
    for argv in (["run", "and"], ["run", "and", "--json", "-"], ["datasets"], ["--help"]):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = run_program(*argv, stdout=writer)
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_does_not_fit_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = run_program("run", "and", stdout=full)
    line = "perceptron-gui: standard output: could not be written (No space left on device)\n"
    assert (done.returncode, done.stderr) == (3, line)


def test_a_terminal_without_mathematics_loses_no_minus(tmp_path: Path) -> None:
    plain = environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    done = run_program("run", "and", env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "Weights: w = (3, 2), offset -4, 0 errors." in done.stdout
    assert "gamma^2 = 1/17" in done.stdout
    assert "?" not in done.stdout
    assert run_program("run", "--help", env=plain).returncode == 0
    assert run_program("datasets", env=plain).stdout.count("-1/+1") == 6
    done = run_program("run", "rené.csv", env=plain)
    assert done.returncode == 2
    assert done.stderr.isascii()
    assert done.stderr.count("\n") == 1
