"""Predict first without Qt: the question of a visit, its truth, and the tally of a class."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.headline import Headline
from perceptron_gui.theory.run_text.prediction import (
    Tally,
    VisitQuestion,
    question_of,
    with_verdict,
)
from tests.figures.timelines import AND


def run_of(**options: Any) -> Run:
    return train(*AND, **options)


@pytest.mark.parametrize("options", [{}, {"tie": "plus"}, {"tie": "minus"}, {"order": "random"}])
def test_the_truth_is_what_the_weights_before_the_visit_predict(options: dict[str, Any]) -> None:
    run = run_of(**options)
    notation = NOTATIONS["000"]
    for visit in range(1, run.visits + 1):
        asked = question_of(run, visit, notation)
        assert asked.answers == ("−1", "+1")
        index = int(run.path.visiting.points_of(visit)[0])
        score = run.space.features(run.dataset.points[[index]])[0] @ run.weights_at(visit - 1)
        on_line = {"minus": 0, "plus": 1}.get(run.rule.tie)  # else nothing is predicted there
        assert asked.truth == (int(score > 0) if score else on_line)
        changed = run.updates_at(visit) > run.updates_at(visit - 1)
        if asked.truth is not None:
            assert (asked.labels[asked.truth] != run.dataset.labels[index]) == changed


def test_where_a_prediction_says_too_little_the_change_is_asked_for() -> None:
    run = run_of(margin="1/2")
    asked = question_of(run, 1, NOTATIONS["000"])
    assert asked.answers == ("no", "yes")
    assert asked.truth == 1


def test_a_descent_is_asked_whether_the_weights_grow() -> None:
    run = run_of(rule="least-squares", epochs=3)
    asked = question_of(run, 1, NOTATIONS["000"])
    assert (asked.answers, asked.truth) == (("shorter", "longer"), 1)


def test_hands_are_counted_and_the_truth_tells_who_was_right() -> None:
    tally = Tally().with_hands(0, 1).with_hands(1, 1).with_hands(1, 1).with_hands(0, -5)
    assert tally.votes == (0, 2)
    tally = tally.with_hands(0, 3).counted(1)
    assert (tally.right, tally.wrong) == (2, 3)
    tally = tally.emptied()
    assert (tally.votes, tally.right, tally.wrong) == ((0, 0), 2, 3)
    alone = tally.with_choice(0)
    assert alone.votes == (1, 0)
    assert alone.counted(1).wrong == 4
    assert alone.counted(None) == alone
    first, second = (VisitQuestion("?", ("no", "yes"), truth) for truth in (0, 1))
    assert [alone.verdict(asked) for asked in (first, second)] == [("Right!",), ("Wrong.",)]
    assert tally.verdict(first) == ()


def test_where_no_answer_holds_it_is_said_why_to_whoever_answered() -> None:
    tie = question_of(run_of(tie="always"), 1, NOTATIONS["000"])
    assert tie.truth is None
    run = run_of(rule="batch")
    still = question_of(run, run.visits, NOTATIONS["000"])  # the end: a pass without a mistake
    assert still.truth is None
    for asked, why in ((tie, "its score is 0"), (still, "as long as")):
        for tally in (Tally().with_choice(0), Tally().with_hands(1, 2)):
            forms = tally.verdict(asked)
            assert why in forms[0]
            assert [form.startswith("Neither") for form in forms] == [True, True]
        assert Tally().verdict(asked) == ()


def test_a_headline_says_first_whether_the_prediction_was_right() -> None:
    said = with_verdict(Headline("Visit 3: a mistake.", ("Visit 3.",), "mistake"), ("Wrong.",))
    assert said.forms == ("Wrong. Visit 3: a mistake.", "Wrong. Visit 3.", "Wrong.")
    assert said.kind == "mistake"
    said = with_verdict(Headline("Visit 3.", ("3",)), ("Neither of them.", "Neither."))
    assert said.forms == (
        *("Neither of them. Visit 3.", "Neither. Visit 3.", "Neither of them. 3", "Neither. 3"),
        *("Neither of them.", "Neither."),
    )
