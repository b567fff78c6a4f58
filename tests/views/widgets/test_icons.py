"""Icons: every file is of one set, follows the palette in all its states, and is sharp."""

from __future__ import annotations

import gc
import xml.etree.ElementTree as ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication

from perceptron_gui.base.resources import shipped
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.widgets.icons import (
    APPLICATION,
    application_icon,
    icon_names,
    themed_icon,
)
from perceptron_gui.views.widgets.theme import LOOKS, apply_theme, palette_of

NAMES = sorted(icon_names() - {APPLICATION})
OWN = ("currentColor", "none", "#0b5cad", "#ffffff", "#c2184b")
ON, OFF = QIcon.State.On, QIcon.State.Off
NORMAL, DISABLED = QIcon.Mode.Normal, QIcon.Mode.Disabled


def colors(image: QImage) -> set[str]:
    """Return the colours of all pixels that are not transparent at all."""
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    found = (image.pixelColor(*place) for place in places)
    return {color.name() for color in found if color.alpha() == 255}


def drawn(name: str, mode: QIcon.Mode = NORMAL, state: QIcon.State = OFF) -> QImage:
    return themed_icon(name).pixmap(QSize(64, 64), 1.0, mode, state).toImage()


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_a_small_drawing_of_the_same_set(name: str) -> None:
    text = shipped("icons", f"{name}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 24 24" and len(text) < 1500
    assert (root.get("stroke-width"), root.get("stroke-linecap")) == ("1.75", "round")
    painted = {each.get(key) for each in root.iter() for key in ("fill", "stroke")} - {None}
    assert painted <= set(OWN)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", NAMES)
def test_an_icon_has_the_colours_of_the_look(light: QApplication, name: str, look: str) -> None:
    theme = LOOKS[look].theme
    icon = themed_icon(name)  # made before the look is chosen
    apply_theme(light, theme)
    palette = palette_of(theme)
    known = {
        palette.color(role).name()
        for role in (
            QPalette.ColorRole.WindowText,
            QPalette.ColorRole.Highlight,
            QPalette.ColorRole.HighlightedText,
            QPalette.ColorRole.BrightText,
        )
    }
    image = icon.pixmap(QSize(64, 64)).toImage()
    assert colors(image) & known
    assert not colors(image) & ({"#000000", "#ffffff"} - known)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_on_has_the_accent_and_what_is_disabled_is_pale(
    light: QApplication, name: str
) -> None:
    palette = palette_of(THEMES["light"])
    assert palette.color(QPalette.ColorRole.Highlight).name() in colors(drawn(name, NORMAL, ON))
    pale = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText)
    found = colors(drawn(name, DISABLED))
    assert pale.name() in found
    assert palette.color(QPalette.ColorRole.WindowText).name() not in found


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_an_icon_is_as_sharp_as_the_screen(light: QApplication, ratio: float) -> None:
    picture = themed_icon("tool.move").pixmap(QSize(20, 20), ratio, NORMAL, OFF)
    assert picture.size() == QSize(20, 20) * ratio
    assert picture.devicePixelRatio() == ratio


def test_an_icon_that_qt_copies_is_still_drawn(light: QApplication) -> None:
    icon = themed_icon("tool.move")
    copy = QIcon(icon)
    copy.setIsMask(True)  # which makes Qt copy what draws it
    del icon
    gc.collect()
    assert colors(copy.pixmap(QSize(32, 32)).toImage())
    del copy
    gc.collect()


def test_the_icon_of_the_program_has_both_classes(light: QApplication) -> None:
    seen = colors(application_icon().pixmap(QSize(64, 64)).toImage())
    for role in (Role.POSITIVE, Role.NEGATIVE):
        wanted = QColor(THEMES["light"].style(role).color).hue()
        assert any(abs(QColor(each).hue() - wanted) < 15 for each in seen)
