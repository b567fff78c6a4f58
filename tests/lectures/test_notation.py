"""The symbols of the five lectures."""

from __future__ import annotations

import pytest

from perceptron_gui.base.latex import to_html, to_plain
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS, Symbols, product_of


def plain(symbols: Symbols) -> list[str]:
    told = (symbols.before, symbols.after, symbols.point, symbols.label, symbols.prediction)
    return [to_plain(symbol) for symbol in told]


def test_there_is_a_notation_for_every_lecture() -> None:
    assert list(NOTATIONS) == ["000", "001", "002", "003", "004"]
    assert DEFAULT in NOTATIONS
    assert [to_plain(each.bare_weights) for each in NOTATIONS.values()] == list("wθwaθ")


@pytest.mark.parametrize(
    ("name", "update", "none"),
    [
        ("000", ["w", "w", "x", "y", ""], ["w", "w", "x", "y", ""]),
        ("001", ["θ", "θ", "x⁽³⁾", "y⁽³⁾", "h"], ["θ", "θ", "x⁽³⁾", "y⁽³⁾", "h"]),
        ("002", ["w(4)", "w(5)", "x(5)", "y(5)", "ŷ(5)"], ["w(4)", "w(4)", "x", "y", "ŷ"]),
        ("003", ["a⁽⁵⁾", "a⁽⁶⁾", "y₃", "f₃", ""], ["a⁽⁵⁾", "a⁽⁵⁾", "y₃", "f₃", ""]),
        ("004", ["θ(6)", "θ(7)", "x₃", "y₃", ""], ["θ(6)", "θ(7)", "x₃", "y₃", ""]),
    ],
)
def test_numbers_are_filled_in_as_each_lecture_counts(
    name: str, update: list[str], none: list[str]
) -> None:
    visit, updates, index = 7, 4, 2
    notation = NOTATIONS[name]
    assert plain(Symbols.of(notation, visit, updates, index, True)) == update
    assert plain(Symbols.of(notation, visit, updates, index, False)) == none


def test_the_score_is_written_as_in_the_lecture() -> None:
    written = {
        name: to_plain(product_of(each, each.bare_weights, "x", True, False))
        for name, each in NOTATIONS.items()
    }
    assert written == {"000": "s", "001": "θ·x + θ₀", "002": "wᵀx", "003": "xᵀa", "004": "θᵀx"}
    assert to_plain(product_of(NOTATIONS["001"], r"\theta", "x", True, True)) == "θ·x + Bθ₀"
    assert to_html(product_of(NOTATIONS["001"], r"\theta", "x", False, False)) == (
        "<i>θ</i>·<i>x</i>"
    )
