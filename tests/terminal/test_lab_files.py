"""The command `lab`: figures that reopen, JSON in files, Ctrl-C, help and bad words."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.labs.common.lab import Lab
from perceptron_gui.labs.registry import laboratories
from perceptron_gui.terminal.lab import carry_out_lab
from tests.terminal.program import PATIENCE, PROGRAM, Capture, Told, environment, refusal, unix

pytestmark = pytest.mark.usefixtures("empty_folder")
NAMES = [each.name for each in laboratories()]


@pytest.mark.parametrize("name", NAMES)
def test_every_laboratory_writes_its_figure_which_reopens(name: str, told: Told) -> None:
    view = next(each.view for each in laboratories() if each.name == name)
    ending = "md" if view.is_table else "svg"
    said = told("lab", name, "and", "--tie", "minus", "--out", f"one.{ending}", "--out", "one.csv")
    assert said.endswith(f"one.csv: {view.name} of and after visit 24 of 24\n")
    told("figure", f"one.{ending}", "--out", "two.csv")
    assert Path("two.csv").read_text() == Path("one.csv").read_text()
    again = told("lab", name, f"one.{ending}")
    assert again == said[: said.index("one.")]


def test_a_figure_has_the_page_and_the_experiment_that_was_asked_for(told: Told) -> None:
    asked = ["--trials", "5", "--starts", "--theme", "dark"]
    told("lab", "orders", "and", *asked, "--out", "one.json")
    session = load_data("one.json").session
    assert session is not None
    assert session.views == {"orders": {"what": "starts", "trials": 5}}
    assert session.page == {"theme": "dark"}


def test_json_goes_to_a_file_beside_figures(told: Told) -> None:
    said = told("lab", "effects", "xor", "--json", "x.json", "--out", "x.tex")
    assert said == "x.tex: effects of xor after visit 4 of 4\n"
    assert json.loads(Path("x.json").read_text())["format"] == "perceptron-gui/lab-effects"
    printed = told("lab", "effects", "xor", "--json", "-", "--out", "x.tex")
    assert json.loads(printed) == json.loads(Path("x.json").read_text())


@pytest.mark.parametrize("lab", laboratories(), ids=NAMES)
def test_what_was_carried_out_is_not_computed_again_for_figures(lab: Lab) -> None:
    run = Run(load_data("and").dataset, Rule()).finish()
    options = lab.view.options()
    result, is_interrupted = carry_out_lab(lab, run, options)
    assert not is_interrupted
    assert lab.result(run, options) is result
    assert lab.result(run.snapshot(), options) is result
    assert lab.result(Run(run.dataset, Rule()).finish(), options) is not result


def interrupted(*argv: str) -> tuple[int, str, str]:
    """Start an experiment that takes hours, press Ctrl-C at its first line of progress."""
    endless = ["--trials", "100000", "--epochs", "100000"]
    with subprocess.Popen(
        [*PROGRAM, "lab", "orders", "blobs:n=400,noise=0.9", *endless, *argv],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stderr is not None
            # On a busy machine the run at hand takes long enough to have a bar of its own.
            bar = next((line for line in process.stderr if "trying" in line), "")
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return process.returncode, bar, out


@unix
def test_ctrl_c_ends_an_experiment_with_what_it_has() -> None:
    code, bar, out = interrupted()
    assert code == 0
    assert "trying orders" in bar
    assert "Note: interrupted; this is what was known by then." in out
    assert "of 100000 random orders" in out


@unix
def test_ctrl_c_leaves_the_old_figure() -> None:
    Path("old.csv").write_text("old")
    code, _, out = interrupted("--out", "old.csv")
    assert (code, out) == (130, "")
    assert Path("old.csv").read_text() == "old"


def test_help_says_what_every_laboratory_is_for(told: Told) -> None:
    said = told("lab", "--help")
    assert all(f"\n    {name} " in said for name in NAMES)
    for name in NAMES:
        assert "--json FILE" in told("lab", name, "--help")
    assert "--trial-seed" in told("lab", "orders", "--help")


@pytest.mark.parametrize(
    ("words", "told_why"),
    [
        ([], "name a laboratory and data"),
        (["ordrs", "and"], "did you mean 'orders'"),
        (["and"], "one of orders, rules, steps, effects"),
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
        (["effects", "and", "--trials", "3"], "unknown argument '--trials'"),
        (["rules", "and", "--contestants", "averaged; pockt"], "did you mean 'pocket'"),
        (["steps", "and", "--values", "-1"], "must be greater than 0"),
        (["steps", "and", "--over", "tie"], "eta, schedule, batch"),
        (["steps", "and", "--over", "batch", "--method", "least-squares"], "only η can be varied"),
        (["steps", "and", "--theme", "drak", "--out", "x.png"], "did you mean 'dark'"),
    ],
)
def test_bad_words_get_a_sentence_and_no_file(
    words: list[str], told_why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert told_why in refusal(["lab", *words], capfd)


def test_a_folder_that_is_not_there_is_told_before_the_experiment(capsys: Capture) -> None:
    for flag in ("--out", "--json"):
        assert main(["lab", "orders", "xor", flag, "nowhere/x.csv"]) == 3
        assert "No such folder" in capsys.readouterr().err
