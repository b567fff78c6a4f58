"""What goes out: files written whole or not at all, pipes and terminals."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from perceptron_gui.base.files import fitting
from perceptron_gui.cli import main
from tests.terminal.program import Capture, Cli, environment, run_program, unix

WRITERS = [
    ["run", "and", "--json"],
    ["check", "and", "--json"],
    ["datasets", "--json"],
    ["figure", "norms", "and", "--out"],
    ["lab", "effects", "and", "--json"],
    ["lab", "effects", "and", "--out"],
    ["lessons", "homework", "001-follow-theta", "--out"],
]


def test_json_goes_into_a_file_whole(cli: Cli, tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")
    for command in (["run", "and"], ["check", "and"], ["datasets"]):
        assert cli(*command, "--json", str(target)) == ""
        assert target.read_text() == cli(*command, "--json", "-")
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]


def unwritable(argv: list[str], capsys: Capture) -> str:
    assert main(argv) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("perceptron-gui: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
def test_a_file_that_cannot_be_written(command: list[str], capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "folder.json").mkdir()
    lines = []
    for name in ("missing/a.json", "file/a.json", "folder.json", f"{'long' * 70}.json"):
        lines.append(unwritable([*command, str(tmp_path / name)], capsys))
        assert f"{tmp_path / name}: could not be written (" in lines[-1]
    # Long work is refused before it begins.
    assert ("No such folder" in lines[0]) == (command[0] != "datasets")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.json"]
    assert (tmp_path / "file").read_text() == "old"


@unix
@pytest.mark.usefixtures("empty_folder")
def test_names_that_no_file_can_have_are_named_in_a_sentence(capsys: Capture) -> None:
    Path("round").symlink_to("round")
    for name in ("", "a" * 300 + "/x.csv", "a" * 300 + ".csv", "round/x.csv", "./round"):
        assert "could not be written" in unwritable(["run", "xor", "--json", name], capsys)


@pytest.mark.usefixtures("empty_folder")
def test_nothing_is_written_where_a_folder_is_in_the_way_of_one_file(capsys: Capture) -> None:
    Path("b.png").mkdir()
    Path("a.csv").write_text("old")
    line = unwritable(["figure", "loss", "and", "--out", "a.csv", "--out", "b.png"], capsys)
    assert line.startswith("perceptron-gui: b.png: could not be written")
    assert Path("a.csv").read_text() == "old"


@pytest.mark.program
@unix
def test_a_full_disk_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)); "
    code = limited + "from perceptron_gui.cli import entry; entry()"
    start = [sys.executable, "-B", "-c", code]
    done = run_program("run", "and", "--json", str(target), start=start)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"perceptron-gui: {target}: could not be written (File too large)\n"
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]


@unix
def test_a_written_file_has_the_usual_rights_and_an_old_one_keeps_its_own(
    cli: Cli, tmp_path: Path
) -> None:
    usual, target = tmp_path / "usual", tmp_path / "answer.json"
    usual.touch()
    cli("run", "and", "--json", str(target))
    assert target.stat().st_mode == usual.stat().st_mode
    target.chmod(0o640)
    cli("run", "xor", "--json", str(target))
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.program
@unix
def test_a_link_stays_a_link_and_a_pipe_a_pipe(cli: Cli, tmp_path: Path) -> None:
    target, link = tmp_path / "answer.json", tmp_path / "link.json"
    link.symlink_to(target)
    cli("run", "and", "--json", str(link))
    assert link.is_symlink()
    assert json.loads(target.read_text())["outcome"]["updates"] == 18
    done = run_program("run", "and", "--json", "/dev/stdout")
    assert done.stdout == target.read_text()
    cli("run", "and", "--json", os.devnull)
    assert not Path(os.devnull).is_file()


@pytest.mark.program
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


@pytest.mark.program
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_does_not_fit_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = run_program("run", "and", stdout=full)
    line = "perceptron-gui: standard output: could not be written (No space left on device)\n"
    assert (done.returncode, done.stderr) == (3, line)


@pytest.mark.program
def test_a_terminal_without_mathematics_loses_no_sign(cli: Cli) -> None:
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
    slides = ["run", "slides", "--init", "0.2,0,-0.1", "--eta", "0.1", "--explain", "--notation"]
    for notation in ("000", "001", "002", "003", "004"):
        assert "?" not in fitting(cli(*slides, notation), io.TextIOWrapper(io.BytesIO(), "ascii"))


@pytest.mark.program
@unix
@pytest.mark.parametrize("variable", ["HOME", "MPLCONFIGDIR"])
def test_a_home_that_cannot_be_written_into_is_nothing_to_talk_about(
    variable: str, tmp_path: Path
) -> None:
    out = tmp_path / "a.pdf"
    homeless = {**environment(), variable: os.devnull}
    homeless.pop("XDG_CONFIG_HOME", None)
    homeless.pop("XDG_CACHE_HOME", None)
    drawn = run_program("figure", "boundary", "and", "--out", str(out), env=homeless)
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert out.read_bytes().startswith(b"%PDF")
