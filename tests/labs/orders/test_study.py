"""The study of the order laboratory: trials, the adversary, replays, and its facts in words."""

from __future__ import annotations

import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.orders.figures import order_sheet
from perceptron_gui.labs.orders.study import EXTREMES, OrderOptions, OrderStudy, Question, Study
from perceptron_gui.labs.orders.words import bar_words

AND, XOR = make(LIBRARY["and"]), make(LIBRARY["xor"])
MINUS = Rule(tie="minus")


def studied(question: Question, trials: int = 0) -> Study:
    """Return what is known at the end, or after so many trials."""
    study = OrderStudy(question, Run(question.dataset, question.rule).verdict)
    study.advance(trials)
    while not (trials or study.is_over):
        study.advance(1000)
    return study.result()


def updates_of(rule: Rule) -> int:
    """Return how many updates a run on AND makes."""
    run = Run(AND, rule).finish()
    assert run.status == "converged"
    return int(run.updates_at(run.visits))


def test_the_adversary_comes_after_the_trials() -> None:
    study = OrderStudy(Question(AND, MINUS, OrderOptions(adversary=True)), Run(AND, MINUS).verdict)
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
    study = studied(Question(AND, MINUS, OrderOptions(adversary=True)))
    assert study.ends == {"best": 10, "worst": 12, "longest": 12, "shortest": 5}
    assert tuple(study.ends) == EXTREMES
    for which, updates in study.ends.items():
        assert updates_of(study.rule_of(which, MINUS)) == updates


def test_a_replay_changes_nothing_but_what_is_tried() -> None:
    mine = Rule(tie="minus", order="shuffled", seed=5, keep_going=True)
    for what, own in (("orders", {"order"}), ("starts", {"order", "init"})):
        study = studied(Question(AND, mine, OrderOptions(what=what, trials=30)))
        replay = study.found.rule_of(7, mine)
        changed = {name for name in vars(mine) if getattr(mine, name) != getattr(replay, name)}
        assert changed == own
        assert study.question.is_about(AND, replay)


@pytest.mark.parametrize("what", ["orders", "starts"])
def test_every_trial_is_replayed_with_its_updates(what: str) -> None:
    mine = Rule(tie="minus", order="shuffled")
    study = studied(Question(AND, mine, OrderOptions(what=what, trials=24)))
    for trial in range(24):
        assert updates_of(study.found.rule_of(trial, mine)) == study.found.updates[trial]


def test_other_rules_and_other_data_are_other_questions() -> None:
    orders = Question(AND, MINUS, OrderOptions())
    starts = Question(AND, MINUS, OrderOptions(what="starts"))
    listed, moved = Rule(tie="minus", order=(3, 2, 1, 0)), Rule(tie="minus", init="random")
    assert orders.is_about(AND, listed) and starts.is_about(AND, moved)
    assert not orders.is_about(AND, moved) and not starts.is_about(AND, listed)
    assert not orders.is_about(AND, Rule(tie="plus"))
    assert not orders.is_about(make(LIBRARY["and"]), MINUS)


def test_an_adversary_without_a_bound_says_why_and_the_trials_count() -> None:
    study = studied(Question(XOR, Rule(), OrderOptions(adversary=True)))
    assert study.found.count("cycle") == 24
    assert study.extremes is not None
    assert "No line separates" in study.extremes.why_unknown
    assert set(study.ends) == {"best", "worst"}


def test_a_bar_tells_what_it_counts() -> None:
    found = studied(Question(AND, MINUS, OrderOptions())).found
    assert bar_words(found, range(10, 11)) == "k = 10: 8 of 24 orders"
    assert bar_words(found, range(10, 15)) == "k = 10 to 14: 24 of 24 orders"


def test_figures_stand_above_each_other_where_it_is_narrow_and_notes_repeat_no_facts() -> None:
    study, run = studied(Question(AND, MINUS, OrderOptions())), Run(AND, MINUS).finish()
    for aspect, second in ((1.5, (0, 1)), (0.8, (1, 0))):
        sheet = order_sheet(study, run, run.visits, "000", aspect)
        places = [(panel.figure.name, panel.row, panel.column) for panel in sheet.panels]
        assert places == [("orders", 0, 0), ("solutions", *second)]
        assert sheet.notes == (
            "Fewest with 1, 2, 3, 4 ($k = 10$), most with 1, 2, 4, 3 ($k = 12$). "
            r"The bound is far away: $k \le 51$.",
        )
