"""Whatever is wrong with a command line or its data, one line says so and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.cli import main
from tests.terminal.program import Capture, refusal, run_program

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
    (["run", "xorr"], "'xorr'; did you mean 'xor'?"),
    (["check", "irish"], "'irish'; did you mean 'iris'?"),
    (["run", "."], ".: this is a folder"),
    (["run", "moons:n=x"], "'n' of 'moons' must be a whole number"),
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

EXPLAIN: list[tuple[list[str], str]] = [
    (["--explain", "--notation", "0001"], "--notation '0001': unknown; did you mean '00"),
    (["--explain", "--notation", "x"], "--notation 'x': unknown; it is one of 000, 001"),
    (["--explain", "--notation", ""], "--notation '': unknown; it is one of 000, 001"),
    (["--notation", "001"], "--notation is about --explain; add --explain"),
    (["--visits", "3"], "--visits is about --explain; add --explain"),
    (["--explain", "--json", "-"], "--explain prints words and --json numbers; give one"),
    (["--explain", "--visits", "-3"], "--visits '-3': must be a whole number, at least 0"),
    (["--explain", "--visits", "2.5"], "--visits '2.5': must be a whole number"),
    (["--explain", "--visits", "9" * 5000], "must be a whole number"),
    (["--explian"], "did you mean '--explain'?"),
]

FIGURE: list[tuple[list[str], str]] = [
    (["boundry", "xor", "--out", "x.png"], "did you mean 'boundary'"),
    (["boundary", "xor"], "--out FILE"),
    (["--out", "x.png"], "name a view and data"),
    (["xor", "--out", "x.png"], "name a view before"),
    (["boundary", "xor", "xor", "--out", "x.png"], "name a view and data"),
    (["boundary", "xor", "--out", "x"], "unknown"),
    (["boundary", "xor", "--out", "x.pgn"], "did you mean 'png'"),
    (["boundary", "xor", "--out", "x.webp"], "'.webp' are unknown; write an animation as .gif or"),
    (["boundary", "xor", "--out", "x.APNG"], "'.APNG' are unknown; write an animation as .gif or"),
    (["trace", "xor", "--out", "x.png"], "trace is a table"),
    (["boundary", "xor", "--out", "x.md"], "boundary is a figure"),
    (["boundary", "and", "--at", "99", "--out", "x.png"], "the run ends after 36 visits"),
    (["boundary", "and", "--at", "k=99", "--out", "x.png"], "the run ends after 18 updates"),
    (["boundary", "and", "--at", "soon", "--out", "x.png"], "give a visit"),
    (["boundary", "xor", "--size", "huge", "--out", "x.png"], "85x60mm"),
    (["boundary", "xor", "--size", "1x1mm", "--out", "x.png"], "sides must be"),
    (["boundary", "xor", "--theme", "drak", "--out", "x.png"], "did you mean 'dark'"),
    (["boundary", "xor", "--family", "gothic", "--out", "x.png"], "one of sans, serif"),
    (["boundary", "xor", "--font", "0", "--out", "x.png"], "from 4 to 100"),
    (["boundary", "xor", "--dpi", "x", "--out", "x.png"], "from 30 to 1200"),
    (["boundary", "xor", "--range", "1,0,0,1", "--out", "x.png"], "x0 must be below"),
    (["boundary", "xor", "--range=0,5e-324,0,1", "--out", "x.png"], "too narrow"),
    (["boundary", "xor", "--range=-1e200,1e200,0,1", "--out", "x.png"], "too far"),
    (["boundary", "xor", "--frames", "9" * 5000, "--out", "x.gif"], "--frames"),
    (["boundary", "xor", "--show", "circel", "--out", "x.png"], "did you mean 'circle'"),
    (["boundary", "xor", "--scale", "log", "--out", "x.png"], "it is one of none, centre"),
    (["boundary", "xor", "--until", "run", "--out", "x.png"], "has no such option"),
    (["boundary", "xor", "--frames", "0", "--out", "x.gif"], "--frames"),
    (["boundary", "xor", "--fps", "1000", "--out", "x.gif"], "from 0.1 to 50"),
    (["boundary", "xor", "--hold", "x", "--out", "x.gif"], "from 0 to 60"),
    (["boundary", "xor", "--tie", "perhaps", "--out", "x.png"], "--tie"),
    (["boundary", "xor", "--thme", "dark", "--out", "x.png"], "did you mean '--theme'"),
]

LAB: list[tuple[list[str], str]] = [
    ([], "name a laboratory and data"),
    (["ordrs", "and"], "did you mean 'orders'"),
    (["and"], "one of orders, rules, steps, effects, dichotomies, margins"),
    (["orders"], "lab orders: the following arguments are required: DATA"),
    (["orders", "nand", "--trails", "3"], "did you mean '--trials'"),
    (["orders", "and", "--trials", "many"], "--trials 'many': not a number"),
    (["orders", "and", "--tie", "perhaps"], "--tie"),
    (["orders", "and", "--starts", "--adversary"], "leave one out"),
    (["orders", "and", "--rule", "batch"], "moves in another way"),
    (["orders", "nowhere.csv/x"], "nowhere.csv/x"),
    (["orders", "and", "--out", "x.md"], "orders is a figure"),
    (["effects", "and", "--out", "x.png"], "effects is a table"),
    (["effects", "and", "--orders", "sideways"], "--orders"),
    (["dichotomies", "iris"], "100 points have 2^100 labellings, too many to try"),
    (
        ["dichotomies", "and", "--which", "some"],
        "--which 'some': unknown; it is one of all, separable, inseparable",
    ),
    (["margins", "and", "--values", "0,-1"], "--values: --margin -1: must be at least 0"),
    (["margins", "xor"], "no line separates these points"),
    (["effects", "and", "--trials", "3"], "unknown argument '--trials'"),
    (["rules", "and", "--contestants", "averaged; pockt"], "did you mean 'pocket'"),
    (["steps", "and", "--values", "-1"], "must be greater than 0"),
    (["steps", "and", "--over", "tie"], "eta, schedule, batch"),
    (["steps", "and", "--over", "batch", "--method", "least-squares"], "only η can be varied"),
    (["steps", "and", "--theme", "drak", "--out", "x.png"], "did you mean 'dark'"),
]

# What else is wrong in a file, and how it is worded, is tested beside its reader.
FILES: list[tuple[str, bytes, str]] = [
    ("empty.csv", b"", "empty.csv: the file is empty"),
    ("header.csv", b"x1,x2,label\n", "header.csv: only a header"),
    ("nan.csv", b"1,2,1\nnan,1,-1\n", "nan.csv, line 2, column 1: 'nan' is not a finite number"),
    ("photo.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "photo.png"),
    ("session.json", b'{"format": "perceptron-gui/session"}', "session.json: version: must be"),
]
LINES = [
    *USAGE,
    *((["run", "xor", *argv], message) for argv, message in OPTIONS),
    *((["run", "and", *argv], message) for argv, message in EXPLAIN),
    *((["figure", *argv], message) for argv, message in FIGURE),
    *((["lab", *argv], message) for argv, message in LAB),
]


@pytest.mark.parametrize(("argv", "message"), LINES, ids=[" ".join(argv)[:60] for argv, _ in LINES])
def test_a_wrong_command_line(argv: list[str], message: str, capfd: Capture) -> None:
    assert message in refusal(argv, capfd)


@pytest.mark.parametrize("command", [["run"], ["check"], ["figure", "--out", "x.png", "loss"]])
@pytest.mark.parametrize(("name", "content", "message"), FILES, ids=[row[0] for row in FILES])
def test_a_wrong_file(
    command: list[str], name: str, content: bytes, message: str, capfd: Capture
) -> None:
    Path(name).write_bytes(content)
    assert message in refusal([*command, name], capfd)


def test_check_does_not_suggest_what_only_run_takes(capfd: Capture) -> None:
    assert "did you mean" not in refusal(["check", "and", "--eta", "1"], capfd)


def test_products_need_two_coordinates(capfd: Capture) -> None:
    for command in ("run", "check"):
        line = refusal([command, "slow-pair", "--lift", "product"], capfd)
        assert line == "--lift product needs points with at least two coordinates"


def test_a_bad_option_is_named_before_the_data_are_read(capfd: Capture) -> None:
    assert "--eta 0" in refusal(["run", "missing.csv", "--eta", "0"], capfd)


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
