"""Labels in LaTeX print as they are; curves and areas are cut to their box."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from perceptron_gui.export.tikz.canvas import cut_area, cut_curve
from perceptron_gui.export.tikz.labels import escaped, to_latex
from perceptron_gui.figures.model.label import from_user
from tests.export.tex_check import faults


@pytest.mark.parametrize(
    ("words", "latex"),
    [
        ("a & b", r"a \& b"),
        ("50% #1 x_1", r"50\% \#1 x\_1"),
        ("{x} ^ ~", r"$\{$x$\}$ {\textasciicircum} $\sim$"),
        ("\\", r"$\backslash$"),
        ("a < b | c > d", "a $<$ b $|$ c $>$ d"),
        ("[1]*", "{[}1{]}{*}"),
        ("−1 · 2² ≤ ‖γ‖", r"$-$1 $\cdot$ 2$^{2}$ $\le$ $\|$$\gamma$$\|$"),
        ("λ … Σ", r"$\lambda$ {\dots} $\Sigma$"),
        ("é ñ ß ł ö ï", r"\'{e} \~{n} {\ss} {\l} \"{o} \"{{\i}}"),
        ("a--b – c — d", "a-{}-b -- c --- d"),
        ("½ ﬁ ĳ x₁₂ 1⁻¹", "1/2 fi ij x$_{1}$$_{2}$ 1$^{-}$$^{1}$"),
        ("％ ＆ ｛", r"\% \& $\{$"),
        ("ά ế ǘ", r"$\alpha$ \'{\^{e}} \'{\"{u}}"),
        ("“so” ‘it’ „is“", "``so'' `it' ,,is``"),
        ("e\u0301", r"\'{e}"),
        ("a\nb\tc\x00", "a b c "),
        ("\uffff\ud800\ue000", "???"),
        ("中", r"\ifdefined\Umathcode 中\else?\fi{}"),
    ],
)
def test_words_print_as_they_are(words: str, latex: str) -> None:
    assert escaped(words) == latex


def test_mathematics_passes_and_needs_no_package() -> None:
    assert to_latex(r"the norm $\|w\|^2$ & more") == r"the norm $\|w\|^2$ \& more"
    assert to_latex(r"$s\text{ is }-1$") == r"$s\mbox{ is }{-}1$"
    assert to_latex("$50%$") == r"$50\%$"


@given(st.text(max_size=30))
def test_whatever_is_typed_gives_tex_that_can_be_read(words: str) -> None:
    assert faults(to_latex(from_user(words))) == []


NAN = math.nan
places = st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=3, max_size=8)


def pieces(x: list[float], y: list[float]) -> list[list[tuple[float, float]]]:
    return list(cut_curve(zip(x, y, strict=True)))


def test_a_curve_that_leaves_comes_back_as_another_piece() -> None:
    assert pieces([0, 0, 1, 1], [0, 2, 2, 0]) == [[(0, 0), (0, 1.05)], [(1, 1.05), (1, 0)]]
    assert pieces([5, 6], [0, 1]) == []
    assert pieces([-9, 9], [3, 3]) == []


def test_nan_and_infinity_part_a_curve() -> None:
    assert pieces([0, 1, NAN, 0, 1], [0, 0, NAN, 1, 1]) == [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]
    assert pieces([0, 0.5, 1], [0, math.inf, 1]) == []


@given(places)
def test_what_is_left_of_a_curve_lies_in_the_box(corners: list[tuple[float, float]]) -> None:
    for piece in cut_curve(corners):
        for place in piece:
            assert all(-0.0500001 <= value <= 1.0500001 for value in place)


@given(places, st.floats(0, 1), st.floats(0, 1))
def test_an_area_keeps_every_place_of_the_box_it_had(
    corners: list[tuple[float, float]], x: float, y: float
) -> None:
    outline = np.array(corners)
    left = cut_area(corners)
    was_in = _around(outline, x, y)
    assert was_in is None or _around(np.array(left).reshape(-1, 2), x, y) in (was_in, None)


def _around(outline: NDArray[np.float64], x: float, y: float) -> bool | None:
    """Tell whether a place is inside by the even-odd rule; None where it is too near to say."""
    crossings = 0
    for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if min(abs(y0 - y), abs(y1 - y)) < 1e-6:
            return None
        if (y0 > y) != (y1 > y):
            at = x0 + (y - y0) / (y1 - y0) * (x1 - x0)
            if abs(at - x) < 1e-6:
                return None
            crossings += at > x
    return crossings % 2 == 1
