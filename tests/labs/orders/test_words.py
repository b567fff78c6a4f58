"""Tests of the facts that the order laboratory tells."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.orders.solutions import order_sheet
from perceptron_gui.labs.orders.study import OrderStudy, Question, Study
from perceptron_gui.labs.orders.words import bar_words, facts


def studied(name: str, rule: Rule, trials: int = 1000, advance: int = 10**6, **more: Any) -> Study:
    """Return a study of a data set, as far as so many trials lead."""
    dataset = make(LIBRARY[name])
    study = OrderStudy(Question(dataset, rule, trials=trials, **more), Run(dataset, rule).verdict)
    study.advance(advance)
    while advance >= trials and not study.is_over:
        study.advance(1)
    return study.result()


@pytest.mark.parametrize(
    ("study", "told"),
    [
        (
            studied("and", Rule(tie="minus"), adversary=True),
            "all *24* orders; all converged; *10* to *12* updates, mean *11.33*; "
            "*2* different solutions, *2* lines; at most *51* by the theorem; "
            "adversary: *5* to *12*",
        ),
        (
            studied("xor", Rule()),
            "all *24* orders; all cycle; *4* to *5* updates, mean *4.333* until the first round "
            "is closed; no bound",
        ),
        (
            studied("and", Rule(tie="minus", max_updates=11)),
            "all *24* orders; *8* converged; *16* stopped by the budget; *10* updates "
            "of those that converged; *2* different solutions, *2* lines; "
            "at most *51* by the theorem",
        ),
        (
            studied("and", Rule(), trials=20_000, advance=3, what="starts", seed=7),
            "*3* of 20 000 random starts, seed 7; all converged",
        ),
    ],
    ids=["and", "xor", "short of updates", "on its way"],
)
def test_the_facts_are_those_of_the_trials(study: Study, told: str) -> None:
    assert "; ".join(facts(study)).startswith(told)


def test_a_bar_tells_what_it_counts() -> None:
    found = studied("and", Rule(tie="minus")).found
    assert bar_words(found, range(10, 11)) == "k = 10: 8 of 24 orders"
    assert bar_words(found, range(10, 15)) == "k = 10 to 14: 24 of 24 orders"


def test_the_notes_do_not_repeat_the_facts() -> None:
    study = studied("and", Rule(tie="minus"))
    run = Run(study.question.dataset, study.question.rule).finish()
    assert order_sheet(study, run, run.visits, "000", 1.5).notes == (
        "Fewest with 0, 1, 2, 3 ($k = 10$), most with 0, 1, 3, 2 ($k = 12$). "
        r"The bound is far away: $k \le 51$.",
    )


def test_figures_stand_above_each_other_where_it_is_narrow() -> None:
    study = studied("and", Rule(tie="minus"))
    run = Run(study.question.dataset, study.question.rule).finish()
    for aspect, second in ((1.5, (0, 1)), (0.8, (1, 0))):
        sheet = order_sheet(study, run, 0, "000", aspect)
        assert [(p.figure.name, p.row, p.column) for p in sheet.panels] == [
            ("orders", 0, 0),
            ("solutions", *second),
        ]
