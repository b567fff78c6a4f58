"""Two vectors: dot product, lengths, angle and foot, against numpy and by hand."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.number_text import surd
from perceptron_gui.lectures.dot_product import DotProduct, root

NUMBERS = st.fractions(-50, 50, max_denominator=20)
VECTORS = st.tuples(NUMBERS, NUMBERS, NUMBERS)


def pair(a: tuple[object, ...], b: tuple[object, ...]) -> DotProduct:
    return DotProduct.of([Fraction(str(v)) for v in a], [Fraction(str(v)) for v in b])


def test_the_vectors_of_lecture_001() -> None:
    before, after = pair((1, 1), (-2, 1)), pair((-1, 2), (-2, 1))
    assert before.value == -1 and list(before.squares) == [2, 5]
    assert before.cosine_squared == Fraction(1, 10)
    assert before.cosine_latex == r"= -1/\sqrt{10} \approx -0.3162"
    assert before.angle_text == r"$\approx 108.4$°" and before.short_angle == "108.4°"
    assert before.lengths_latex == (r"\sqrt{2}", r"\sqrt{5}")
    assert before.foot == (Fraction(2, 5), Fraction(-1, 5))
    assert after.value == 4 and after.cosine_latex == "= 0.8"
    assert after.angle_text == r"$\approx 36.9$°"


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
