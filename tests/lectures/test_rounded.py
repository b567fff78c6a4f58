"""Numbers of an explanation: exact where short, else rounded, and the formula says so."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.rounded import hoisted, number, vector
from perceptron_gui.lectures.visit import render_latex, render_text

LONG = Fraction(-24139445339, 15625000000)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(1, 17), "1/17"),
        (Fraction(-3, 8), "-0.375"),
        (Fraction(0), "0"),
        (LONG, r"\approx -1.54492"),
        (-LONG, r"\approx 1.54492"),
        (Fraction(10**30 + 1, 3), r"\approx 3.33333\cdot 10^{29}"),
        (1 / 3, "0.333333"),  # of a run in floats everything is rounded
    ],
)
def test_a_number_is_exact_where_that_is_short(value: Fraction | float, written: str) -> None:
    assert number(value) == written


@given(st.fractions())
def test_what_is_not_marked_is_exact_and_what_is_marked_is_near(value: Fraction) -> None:
    text = number(value)
    if text.startswith(r"\approx"):
        plain = text.removeprefix(r"\approx ").replace(r"\cdot 10^{", "e").replace("10^{", "1e")
        assert float(plain.rstrip("}")) == pytest.approx(float(value), rel=1e-5)
    else:
        assert Fraction(text) == value
    assert ("-" in text) == (value < 0) or "{-" in text


def test_a_side_says_once_that_it_is_rounded() -> None:
    side = vector([LONG, Fraction(2), LONG])
    assert hoisted(f"w = {side} = x") == r"w \approx (-1.54492, 2, -1.54492) = x"
    words = rf"\text{{from }}{number(LONG)}\text{{ to }}{number(Fraction(1))}"
    assert hoisted(words) == r"\text{from }\approx -1.54492\text{ to }1"
    assert hoisted("w = (1, 2)") == "w = (1, 2)"


@pytest.mark.parametrize("notation", NOTATIONS)
def test_no_explanation_has_long_fractions_but_its_values_are_exact(notation: str) -> None:
    points = Dataset.of([[0.31, 0.77], [-0.125, 1.3], [1.7, 0.333]], [1, -1, -1])
    run = Run(points, Rule.of({"eta": "0.0012345678"})).finish()
    assert run.arithmetic == "exact"
    for visit in range(1, 8):
        found = explain(run, visit, NOTATIONS[notation])
        text, latex = render_text(found), render_latex(found)
        assert "/" not in text and "= ≈" not in text and "(≈" not in text
        assert latex.count(r"\approx") == text.count("≈")
        assert found.after == tuple(run.exact_weights_at(visit))
    assert "≈" in text
