"""Panels: buttons in their titles that are seen in every theme, explained, and do what they say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.chrome.dock import DockPanel
from perceptron_gui.views.widgets.theme import apply_theme

FLOAT, CLOSE = "qt_dockwidget_floatbutton", "qt_dockwidget_closebutton"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot, qapp: QApplication) -> Iterator[DockPanel]:
    """A panel in a window."""
    apply_theme(qapp, THEMES["light"])
    window = QMainWindow()
    qtbot.addWidget(window)
    panel = DockPanel("loss", "Loss", lambda: QLabel("a plot"), window)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, panel)
    window.show()
    yield panel
    apply_theme(qapp, THEMES["light"])


def button(panel: DockPanel, name: str) -> QAbstractButton:
    found = panel.findChild(QAbstractButton, name)
    assert isinstance(found, QAbstractButton)
    return found


def strongest_color(panel: DockPanel, name: str) -> str:
    """Return the colour of the pixel of a sign that is least transparent."""
    image = button(panel, name).icon().pixmap(16).toImage()
    pixels = [image.pixelColor(x, y) for x in range(16) for y in range(16)]
    return max(pixels, key=QColor.alpha).name()


@pytest.mark.parametrize("name", [FLOAT, CLOSE])
def test_signs_have_the_colour_of_the_letters_in_every_theme(
    name: str, panel: DockPanel, qapp: QApplication
) -> None:
    for theme in THEMES.values():
        apply_theme(qapp, theme)
        assert strongest_color(panel, name) == QColor(theme.text).name()
        assert button(panel, name).toolTip()
    panel.setFloating(True)
    assert strongest_color(panel, name) == QColor(theme.text).name()


def test_its_buttons_float_and_close_it(panel: DockPanel) -> None:
    QTest.mouseClick(button(panel, FLOAT), LEFT)
    assert panel.isFloating()
    QTest.mouseClick(button(panel, FLOAT), LEFT)
    assert not panel.isFloating()
    QTest.mouseClick(button(panel, CLOSE), LEFT)
    assert panel.isHidden()
    panel.toggleViewAction().trigger()
    assert panel.isVisible()
