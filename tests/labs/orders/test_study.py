"""The study of the order laboratory: trials, then the adversary, and rules that replay them."""

from __future__ import annotations

import pytest

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.orders.study import EXTREMES, OrderStudy, Question, Study

AND, XOR = make(LIBRARY["and"]), make(LIBRARY["xor"])
MINUS = Rule(tie="minus")


def studied(question: Question) -> Study:
    """Return what is known at the end."""
    study = OrderStudy(question, Run(question.dataset, question.rule).verdict)
    while not study.is_over:
        study.advance(1000)
    return study.result()


def updates_of(rule: Rule) -> int:
    """Return how many updates a run on AND makes."""
    run = Run(AND, rule).finish()
    assert run.status == "converged"
    return int(run.updates_at(run.visits))


def test_the_adversary_comes_after_the_trials() -> None:
    study = OrderStudy(Question(AND, MINUS, adversary=True), Run(AND, MINUS).verdict)
    assert (study.done, study.total) == (0, 2000)
    study.advance(23)
    assert study.result().extremes is None
    study.advance(23)
    assert (len(study.result().found), study.done, study.is_over) == (24, 1000, False)
    steps = 0
    while not study.is_over:
        before = study.done
        study.advance(1000)
        assert study.done > before
        steps += 1
    assert steps == 13  # the twelve updates of the longest run, and a look that finds none left
    assert study.done == study.total


def test_every_extreme_is_replayed_with_its_updates() -> None:
    study = studied(Question(AND, MINUS, adversary=True))
    assert study.ends == {"best": 10, "worst": 12, "longest": 12, "shortest": 5}
    assert tuple(study.ends) == EXTREMES
    for which, updates in study.ends.items():
        assert updates_of(study.rule_of(which, MINUS)) == updates


def test_a_replay_changes_nothing_but_what_is_tried() -> None:
    mine = Rule(tie="minus", order="shuffled", seed=5, keep_going=True)
    for what, own in (("orders", {"order"}), ("starts", {"order", "init"})):
        study = studied(Question(AND, mine, what, trials=30))
        replay = study.replay_of(7, mine)
        changed = {name for name in vars(mine) if getattr(mine, name) != getattr(replay, name)}
        assert changed == own
        assert study.question.is_about(AND, replay)


@pytest.mark.parametrize("what", ["orders", "starts"])
def test_every_trial_is_replayed_with_its_updates(what: str) -> None:
    mine = Rule(tie="minus", order="shuffled")
    study = studied(Question(AND, mine, what, trials=24))
    for trial in range(24):
        assert updates_of(study.replay_of(trial, mine)) == study.found.updates[trial]


def test_other_rules_and_other_data_are_other_questions() -> None:
    orders, starts = Question(AND, MINUS), Question(AND, MINUS, "starts")
    listed, moved = Rule(tie="minus", order=(3, 2, 1, 0)), Rule(tie="minus", init="random")
    assert orders.is_about(AND, listed)
    assert not orders.is_about(AND, moved)
    assert starts.is_about(AND, moved)
    assert not starts.is_about(AND, listed)
    assert not orders.is_about(AND, Rule(tie="plus"))
    assert not orders.is_about(make(LIBRARY["and"]), MINUS)


def test_an_adversary_without_a_bound_says_why_and_the_trials_count() -> None:
    study = studied(Question(XOR, Rule(), adversary=True))
    assert study.found.count("cycle") == 24
    assert study.extremes is not None
    assert "No line has every point" in study.extremes.why_unknown
    assert set(study.ends) == {"best", "worst"}


def test_rules_that_move_otherwise_are_refused() -> None:
    batch = Rule(rule="batch")
    with pytest.raises(RuleError, match="one mistake at a time"):
        OrderStudy(Question(AND, batch), Run(AND, batch).verdict)
