"""The symbols and presets of the five lectures, and numbers as they write them."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import surd
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import GROUPS, LIBRARY, make
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.dot_product import DotProduct, root
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS, hoisted, number, vector
from perceptron_gui.lectures.presets import (
    PRESETS,
    apply_preset,
    example_rule,
    typed_changes,
    worded_changes,
)
from perceptron_gui.lectures.visit import render_latex, render_text
from tests.conftest import Approve


def test_there_is_a_notation_and_a_preset_for_every_lecture() -> None:
    assert list(NOTATIONS) == list(PRESETS) == ["000", "001", "002", "003", "004"]
    assert DEFAULT in NOTATIONS
    assert [to_plain(each.bare_weights) for each in NOTATIONS.values()] == list("wθwaθ")


EXAMPLES = [name for name, entry in LIBRARY.items() if entry.is_example]
UNUSUAL: dict[str, Any] = {
    "order": "worst", "tie": "always", "bias_scale": "2", "eta": "1/3", "schedule": "inverse",
    "margin": "0.5", "init": "1,2,3", "seed": 7, "loss": "hinge", "batch_size": 3, "l2": "0.1",
    "lift": "product", "epochs": 12, "max_updates": 99, "keep_going": True,
    "arithmetic": "float64",
}  # fmt: skip


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("rule", RULES)
def test_every_preset_makes_a_rule_that_runs_without_a_remark(name: str, rule: str) -> None:
    run = Run(make(LIBRARY["and"]), apply_preset(Rule(rule=rule, epochs=50), name)).finish()
    assert run.remarks == []


def test_what_presets_change_reads_as_approved(approve: Approve) -> None:
    """MATH A0: prediction at s = 0, order, step, initial w, offset; all else but the limits."""
    lines: list[str] = []
    for name, preset in PRESETS.items():
        lines += [f"# {name}: {preset.sets}"]
        for rule in RULES:
            for offset in (True, False):
                before = Rule.of({**UNUSUAL, "rule": rule, "offset": offset})
                after = apply_preset(before, name)
                lines += [f"{rule}: {typed_changes(before, after)}", worded_changes(before, after)]
    for name in EXAMPLES:
        after = example_rule(LIBRARY[name])
        lines += [f"# {name}: {typed_changes(Rule(), after)}", worded_changes(Rule(), after)]
    approve("presets", "\n".join(lines))


def test_an_unknown_preset_is_refused_by_name() -> None:
    with pytest.raises(RuleError, match=r"no preset '005'; it is one of 000, 001, 002, 003, 004"):
        apply_preset(Rule(), "005")


def example(name: str) -> Run:
    return Run(make(LIBRARY[name]), example_rule(LIBRARY[name])).finish()


def test_the_examples_of_the_lectures_have_a_group_of_their_own() -> None:
    title = next(title for title in GROUPS if title.startswith("Lectures"))
    assert [entry.name for entry in GROUPS[title]] == EXAMPLES
    assert {"slides", "slides-4", "three-points", "which-side", "offset-needed"} <= set(EXAMPLES)
    for name in EXAMPLES:
        assert LIBRARY[name].lecture in PRESETS
        assert example(name).remarks == []


def test_the_reconstruction_of_the_slides_obeys_their_words_and_says_what_it_is() -> None:
    run = example("slides-4")
    slides = example("slides")
    assert run.dataset.points[:2].tolist() == slides.dataset.points.tolist()
    assert run.dataset.points[2:].tolist() == [[2.5, 2.5], [0.5, 2]]
    # "3rd point: correctly classified; 4th point: incorrect, update"
    assert [int(run.updates_at(visit)) for visit in (2, 3, 4)] == [2, 2, 3]
    assert run.outcome.updates == 12
    assert "reconstruction" in LIBRARY["slides-4"].remark


def test_an_example_takes_nothing_from_the_rule_before() -> None:
    for name in EXAMPLES:
        rule = example_rule(LIBRARY[name])
        learner = "pla" if LIBRARY[name].suggested.get("rule") is None else "least-squares"
        assert (rule.rule, rule.lift, rule.margin) == (learner, "none", Fraction(0))
        assert not rule.given


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_preset_sets_makes_its_rule_when_it_is_typed(name: str) -> None:
    words = PRESETS[name].sets.split()
    options: dict[str, str | bool] = {}
    while words:
        word = words.pop(0).removeprefix("--")
        if word.removeprefix("no-") == "offset":
            options["offset"] = word == "offset"
        else:
            options[word] = words.pop(0)
    assert Rule.of(options) == apply_preset(Rule(), name)


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
def test_no_explanation_has_long_fractions(notation: str) -> None:
    points = Dataset.of([[0.31, 0.77], [-0.125, 1.3], [1.7, 0.333]], [1, -1, -1])
    run = Run(points, Rule.of({"eta": "0.0012345678"})).finish()
    assert run.arithmetic == "exact"
    for visit in range(1, 8):
        found = explain(run, visit, NOTATIONS[notation])
        text, latex = render_text(found), render_latex(found)
        assert "/" not in text and "= ≈" not in text and "(≈" not in text
        assert latex.count(r"\approx") == text.count("≈")
    assert "≈" in text


NUMBERS = st.fractions(-50, 50, max_denominator=20)
VECTORS = st.tuples(NUMBERS, NUMBERS, NUMBERS)


def pair(a: tuple[object, ...], b: tuple[object, ...]) -> DotProduct:
    return DotProduct.of([Fraction(str(v)) for v in a], [Fraction(str(v)) for v in b])


@pytest.mark.parametrize(
    ("a", "b", "angle"),
    [((1, 0), (0, 3), "90°"), ((1, 0), (2, 2), "45°"), ((1, 0), (-1, 1), "135°"),
     ((2, 1), (4, 2), "0°"), ((2, 1), (-4, -2), "180°"), ((1, 1, 0), (0, 1, 1), "60°")],
)  # fmt: skip
def test_angles_that_have_a_name_are_exact(
    a: tuple[int, ...], b: tuple[int, ...], angle: str
) -> None:
    assert pair(a, b).angle_text == angle


def test_rounded_numbers_claim_nothing_exact() -> None:
    rounded = DotProduct.of((1.0, 0.0), (0.0, 2.0))
    assert rounded.angle_text == r"$\approx 90$°"
    assert rounded.lengths_latex == (r"\approx 1", r"\approx 2")
    assert rounded.cosine_latex == r"\approx 0"


@given(VECTORS, VECTORS)
def test_it_is_what_numpy_says(a: tuple[Fraction, ...], b: tuple[Fraction, ...]) -> None:
    found, x, y = DotProduct.of(a, b), np.array(a, dtype=float), np.array(b, dtype=float)
    assert float(found.value) == pytest.approx(float(x @ y), abs=1e-9)
    if not found.has_angle:
        assert not any(a) or not any(b)
        return
    cosine = float(x @ y) / float(np.linalg.norm(x) * np.linalg.norm(y))
    assert math.cos(math.radians(found.degrees)) == pytest.approx(cosine, abs=1e-9)
    foot = np.array(found.foot, dtype=float)
    assert (x - foot) @ y == pytest.approx(0, abs=1e-6)  # the rest is orthogonal


@given(st.fractions(-9, 9, max_denominator=9), st.fractions("1/9", 99, max_denominator=9))
def test_a_root_in_lowest_terms_has_the_same_value(over: Fraction, square: Fraction) -> None:
    roots = re.sub(
        r"\\sqrt\{([^}]*)\}", lambda it: repr(math.sqrt(Fraction(it[1]))), surd(over, square)
    )
    value, _, under = roots.partition("/")
    found = float(value) / float(under or 1)
    assert found == pytest.approx(float(over) / math.sqrt(square))


def test_numbers_that_no_float_holds_have_roots() -> None:
    huge = Fraction(10) ** 700
    assert root(huge / Fraction(10) ** 500) == pytest.approx(1e100)
    far = DotProduct.of((huge, huge), (huge, Fraction(0)))
    assert far.angle_text == "45°" and far.cosine_latex == r"= 1/\sqrt{2} \approx 0.7071"
