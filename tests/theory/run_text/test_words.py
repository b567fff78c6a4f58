"""The one voice: what is said of every ending and every verdict, in full and in short."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.words import Words, counted, ending, grouped, verdict_words
from tests.figures.timelines import AND, IRIS, RUNS, XOR, run_of

BOARD = NOTATIONS["001"]  # where γ is the largest margin


def computing(interrupted: bool = False) -> Run:
    """Return a run that goes on, or one that somebody ended."""
    run = Run(Dataset.of(*AND), Rule())
    run.advance(7)
    if interrupted:
        run.interrupt()
    return run.snapshot()


def diverging() -> Run:
    return train(*AND, rule="least-squares", solver="gd", eta=10, epochs=1000)


# The run, the kind of its ending, its first word, and its numbers in order.
ENDINGS: list[tuple[Callable[[], Run], str, str, list[int]]] = [
    (lambda: train(*AND), "end", "Converged", [18, 8]),
    (lambda: train(*AND, rule="least-squares"), "end", "Converged", [1, 1]),
    (lambda: train(*AND, init="2,2,-3"), "end", "Converged", []),
    (lambda: train(*XOR, rule="least-squares"), "wrong", "Converged", [4, 4]),
    (lambda: train(*XOR), "cycle", "The weights repeat", [4, 4]),
    (lambda: train(*AND, epochs=3), "wrong", "Stopped", [3, 1, 4]),
    (lambda: train(*AND, max_updates=5), "wrong", "Stopped", [5, 2, 4]),
    (lambda: computing(interrupted=True), "wrong", "Interrupted", [7, 1, 4]),
    (diverging, "diverged", "Diverged", [diverging().visits]),
    (computing, "", "Computing", []),
]


@pytest.mark.parametrize(("make", "kind", "first", "numbers"), ENDINGS)
def test_every_ending_has_its_kind_and_its_numbers(
    make: Callable[[], Run], kind: str, first: str, numbers: list[int]
) -> None:
    said = ending(make())
    assert said.kind == kind
    assert said.full.startswith(first)
    assert [int(each) for each in re.findall(r"\d+", said.full)] == numbers
    assert said.full.endswith((".", "…"))


@pytest.mark.parametrize("name", RUNS)
def test_the_short_words_are_shorter_and_no_sentence(name: str) -> None:
    run = run_of(name)
    for said in (ending(run), verdict_words(run, BOARD)):
        assert len(said.short) < len(said.full)
        assert not said.short.endswith(".")


def test_what_is_misclassified_is_counted_for_the_answer_with_the_reason_once_known() -> None:
    run = train(*XOR, rule="least-squares")
    before = ending(run)
    assert "proved" not in before.full and "4 of 4" in before.short
    assert not run.verdict.separable  # from now on it is known
    assert ending(run).full.startswith(before.full[:-1])
    assert "No line".lower() in ending(run).full and "(proved)" in ending(run).full
    pocket = train(*XOR, rule="pocket", epochs=3, order="random")
    wrong = pocket.result.errors(pocket.visits)
    assert f"{wrong} of 4 points" in ending(pocket).full and "pocket" in ending(pocket).full


def test_words_in_a_line_have_no_capital_and_no_full_stop() -> None:
    assert Words("Converged.", "Done", "end").in_line == Words("converged", "done", "end")
    assert Words("", "").in_line == Words("", "")


@pytest.mark.parametrize(
    ("run", "full", "short"),
    [
        (train(*AND), "Separable: γ² = 1/17, k ≤ 51.", "Separable, k ≤ 51"),
        (train(*AND, rule="least-squares"), "Separable: γ² = 1/17.", "Separable"),
        (train(*IRIS), "Separable: γ² ≈ 0.0720886, k ≤ 410.", "Separable, k ≤ 410"),
        (train(*XOR), "No line separates these points (proved).", "Not separable"),
        (
            train(*AND, offset=False),
            "No line through the origin separates these points (proved).",
            "Not separable",
        ),
    ],
)
def test_the_verdict_has_margin_and_bound(run: Run, full: str, short: str) -> None:
    assert run.verdict is not None
    assert verdict_words(run, BOARD) == Words(full, short)


def test_a_missing_verdict_is_not_waited_for() -> None:
    run = train(*XOR)
    assert "computing" in verdict_words(run, BOARD).full
    assert "solving" in verdict_words(run, BOARD, "solving").full
    assert "verdict" not in run.__dict__


def test_a_margin_that_is_rounded_does_not_pretend_to_be_exact() -> None:
    run = train([[0.123456789012, 1.3], [-2.7182818284, 0.1]], [1, -1])
    assert run.verdict.separable
    assert "γ² ≈ " in verdict_words(run, BOARD).full


def test_long_numbers_are_grouped_and_nouns_agree() -> None:
    written = ["0", "9999", "10\u202f000", "1\u202f234\u202f567"]
    assert [grouped(n) for n in (0, 9999, 10_000, 1_234_567)] == written
    assert [counted(n, "error") for n in (0, 1, 2)] == ["0 errors", "1 error", "2 errors"]
