"""Labels: mathematics between dollar signs, words of a user taken as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.figures.model.label import from_user, parts, to_html, to_plain


def test_a_label_is_plain_text_and_html() -> None:
    label = r"norm $\|w\|^2$ & more"
    assert to_plain(label) == "norm ‖w‖² & more"
    assert to_html(label) == "norm ‖<i>w</i>‖<sup>2</sup> &amp; more"
    assert parts(label) == [(False, "norm "), (True, r"\|w\|^2"), (False, " & more")]


def test_a_dollar_that_is_not_closed_is_refused() -> None:
    with pytest.raises(ValueError, match="dollar"):
        to_plain("costs $5")


@given(st.text())
def test_words_of_a_user_are_never_mathematics(words: str) -> None:
    assert to_plain(from_user(words)) == words.replace("\uff04", "$")
