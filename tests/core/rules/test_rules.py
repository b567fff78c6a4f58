"""Contestants are written and read again; what a user reads of a rule on data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.rules.contestants import MOST, contestant_text, read_contestants
from perceptron_gui.core.rules.rule import Rule, remarks_on

BASE = Rule(order="shuffled", seed=7, tie="minus", eta=Fraction(1, 2))


def test_words_are_changes_of_the_rule_at_hand() -> None:
    (found,) = read_contestants("sgd loss=hinge eta=0.1 batch-size=3", BASE)
    assert (found.rule, found.loss, found.batch_size) == ("sgd", "hinge", 3)
    assert found.eta == Fraction(1, 10)
    assert (found.order, found.seed, found.tie) == ("shuffled", 7, "minus")


def test_a_text_holds_several_each_once() -> None:
    found = read_contestants(" averaged ;pocket;; averaged; lift=product;", BASE)
    assert [each.rule for each in found] == ["averaged", "pocket", "pla"]
    assert found[2].lift == "product"
    assert read_contestants("", BASE) == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("sgd loss=hing", "did you mean 'hinge'"),
        ("perceptron", "'perceptron'"),
        ("pla; pla eta=x", "'pla eta=x'"),
        ("pla batch", "'pla batch'"),
        ("pla ett=1", "did you mean 'eta'"),
        ("pla offset=yes", "--offset"),
        (";".join(f"pla eta={n + 1}" for n in range(MOST + 1)), str(MOST)),
    ],
)
def test_a_bad_word_gets_a_sentence(text: str, named: str) -> None:
    with pytest.raises(RuleError, match=named):
        read_contestants(text, BASE)


@settings(max_examples=60)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "rule": st.sampled_from(["pla", "pocket", "sgd", "least-squares"]),
            "order": st.sampled_from(["cyclic", "worst", (1, 0), (0,)]),
            "eta": st.fractions(Fraction(1, 1000), 1000, max_denominator=1000),
            "init": st.sampled_from(["random", (Fraction(1, 3), Fraction(-2), Fraction(0))]),
            "offset": st.booleans(),
            "keep_going": st.booleans(),
            "seed": st.integers(0, 2**40),
            "lift": st.sampled_from(["none", "product", "quadratic"]),
            "solver": st.sampled_from(["gd", "newton"]),
        },
    )
)
def test_every_rule_is_read_back_from_its_text(options: dict[str, object]) -> None:
    rule = BASE.with_options(options)
    assert read_contestants(contestant_text(rule, BASE), BASE) == (rule,)


@pytest.mark.parametrize(
    ("options", "remarks"),
    [
        ({}, []),
        ({"loss": "hinge", "eta": 2}, ["--loss has no effect on pla"]),
        ({"seed": 3}, ["--seed has no effect where nothing is random"]),
        ({"seed": 3, "order": "shuffled"}, []),
        ({"order": (2, 0, 2)}, ["--order never visits 2 of the points"]),
        ({"order": (2, 0, 3, 1)}, []),
    ],
)
def test_options_and_points_without_effect_are_named(
    options: dict[str, Any], remarks: list[str]
) -> None:
    assert [str(remark) for remark in remarks_on(Rule.of(options), points=4)] == remarks
