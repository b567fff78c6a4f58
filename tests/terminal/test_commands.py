"""What commands read and say, and the one line that says what is wrong with them or their data."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from perceptron_gui import __version__
from perceptron_gui.app.window.actions import actions
from perceptron_gui.base.errors import flag
from perceptron_gui.base.params import params_of
from perceptron_gui.base.resources import page_names
from perceptron_gui.cli import main
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.document.sources import load_data
from perceptron_gui.labs.registry import VIEWS
from tests.conftest import Approve
from tests.terminal.contract import Trained, check_theory
from tests.terminal.program import PROMPT, Capture, Cli, commands_in, refusal, run_program

pytestmark = pytest.mark.usefixtures("empty_folder")


def test_runs_and_verdicts_read_as_approved(cli: Cli, approve: Approve) -> None:
    lines = commands_in("printed")
    assert len(lines) > 20
    approve("printed", "\n".join(f"{PROMPT}{line}\n{cli(*line.split())}" for line in lines))


def test_as_many_visits_are_explained_as_are_asked_for(cli: Cli) -> None:
    for options, shown in (([], 20), (["--visits", "2"], 2), (["--visits", "35"], 35)):
        text = cli("run", "and", "--explain", *options)
        assert f"Visit {shown}," in text and f"Visit {shown + 1}," not in text
        assert f"… and {36 - shown} more visit" in text
    assert "more visit" not in cli("run", "three-points", "--no-offset", "--explain")


def test_numbers_may_begin_with_a_minus(report: Trained) -> None:
    for option in (["--init", "-3,0.5,1"], ["--init=-3,0.5,1"], ["--init", "-3,.5,1"]):
        assert report("and", *option)["rule"]["init"] == [-3, 0.5, 1]
    assert report("and", "--init", "-.5,0,0")["rule"]["init"] == [-0.5, 0, 0]


def test_check_of_separable_data(cli: Cli) -> None:
    answer = json.loads(cli("check", "and", "--json", "-"))
    assert (answer["format"], answer["version"]) == ("perceptron-gui/check", 1)
    assert (answer["separable"], answer["margin_squared_exact"]) == (True, "1/17")
    assert (answer["radius_squared"], answer["mistake_bound"]) == (3, 51)
    check_theory({key: answer[key] for key in list(answer)[2:]}, 3, 4)


@pytest.mark.parametrize(
    ("words", "code"),
    [("and", 0), ("xor", 1), ("xor --lift product", 0), ("xor --json a.json --out a.smt2", 1)],
)
def test_check_answers_a_script_by_its_exit_code(words: str, code: int, capsys: Capture) -> None:
    assert main(["check", *words.split(), "--quiet"]) == code
    assert capsys.readouterr() == ("", "")
    written = {path.name for path in Path().iterdir()}
    assert written == {word for word in words.split() if word.startswith("a.")}
    assert main(["check", "no-such-data", "--quiet"]) == 2


def test_data_sets_are_listed(cli: Cli) -> None:
    text = cli("datasets")
    assert re.search(r"^xor +No line separates XOR", text, re.MULTILINE)
    assert "try --init 0.2,0,-0.1 --eta 0.1 --tie plus" in text
    assert "moons:n=100,seed=0,noise=0.1" in text
    answer = json.loads(cli("datasets", "--json", "-"))
    assert (answer["format"], answer["version"]) == ("perceptron-gui/datasets", 1)
    entries = {entry["name"]: entry for entry in answer["datasets"]}
    for name, entry in entries.items():
        assert list(entry) == ["name", "teaches", "source", "parameters", "suggested"]
        assert f"\n{name} " in f"\n{text}"
    assert entries["moons"]["parameters"]["n"]["default"] == 100
    assert entries["slides"]["suggested"] == {"init": "0.2,0,-0.1", "eta": "0.1", "tie": "plus"}


def test_every_listed_data_set_runs_with_what_it_suggests(cli: Cli) -> None:
    for entry in json.loads(cli("datasets", "--json", "-"))["datasets"]:
        options = [
            word
            for key, value in entry["suggested"].items()
            for word in (f"--{key}", value)
            if word
        ]
        assert cli("run", entry["name"], *options, "--epochs", "2").startswith(entry["name"])


def test_help_says_what_opens_and_lists_options_by_what_they_are_about(cli: Cli) -> None:
    assert cli("--help").startswith("usage: perceptron-gui [FILE | DATA]\n")
    assert cli("--version") == f"perceptron-gui {__version__}\n"
    helps = {words: cli(*words.split(), "--help") for words in ("run", "figure norms", "figure")}
    for words, text in helps.items():
        groups = dict(re.findall(r"^([a-z].*):\n((?:  .*\n)+)", text, re.MULTILINE))
        assert all(flag(name) in groups["rule"] for name in OPTIONS)
        assert "--classes" in groups["data"] and "--test-seed" in groups["data"]
        if words != "run":
            assert "--theme" in groups["page"] and "--fps" in groups["animation"]
    own = helps["figure norms"].partition("this view:\n")[2].partition("page:\n")[0]
    assert set(re.findall(r"^  (--[a-z]+)", own, re.MULTILINE)) == {
        "--show", *(flag(param.name) for param in params_of(VIEWS["norms"].options).values()
                    if not param.is_flag and not param.is_inner and param.name not in OPTIONS),
    }  # fmt: skip
    assert "--against" in helps["figure"] and "--against" not in helps["figure norms"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is used without a screen")
@pytest.mark.parametrize("argv", [[], ["xor"], ["./some.csv"]])
def test_without_a_screen_the_window_is_refused_in_a_sentence(
    argv: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert main(argv) == 2
    line = capsys.readouterr().err
    assert line.startswith("perceptron-gui: there is no screen")
    assert line.endswith(f"perceptron-gui run {argv[0] if argv else 'xor'}\n")


def test_the_actions_are_listed_with_their_keys(cli: Cli) -> None:
    rows = json.loads(cli("actions", "--json", "-"))["actions"]
    assert {row["id"] for row in rows} == {spec.id for spec in actions()}
    listed = cli("actions")
    assert all(row["name"] in listed and row["tip"] in listed for row in rows)


def test_a_data_set_is_written_as_csv_that_reads_back(cli: Cli, tmp_path: Path) -> None:
    out = cli("datasets", "tenths")
    file = tmp_path / "tenths.csv"
    file.write_text(out, encoding="utf-8")
    assert load_data(str(file)).dataset == load_data("tenths").dataset


def test_the_manual_is_listed_and_printed(cli: Cli) -> None:
    names = [line.split()[0] for line in cli("manual").splitlines()]
    assert names == list(page_names())
    for name in names:
        assert cli("manual", name).startswith("# ")


def test_what_a_lecture_set_is_in_reports_and_its_symbols_are_in_figures(cli: Cli) -> None:
    report = json.loads(cli("run", "slides", "--as-in-lecture", "--json", "-"))
    note = "as in Melbourne (COMP90051): --tie plus --eta 0.1 --init 0.2,0,-0.1, and its symbols"
    assert note in report["remarks"]
    assert report["outcome"]["updates"] == 3
    cli("figure", "boundary", "three-points", "--as-in-lecture", "--out", "a.json")
    figure = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert figure["notation"] == "001"


MANY_DIGITS = "9" * 5000
# Words that no shell would print: they are shown in one line, without their signs, or not at all.
STRANGE: list[tuple[list[str], str]] = [
    (["a\x1b[31m\nb"], r"'a\x1b[31m\nb' is not a command"),
    (["run", "xor", "--eta", "\x1b[2J"], "--eta"),
    (["run", "and", "--explain", "--visits", MANY_DIGITS], "whole number"),
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
