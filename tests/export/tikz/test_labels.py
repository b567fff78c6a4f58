"""Labels in LaTeX print as they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
