"""Every rule with every order and every value of every option."""

from __future__ import annotations

import json

import pytest

from perceptron_gui.base.errors import flag
from perceptron_gui.cli import main
from perceptron_gui.core.rules.methods import METHODS
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS
from tests.terminal.contract import Trained, refuse, replay
from tests.terminal.program import Cli

ORDERS = (*OPTIONS["order"].choices, "2,0,1,3", "3")
CHOICES = [
    (rule, flag(name), choice)
    for rule in RULES
    for name, option in OPTIONS.items()
    if option.choices and name not in ("rule", "order")
    for choice in option.choices
]
NUMBERS = [
    (rule, flag(name), value)
    for rule in RULES
    for name, value in [
        ("bias_scale", "1/3"),
        ("margin", "0.5"),
        ("init", "random"),
        ("init", "-3,0.5,1"),
        ("seed", "9"),
        ("batch_size", "3"),
        ("l2", "0.01"),
        ("max_updates", "2"),
    ]
]


def small_run(rule: str, *options: str) -> list[str]:
    # With η = 1 gradient descent diverges on AND.
    return ["and", "--rule", rule, "--eta", "0.1", "--epochs", "30", *options]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_in_every_order(report: Trained, cli: Cli, rule: str, order: str) -> None:
    if rule == "sgd" and order in ("first-mistake", "random-mistake", "worst"):
        assert main(["run", *small_run(rule, "--order", order)]) == 2
        return
    found = report(*small_run(rule, "--order", order))
    if "margin" in RULES[rule].uses:
        replay(found)
    ignored = rule in ("batch", "least-squares")
    assert ("--order has no effect" in " ".join(found["remarks"])) == ignored
    assert "Weights: w = (" in cli("run", *small_run(rule, "--order", order))


@pytest.mark.parametrize(("rule", "option", "value"), [*CHOICES, *NUMBERS])
def test_every_rule_with_every_option(
    report: Trained, cli: Cli, rule: str, option: str, value: str
) -> None:
    found = report(*small_run(rule, option, value))
    assert found["rule"]["rule"] == rule
    assert "Weights: w = (" in cli("run", *small_run(rule, option, value))


@pytest.mark.parametrize("keep", [[], ["--keep-going"]])
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_without_an_offset_and_to_the_end(
    report: Trained, cli: Cli, rule: str, keep: list[str]
) -> None:
    for data in ("and", "xor"):
        line = [data, *small_run(rule, "--no-offset", *keep)[1:]]
        found = report(*line)
        assert found["outcome"]["offset"] is None
        assert not keep or found["outcome"]["epochs"] == 30 or rule == "least-squares"
        assert ", offset " not in cli("run", *line)


@pytest.mark.parametrize("batch", ["1", "2"])
@pytest.mark.parametrize("schedule", OPTIONS["schedule"].choices)
@pytest.mark.parametrize("loss", OPTIONS["loss"].choices)
def test_every_loss_with_every_schedule(
    report: Trained, loss: str, schedule: str, batch: str
) -> None:
    options = ["--loss", loss, "--schedule", schedule, "--batch-size", batch]
    found = report(*small_run("sgd", *options))
    rational = loss in ("perceptron", "hinge") and schedule == "constant"
    assert found["arithmetic"] == ("exact" if rational else "float64")


def test_a_run_that_diverges_says_so_in_silence(cli: Cli) -> None:
    line = ["run", "and", "--rule", "least-squares", "--solver", "gd", "--eta", "10"]
    assert "Note: the weights grew without bound" in cli(*line)
    assert json.loads(cli(*line, "--json", "-"), parse_constant=refuse)["remarks"]


def test_every_rule_has_its_words_and_its_ways() -> None:
    assert list(RULES) == list(METHODS)
    named = {name for facts in RULES.values() for name in facts.uses}
    assert named < set(OPTIONS)
