"""The outcome of a run: weights without the constant coordinate, and the offset of the line."""

from __future__ import annotations

from perceptron_gui import train
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.small_data import AND, noisy


def test_the_offset_is_that_of_the_line_and_not_of_the_constant_coordinate() -> None:
    run = train(*AND, bias_scale=2)
    *weights, constant = run.weights_at(run.visits).tolist()
    assert run.outcome.weights.tolist() == weights
    assert run.outcome.offset == 2 * constant != 0


def test_without_offset_every_weight_is_of_a_feature() -> None:
    outcome = train(*AND, offset=False, epochs=5).outcome
    assert len(outcome.weights) == len(outcome.result_weights) == 2
    assert outcome.offset is None and outcome.result_offset is None


def test_what_a_rule_returns_is_judged_beside_its_last_weights() -> None:
    outcome = Run(noisy(30), Rule.of({"rule": "pocket", "epochs": 20})).finish().outcome
    assert (outcome.status, outcome.errors, outcome.result_errors) == ("budget", 2, 1)
