"""The option --as-in-lecture: rule and symbols of a lecture, what was set, what does not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from tests.terminal.program import Capture, Cli

pytestmark = pytest.mark.usefixtures("empty_folder")


def test_the_slides_make_three_updates_and_the_summary_says_what_was_set(cli: Cli) -> None:
    text = cli("run", "slides", "--as-in-lecture")
    assert "Made 3 updates in 6 visits" in text
    note = "as in Melbourne (COMP90051): --tie plus --eta 0.1 --init 0.2,0,-0.1, and its symbols"
    assert text.endswith(f"Note: {note}.\n")
    report = json.loads(cli("run", "slides", "--as-in-lecture", "--json", "-"))
    assert note in report["remarks"]
    assert report["outcome"]["updates"] == 3


def test_a_note_names_the_short_way(cli: Cli) -> None:
    assert cli("run", "slides").endswith("--tie plus, or --as-in-lecture.\n")
    assert "--as-in-lecture" not in cli("run", "one-hot")


def test_symbols_are_those_of_the_lecture_unless_others_are_typed(cli: Cli) -> None:
    assert "= (2, −1)" in (text := cli("run", "--as-in-lecture", "three-points", "--explain"))
    assert "no offset" in text and "θ·x" in text
    other = cli("run", "three-points", "--as-in-lecture", "--explain", "--notation", "003")
    assert "θ·x" not in other
    cli("figure", "boundary", "three-points", "--as-in-lecture", "--out", "a.json")
    figure = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert figure["notation"] == "001"


def test_what_is_typed_wins(cli: Cli) -> None:
    text = cli("run", "slides", "--as-in-lecture", "--eta", "1", "--rule", "sgd")
    assert "Stochastic gradient descent" in text and "η = 1" in text and "ties +1" in text


@pytest.mark.parametrize("words", (["--as-in-lecture", "002"], ["--as-in-lecture=002"]))
def test_any_data_are_trained_as_any_lecture_does(cli: Cli, words: list[str]) -> None:
    text = cli("run", *words, "iris")
    assert "first-mistake" in text and "no offset" in text
    assert "as in CMU (Póczos): --order first-mistake --no-offset" in text


def test_a_preset_that_learns_nothing_says_why_and_what_fits(cli: Cli) -> None:
    text = cli("run", "and", "--as-in-lecture", "002")
    assert "Note: nothing can be learnt from (0, 0): it is on every line" in text
    assert text.endswith("Try the data set and-pm or --offset.\n")
    assert "Converged" in cli("run", "and", "--as-in-lecture", "002", "--offset")
    text = cli("run", "offset-needed", "--as-in-lecture")
    assert "no line through the origin separates these points" in text
    assert text.endswith("Try --offset.\n")


def test_check_and_lab_know_it_too(cli: Cli) -> None:
    assert "no offset" in cli("check", "offset-needed", "--as-in-lecture")
    assert "as in Melbourne" in cli("lab", "effects", "slides", "--as-in-lecture")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "iris", "--as-in-lecture"], "'iris' comes from no lecture; name one of 000,"),
        (["run", "and", "--as-in-lecture", "005"], "'005': there is no such lecture; it is one of"),
        (
            ["figure", "norms", "moons", "--as-in-lecture", "--out", "a.csv"],
            "comes from no lecture",
        ),
    ],
)
def test_a_lecture_that_is_not_there_is_refused(
    capsys: Capture, words: list[str], said: str
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err
