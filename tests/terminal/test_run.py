"""What `run` reads and what it says: data, the summary, and `--explain` visit by visit."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from tests.terminal.contract import Trained
from tests.terminal.program import Cli, run_program

# What a run says, whatever the number of spaces.
SUMMARIES: dict[str, list[str]] = {
    "xor": [
        "xor: 4 points in 2-D · Perceptron · cyclic · a tie is a mistake",
        "Not separable: no line has every point strictly on its own side.",
        "both classes have the same mean (0.5, 0.5)",
        "Cycles for ever (proved): the weights after visit 0 return after visit 4",
        "a period of 4 visits and 4 updates",
        "Weights: w = (0, 0), offset 0, 4 errors.",
        "\n4 4 1 3 (1, 1) −1 3 (0, 0), offset 0\n",
    ],
    "and": [
        "Separable: margin γ = 0.242536 (γ² = 1/17), R² = 3 with the constant",
        "w* ∝ (2, 2), offset −3",
        "points 1, 2, 3",
        "At most 51 updates from w₀ = 0 with η = 1.",
        "Converged: 18 updates in 36 visits (9 epochs), the last update in epoch 8.",
        "Weights: w = (3, 2), offset −4, 0 errors.",
    ],
    "and --bias-scale 10": ["… and 83 more"],
    "slides --init 0.2,0,-0.1 --eta 0.1 --tie plus": [
        "a tie is +1 · η = 0.1 · w₀ = (0.2, 0, −0.1) · exact",
        "At most 40 updates from this w₀ with η = 0.1 (k ≤ 40.3039).",
        "Converged: 3 updates in 6 visits (3 epochs), the last update in epoch 2.",
        "Weights: w = (0.2, −0.1), offset −0.2, 0 errors.",
    ],
    "and --rule averaged": ["Average: w = (25/12, 4/3), offset −23/9, 0 errors."],
    "xor --rule pocket --pocket errors": [
        " · Pocket · cyclic · a tie is a mistake · errors · ",
        "Pocket: w = (0, 0), offset −1, 2 errors.",
    ],
    "xor --rule voted": ["\nVote: 3 errors.\n"],
    "and --rule sgd --loss logistic --schedule inverse --l2 0.1 --epochs 5": [
        "Stochastic gradient descent · cyclic · logistic loss · ",
        "η = 1 · inverse schedule · l2 = 0.1 · floating point",
        "The logistic loss also moves w for points that are right",
        "Stopped after the 5 epochs allowed: 20 updates in 20 visits (5 epochs).",
        "logistic loss 2.32039 over all points.",
    ],
    "and --rule sgd --batch-size 3": ["minibatches of 3", "\nk visit epoch w after\n"],
    "and --rule least-squares": [
        "Least squares · closed form · a tie is a mistake · exact",
        "no mistakes are counted",
        "Weights: w = (1, 1), offset −1.5, 0 errors, squared loss 1 over all points.",
    ],
    "xor --order shuffled --max-updates 7 --seed 3": [
        "Stopped after the 7 updates allowed: 7 updates in ",
        " · seed 3 · ",
    ],
    "xor --order shuffled --epochs 9": [
        "Stopped after the 9 epochs allowed: 33 updates in 36 visits",
        "no line can exist",
    ],
    "xor --keep-going --epochs 5": ["Went on to 20 updates in 20 visits (5 epochs)."],
    "xor --order 3,2": [" · order 3, 2 · ", "Note: --order never visits 2 of the points."],
}


@pytest.mark.parametrize(("line", "sentences"), SUMMARIES.items())
def test_the_summary_of_a_run(line: str, sentences: list[str], cli: Cli) -> None:
    text = re.sub(" +", " ", cli("run", *line.split()))
    assert text.startswith(line.split()[0])
    assert [sentence for sentence in sentences if sentence not in text] == []


def test_options_made_for_a_data_set_are_suggested_until_some_are_given(cli: Cli) -> None:
    note = "Note: slides is meant to be run with --init 0.2,0,-0.1 --eta 0.1 --tie plus.\n"
    assert cli("run", "slides").endswith(note)
    assert "Note" not in cli("run", "slides", "--eta", "1")
    assert "meant" not in cli("run", "and")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["offset-needed", "--no-offset"], "no line through the origin has"),
        (["slow-pair", "--no-offset"], "no threshold at the origin has"),
        (["circles:n=20", "--lift", "product"], "no plane of the lifted space has"),
    ],
)
def test_what_cannot_separate_is_called_by_its_name(
    cli: Cli, argv: list[str], sentence: str
) -> None:
    assert sentence in cli("check", *argv)
    assert sentence in cli("run", *argv)


def test_negative_zero_is_zero(cli: Cli) -> None:
    text = cli("run", "and", "--arithmetic", "float64", "--init", "0,0,-0.0")
    assert "−0," not in text
    assert "−0 " not in text


def test_a_run_is_explained_after_its_heading(cli: Cli) -> None:
    text = cli("run", "three-points", "--no-offset", "--tie", "minus", "--explain")
    heading, start, first, *rest = text.split("\n\n")
    assert heading.startswith("three-points: 3 points in 2-D · Perceptron")
    assert heading.endswith("Weights: w = (2, −1), 0 errors.")
    assert start == "Start: w = (0, 0), η = 1"
    assert first.startswith("Visit 1, epoch 1, point 0: x = (2, 1), y = +1\n  s = ")
    assert len(rest) == 5
    assert "more visit" not in text
    assert "s before" not in text


def test_the_notation_and_the_number_of_visits_are_options(cli: Cli) -> None:
    text = cli("run", "and", "--explain", "--notation", "004", "--visits", "2")
    assert "Start: θ(0) = (0, 0, 0)\n\nVisit 1" in text
    assert text.endswith("\n\n… and 34 more visits (--visits 36 explains them all)\n")
    assert "Visit 3" not in text
    assert "Visit 20," in (text := cli("run", "and", "--explain"))
    assert "… and 16 more visits" in text
    assert "… and 1 more visit (" in cli("run", "and", "--explain", "--visits", "35")
    assert "Visit" not in cli("run", "and", "--explain", "--visits", "0")


def test_notes_stay_at_the_end(cli: Cli) -> None:
    assert cli("run", "slides", "--explain").endswith("--tie plus.\n")


def test_csv_on_standard_input(report: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"x;y;kind\n0,5;1;no\n1;0,25;yes\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    found = report("-")
    assert found["data"]["points"] == [[0.5, 1], [1, 0.25]]
    assert found["data"]["labels"] == [-1, 1]
    assert "label 'no' became −1" in found["remarks"][0]


def test_csv_through_a_pipe() -> None:
    done = run_program("check", "-", input="0,0,-1\n1,1,+1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("standard input: 2 points in 2-D\nSeparable")


def test_a_file_is_called_by_its_name(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "two points.csv"
    path.write_text("0,0,-1\n1,1,+1\n")
    assert cli("run", str(path)).startswith(f"{path}: 2 points in 2-D")


def test_numbers_may_begin_with_a_minus(report: Trained) -> None:
    for option in (["--init", "-3,0.5,1"], ["--init=-3,0.5,1"], ["--init", "-3,.5,1"]):
        assert report("and", *option)["rule"]["init"] == [-3, 0.5, 1]
    assert report("and", "--init", "-.5,0,0")["rule"]["init"] == [-0.5, 0, 0]
