"""The neuron: its numbers are those of the visit, its symbols those of the lecture."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Text
from perceptron_gui.figures.neurons.neuron import VIEW
from tests.core.strategies import trained
from tests.figures.drawing import built, is_finite

figure = partial(built, VIEW)


def column(drawn: Figure, kind: str) -> list[str]:
    """Return the texts of all inputs from top to bottom."""
    found = [mark for mark in drawn.marks if isinstance(mark, Text) and mark.key.startswith(kind)]
    return [to_plain(mark.text) for mark in sorted(found, key=lambda mark: -mark.y)]


@pytest.mark.parametrize(("d", "rows"), [(1, 1), (6, 6), (7, 5), (40, 5)])
@pytest.mark.parametrize("notation", ["000", "004"])
def test_many_inputs_are_cut_short_with_dots(d: int, rows: int, notation: str) -> None:
    dataset = Dataset.of(np.arange(1.0, d + 1).reshape(1, d), [1])
    drawn = figure(Run(dataset, Rule.of({})).finish(), 1, notation=notation)
    symbols = column(drawn, "symbol")
    assert len(symbols) == rows + 1
    assert f"x{str(d).translate(str.maketrans('0123456789', '₀₁₂₃₄₅₆₇₈₉'))}" in symbols
    assert symbols.index("x₀") == (0 if notation == "004" else rows)
    assert drawn.has("more 1") == (d > 6)


def test_every_part_of_the_cell_stands_below_its_counterpart() -> None:
    """CMU 2: dendrites, body, axon; synapses determine the weights in the sum."""
    drawn = figure(trained("and"), 4, cell=True)
    texts = {mark.key: mark for mark in drawn.marks if isinstance(mark, Text)}
    places = {
        "synapses": ("weights", "weight 0"),
        "dendrites": ("inputs", "symbol 0"),
        "body": ("sum", "sum sign"),
        "hillock": ("threshold", "activation name"),
        "axon": ("output", "output"),
    }
    lowest = min(mark.y for key, mark in texts.items() if not key.startswith("cell"))
    for part, (meaning, counterpart) in places.items():
        name, other = texts[f"cell {part} name"], texts[counterpart]
        assert name.text.endswith(f": {meaning}")
        assert name.y < lowest and abs(name.x - other.x) < 4
    assert is_finite(drawn) and not figure(trained("and"), 4).has("cell body")
