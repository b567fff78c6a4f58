"""What holds for every view of every laboratory, whatever the points and the rule."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.view import draw
from perceptron_gui.figures.registry import FIGURE_VIEWS
from perceptron_gui.labs.registry import VIEWS
from tests.figures.drawing import figures_of, is_finite, run_on, texts_of
from tests.labs.sweep.test_steps_figures import check_numbers

LABS = [name for name in VIEWS if name not in FIGURE_VIEWS]
SOLID = ([[1, 2, 3], [2, 1, 0.5], [-1, 0, 1], [0, -2, 1]], [1, 1, -1, -1])
PAIR = ([[0, 1], [1, 0]], [1, -1])


@pytest.mark.parametrize("name", LABS)
def test_without_points_there_is_nothing_to_show(name: str) -> None:
    empty = draw(VIEWS[name], Dataset.of([], []), None, 0, VIEWS[name].options())
    assert empty.notes == ("There are no points yet.",)


@pytest.mark.parametrize("name", LABS)
@pytest.mark.parametrize(
    ("points", "labels", "rule"),
    [
        ([[1, 2]], [1], {}),
        ([[1, 2], [2, 1]], [-1, -1], {"offset": False}),
        ([[1], [2], [3]], [1, -1, 1], {}),
        ([[1], [2]], [1, 1], {"offset": False}),
        (*SOLID, {}),
        (*SOLID, {"lift": "quadratic"}),
        ([[1, 2, 3], [3, 2, 2]], [1, -1], {"lift": "quadratic", "order": "worst"}),
        ([[0, 0]], [1], {"offset": False}),
        ([[0, 0], [0, 0]], [1, -1], {"rule": "sgd", "loss": "logistic", "epochs": 20}),
        ([[1e70, 1], [-1e70, 2]], [1, -1], {}),
        ([[1e-70, 0], [0, 0]], [1, -1], {"offset": False}),
        ([[1e74, 1e74], [2, 2]], [1, -1], {"lift": "quadratic", "init": "random"}),
        ([[0.1, 1 / 3], [1e-9, 2]], [1, 1], {"rule": "sgd", "loss": "logistic", "epochs": 9}),
        (*PAIR, {"rule": "sgd", "loss": "hinge", "l2": "0.1"}),
        (*PAIR, {"rule": "pocket", "arithmetic": "exact"}),
        (*PAIR, {"rule": "voted", "order": "worst"}),
    ],
)
def test_all_points_and_rules_are_taken(
    name: str, points: Any, labels: Any, rule: dict[str, Any]
) -> None:
    run = run_on(points, labels, **rule)
    variants: list[dict[str, Any]] = [{"layout": "overlaid"}] if name == "arena" else []
    for cursor, options in product((0, 1, run.visits), ({}, *variants)):
        drawn = VIEWS[name].build(run.dataset, run, cursor, VIEWS[name].options(**options))
        assert all(map(is_finite, figures_of(drawn)))
        assert not any(re.search(r"\b(nan|inf)\b", text) for text in texts_of(drawn))
        if isinstance(drawn, Figure) and name.startswith("step"):
            check_numbers(drawn)
