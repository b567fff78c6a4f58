"""`run --explain`: the arithmetic visit by visit."""

from __future__ import annotations

import pytest

from perceptron_gui.cli import main
from tests.terminal.program import Capture, Told, environment, run_program


def test_a_run_is_explained_after_its_heading(told: Told) -> None:
    text = told("run", "three-points", "--no-offset", "--tie", "minus", "--explain")
    heading, start, first, *rest = text.split("\n\n")
    assert heading.startswith("three-points: 3 points in 2-D · Perceptron")
    assert heading.endswith("Weights: w = (2, −1), 0 errors.")
    assert start == "Start: w = (0, 0), η = 1"
    assert first.startswith("Visit 1, epoch 1, point 0: x = (2, 1), y = +1\n  s = ")
    assert len(rest) == 5
    assert "more visit" not in text
    assert "s before" not in text


def test_the_notation_and_the_number_of_visits_are_options(told: Told) -> None:
    text = told("run", "and", "--explain", "--notation", "004", "--visits", "2")
    assert "Start: θ(0) = (0, 0, 0)\n\nVisit 1" in text
    assert text.endswith("\n\n… and 34 more visits (--visits 36 explains them all)\n")
    assert "Visit 3" not in text
    assert "Visit 20," in (text := told("run", "and", "--explain"))
    assert "… and 16 more visits" in text
    assert "… and 1 more visit (" in told("run", "and", "--explain", "--visits", "35")
    assert "Visit" not in told("run", "and", "--explain", "--visits", "0")


def test_notes_stay_at_the_end(told: Told) -> None:
    assert told("run", "slides", "--explain").endswith("--tie plus.\n")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
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
    ],
)
def test_bad_words_are_refused_in_one_line(argv: list[str], words: str, capsys: Capture) -> None:
    assert main(["run", "and", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


def test_a_terminal_without_mathematics_loses_no_sign() -> None:
    for notation in ("000", "001", "002", "003", "004"):
        done = run_program(
            "run", "slides", "--init", "0.2,0,-0.1", "--eta", "0.1", "--explain",
            "--notation", notation, env=environment(PYTHONIOENCODING="ascii"),
        )  # fmt: skip
        assert done.returncode == 0
        assert "?" not in done.stdout
