"""Small LaTeX in Unicode and in HTML."""

from __future__ import annotations

import pytest

from perceptron_gui.base.latex import to_html, to_plain


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        (r"s = 0.2\cdot 1 + 0 \cdot 1 - 0.1", "s = 0.2·1 + 0·1 − 0.1"),
        (r"\theta \cdot x^{(1)} + \theta_0", "θ·x⁽¹⁾ + θ₀"),
        (r"w(0)^\top x(1)", "w(0)ᵀx(1)"),
        (r"\hat{y} \ne 1", "ŷ ≠ 1"),
        (r"\hat y\le 1", "ŷ ≤ 1"),
        (r"\|x\|^2 \ge \sum_{i=0}^{m} w_ix_i", "‖x‖² ≥ Σᵢ₌₀ᵐ wᵢxᵢ"),
        (r"w_1 \leftarrow w_1 - \eta x_1", "w₁ ← w₁ − ηx₁"),
        (r"y_n = \pm(x, 1)", "yₙ = ±(x, 1)"),
        (r"\eta(\|x\|^2 + 1)", "η(‖x‖² + 1)"),
        (r"y = +1 \to \text{no mistake}", "y = +1 → no mistake"),
        (r"x_{q}, x_{qr}, x^{Q}", "x_q, x_(qr), x^Q"),
        (r"\sqrt{2} + \sqrt{1+t}", "√2 + √(1+t)"),
        ("10^{-7}", "10⁻⁷"),
    ],
)
def test_formulas_become_plain_text(formula: str, plain: str) -> None:
    assert to_plain(formula) == plain


@pytest.mark.parametrize(
    ("formula", "markup"),
    [
        ("w_1 < 2", "<i>w</i><sub>1</sub> &lt; 2"),
        (r"y_1^\top a^{(1)}", "<i>y</i><sub>1</sub><sup>T</sup><i>a</i><sup>(1)</sup>"),
        (r"\hat{y} \le \text{a & b}", "<i>ŷ</i> ≤ a &amp; b"),
    ],
)
def test_formulas_become_html(formula: str, markup: str) -> None:
    assert to_html(formula) == markup


@pytest.mark.parametrize(
    "formula", [r"\frac{1}{2}", "{x", "x}", "x^", r"\text{a", r"\text{a{b}}", "θ", r"\cdotx"]
)
def test_what_is_not_understood_is_refused(formula: str) -> None:
    for convert in (to_plain, to_html):
        with pytest.raises(ValueError, match="formula"):
            convert(formula)
