"""The headline: what is said of every kind of visit, of every ending, and in fewer words."""

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
    COMPUTING,
    NO_POINTS,
    REFUSED,
    START,
    Headline,
    headline,
    headline_without_run,
)
from perceptron_gui.theory.run_text.poll import HOW_CHANGE, HOW_CLASSIFIED, WILL_CHANGE
from tests.figures.timelines import AND, RUNS, XOR, million_visits, run_of

BOARD = NOTATIONS["000"]
FOUR = train(*XOR)  # a cycle of four visits from the start


def at(run: Run, visit: int, asked: bool = False, notation: str = "000") -> Headline:
    return headline(run, Moment(visit, "asked" if asked else "shown"), NOTATIONS[notation])


def ending(data: Any, **options: Any) -> Headline:
    """Return what is said at the end of a run."""
    run = train(*data, **options)
    return at(run, run.visits)


def test_without_a_run_it_says_why_there_is_none() -> None:
    assert headline_without_run(is_computing=True, has_points=True) == Headline(COMPUTING)
    assert headline_without_run(is_computing=False, has_points=False) == Headline(NO_POINTS)
    assert headline_without_run(is_computing=False, has_points=True) == Headline(REFUSED)


def test_before_the_first_visit_it_says_how_to_play() -> None:
    assert at(run_of("and"), 0).words == START
    begun = Run(Dataset.of(*AND), Rule())
    assert at(begun, 0).words == COMPUTING
    begun.advance(3)
    assert at(begun.snapshot(), 0).words == START


def test_a_mistake_is_told_with_its_point_and_its_number() -> None:
    run = run_of("and")
    said = at(run, 4)
    assert said.words == "Visit 4: (1, 1) is +1, taken for −1. Mistake 2."
    assert said.kind == "mistake"
    assert said.shorter == ("Visit 4. Mistake 2.", "Visit 4")


def test_a_right_answer_is_told_too() -> None:
    said = at(run_of("and"), 2)
    assert said.words == "Visit 2: (0, 1) is −1, and taken for −1."
    assert (said.kind, said.shorter) == ("right", ("Visit 2. No update.", "Visit 2"))


@pytest.mark.parametrize(
    ("tie", "words", "kind"),
    [
        ("always", "Visit 1: (0, 0) is −1 and has the score 0. Mistake 1.", "mistake"),
        ("plus", "Visit 1: (0, 0) is −1 and has the score 0. Mistake 1.", "mistake"),
        ("minus", "Visit 1: (0, 0) is −1 and has the score 0: that is right here.", "right"),
    ],
)
def test_a_score_of_0_is_what_the_tie_rule_says(tie: str, words: str, kind: str) -> None:
    said = at(train(*AND, tie=tie), 1)
    assert (said.words, said.kind) == (words, kind)


def test_a_point_lies_on_the_line_only_where_there_is_one() -> None:
    said = at(train(*AND, tie="always"), 20)
    assert said.words == "Visit 20: (1, 1) is +1 and lies on the line. Mistake 12."


def test_within_the_margin_a_right_point_is_too_close() -> None:
    run = run_of("margin")
    told = [at(run, visit).words for visit in range(1, run.visits)]
    close = [words for words in told if "too close" in words]
    assert close and all(". Update " in words and "Mistake" not in words for words in close)
    assert close[0].startswith("Visit ") and " is " in close[0]


def test_a_block_counts_its_mistakes() -> None:
    run = run_of("batch")
    assert at(run, 1).words == "Visit 1: 4 mistakes among all 4 points. Update 1."
    some = train(*AND, rule="sgd", loss="perceptron", batch_size=3)
    assert at(some, 1).words == "Visit 1: 3 mistakes among 3 points. Update 1."
    right = next(visit for visit in range(1, some.visits) if "no mistakes" in at(some, visit).words)
    assert (at(some, right).kind, at(some, 1).kind) == ("right", "mistake")


