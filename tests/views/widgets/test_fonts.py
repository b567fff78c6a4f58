"""The font that comes with the program has every sign that formulas are made of."""

from __future__ import annotations

import string

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QRawFont
from PySide6.QtWidgets import QApplication

from perceptron_gui.base import latex
from perceptron_gui.base.resources import shipped
from perceptron_gui.views.widgets.theme import FAMILY, FILES, load_fonts

LETTERS = string.ascii_letters + string.digits
SIGNS = r"\le \ge \ne \leftarrow \to \approx \in \propto \cdot \pm \sum \top \nabla \dots \| \times"
GREEK = (
    r"\alpha \beta \gamma \delta \epsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi "
    r"\rho \sigma \tau \upsilon \phi \chi \psi \omega "
    r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega"
)
FORMULAS = [
    GREEK,
    rf"{SIGNS} \infty \langle w, x \rangle \sqrt{{x}} x' - + = ( ) [ ] / < >",
    r"x^0 x^1 x^2 x^3 x^4 x^5 x^6 x^7 x^8 x^9 x^+ x^- x^{=} x^{()} x^* x^\top",
    "x_0 x_1 x_2 x_3 x_4 x_5 x_6 x_7 x_8 x_9 x_+ x_- x_{=} x_{()}",
    " ".join(f"w^{letter}" for letter in string.ascii_lowercase),
    " ".join(f"w_{letter}" for letter in string.ascii_lowercase),
    r"\hat{w} \hat{y} \hat{a} \hat{x} \hat{\theta} \hat{\gamma}",
    *LETTERS,
]


@pytest.mark.parametrize("name", FILES)
def test_every_sign_of_formulas_has_a_picture(qapp: QApplication, name: str) -> None:
    font = QRawFont(str(shipped("fonts", name)), 12)
    assert font.isValid()
    text = "".join(latex.to_plain(formula) for formula in FORMULAS) + "‖²≤γθη⟨⟩∝λΣ⊤ˆ…−–·×✓"
    assert [sign for sign in text if not font.supportsCharacter(ord(sign))] == []


def test_formulas_name_every_sign_that_can_be_written() -> None:
    written = "".join(latex.to_plain(formula) for formula in FORMULAS)
    tables = (latex._GREEK, latex._RELATIONS, latex._SIGNS)
    made = {sign for table in tables for sign in table.values() if not sign.isspace()}
    made |= {*latex._SUPERSCRIPTS.values(), *latex._SUBSCRIPTS.values()}
    assert made - set(written) == set()


def test_the_application_finds_the_font(qapp: QApplication) -> None:
    load_fonts()
    load_fonts()
    font = QFont(FAMILY)
    assert QFontInfo(font).family() == FAMILY
    assert all(QFontMetrics(font).inFontUcs4(ord(sign)) for sign in "‖²≤γθη⟨⟩∝λΣ⊤ˆ")


def test_the_font_comes_with_its_licence() -> None:
    assert "Bitstream Vera" in shipped("fonts", "LICENSE_DEJAVU").read_text(encoding="utf-8")
