"""Contestants have short names, and several of a kind are told apart."""

from __future__ import annotations

import pytest

from perceptron_gui.core.rules.contestants import read_contestants
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.labs.arena.contest import USUAL, contestant_names


def names(text: str, base: Rule | None = None) -> list[str]:
    """Return what the rule at hand and those of a text are called."""
    base = base or Rule()
    return list(contestant_names((base, *read_contestants(text, base))).values())


def test_every_rule_has_a_short_name() -> None:
    assert all(names(rule)[-1].split(",")[0] == info.short for rule, info in RULES.items())


def test_options_are_told_only_where_two_share_a_name() -> None:
    assert names(USUAL) == ["PLA", "Averaged", "Pocket", "Least squares", "PLA, lift product"]
    assert names("sgd loss=hinge eta=0.1; batch eta=0.5") == ["PLA", "SGD", "Batch"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pla tie=minus; pla tie=plus", ["PLA, ties −1", "PLA, ties +1"]),
        ("pla margin=1; pla margin=5 eta=0.5", ["PLA, margin 1", "PLA, η = 0.5, margin 5"]),
        ("pla no-offset; pla order=2,0,1", ["PLA, no offset", "PLA, order 2, 0, 1"]),
        # Of rules that are not of the kind at hand all say what differs, and not what they share.
        (
            "sgd loss=hinge eta=0.1; sgd loss=logistic eta=0.1",
            ["SGD, hinge loss", "SGD, logistic loss"],
        ),
        (
            "least-squares; least-squares solver=gd eta=0.01",
            ["Least squares, solver closed", "Least squares, η = 0.01, solver gd"],
        ),
    ],
)
def test_rules_of_a_kind_say_what_differs(text: str, told: list[str]) -> None:
    assert names(text) == ["PLA", *told]


def test_what_has_no_effect_is_told_where_nothing_else_differs() -> None:
    told = names("least-squares; least-squares eta=2")
    assert told == ["PLA", "Least squares, η = 1", "Least squares, η = 2"]


def test_the_rule_at_hand_is_plain_whatever_its_options() -> None:
    base = Rule(lift="product", tie="plus")
    assert names("pla lift=none; pla keep-going", base) == [
        "PLA",
        "PLA, no lift",
        "PLA, keeps going",
    ]
