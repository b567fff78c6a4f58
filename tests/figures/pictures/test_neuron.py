"""The neuron: its numbers are those of the visit, its symbols those of the lecture."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.pictures.neuron import VIEW
from tests.figures.drawing import built, trained

figure = partial(built, VIEW)


def text(drawn: Figure, key: str) -> str:
    found: Any = drawn.mark(key)
    return to_plain(found.text)


def column(drawn: Figure, kind: str) -> list[str]:
    """Return the texts of all inputs from top to bottom."""
    found = [mark for mark in drawn.marks if isinstance(mark, Text) and mark.key.startswith(kind)]
    return [to_plain(mark.text) for mark in sorted(found, key=lambda mark: -mark.y)]


SLIDES: dict[str, Any] = {"eta": "0.1", "init": "0.2,0,-0.1", "tie": "plus"}


@pytest.mark.parametrize(
    ("notation", "symbols", "weights", "score", "output", "truth"),
    [
        ("000", "x₁ x₂ x₀", "w₁ w₂ w₀", "s", "ŷ", "y"),
        ("001", "x₁ x₂ 1", "θ₁ θ₂ θ₀", "θ·x⁽²⁾ + θ₀", "h", "y⁽²⁾"),
        ("002", "x₁ x₂ 1", "w₁ w₂ b", "w(1)ᵀx(2)", "ŷ(2)", "y(2)"),
        ("003", "x₁ x₂ 1", "w₁ w₂ w₀", "wᵀx + w₀", "ŷ", "f₂"),
        ("004", "x₀ x₁ x₂", "b w₁ w₂", "wᵀx + b", "ŷ", "y₂"),
    ],
)
def test_every_lecture_has_its_symbols_and_its_order(
    notation: str, symbols: str, weights: str, score: str, output: str, truth: str
) -> None:
    drawn = figure(trained("slides", **SLIDES), 2, notation=notation)
    assert column(drawn, "symbol") == symbols.split()
    values = {"x₁": "2", "x₂": "1", "x₀": "1"}
    assert column(drawn, "value") == [values[each] for each in symbols.split() if each in values]
    assert [stated.split(" = ")[0] for stated in column(drawn, "weight")] == weights.split()
    assert text(drawn, "score") == f"{score} = −0.1"
    assert text(drawn, "output") == f"{output} = −1"
    assert text(drawn, "truth") == f"{truth} = +1"
    constant = symbols.split().index("x₀" if "x₀" in symbols else "1")
    assert column(drawn, "weight")[constant].endswith("−0.2")
    assert text(drawn, "verdict") == "mistake" and drawn.mark("verdict").role is Role.MISTAKE
    assert drawn.notes[0] == "Visit 2, with the weights before it."


@pytest.mark.parametrize(
    ("activation", "output"),
    [
        ("threshold", "ŷ = +1"),
        ("identity", "ŷ = 0.1"),
        ("ramp", "ŷ = 0.1"),
        ("logistic", "ŷ ≈ 0.525"),
        ("tanh", "ŷ ≈ 0.09967"),
    ],
)
def test_every_activation_puts_out_its_value(activation: str, output: str) -> None:
    drawn = figure(trained("slides", **SLIDES), 1, activation=activation)
    assert text(drawn, "output") == output
    assert text(drawn, "activation name") == activation
    trains_otherwise = any("Training uses the threshold" in note for note in drawn.notes)
    assert trains_otherwise == (activation != "threshold")


@pytest.mark.parametrize(("tie", "output"), [("minus", "−1"), ("plus", "+1"), ("always", "")])
def test_a_tie_is_put_out_as_the_rule_says(tie: str, output: str) -> None:
    drawn = figure(trained("and", tie=tie), 1)
    assert text(drawn, "score") == "s = 0"
    assert text(drawn, "output") == (f"ŷ = {output}" if output else "on the line")


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
