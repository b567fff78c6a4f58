"""What holds for every experiment and each of its views, whatever the points and the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.params import params_of
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.view import draw, read_options
from perceptron_gui.figures.registry import FIGURE_VIEWS
from perceptron_gui.labs.lab import Experiment, Lab, LabSubject, finished
from perceptron_gui.labs.registry import LABORATORIES, VIEWS
from perceptron_gui.terminal.lab import table_lines
from tests.conftest import Approve
from tests.figures.drawing import figures_of, is_finite, run_on, texts_of, trained
from tests.labs.test_steps import check_numbers

LABS = [name for name in VIEWS if name not in FIGURE_VIEWS]
SOLID = ([[1, 2, 3], [2, 1, 0.5], [-1, 0, 1], [0, -2, 1]], [1, 1, -1, -1])
PAIR = ([[0, 1], [1, 0]], [1, -1])


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


def experiment(name: str) -> tuple[Experiment, Any]:
    """Return a short experiment on AND, and what makes JSON of its result."""
    lab, data, rule = LABORATORIES[name].load(), make(LIBRARY["and"]), Rule(tie="minus")
    options = read_options(lab.view.options, SHORT.get(name, {}))
    run = trained("and", tie="minus")
    made = lab.experiment(LabSubject(data, rule), options)
    return made, lambda result: lab.report(run, options, result)


SHORT: dict[str, dict[str, Any]] = {
    "orders": {"adversary": True},
    "steps": {"values": "0.1,0.01", "passes": 9},
    "margins": {"values": "0,5"},
    "learning": {"trials": 3},
}


@pytest.mark.parametrize("count", [1, 7, 1000])
@pytest.mark.parametrize("name", LABORATORIES)
def test_slices_change_nothing_and_progress_only_grows(name: str, count: int) -> None:
    whole, report = experiment(name)
    cut, _ = experiment(name)
    steps = [cut.done]
    cut.advance(count)
    report(cut.result())  # what is known so far can be told
    while not cut.is_over:
        steps.append(cut.done)
        cut.advance(count)
    assert steps == sorted(steps)
    assert steps[0] == 0 and steps[-1] <= cut.total == cut.done
    assert report(cut.result()) == report(finished(whole))


TOLD = [trained("and", tie="minus"), trained("xor"), trained("and", max_updates=15)]
# What is told of each, besides what is told without any options.
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "orders": ({"adversary": True}, {"what": "starts", "trials": 20}),
    "rules": (
        {"contestants": "least-squares solver=gd eta=2; sgd order=random; voted"},
        {"contestants": "pla order=0,3,1; sgd order=worst", "layout": "overlaid"},
    ),
    "steps": (
        {"over": "batch", "passes": 10},
        {"over": "schedule", "passes": 10},
        {"method": "least-squares", "over": "batch"},
        {"method": "perceptron", "loss_scale": "log", "passes": 20},
        {"values": "0.1,1/30,1000", "passes": 10},
    ),
    "variations": ({"never": True}, {"orders": "cyclic; 0,2,1,3; 0,9"}),
    "labellings": ({"which": "separable"},),
    "margins": ({"values": "0"}, {"values": "3"}),
    "learning": (
        {"trials": 3, "against": "updates", "contestants": "voted"},
        {"trials": 3, "split": 0.1},
        {"trials": 3, "split": 0.9},
        {"contestants": ""},
        {"contestants": "least-squares; kernel"},
    ),
}


def told_by(lab: Lab, run: Run, typed: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a terminal and the texts of all figures, or why there are none."""
    options = read_options(lab.view.options, typed)
    try:
        result = lab.result(run, options)
    except RuleError as error:
        yield str(error)
        return
    yield from table_lines(lab.table(result, options, str))
    for view in lab.views.values():
        own = {key: value for key, value in typed.items() if key in params_of(view.options)}
        drawn = draw(view, run.dataset, run, run.visits, read_options(view.options, own))
        yield drawn.headline.full if drawn.headline is not None else ""
        yield from map(to_plain, drawn.notes if isinstance(drawn, Table) else texts_of(drawn))


def test_what_experiments_say_reads_as_approved(approve: Approve) -> None:
    told: list[str] = []
    for name, row in LABORATORIES.items():
        lab, said = row.load(), set[str]()  # each text once
        for run, typed in product(TOLD, ({}, *VARIANTS[name])):
            texts = dict.fromkeys(text for text in told_by(lab, run, typed) if len(text) > 6)
            new = [text for text in texts if text not in said]
            said.update(new)
            told.append("\n".join([f"# {name} {typed or ''}".rstrip(), *new]))
    approve("experiments", "\n\n".join(told))
