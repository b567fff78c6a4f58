"""The palette of the application: everything can be read in every look."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor
from PySide6.QtGui import QPalette as Palette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from perceptron_gui.views.widgets.theme import FAMILY, LOOKS, Look, apply_theme, palette_of
from tests.figures.colour import contrast
from tests.views.pixels import shows

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


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, as it was before afterwards."""
    font, palette, style = qapp.font(), qapp.palette(), qapp.style().name()
    yield qapp
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize(("text", "ground"), READ)
def test_words_can_be_read(look: Look, text: Palette.ColorRole, ground: Palette.ColorRole) -> None:
    palette = palette_of(look.theme)
    assert contrast(palette.color(text).name(), palette.color(ground).name()) >= 4.5


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_focus_and_what_is_chosen_stand_out(look: Look) -> None:
    palette = palette_of(look.theme)
    for ground in (Role.Window, Role.Base, Role.Button):
        assert contrast(palette.color(Role.Highlight).name(), palette.color(ground).name()) >= 3


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_what_is_disabled_looks_so(look: Look) -> None:
    palette = palette_of(look.theme)
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        assert palette.color(Group.Disabled, role) != palette.color(Group.Active, role)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_application_takes_a_look(app: QApplication, qtbot: QtBot, look: Look) -> None:
    apply_theme(app, look.theme, look.scale)
    label = QLabel("seen")
    qtbot.addWidget(label)
    assert shows(label, palette_of(look.theme).color(Role.Window).name())
    assert label.font().family() == FAMILY
    assert label.font().pointSizeF() == pytest.approx(10 * look.scale)
    assert app.style().name() == "fusion"


def test_widgets_that_are_there_follow_at_once(app: QApplication, qtbot: QtBot) -> None:
    apply_theme(app, LOOKS["light"].theme)
    label = QLabel("seen")
    qtbot.addWidget(label)
    look = LOOKS["dark"]
    apply_theme(app, look.theme, 2.0)
    assert label.palette().color(Role.WindowText).name() == QColor(look.theme.text).name()
    assert label.font().pointSizeF() == pytest.approx(20)


def test_a_projector_shows_larger_letters_on_white() -> None:
    assert LOOKS["projector"].scale > LOOKS["light"].scale
    assert LOOKS["projector"].theme is LOOKS["light"].theme
