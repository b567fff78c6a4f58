"""Looks, fonts, the ring around the focus, and the pages in the middle of the window."""

from __future__ import annotations

import string
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QRawFont
from PySide6.QtGui import QPalette as Palette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QRadioButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from perceptron_gui.base import latex
from perceptron_gui.base.resources import shipped
from perceptron_gui.views.widgets.stage import PageStack
from perceptron_gui.views.widgets.theme import (
    FAMILY,
    FILES,
    LOOKS,
    MATHEMATICAL,
    Look,
    apply_theme,
    load_fonts,
    palette_of,
)
from tests.figures.colour import contrast
from tests.views.pixels import heard, on_screen, shows

Role, Group = Palette.ColorRole, Palette.ColorGroup
# What is written, and what it is written on.
READ = [
    (Role.WindowText, Role.Window),
    (Role.Text, Role.Base),
    (Role.Text, Role.AlternateBase),
    (Role.ButtonText, Role.Button),
    (Role.ToolTipText, Role.ToolTipBase),
    (Role.HighlightedText, Role.Highlight),
    (Role.PlaceholderText, Role.Base),
    (Role.Link, Role.Base),
]
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
    r"\angle \partial \ell \{ \} \cos \sin \max \min \ln \log \exp \%",
    "x_0 x_1 x_2 x_3 x_4 x_5 x_6 x_7 x_8 x_9 x_+ x_- x_{=} x_{()}",
    " ".join(f"w^{letter}" for letter in string.ascii_lowercase),
    " ".join(f"w_{letter}" for letter in string.ascii_lowercase),
    r"\hat{w} \hat{y} \hat{a} \hat{x} \hat{\theta} \hat{\gamma}",
    *LETTERS,
]
RINGED = (QToolButton, QCheckBox, QRadioButton, QSlider)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize(("text", "ground"), READ)
def test_words_can_be_read(look: Look, text: Palette.ColorRole, ground: Palette.ColorRole) -> None:
    palette = palette_of(look.theme)
    assert contrast(palette.color(text).name(), palette.color(ground).name()) >= 4.5


def test_frames_are_as_bright_as_letters_in_the_look_of_contrasts() -> None:
    palette = palette_of(LOOKS["contrast"].theme)
    assert palette.color(Role.Window) == palette.color(Role.Base)  # as dark as the page
    assert palette.color(Role.Mid) == palette.color(Role.Text)  # frames are seen


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_focus_and_choice_stand_out_and_what_is_disabled_looks_so(look: Look) -> None:
    palette = palette_of(look.theme)
    for ground in (Role.Window, Role.Base, Role.Button):
        assert contrast(palette.color(Role.Highlight).name(), palette.color(ground).name()) >= 3
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        assert palette.color(Group.Disabled, role) != palette.color(Group.Active, role)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_application_takes_a_look(light: QApplication, qtbot: QtBot, look: Look) -> None:
    label = QLabel("seen")  # made before, which follows at once
    qtbot.addWidget(label)
    apply_theme(light, look.theme, look.scale)
    assert label.palette().color(Role.WindowText).name() == QColor(look.theme.text).name()
    assert shows(label, palette_of(look.theme).color(Role.Window).name())
    assert label.font().family() == FAMILY
    assert label.font().pointSizeF() == pytest.approx(10 * look.scale)
    assert f"background: {look.theme.background}" in light.styleSheet()


def test_a_projector_shows_larger_letters() -> None:
    assert LOOKS["projector"].scale > LOOKS["light"].scale
    assert LOOKS["projector"].theme is LOOKS["light"].theme


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("DejaVu")])
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
    assert [sign for sign in made if sign not in written] == []


def test_the_application_finds_the_font(qapp: QApplication) -> None:
    load_fonts()
    load_fonts()
    font = QFont(FAMILY)
    assert QFontInfo(font).family() == FAMILY
    assert [each.lower() for each in QFont.substitutes(FAMILY)] == [MATHEMATICAL.lower()]


@pytest.mark.parametrize(("name", "words"), [("DEJAVU", "Bitstream Vera"), ("INTER", "SIL")])
def test_the_fonts_come_with_their_licences(name: str, words: str) -> None:
    assert words in shipped("fonts", f"LICENSE_{name}").read_text(encoding="utf-8")


@pytest.fixture
def window(qtbot: QtBot, light: QApplication) -> QWidget:
    """A window with one control of each kind, the first of which has the focus."""
    window = QWidget()
    column = QVBoxLayout(window)
    for kind in RINGED:
        added = kind(window)
        added.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if isinstance(added, QSlider):
            added.setOrientation(Qt.Orientation.Horizontal)
        column.addWidget(added)
    return on_screen(qtbot, window, 400, 300, active=True)


def control(window: QWidget, kind: type[QWidget]) -> QWidget:
    found = window.findChild(kind)
    assert isinstance(found, kind)
    return found


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("kind", RINGED)
def test_the_focus_is_seen_in_every_look(
    window: QWidget, qapp: QApplication, kind: type[QWidget], look: Look
) -> None:
    apply_theme(qapp, look.theme, look.scale)
    part, accent = control(window, kind), palette_of(look.theme).color(Role.Highlight).name()
    part.clearFocus()
    without = part.grab().toImage()
    part.setFocus()
    assert part.grab().toImage() != without
    assert shows(part, accent) or kind is QSlider  # whose handle has it anyway


@pytest.fixture
def stage(qtbot: QtBot) -> PageStack:
    made = PageStack()
    for name in ("plane", "arena", "orders"):
        made.add_page(name, partial(QLabel, f"page {name}"))
    return on_screen(qtbot, made, 400, 300)


def pages_made(stage: PageStack) -> list[str]:
    """Return the words of the pages that were made."""
    return [label.text() for label in stage.findChildren(QLabel) if label.text()]


def test_a_page_is_made_once_when_it_is_first_shown(stage: PageStack) -> None:
    assert stage.shown == "plane"
    assert pages_made(stage) == ["page plane"]
    changes = heard(stage.page_changed)
    for name in ("orders", "orders", "plane", "orders"):
        stage.show_page(name)
        assert stage.shown == name
    assert changes == ["orders", "plane", "orders"]
    assert pages_made(stage) == ["page plane", "page orders"]
