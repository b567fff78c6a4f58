"""The frame of the window: the tool bar, panels with their buttons, and the read-out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMenu,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.chrome.dock import DockPanel
from perceptron_gui.views.chrome.status import ReadOut
from perceptron_gui.views.chrome.tool_bar import ToolStrip
from perceptron_gui.views.widgets.icons import icon_names, themed_icon
from perceptron_gui.views.widgets.theme import LOOKS, apply_theme
from tests.views.pixels import check_reachable, on_screen

DRAWN = sorted(name for name in icon_names() if name.startswith(("tool.", "points.", "edit.")))
NAMES = ("tool.minus", "tool.plus", *DRAWN)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, light: QApplication) -> QMainWindow:
    """A window with every icon in its bar, and a menu."""
    window = QMainWindow()
    strip, actions = ToolStrip(window), []
    for name in NAMES:
        action = QAction(name.title(), window)
        action.setObjectName(name)
        if name in DRAWN:
            action.setIcon(themed_icon(name))
        actions.append(action)
    strip.add_actions(actions)
    strip.show_theme(THEMES["light"])
    strip.add_menu("Data", "Choose points", QMenu(window))
    window.addToolBar(strip)
    return on_screen(qtbot, window, 2000, 200)


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


def test_classes_have_the_colours_of_their_markers(window: QMainWindow, qapp: QApplication) -> None:
    apply_theme(qapp, THEMES["dark"])
    strip_of(window).show_theme(THEMES["dark"])
    for name, role in (("tool.minus", Role.NEGATIVE), ("tool.plus", Role.POSITIVE)):
        assert QColor(THEMES["dark"].style(role).color).name() in colors(picture(window, name))


def test_icons_grow_with_the_letters(window: QMainWindow, qapp: QApplication) -> None:
    small = button(window, "tool.move").iconSize().height()
    apply_theme(qapp, THEMES["light"], 2.0)
    assert button(window, "tool.move").iconSize().height() >= 1.8 * small


def test_every_button_has_a_name_a_tip_and_a_place_in_the_tab_order(window: QMainWindow) -> None:
    strip = strip_of(window)
    found = [strip.widgetForAction(action) for action in strip.actions()]
    buttons = [each for each in found if isinstance(each, QToolButton)]
    assert len(buttons) == len(NAMES) + 1
    check_reachable(*buttons)


@pytest.fixture
def panel(window: QMainWindow) -> DockPanel:
    """A panel in a window."""
    panel = DockPanel("loss", "Loss", lambda: QLabel("a plot"), window)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, panel)
    return panel


def test_buttons_of_a_title_follow_the_theme_docked_and_floating(
    panel: DockPanel, qapp: QApplication
) -> None:
    for name, look in LOOKS.items():
        theme = look.theme
        panel.setFloating(name == "dark")
        apply_theme(qapp, theme)
        for button in panel.bar.findChildren(QToolButton):
            assert QColor(theme.text).name() in colors(button.icon().pixmap(16).toImage())
            assert button.toolTip() and button.accessibleName()


def test_its_button_closes_it(panel: DockPanel) -> None:
    QTest.mouseClick(panel.close_button, LEFT)
    assert panel.isHidden()
    panel.toggleViewAction().trigger()
    assert panel.isVisible()


def test_a_title_without_room_ends_in_an_ellipsis(panel: DockPanel) -> None:
    panel.show_heading("Visit 12, epoch 3, point 4, and more than there is room for")
    panel.title.resize(80, 20)
    assert panel.title.is_cut and panel.title.text().endswith("…")
    panel.show_heading("")
    assert panel.title.text() == panel.windowTitle()


@pytest.fixture
def read_out(qtbot: QtBot) -> Iterator[ReadOut]:
    """A read-out in a window."""
    window = on_screen(qtbot, QWidget(), 1024, 700)
    read_out = ReadOut(window)
    read_out.resize(600, 24)
    read_out.show()
    yield read_out


def test_the_pointer_is_told_with_its_score(read_out: ReadOut) -> None:
    read_out.show_place((0.5, -0.25), -1.0)
    assert read_out.text() == "(0.5, −0.25)   s = −1"
    read_out.show_place((-0.0, 1e6), None)
    assert read_out.text() == "(0, 1e+06)"


def test_tips_come_before_places_and_places_before_hints(read_out: ReadOut) -> None:
    read_out.show_hint("Click to add a point.")
    assert read_out.text() == "Click to add a point."
    read_out.show_place((1.0, 2.0), 3.0)
    assert read_out.text().startswith("(1, 2)")
    read_out.show_tip("Play or pause")
    assert read_out.text() == "Play or pause"
    read_out.show_tip("")
    read_out.show_place(None, None)
    assert read_out.text() == "Click to add a point."


def test_a_long_hint_loses_whole_sentences_and_its_tip_has_all_of_it(read_out: ReadOut) -> None:
    clauses = [
        "Click to add a point, right click or Shift for the other class.",
        "Drag it",
        "Or not.",
    ]
    hint = f"{clauses[0]} {clauses[1]}; {clauses[2]}"
    read_out.show_hint(hint)
    metrics = read_out.fontMetrics()
    for shown in (clauses[0], f"{clauses[0]} {clauses[1]}", hint):
        room = metrics.horizontalAdvance(f"{shown}m") + metrics.height()
        read_out.resize(room, 24)
        assert read_out.text() == shown
        assert read_out.toolTip() == hint
    read_out.resize(metrics.horizontalAdvance(clauses[0]), 24)
    assert read_out.text() == ""


def test_there_is_always_room_for_a_place(read_out: ReadOut) -> None:
    read_out.resize(read_out.minimumWidth(), 24)
    read_out.show_place((-0.1234, -0.1234), -0.1234)
    assert not read_out.text().endswith("…")
