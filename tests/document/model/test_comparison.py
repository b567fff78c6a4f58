"""What two versions of a session do not share is said in words that fit into a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.comparison import differences
from perceptron_gui.document.model.session import Session, SessionTask

HERE = Session(Dataset.of([[0, 0], [0, 1], [1, 1]], [-1, -1, 1]), cursor=5)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"dataset": Dataset.of([[0, 0]], [-1])}, "1 point (here 3)"),
        ({"dataset": Dataset.of([[0], [1], [2]], [-1, -1, 1])}, "1 coordinate (here 2)"),
        ({"dataset": Dataset.of([[0, 0], [0, 2], [1, 3]], [-1, -1, 1])},
         "2 points in another place"),
        ({"dataset": Dataset.of([[0, 0], [0, 1], [1, 1]], [-1, 1, 1])},
         "1 point of the other class"),
        ({"dataset": replace(HERE.dataset, class_names=("no", "yes"))},
         "other names of coordinates or classes"),
        ({"dataset": replace(HERE.dataset, targets=HERE.dataset.fitted)}, "other targets"),
        ({"rules": (Rule(), Rule())}, "2 rules (here 1)"),
        ({"rules": (Rule.of({"eta": "0.1", "tie": "plus"}),)}, "η = 0.1"),
        ({"notation": "002"}, "the symbols of CMU (Póczos) (here"),
        ({"views": {"boundary": {"grid": True}}}, "other choices of views"),
        ({"page": {"size": "slide"}}, "another page"),
        ({"task": SessionTask("001-follow-theta", 2)}, "another task of a lesson"),
        ({"cursor": "end"}, "the cursor at the end (here visit 5)"),
    ],
)  # fmt: skip
def test_one_difference_is_told_once(fields: dict[str, Any], words: str) -> None:
    (told,) = differences(replace(HERE, **fields), HERE)
    assert words in told


def test_rules_are_told_apart_by_their_numbers_and_the_shown_one_is_told() -> None:
    here = replace(HERE, rules=(Rule(), Rule()))
    there = replace(HERE, rules=(Rule(), Rule.of({"eta": "2"})), shown=1)
    assert differences(there, here) == (
        "in rule 2 η = 2 (here η = 1)",
        "rule 2 on the plane (here rule 1)",
    )


def test_points_that_only_the_other_has_are_counted_wherever_they_stand() -> None:
    there = replace(HERE, dataset=Dataset.of([[1, 1], [0, 0], [2, 2], [2, 2]], [1, 1, 1, 1]))
    assert differences(there, HERE) == ("4 points (here 3)", "3 points that are not here")


def test_names_and_versions_are_no_difference() -> None:
    assert differences(replace(HERE, name="other", program="0.1"), HERE) == ()
