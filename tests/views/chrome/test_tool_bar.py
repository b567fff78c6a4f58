"""The tool bar: signs in the colours of the theme, words where there is room, menus at the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.chrome.icons import SIGNS, window_icon
from perceptron_gui.views.chrome.tool_bar import ToolStrip
from perceptron_gui.views.widgets.theme import apply_theme

NAMES = ("class.minus", "class.plus", *SIGNS)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[QMainWindow]:
    """A window with every sign in its bar, and a menu."""
    apply_theme(qapp, THEMES["light"])
    window = QMainWindow()
    qtbot.addWidget(window)
    strip = ToolStrip(window)
    for name in NAMES:
        action = QAction(name.title(), window)
        action.setObjectName(name)
        strip.add_group([action])
    strip.add_menu("Data", "Choose points", QMenu(window))
    window.addToolBar(strip)
    window.resize(2000, 200)
    window.show()
    yield window
    apply_theme(qapp, THEMES["light"])


def strip_of(window: QMainWindow) -> ToolStrip:
    strip = window.findChild(ToolStrip)
    assert isinstance(strip, ToolStrip)
    return strip


def button(window: QMainWindow, name: str) -> QToolButton:
    (action,) = (each for each in strip_of(window).actions() if each.objectName() == name)
    found = strip_of(window).widgetForAction(action)
    assert isinstance(found, QToolButton)
    return found


def picture(window: QMainWindow, name: str) -> QImage:
    found = button(window, name)
    return found.icon().pixmap(found.iconSize()).toImage()


def colors(image: QImage) -> set[str]:
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {image.pixelColor(*place).name() for place in places if image.pixelColor(*place).alpha()}


def lower_share(image: QImage) -> float:
    """Return how much of what is drawn lies below the middle."""
    width, height = image.width(), image.height()
    rows = [sum(image.pixelColor(x, y).alpha() for x in range(width)) for y in range(height)]
    upper, lower = sum(rows[: height // 2]), sum(rows[-(height // 2) :])
    return lower / (upper + lower)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_classes_are_their_markers(window: QMainWindow, qapp: QApplication, theme: str) -> None:
    apply_theme(qapp, THEMES[theme])
    strip_of(window).show_theme(THEMES[theme])
    for name, role in (("class.minus", Role.NEGATIVE), ("class.plus", Role.POSITIVE)):
        style = THEMES[theme].style(role)
        assert QColor(style.color).name() in colors(picture(window, name))
    minus, plus = (lower_share(picture(window, f"class.{name}")) for name in ("minus", "plus"))
    assert minus > 0.6  # a triangle
    assert plus == pytest.approx(0.5, abs=0.05)  # a disc


@pytest.mark.parametrize("name", SIGNS)
def test_every_sign_is_there_and_follows_the_theme(
    window: QMainWindow, qapp: QApplication, name: str
) -> None:
    assert QColor(THEMES["light"].text).name() in colors(picture(window, name))
    apply_theme(qapp, THEMES["dark"])
    assert QColor(THEMES["dark"].text).name() in colors(picture(window, name))


def test_signs_grow_with_the_letters(window: QMainWindow, qapp: QApplication) -> None:
    small = button(window, "tool.add").iconSize().height()
    apply_theme(qapp, THEMES["light"], 2.0)
    assert button(window, "tool.add").iconSize().height() >= 1.8 * small


def test_a_narrow_window_has_signs_without_words_and_all_of_them(
    window: QMainWindow, qtbot: QtBot
) -> None:
    style = Qt.ToolButtonStyle
    assert button(window, "tool.add").toolButtonStyle() == style.ToolButtonTextBesideIcon
    window.resize(600, 200)
    assert button(window, "tool.add").toolButtonStyle() == style.ToolButtonIconOnly
    shown = [button(window, name) for name in NAMES]
    qtbot.waitUntil(lambda: all(each.isVisible() for each in shown))
    assert max(each.geometry().right() for each in shown) < 600
    window.resize(2000, 200)
    assert button(window, "tool.add").toolButtonStyle() == style.ToolButtonTextBesideIcon


def test_every_button_has_a_name_a_tip_and_a_place_in_the_tab_order(window: QMainWindow) -> None:
    strip = strip_of(window)
    found = [strip.widgetForAction(action) for action in strip.actions()]
    buttons = [each for each in found if isinstance(each, QToolButton)]
    assert len(buttons) == len(NAMES) + 1
    for each in buttons:
        assert each.accessibleName() or each.text()
        assert each.toolTip()
        assert each.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_picture_of_the_program_has_both_classes(qtbot: QtBot) -> None:
    theme = THEMES["light"]
    seen = colors(window_icon(theme).pixmap(64).toImage())
    for role in (Role.POSITIVE, Role.NEGATIVE):
        assert QColor(theme.style(role).color).name() in seen


def test_buttons_keep_their_distance_when_the_theme_changes(
    window: QMainWindow, qapp: QApplication
) -> None:
    def gaps() -> list[int]:
        places = [button(window, name).geometry() for name in NAMES]
        return [after.left() - before.right() for before, after in pairwise(places)]

    before = gaps()
    apply_theme(qapp, THEMES["dark"])
    qapp.processEvents()
    assert gaps() == before
