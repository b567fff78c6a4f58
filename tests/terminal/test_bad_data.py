"""Whatever is wrong with the data, one line says so and nothing is written."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from tests.terminal.program import refusal, shown

pytestmark = pytest.mark.usefixtures("empty_folder")

GOOD = "0,1,-1\n1,0,+1\n"

# name, content, what the message says
FILES: list[tuple[str, bytes, str]] = [
    ("empty.csv", b"", "empty.csv: the file is empty"),
    ("blank.csv", b"\n\n  \n", "blank.csv"),
    ("comments.csv", b"# nothing else\n", "comments.csv"),
    ("header.csv", b"x,y,label\n", "header.csv"),
    ("one.csv", b"1\n2\n", "one.csv, line 1: only one column"),
    ("ragged.csv", b"1,2,1\n3,4,-1\n5,1\n", "ragged.csv, line 3: 2 fields where line 1 has 3"),
    ("wide.csv", b"1,2,1\n3,4,5,-1\n", "wide.csv, line 2: 4 fields"),
    ("nan.csv", b"1,2,1\nnan,1,-1\n", "nan.csv, line 2, column 1: 'nan' is not a finite number"),
    ("inf.csv", b"1,2,1\n1,-inf,-1\n", "inf.csv, line 2, column 2: '-inf' is not a finite"),
    ("huge.csv", b"1,1e999,1\n2,1,-1\n", "huge.csv, line 1, column 2"),
    ("words.csv", b"1,2,1\n2,two,-1\n", "words.csv, line 2, column 2: 'two' is not a number"),
    ("hole.csv", b"1,2,1\n2,,-1\n", "hole.csv, line 2, column 2"),
    ("unlabelled.csv", b"1,2,1\n2,3,\n", "unlabelled.csv, line 2, column 3"),
    ("three.csv", b"1,2,a\n1,3,b\n1,4,c\n", "three.csv, line 3, column 3: 'c' is a third label"),
    ("numbers.csv", b"1,0\n2,1\n3,2\n", "numbers.csv, line 3, column 2: '2' is a third label"),
    ("rubbish.csv", bytes(range(256)) * 20, "rubbish.csv, line 1: a NUL byte"),
    ("latin.csv", b"x,y,caf\xe9\n1,2,1\n", "latin.csv, line 1: the byte 0xe9 is not UTF-8"),
    ("photo.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "photo.png"),
    ("session.json", b'{"format": "perceptron-gui/session"}', "session.json: version: must be"),
    ("quote.csv", b'1,2,"a\n1,3,b\n', "quote.csv, line 1"),
]

DATA: list[tuple[list[str], str]] = [
    (["run", "xorr"], "'xorr'; did you mean 'xor'?"),
    (["check", "irish"], "'irish'; did you mean 'iris'?"),
    (["run", "XOR"], "did you mean 'xor'?"),
    (["run", "qqqqqqqq"], "no data set or file named 'qqqqqqqq'"),
    (["run", ""], "no data set or file named ''"),
    (["run", "missing.csv"], "no data set or file named 'missing.csv'"),
    (["run", "./missing.csv"], "./missing.csv: no such file"),
    (["run", "nowhere/missing.csv"], "nowhere/missing.csv: no such file"),
    (["run", "."], ".: this is a folder"),
    (["run", "xor:n=3"], "'xor' takes no parameters"),
    (["run", "moons:n=x"], "'n' of 'moons' must be a whole number"),
    (["run", "moons:n=1"], "'n' of 'moons' must be a whole number from 2"),
    (["run", "moons:m=5"], "'moons' has no parameter 'm'"),
    (["run", "moons:n"], "write it as n=200"),
    (["run", "moons:n=5,n=6"], "given twice"),
    (["run", "moons:noise=nan"], "'noise' of 'moons'"),
]


@pytest.mark.parametrize(("argv", "message"), DATA, ids=shown)
def test_data_that_are_not_there(
    argv: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert message in refusal(argv, capfd)


@pytest.mark.parametrize("command", ["run", "check"])
@pytest.mark.parametrize(("name", "content", "message"), FILES, ids=[row[0] for row in FILES])
def test_a_wrong_file(
    command: str, name: str, content: bytes, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_bytes(content)
    assert message in refusal([command, name], capfd)


def test_digits_that_exact_integers_cannot_hold(capfd: pytest.CaptureFixture[str]) -> None:
    Path("digits.csv").write_text("0.12345678901234566,1,1\n0.9876543210987654,2,-1\n")
    line = refusal(["run", "digits.csv", "--arithmetic", "exact"], capfd)
    assert line.startswith("--arithmetic exact: ")
    assert "too many digits" in line
    assert main(["run", "digits.csv"]) == 0
    assert "Note: computed in float64: " in capfd.readouterr().out


def test_a_huge_file_is_refused_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    Path("huge.csv").touch()
    os.truncate("huge.csv", 2 << 30)  # sparse: it takes no room
    assert "larger than 100 MB" in refusal(["run", "huge.csv"], capfd)


@pytest.mark.skipif(os.name == "nt", reason="access rights as in Unix")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read anything")
def test_a_file_without_permission(capfd: pytest.CaptureFixture[str]) -> None:
    Path("mine.csv").write_text(GOOD)
    Path("mine.csv").chmod(0)
    assert "mine.csv: no permission to read it" in refusal(["run", "mine.csv"], capfd)


def test_bad_csv_on_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1,2,1\n1,x,-1\n")))
    assert refusal(["run", "-"], capfd).startswith("standard input, line 2, column 2: 'x'")


def test_no_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal(["run", "-"], capfd) == "standard input: there is none; name a CSV file"


def test_one_label_only_is_allowed_with_a_remark(capfd: pytest.CaptureFixture[str]) -> None:
    Path("one-class.csv").write_text("1,2,+1\n2,1,+1\n")
    assert main(["run", "one-class.csv"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert "Note: there is only one class, +1." in out
    assert "Converged: 1 update" in out
