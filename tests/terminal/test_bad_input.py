"""Whatever is wrong with a command line or its data, one line says so and nothing is written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from tests.conftest import Approve
from tests.terminal.program import PROMPT, Capture, commands_in, refusal, run_program

pytestmark = pytest.mark.usefixtures("empty_folder")

MANY_DIGITS = "9" * 5000
# Words that no shell would print: they are shown in one line, without their signs, or not at all.
STRANGE: list[tuple[list[str], str]] = [
    (["a\x1b[31m\nb"], r"'a\x1b[31m\nb' is not a command"),
    (["run", "xor", "--eta", "\x1b[2J"], "--eta"),
    (["run", "and", "--explain", "--visits", MANY_DIGITS], "must be a whole number"),
    (["figure", "boundary", "xor", "--frames", MANY_DIGITS, "--out", "x.gif"], "--frames"),
]

# What else is wrong in a file, and how it is worded, is tested beside its reader.
FILES: list[tuple[str, bytes, str]] = [
    ("empty.csv", b"", "empty.csv: the file is empty"),
    ("header.csv", b"x1,x2,label\n", "header.csv: only a header"),
    ("nan.csv", b"1,2,1\nnan,1,-1\n", "nan.csv, line 2, column 1: 'nan' is not a finite number"),
    ("photo.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "photo.png"),
    ("session.json", b'{"format": "perceptron-gui/session"}', "session.json: version: must be"),
]


def test_wrong_command_lines_are_refused_as_approved(approve: Approve, capfd: Capture) -> None:
    lines = commands_in("refused")
    assert len(lines) > 100
    told = [f"{PROMPT}{line}\n{refusal(shlex.split(line), capfd)}\n" for line in lines]
    approve("refused", "\n".join(told))


@pytest.mark.parametrize(("argv", "message"), STRANGE, ids=["signs", "escape", "visits", "frames"])
def test_strange_words_are_refused_in_one_line(
    argv: list[str], message: str, capfd: Capture
) -> None:
    assert message in refusal(argv, capfd)


@pytest.mark.parametrize("command", [["run"], ["check"], ["figure", "--out", "x.png", "loss"]])
@pytest.mark.parametrize(("name", "content", "message"), FILES, ids=[row[0] for row in FILES])
def test_a_wrong_file(
    command: list[str], name: str, content: bytes, message: str, capfd: Capture
) -> None:
    Path(name).write_bytes(content)
    assert message in refusal([*command, name], capfd)


def test_a_figure_without_a_session_is_refused_as_data(capfd: Capture) -> None:
    assert main(["figure", "boundary", "and", "--no-session", "--out", "one.png"]) == 0
    capfd.readouterr()
    assert "carries no session" in refusal(["check", "one.png"], capfd)


def test_digits_that_exact_integers_cannot_hold(capfd: Capture) -> None:
    Path("digits.csv").write_text("0.12345678901234566,1,1\n0.9876543210987654,2,-1\n")
    line = refusal(["run", "digits.csv", "--arithmetic", "exact"], capfd)
    assert line.startswith("--arithmetic exact: ")
    assert "too many digits" in line
    assert main(["run", "digits.csv"]) == 0
    assert "Note: computed in float64: " in capfd.readouterr().out


@pytest.mark.program
def test_the_program_leaves_with_the_same_code_and_line() -> None:
    done = run_program("run", "xor", "--etaa", "1")
    assert (done.returncode, done.stdout) == (2, "")
    line = "perceptron-gui: run: unknown argument '--etaa'; did you mean '--eta'?\n"
    assert done.stderr == line


def test_a_file_that_is_no_lesson_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "A"\nsteps = []\n', encoding="utf-8")
    assert main([str(bad)]) == 2
    told = capsys.readouterr().err
    assert "bad.toml, line 2, steps" in told
