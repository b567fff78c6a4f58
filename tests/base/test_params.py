"""Options: each kind reads texts and values alike, refuses with facts, and writes what it reads."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from perceptron_gui.base.errors import InputError, OptionError, Problem, Remark, window_sentence
from perceptron_gui.base.params import (
    FINE,
    VISIT,
    Choice,
    Count,
    Flag,
    Kind,
    Number,
    Param,
    PlainText,
    Real,
    decades,
    nearest,
    option,
    params_of,
)

STEP = Param("step_size", Number(above=True), Fraction(1), "the step", title="Step η")


@dataclass(frozen=True)
class Options:
    step: Fraction = option(Fraction(1), Number(), "the step", legend="η = {}")
    visit: int | None = option(None, VISIT, "a visit")
    plain: int = 3


@pytest.mark.parametrize(
    ("kind", "given", "value", "stored", "text"),
    [
        (Flag(), True, True, True, "on"),
        (Choice(("red", "blue")), "red", "red", "red", "red"),
        (Choice(("red",), {"pink": "hidden"}), "pink", "pink", "pink", "pink"),
        (Number(), "0.1", Fraction(1, 10), 0.1, "0.1"),
        (Number(), "1/3", Fraction(1, 3), "1/3", "1/3"),
        (Number(), 2.0, Fraction(2), 2, "2"),
        (Count(1), "12", 12, 12, "12"),
        (Count(10, 1000), "1e2", 100, 100, "100"),
        (Real(0.1, 50), "5", 5.0, 5.0, "5"),
        (PlainText(), " a  b ", "a b", "a b", "a b"),
    ],
)
def test_a_value_is_read_and_written_back(
    kind: Kind, given: Any, value: Any, stored: Any, text: str
) -> None:
    param = Param("name", kind, None, "something")
    assert param.read(given) == value
    assert type(param.read(given)) is type(value)
    assert (kind.to_json(value), kind.to_text(value)) == (stored, text)
    assert param.read(stored) == value


@pytest.mark.parametrize(
    ("kind", "given", "typed", "shown"),
    [
        (Flag(), "yes", "--x 'yes': must be true or false", "The x must be true or false."),
        (Choice(("a", "b")), "c", "--x 'c': unknown; it is one of a, b", "The x 'c' is unknown"),
        (Choice(("a", "b")), ["a"], "--x '['a']': unknown; it is", "The x '['a']' is unknown"),
        (Number(above=True), "0", "--x 0: must be greater than 0", "The x must be greater than 0."),
        (Number(), "1,5", "--x '1,5': not a number; decimals take a point", "'1,5' is not a num"),
        (Number(), "1e99", "--x 1e99: out of reach; give a number", "The x is out of reach; give"),
        (Count(1), "0", "--x '0': must be a whole number, at", "The x must be a whole"),
        (Count(), "many", "--x 'many': not a whole number", "'many' is not a whole number."),
        (Count(), 2**70, f"--x '{2**70}': must be at most {2**62 - 1}", "The x must be at most"),
        (Count(1, 9), "10", "--x '10': must be at most 9", "The x must be at most 9."),
        (VISIT, "nan", "--x 'nan': not a whole number", "'nan' is not a whole number."),
        (Real(4, 9, "", ""), "x", "--x 'x': must be from 4 to 9", "The x must be from 4 to 9."),
        (PlainText(3), "long", "--x 'long': must be a text of at most 3", "The x must be a text"),
    ],
)
def test_a_wrong_value_is_worded_for_the_command_line_and_for_the_window(
    kind: Kind, given: Any, typed: str, shown: str
) -> None:
    with pytest.raises(OptionError) as caught:
        Param("x", kind, 0, "something").read(given)
    assert str(caught.value).startswith(typed)
    assert window_sentence(caught.value).startswith(shown)
    assert (caught.value.remark.option, caught.value.remark.given) == ("x", given)


def test_an_option_has_a_title_and_words_of_its_own_or_usual_ones() -> None:
    assert (STEP.title, STEP.noun, STEP.tip) == ("Step η", "the step η", "the step")
    assert STEP.words(Fraction(1, 2)) == "step η 0.5"
    with pytest.raises(OptionError, match="--step-size 0: must be greater than 0") as caught:
        STEP.read(0)
    assert window_sentence(caught.value) == "The step η must be greater than 0."
    listed = Param("on", Flag(), True, "", legends={True: "on!", tuple: "all of {}"})
    assert (listed.words(True), listed.words((1, 2))) == ("on!", "all of 1, 2")


def test_a_dataclass_declares_its_options_once() -> None:
    found = params_of(Options)
    assert list(found) == ["step", "visit"]
    assert found["step"].default == Options().step == 1
    assert found["step"].words(Fraction(2)) == "η = 2"
    assert found["visit"].read(None) is None
    assert params_of(Options) is found


def test_remarks_and_errors_have_words_for_both_edges() -> None:
    remark = Remark("eta", Problem("{flag} {given} is {what}"), 2, "Step η", {"what": "long"})
    assert (str(remark), remark.shown) == ("--eta 2 is long", "the step η 2 is long")
    assert remark.worded("rules[0].eta:") == "rules[0].eta: 2 is long"
    error = InputError("leave it out (--no-session)", "export without it")
    assert (str(error), window_sentence(error)) == (str(error.reason), "Export without it.")


@pytest.mark.parametrize("digits", [(1, 2, 5), FINE])
def test_steps_of_a_slider_are_short_decimals_up_to_the_ends(digits: tuple[int, ...]) -> None:
    stops = decades(-2, 2, digits)
    assert (stops[0], stops[-1]) == (Fraction(1, 100), Fraction(100))
    assert list(stops) == sorted(set(stops))
    assert len(stops) == 4 * len(digits) + 1
    assert max(len(f"{float(value):g}") for value in stops) <= 5


def test_the_nearest_stop_is_that_of_the_nearest_ratio() -> None:
    stops = (Fraction(0), *decades(-2, 2))
    for step, value in enumerate(stops):
        assert nearest(stops, value) == step
    assert stops[nearest(stops, Fraction(1, 3))] == Fraction(1, 2)
    assert nearest(stops, Fraction(1, 10**400)) == 1  # only 0 is 0
    assert nearest(stops, Fraction(10) ** 400) == len(stops) - 1
    assert nearest(stops[1:], Fraction(1, 10**400)) == 0


def test_menus_have_titles_legends_or_the_words_themselves() -> None:
    kind = Choice(("a-b", "c", "d"), titles={"c": "The third"})
    param = Param("x", kind, "c", "", legends={"d": "no d"})
    assert [param.title_of(key) for key in kind.choices] == ["a b", "The third", "no d"]


def test_nothing_typed_is_the_default_where_that_is_nothing() -> None:
    assert Param("title", PlainText(), "", "").typed(" ") == ""
    with pytest.raises(OptionError):
        STEP.typed("")
