"""The headline: the kind and the numbers of every visit, of every round and of every ending."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.headline import (
    NO_POINTS,
    REFUSED,
    START,
    headline,
    headline_without_run,
)
from perceptron_gui.theory.run_text.poll import HOW_CHANGE, HOW_CLASSIFIED, WILL_CHANGE
from perceptron_gui.theory.run_text.words import COMPUTING, Words, ending
from tests.figures.timelines import AND, RUNS, XOR, million_visits, run_of

FOUR = train(*XOR)  # a cycle of four visits from the start


def at(run: Run, visit: int, asked: bool = False, notation: str = "000") -> Words:
    return headline(run, Moment(visit, "asked" if asked else "shown"), NOTATIONS[notation])


def test_without_a_run_it_says_why_there_is_none() -> None:
    assert headline_without_run(is_computing=True, has_points=True).full == COMPUTING
    assert headline_without_run(is_computing=False, has_points=False).full == NO_POINTS
    assert headline_without_run(is_computing=False, has_points=True).full == REFUSED


def test_before_the_first_visit_it_says_how_to_play() -> None:
    assert at(run_of("and"), 0).full == START
    begun = Run(Dataset.of(*AND), Rule())
    assert at(begun, 0).full == COMPUTING
    begun.advance(3)
    assert at(begun.snapshot(), 0).full == START


@pytest.mark.parametrize(
    ("run", "visit", "words"),
    [
        (
            run_of("and"),
            4,
            Words("Visit 4: (1, 1) is misclassified as −1. Mistake 2.", "Visit 4: mistake 2"),
        ),
        (
            run_of("and"),
            2,
            Words("Visit 2: (0, 1) is correctly classified as −1.", "Visit 2: no update"),
        ),
        (
            run_of("batch"),
            1,
            Words("Visit 1: 4 mistakes among all 4 points. Update 1.", "Visit 1: update 1"),
        ),
        (run_of("logistic"), 1, Words("Visit 1: a gradient step on (0, 0).", "Visit 1")),
        (
            run_of("gradient descent"),
            2,
            Words("Visit 2: a gradient step on all 4 points.", "Visit 2"),
        ),
    ],
)
def test_a_visit_has_its_point_what_it_was_classified_as_and_its_update(
    run: Run, visit: int, words: Words
) -> None:
    said = at(run, visit)
    assert (said.full, said.short) == (words.full, words.short)
    is_step = "step" in words.full
    assert said.kind == ("" if is_step else "mistake" if visit in (1, 4) else "right")


@pytest.mark.parametrize(
    ("tie", "counts_as", "kind"),
    [("always", "", "mistake"), ("plus", "", "mistake"), ("minus", "counts as −1", "right")],
)
def test_a_score_of_0_counts_as_the_tie_rule_says(tie: str, counts_as: str, kind: str) -> None:
    said = at(train(*AND, tie=tie), 1)
    assert "score 0" in said.full and counts_as in said.full
    assert said.kind == kind


def test_a_point_is_on_the_line_only_where_there_is_one() -> None:
    assert "(1, 1) is +1 and on the line" in at(train(*AND, tie="always"), 20).full


def test_within_the_margin_a_correct_point_is_too_close() -> None:
    run = run_of("margin")
    told = [at(run, visit).full for visit in range(1, run.visits)]
    close = [words for words in told if "too close" in words]
    assert close and all(". Update " in words and "Mistake" not in words for words in close)


def test_a_block_without_mistakes_is_right() -> None:
    some = train(*AND, rule="sgd", loss="perceptron", batch_size=3)
    assert "3 points" in at(some, 1).full
    right = next(visit for visit in range(1, some.visits) if "no mistakes" in at(some, visit).full)
    assert (at(some, right).kind, at(some, 1).kind) == ("right", "mistake")


def test_points_are_short_have_a_real_minus_or_their_number() -> None:
    run = train([[-1.23456789, 0.25], [-0.252, -1.857]], [1, -1])
    assert at(run, 1).full.startswith("Visit 1: ≈ (−1.23, 0.25) is")
    assert at(run, 2).full.startswith("Visit 2: (−0.252, −1.857) is")
    many = train([[1, 2, 3, 4], [-1, 0, 0, 0]], [1, -1])
    assert at(many, 1).full.startswith("Visit 1: point 1 is")
    assert at(million_visits(), 12_345).full.startswith("Visit 12\u202f345: ")


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("and", HOW_CLASSIFIED),
        ("margin", WILL_CHANGE),
        ("batch", HOW_CHANGE),
        ("worst first", HOW_CHANGE),
        ("hinge", WILL_CHANGE),
        ("logistic", HOW_CHANGE),
    ],
)
@pytest.mark.parametrize("notation", ["000", "001"])
def test_before_a_visit_it_asks_and_tells_nothing(name: str, asked: str, notation: str) -> None:
    said = at(run_of(name), 1, True, notation)
    assert said.kind == "question"
    assert said.full.startswith("Visit 1: ") and said.full.endswith(asked)
    assert not any(word in said.full for word in ("classified as", "istake", "line", "pdate"))


@pytest.mark.parametrize(("visit", "number"), [(5, 2), (8, 2), (9, 3), (200, 50), (40_001, 10_001)])
def test_a_proved_cycle_counts_its_rounds(visit: int, number: int) -> None:
    said = at(FOUR.prolonged(80_000), visit)
    first = f"{number:,}".replace(",", "\u202f") if number >= 10_000 else str(number)
    assert said.full == f"Round {first}. {ending(FOUR).full}"
    assert said.kind == "cycle"
    assert "(proved)" in said.full and "(proved)" in said.short


def test_before_the_weights_return_a_visit_is_an_ordinary_one() -> None:
    assert [at(FOUR, visit).kind for visit in (1, 2, 3)] == ["mistake"] * 3
    assert at(FOUR, 4) == ending(FOUR)


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"rule": "averaged"}, "the average keeps changing"),
        ({"rule": "voted"}, "every visit adds a vote"),
        ({"rule": "pocket"}, "the pocket stays"),
    ],
)
def test_of_an_answer_made_of_all_weights_only_the_weights_repeat(
    options: dict[str, Any], answer: str
) -> None:
    run = train(*XOR, tie="minus", **options)
    for visit in (run.visits, run.visits + 3):
        said = at(run.prolonged(run.visits + 4), visit)
        assert "The weights repeat" in said.full and said.full.endswith(f"; {answer}.")


def test_the_average_of_a_cycle_does_go_on_changing() -> None:
    run = train(*XOR, tie="minus", rule="averaged").prolonged(100)
    averages = [tuple(run.result_at(visit)) for visit in range(9, 101)]
    assert len(set(averages)) == len(averages)


@pytest.mark.parametrize("mode", ["errors", "gallant", "ratchet"])
@pytest.mark.parametrize("labels", ["-++--+", "--+-+-", "--++-+"])
def test_the_pocket_is_said_to_stay_where_nothing_better_comes(mode: str, labels: str) -> None:
    points = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 2], [3, 0]]
    run = train(points, [int(f"{sign}1") for sign in labels], rule="pocket", pocket=mode)
    assert run.cycle is not None
    first, period = run.cycle.end_visit, run.cycle.period_visits
    longer = run.prolonged(first + 6 * period)
    kept = [longer.result.update_kept(visit) for visit in range(first, longer.visits + 1)]
    for visit, number in enumerate(kept[: 4 * period], start=first):
        is_said = "the pocket stays" in at(longer, visit).full
        assert is_said == (set(kept[visit - first :]) == {number})
    if (mode, labels) == ("gallant", "--+-+-"):
        assert "pocket" not in at(longer, first).full  # a longer run is still to come


@pytest.mark.parametrize("name", RUNS)
def test_the_end_is_said_at_the_end_and_everything_has_a_short_form(name: str) -> None:
    run = run_of(name)
    if run.cycle is None and run.is_over:
        assert at(run, run.visits) == ending(run)
    for visit in {0, 1, 2, run.visits // 2, run.visits - 1, run.visits} & {*range(run.visits + 1)}:
        for asked in (False, True) if visit else (False,):
            said = at(run, visit, asked)
            assert len(said.short) < len(said.full)
            assert said.full.endswith((".", "?", "…")) and ".." not in said.full


def test_a_point_at_the_origin_without_an_offset_brings_everything_to_a_standstill() -> None:
    run = train(*AND, tie="always", order="first-mistake", offset=False)
    assert "Nothing is learnt" in at(run, 1).full and at(run, 1).kind == "cycle"
