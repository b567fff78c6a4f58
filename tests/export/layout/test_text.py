"""Labels are read by matplotlib as they are meant, whatever a user has typed."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base import latex
from perceptron_gui.export.layout.text import extent, typeset
from perceptron_gui.figures.model.label import from_user

FAMILIES = ("sans", "serif")
COMMANDS = [*latex._GREEK, *latex._RELATIONS, *latex._SIGNS]
FORMULAS = [
    *(rf"a \{name} b" for name in COMMANDS),
    r"\text{if } x_1 > 0",
    r"\hat{y}",
    r"\hat{\theta}",
    r"\hat y",
    r"\sqrt k",
    r"\sqrt{2k}",
    r"\sqrt \eta",
    "w^{(k+1)}_i",
    "x'",
    "w^*",
    r"w^\top x",
    "50% of #3",
]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("formula", FORMULAS)
def test_every_command_of_the_small_latex_is_set_as_mathematics(
    formula: str, family: str, caplog: pytest.LogCaptureFixture
) -> None:
    latex.to_plain(formula)
    assert typeset(f"so ${formula}$", family)[1]
    assert extent(f"so ${formula}$", family, 10)[0] > extent("so ", family, 10)[0]
    assert [record.message for record in caplog.records] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_mathematics_that_only_our_reader_knows_is_written_in_unicode(family: str) -> None:
    assert typeset("$x^2^3$", family) == ("x²³", False)


@pytest.mark.parametrize("family", FAMILIES)
def test_signs_of_a_user_are_nothing_but_signs(family: str) -> None:
    words = r"5$ & a_b^c {d} \e 50%"
    assert typeset(from_user(words), family) == (words, False)
    text, is_math = typeset(from_user(words) + r" \$x_1$", family)
    assert is_math
    assert text.startswith(r"5\$ & a_b^c {d} $\backslash$e 50% $\backslash$$x_1$")
    assert extent(from_user(words) + r" \$x_1$", family, 10)[0] > extent(words, family, 10)[0] / 2
    assert typeset("only $5", family) == ("only $5", False)


@pytest.mark.parametrize("family", FAMILIES)
def test_letters_that_no_font_has_become_a_sign_for_them(family: str) -> None:
    assert typeset("日本 Ж א ✓", family) == ("�� Ж א ✓", False)
    assert typeset("a\tb\nc\x00", family) == ("a b c ", False)
    # The serif font lacks a letter that the other has, so the mathematics is written plainly.
    assert typeset("א: $x_1$", "serif") == ("א: x₁", False)
    assert typeset("日: $x_1$", family)[0].startswith("�")


@pytest.mark.parametrize("family", FAMILIES)
def test_marks_of_files_and_lone_surrogates_are_no_letters(family: str) -> None:
    assert typeset("\ufeffa\ud800b\udcff", family) == ("a�b�", False)
    assert typeset("\ufeff", family) == ("", False)


def test_a_star_and_a_transposition_stand_close_to_their_symbol() -> None:
    for family in FAMILIES:
        two = extent("$w^2x$", family, 10)[0]
        assert extent("$w^*x$", family, 10)[0] < 1.2 * two
        assert extent(r"$w^\top x$", family, 10)[0] < 1.5 * two


@given(st.text(max_size=30), st.sampled_from(FAMILIES))
def test_no_text_whatever_can_break_the_letters(words: str, family: str) -> None:
    width, _, _ = extent(words, family, 10)
    beside, _, _ = extent(f"{from_user(words)} $x_1$", family, 10)
    assert width >= 0
    assert beside > 0


def test_letters_are_set_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        extent("日本 א $x_1$ \U0001f600", "serif", 9)
    assert caplog.records == []
