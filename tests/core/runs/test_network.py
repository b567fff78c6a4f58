"""Gates by two layers: every neuron learns its own targets, and together they learn the gate."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.network import PAIRS, NoNetwork, build_network


def gate(truth: Any, low: int) -> Dataset:
    corners = [[a, b] for a in (low, 1) for b in (low, 1)]
    return Dataset.of(corners, [1 if each else -1 for each in truth])


@pytest.mark.parametrize("low", [0, -1])
@pytest.mark.parametrize("truth", [*product([False, True], repeat=4)])
def test_all_sixteen_gates_are_learnt(truth: tuple[bool, ...], low: int) -> None:
    dataset = gate(truth, low)
    network = build_network(dataset, Rule(tie="minus"))
    signs = [(int(one), int(other)) for one, other in
             zip(*(neuron.outputs for neuron in network.hidden), strict=True)]  # fmt: skip
    assert [network.answer(each) for each in signs] == dataset.labels.tolist()
    for neuron in (*network.hidden, network.output):
        assert np.array_equal(neuron.outputs, neuron.run.dataset.labels)


def test_xor_by_other_hidden_neurons() -> None:
    other = build_network(make(LIBRARY["xor-pm"]), Rule(), "and-nor")
    assert [neuron.gate for neuron in other.hidden] == list(PAIRS["and-nor"])
    assert other.output.gate == "NOR"
    with pytest.raises(NoNetwork, match="No line separates what the neuron behind input 1"):
        build_network(make(LIBRARY["xor"]), Rule(), "inputs")
    first = gate((False, False, True, True), 0)  # the first input itself
    with pytest.raises(NoNetwork, match="OR and NAND put out the same for points 2 and 3"):
        build_network(first, Rule(), "or-nand")
    assert build_network(first, Rule()).hidden[0].gate == "input 1"


@pytest.mark.parametrize(
    ("dataset", "options"),
    [
        (Dataset.of([[0, 0], [0, 1], [1, 0]], [1, 1, -1]), {}),
        (Dataset.of([[0, 0], [0, 1], [1, 0], [1, 2]], [1, 1, -1, 1]), {}),
        (Dataset.of([[0], [1]], [1, -1]), {}),
        (Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1], [0, 0]], [1, 1, -1, 1, -1]), {}),
        (make(LIBRARY["xor"]), {"offset": False}),
        (make(LIBRARY["xor"]), {"lift": "product"}),
        (make(LIBRARY["xor"]), {"rule": "voted"}),
        (make(LIBRARY["xor"]), {"rule": "kernel"}),
        (make(LIBRARY["xor"]), {"epochs": 1}),
        (make(LIBRARY["xor"]), {"tie": "never"}),
    ],
)
def test_where_there_is_no_network_a_sentence_says_why(
    dataset: Dataset, options: dict[str, Any]
) -> None:
    with pytest.raises(NoNetwork, match=r"\.$"):
        build_network(dataset, Rule.of(options))