def test_a_gradient_takes_a_step_and_is_neither_right_nor_wrong() -> None:
    said = at(run_of("logistic"), 1)
    assert said.words == "Visit 1: a step against the gradient, on (0, 0)."
    assert (said.kind, said.shorter) == ("", ("Visit 1.", "Visit 1"))
    descent = at(run_of("gradient descent"), 2).words
    assert descent == "Visit 2: a step against the gradient, on all 4 points."


def test_a_point_of_many_coordinates_is_called_by_its_number() -> None:
    run = train([[1, 2, 3, 4], [-1, 0, 0, 0]], [1, -1])
    assert at(run, 1).words.startswith("Visit 1: point 1 is +1")


def test_coordinates_are_short_and_have_a_real_minus() -> None:
    run = train([[-1.23456789, 0.25], [-0.252, -1.857]], [1, -1])
    assert at(run, 1).words.startswith("Visit 1: ≈ (−1.23, 0.25) is +1")
    assert at(run, 2).words.startswith("Visit 2: (−0.252, −1.857) is −1")


def test_large_numbers_are_grouped() -> None:
    run = million_visits()
    assert at(run, 12_345).words.startswith("Visit 12\u202f345: ")


@pytest.mark.parametrize(
    ("name", "notation", "asked"),
    [
        ("and", "000", HOW_CLASSIFIED),
        ("margin", "000", WILL_CHANGE),
        ("batch", "000", HOW_CHANGE),
        ("worst first", "000", HOW_CHANGE),
        ("hinge", "000", WILL_CHANGE),
        ("logistic", "000", HOW_CHANGE),
    ],
)
def test_before_a_visit_it_asks_and_tells_nothing(name: str, notation: str, asked: str) -> None:
    said = at(run_of(name), 1, True, notation)
    assert said.kind == "question"
    assert said.words.startswith("Visit 1: ") and said.words.endswith(f". {asked}")
    assert said.shorter[-1] == asked
    assert not any(word in said.words for word in ("taken", "Mistake", "line", "Update"))


@pytest.mark.parametrize(
    ("visit", "words"),
    [
        (4, "Back to the weights of the start: from here on everything repeats (proved)."),
        (5, "Round 2. The same "),
        (8, "Round 2. The same "),
        (9, "Round 3. The same "),
        (200, "Round 50. The same "),
        (40_001, "Round 10\u202f001. The same "),
    ],
)
def test_a_proved_cycle_counts_its_rounds(visit: int, words: str) -> None:
    said = at(FOUR.prolonged(80_000), visit)
    assert said.words.startswith(words)
    assert said.kind == "cycle"
    assert "(proved)" in said.words and "(proved)" in said.shorter[0]


def test_a_visit_before_the_cycle_has_come_round_is_an_ordinary_one() -> None:
    assert [at(FOUR, visit).kind for visit in (1, 2, 3)] == ["mistake"] * 3


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ({"init": "-2,1,0"}, "four lines"),
        ({"tie": "minus"}, "four lines"),
        ({}, "four weights"),  # after two of the visits there is no line
        ({"offset": False}, "three weights"),  # one of them comes twice
    ],
)
def test_the_lines_of_a_cycle_are_counted(options: dict[str, Any], lines: str) -> None:
    run = train(*XOR, **options)
    said = at(run.prolonged(run.visits + 4), run.visits + 3)
    again = f"The same {lines}, again and again"
    assert said.words == f"Round 2. {again}: it never stops (proved)."
    assert said.shorter == ("Round 2: it never stops (proved).", "Round 2")


