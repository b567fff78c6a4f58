"""Whatever is wrong with a command line, one line says so and nothing is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.program import ROOT, refusal, shown

pytestmark = pytest.mark.usefixtures("empty_folder")

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


@pytest.mark.parametrize(("argv", "message"), USAGE, ids=shown)
def test_a_wrong_command_line(
    argv: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert message in refusal(argv, capfd)


def test_check_does_not_suggest_what_only_run_takes(capfd: pytest.CaptureFixture[str]) -> None:
    assert "did you mean" not in refusal(["check", "and", "--eta", "1"], capfd)


@pytest.mark.parametrize(("options", "message"), OPTIONS, ids=shown)
def test_a_wrong_option(
    options: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert message in refusal(["run", "xor", *options], capfd)


def test_products_need_two_coordinates(capfd: pytest.CaptureFixture[str]) -> None:
    for command in ("run", "check"):
        line = refusal([command, "slow-pair", "--lift", "product"], capfd)
        assert line == "--lift product needs points with at least two coordinates"


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
