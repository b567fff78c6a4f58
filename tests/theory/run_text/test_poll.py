"""Polls: the question of a visit and its truth, votes, outcomes and scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.poll import MOST_HANDS, Poll, PollQuestion, Score, question_of
from perceptron_gui.theory.run_text.words import Words, with_outcome
from tests.figures.timelines import AND


def run_of(**options: Any) -> Run:
    return train(*AND, **options)


@pytest.mark.parametrize("options", [{}, {"tie": "plus"}, {"tie": "minus"}, {"order": "random"}])
def test_the_truth_is_what_the_weights_before_the_visit_predict(options: dict[str, Any]) -> None:
    run = run_of(**options)
    notation = NOTATIONS["000"]
    for visit in range(1, run.visits + 1):
        question = question_of(run, visit, notation)
        assert question.answers == ("−1", "+1")
        index = int(run.path.visiting.points_of(visit)[0])
        score = run.space.features(run.dataset.points[[index]])[0] @ run.weights_at(visit - 1)
        on_line = {"minus": 0, "plus": 1}.get(run.rule.tie)  # else nothing is predicted there
        assert question.truth == (int(score > 0) if score else on_line)
        changed = run.updates_at(visit) > run.updates_at(visit - 1)
        if question.truth is not None:
            assert (question.labels[question.truth] != run.dataset.labels[index]) == changed


def test_where_a_prediction_says_too_little_the_change_is_asked_for() -> None:
    run = run_of(margin="1/2")
    question = question_of(run, 1, NOTATIONS["000"])
    assert (question.answers, question.truth) == (("no", "yes"), 1)


def test_a_descent_is_asked_whether_the_weights_grow() -> None:
    run = run_of(rule="least-squares", epochs=3)
    question = question_of(run, 1, NOTATIONS["000"])
    assert (question.answers, question.truth) == (("shorter", "longer"), 1)


def asked(truth: int | None, why: tuple[str, ...] = ()) -> Poll:
    return Poll.about(PollQuestion("?", ("no", "yes"), truth, why_neither=why))


def test_votes_are_the_hands_or_a_single_click() -> None:
    poll = asked(1)
    assert poll.votes == (0, 0)
    assert poll.with_hands(1, 2).with_hands(0, -5).votes == (0, 2)
    assert poll.with_hands(0, 10**6).votes == (MOST_HANDS, 0)
    clicked = replace(poll, chosen=0)
    assert clicked.votes == (1, 0)
    assert clicked.with_hands(1, 3).votes == (0, 3)


def test_an_outcome_says_who_was_right_now_and_last_time() -> None:
    assert asked(1).outcome == ()
    assert replace(asked(0), chosen=0).outcome == ("Right!",)
    assert replace(asked(1), chosen=0).outcome == ("Wrong.",)
    counted = asked(1).with_hands(0, 3).with_hands(1, 1)
    assert counted.outcome == ("1 of 4 hands was right.",)
    again = replace(counted, earlier=(1, 1))
    assert again.outcome[0] == "1 of 4 hands was right. Last time 1 of 2 hands was right."
    assert again.outcome[1:] == counted.outcome
    assert replace(asked(1), earlier=(1, 1)).outcome == ("Last time 1 of 2 hands was right.",)


def test_earlier_hands_for_other_answers_do_not_count() -> None:
    question = asked(1).question
    assert Poll.about(question, (1, 2, 3)).earlier == ()
    assert Poll.about(question, (1, 2)).earlier == (1, 2)


def test_a_score_adds_votes_where_an_answer_is_true() -> None:
    score = Score().with_poll(asked(1).with_hands(0, 3).with_hands(1, 2))
    assert score == Score(right=2, wrong=3)
    assert score.with_poll(replace(asked(1), chosen=0)) == Score(right=2, wrong=4)
    assert score.with_poll(replace(asked(None), chosen=0)) == score
    assert score.with_poll(asked(1)) == score


def test_where_no_answer_is_true_anybody_who_answered_reads_why() -> None:
    tie = question_of(run_of(tie="always"), 1, NOTATIONS["000"])
    run = run_of(rule="batch")
    still = question_of(run, run.visits, NOTATIONS["000"])  # the end: a pass without a mistake
    for question, why in ((tie, "the score is 0"), (still, "the length stays")):
        assert question.truth is None and question.true_answer == ""
        poll = Poll.about(question)
        assert poll.outcome == ()
        for answered in (replace(poll, chosen=1), poll.with_hands(1, 2)):
            assert why in answered.outcome[0]
            assert len(answered.outcome) == 2


def test_a_headline_says_first_whether_the_prediction_was_right() -> None:
    shown = Words("Visit 3: a mistake.", "Visit 3", "mistake")
    said = with_outcome(shown, ("Neither of them.", "Neither."))
    assert said == Words("Neither of them. Visit 3: a mistake.", "Neither. Visit 3", "mistake")