def test_a_cycle_entered_late_says_where_it_came_back_to() -> None:
    run = train(*XOR, init="3,0,0")
    assert run.cycle is not None and run.cycle.start_visit > 0
    words = at(run, run.cycle.end_visit).words
    assert words.startswith(f"Back to the weights of visit {run.cycle.start_visit}:")


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"rule": "averaged"}, "the average goes on changing"),
        ({"rule": "voted"}, "every visit adds a vote"),
        ({"rule": "pocket"}, "the pocket stays as it is"),
    ],
)
def test_of_an_answer_made_of_all_weights_only_the_weights_repeat(
    options: dict[str, Any], answer: str
) -> None:
    run = train(*XOR, tie="minus", **options)
    back, later = at(run, run.visits), at(run.prolonged(run.visits + 4), run.visits + 3)
    again = "Back to the weights of visit 5: they repeat from here on (proved)"
    assert back.words == f"{again}; {answer}."
    through = "Round 2. Learning goes through the same four lines and never stops (proved)"
    assert later.words == f"{through}; {answer}."
    assert later.shorter == (
        f"Round 2: learning never stops (proved); {answer}.",
        "Round 2: learning never stops (proved).",
        "Round 2",
    )
    assert not any("everything" in form.lower() for form in (*back.forms, *later.forms))


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
        is_said = "the pocket stays as it is" in at(longer, visit).words
        assert is_said == (set(kept[visit - first :]) == {number})
    if (mode, labels) == ("gallant", "--+-+-"):
        assert "pocket" not in at(longer, first).words  # a longer run is still to come


@pytest.mark.parametrize(
    ("data", "options", "words", "kind"),
    [
        (AND, {}, "Converged after 18 updates: a whole epoch without a mistake.", "end"),
        (
            AND,
            {"epochs": 2},
            "Stopped after 8 visits: the budget is used up. 2 of 4 points are wrong.",
            "wrong",
        ),
        (
            AND,
            {"rule": "least-squares", "solver": "gd", "eta": 10, "epochs": 1000},
            "Diverged: the weights grew beyond all bounds. A smaller step may help.",
            "diverged",
        ),
        (
            AND,
            {"rule": "least-squares"},
            "Converged after 1 update: the loss is as small as it gets.",
            "end",
        ),
        (
            AND,
            {"rule": "sgd", "loss": "logistic", "epochs": 20},
            "Stopped after 80 visits: the budget is used up.",
            "end",
        ),
        (AND, {"rule": "batch"}, "Converged after ", "end"),
        (XOR, {"rule": "least-squares"}, "Converged after 0 updates: ", "wrong"),
    ],
)
def test_every_ending_is_said(data: Any, options: dict[str, Any], words: str, kind: str) -> None:
    said = ending(data, **options)
    assert said.words.startswith(words)
    assert said.kind == kind
    assert said.shorter[-1].split(",")[0] in ("Converged", "Stopped", "Diverged")


def test_however_short_converged_is_never_said_without_the_errors() -> None:
    run = train(*XOR, rule="least-squares")
    assert run.verdict.separable is False
    said = at(run, run.visits)
    assert said.forms[1] == "Converged, 4 of 4 wrong: no line separates them (proved)."
    assert all("4 of 4" in form for form in said.forms)


def test_the_errors_of_the_end_are_those_of_what_is_returned() -> None:
    pocket = train(*XOR, rule="pocket", epochs=3, order="random")
    said = at(pocket, pocket.visits).words
    assert f"{pocket.result.errors(pocket.visits)} of 4 points" in said
    assert "taken wrongly by the pocket" in said


def test_least_squares_on_xor_does_not_hide_its_errors() -> None:
    run = train(*XOR, rule="least-squares")
    said = at(run, run.visits)
    assert " wrong" in said.words and " wrong" in said.shorter[0]
    assert not run.verdict.separable
    assert "no line separates them (proved)." in at(run, run.visits).words


@pytest.mark.parametrize("name", RUNS)
def test_forms_become_shorter_and_all_say_which_visit(name: str) -> None:
    run = run_of(name)
    for visit in {0, 1, 2, run.visits // 2, run.visits - 1, run.visits} & set(
        range(run.visits + 1)
    ):
        for asked in (False, True) if visit else (False,):
            said = at(run, visit, asked)
            lengths = [len(form) for form in said.forms]
            assert lengths == sorted(set(lengths), reverse=True), said.forms
            assert said.words.endswith((".", "?", "…"))
            assert "..." not in said.words and ".." not in said.words


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_lecture_has_its_question(notation: str) -> None:
    assert at(run_of("and"), 1, True, notation).words.endswith("?")


def test_a_point_at_the_origin_without_an_offset_brings_everything_to_a_standstill() -> None:
    run = train(*AND, tie="always", order="first-mistake", offset=False)
    assert at(run, 1).words.startswith("Nothing is learnt")
