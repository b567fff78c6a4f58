"""Whatever is wrong with a command line or a file, one line says so and nothing is written."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.cli import main

ROOT = Path(__file__).parent.parent
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
    ("session.json", b'{"format": "perceptron-gui/session"}', "cannot open saved sessions"),
    ("quote.csv", b'1,2,"a\n1,3,b\n', "quote.csv, line 1"),
]

USAGE: list[tuple[list[str], str]] = [
    (["nonsense"], "'nonsense' is not a command"),
    (["runn", "xor"], "'runn' is not a command; did you mean 'run'?"),
    (["RUN", "xor"], "did you mean 'run'?"),
    ([""], "'' is not a command"),
    (["--"], "'--' is not a command"),
    (["--jsonn"], "'--jsonn' is not a command"),
    (["a\x1b[31m\nb"], r"'a\x1b[31m\nb' is not a command"),
    (["run"], "run: the following arguments are required: DATA"),
    (["check"], "check: the following arguments are required: DATA"),
    (["run", "xor", "and"], "run: unknown argument 'and'"),
    (["datasets", "xor"], "datasets: unknown argument 'xor'"),
    (["run", "xor", "--etaa", "1"], "run: unknown argument '--etaa'; did you mean '--eta'?"),
    (["run", "xor", "--etaa=1"], "'--etaa=1'; did you mean '--eta'?"),
    (["run", "xor", "--keepgoing"], "did you mean '--keep-going'?"),
    (["run", "xor", "--nooffset"], "did you mean '--no-offset'?"),
    (["run", "xor", "--batch_size", "2"], "did you mean '--batch-size'?"),
    (["run", "xor", "--epoch", "2"], "unknown argument '--epoch'; did you mean '--epochs'?"),
    (["check", "and", "--lif", "none"], "did you mean '--lift'?"),
    (["check", "and", "--eta", "1"], "check: unknown argument '--eta'"),
    (["run", "xor", "--eta"], "run: argument --eta: expected one argument"),
    (["run", "xor", "--rule", "--order", "worst"], "--rule: expected one argument"),
    (["run", "xor", "--json"], "--json: expected one argument"),
    (["run", "xor", "--keep-going=yes"], "--keep-going"),
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

OPTIONS: list[tuple[list[str], str]] = [
    (["--rule", "pocet"], "--rule 'pocet': unknown; did you mean 'pocket'?"),
    (["--rule", "svm"], "--rule 'svm': unknown"),
    (["--order", "shufled"], "--order 'shufled': unknown; did you mean 'shuffled'?"),
    (["--order", "Cyclic"], "did you mean 'cyclic'?"),
    (["--tie", "alway"], "--tie 'alway': unknown; did you mean 'always'?"),
    (["--rule", "sgd", "--loss", "hing"], "--loss 'hing': unknown; did you mean 'hinge'?"),
    (["--lift", "quadratc"], "--lift 'quadratc': unknown; did you mean 'quadratic'?"),
    (["--schedule", "inverse_sqrt"], "did you mean 'inverse-sqrt'?"),
    (["--solver", "newtn"], "--solver 'newtn': unknown; did you mean 'newton'?"),
    (["--pocket", "rachet"], "--pocket 'rachet': unknown; did you mean 'ratchet'?"),
    (["--arithmetic", "float"], "--arithmetic 'float': unknown; did you mean 'float64'?"),
    (["--eta", "0"], "--eta 0: must be greater than 0"),
    (["--eta", "-1"], "--eta -1: must be greater than 0"),
    (["--eta", "-1/3"], "--eta -1/3: must be greater than 0"),
    (["--eta", "nan"], "--eta 'nan': not a number"),
    (["--eta", "inf"], "--eta 'inf': not a number"),
    (["--eta", "abc"], "--eta 'abc': not a number"),
    (["--eta", "1/0"], "--eta '1/0': not a number"),
    (["--eta", ""], "--eta '': not a number"),
    (["--eta", "1,5"], "--eta '1,5': not a number"),
    (["--eta", "1e400"], "--eta 1e400: out of reach"),
    (["--eta", "\x1b[2J"], "--eta"),
    (["--bias-scale", "0"], "--bias-scale 0: must be greater than 0"),
    (["--margin", "-0.5"], "--margin -0.5: must be at least 0"),
    (["--l2", "-1"], "--l2 -1: must be at least 0"),
    (["--order", "0,4"], "--order names point 4, but there are 4 points, 0 to 3"),
    (["--order", "99"], "--order names point 99"),
    (["--order", ""], "--order"),
    (["--order", ","], "--order"),
    (["--order", "0,,1"], "--order"),
    (["--order", "-1,0"], "--order"),
    (["--order", "0,1.5"], "--order"),
    (["--init", "1,2"], "--init has 2 numbers, this run needs 3"),
    (["--init", "1,2,3,4"], "--init has 4 numbers, this run needs 3"),
    (["--init", "1,2,3", "--no-offset"], "--init has 3 numbers, this run needs 2"),
    (["--init", ""], "--init"),
    (["--init", "one,2,3"], "--init 'one,2,3': must be zeros, random, or numbers"),
    (["--init", "-1,nan,0"], "--init '-1,nan,0'"),
    (["--epochs", "0"], "--epochs 0: must be at least 1"),
    (["--epochs", "1.5"], "--epochs 1.5: must be a whole number"),
    (["--epochs", "many"], "--epochs 'many': not a whole number"),
    (["--epochs", "1e100"], "--epochs 1e100: too large"),
    (["--max-updates", "-3"], "--max-updates -3: must be at least 1"),
    (["--seed", "-1"], "--seed -1: must be at least 0"),
    (["--seed", "0.5"], "--seed 0.5: must be a whole number"),
    (["--batch-size", "0"], "--batch-size 0: must be at least 1"),
    (["--rule", "sgd", "--order", "worst"], "--order worst chooses mistakes"),
    (["--rule", "sgd", "--order", "random-mistake"], "--order random-mistake chooses mistakes"),
    (["--rule", "sgd", "--loss", "logistic", "--arithmetic", "exact"], "--arithmetic exact"),
    (["--rule", "sgd", "--schedule", "inverse", "--arithmetic", "exact"], "--arithmetic exact"),
    (["--rule", "least-squares", "--solver", "gd", "--arithmetic", "exact"], "--arithmetic exact"),
]


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refusal(argv: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    """Run a command line that must be refused, and return the line that says why."""
    before = sorted(Path().iterdir())
    if argv[0] in ("run", "check", "datasets"):
        argv = [argv[0], "--json", "answer.json", *argv[1:]]
    code = main(argv)
    out, err = capfd.readouterr()
    assert (code, out) == (2, ""), err
    assert err.startswith("perceptron-gui: ")
    assert err.endswith("\n")
    line = err.removeprefix("perceptron-gui: ").removesuffix("\n")
    assert line.isprintable()  # neither a second line nor a colour
    assert sorted(Path().iterdir()) == before
    return line


def shown(argv: Any) -> str:
    return " ".join(argv) if isinstance(argv, list) else ""


@pytest.mark.parametrize(("argv", "message"), USAGE, ids=shown)
def test_a_wrong_command_line(
    argv: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert message in refusal(argv, capfd)


def test_check_does_not_suggest_what_only_run_takes(capfd: pytest.CaptureFixture[str]) -> None:
    assert "did you mean" not in refusal(["check", "and", "--eta", "1"], capfd)


@pytest.mark.parametrize(("argv", "message"), DATA, ids=shown)
def test_data_that_are_not_there(
    argv: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert message in refusal(argv, capfd)


@pytest.mark.parametrize(("options", "message"), OPTIONS, ids=shown)
def test_a_wrong_option(
    options: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert message in refusal(["run", "xor", *options], capfd)


def test_products_need_two_coordinates(capfd: pytest.CaptureFixture[str]) -> None:
    for command in ("run", "check"):
        line = refusal([command, "slow-pair", "--lift", "product"], capfd)
        assert line == "--lift product needs points with at least two coordinates"


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


def test_a_bad_option_is_told_before_the_data_are_read(capfd: pytest.CaptureFixture[str]) -> None:
    assert "--eta 0" in refusal(["run", "missing.csv", "--eta", "0"], capfd)


def test_the_program_leaves_with_the_same_code_and_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "perceptron_gui", "run", "xor", "--etaa", "1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (2, "")
    line = "perceptron-gui: run: unknown argument '--etaa'; did you mean '--eta'?\n"
    assert done.stderr == line
