"""The ring around the control that has the focus: seen, out of the way, and gone with the focus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QMenu,
    QRadioButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from perceptron_gui.views.widgets.focus import FocusRing
from perceptron_gui.views.widgets.theme import LOOKS, Look, accent_of, apply_theme
from tests.views.pixels import shows

RINGED = (QToolButton, QCheckBox, QRadioButton, QSlider)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[QWidget]:
    """A window with one control of each kind, the first of which has the focus."""
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    for kind in RINGED:
        added = kind(window)
        added.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column.addWidget(added)
    apply_theme(qapp, LOOKS["light"].theme)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    apply_theme(qapp, LOOKS["light"].theme)


def control(window: QWidget, kind: type[QWidget]) -> QWidget:
    found = window.findChild(kind)
    assert isinstance(found, kind)
    return found


def rings(window: QWidget) -> list[QWidget]:
    """Return the controls that wear a ring."""
    found = [ring.parentWidget() for ring in window.findChildren(FocusRing) if ring.isVisible()]
    return [each for each in found if each is not None]


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("kind", RINGED)
def test_it_is_seen_in_every_look(
    window: QWidget, qapp: QApplication, kind: type[QWidget], look: Look
) -> None:
    apply_theme(qapp, look.theme, look.scale)
    control(window, kind).setFocus()
    (ring,) = (each for each in window.findChildren(FocusRing) if each.isVisible())
    assert shows(ring, accent_of(look.theme).name())


def test_it_goes_with_the_focus(window: QWidget) -> None:
    for kind in (*RINGED, RINGED[0]):
        control(window, kind).setFocus()
        assert rings(window) == [control(window, kind)]
    control(window, RINGED[0]).clearFocus()
    assert rings(window) == []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert window.findChildren(FocusRing) == []


def test_it_is_as_large_as_its_control_and_lets_clicks_through(window: QWidget) -> None:
    box = control(window, QCheckBox)
    assert isinstance(box, QCheckBox)
    box.setFocus()
    window.resize(500, 400)
    QApplication.processEvents()
    (ring,) = box.findChildren(FocusRing)
    assert ring.size() == box.size()
    place = QPoint(5, box.height() // 2)
    handle = window.windowHandle()
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=box.mapTo(window, place))
    assert box.isChecked()


def test_it_stays_while_a_menu_of_its_control_is_open(window: QWidget, qtbot: QtBot) -> None:
    button = control(window, QToolButton)
    button.setFocus()
    menu = QMenu(button)
    menu.addAction("an entry")
    menu.popup(window.mapToGlobal(window.rect().center()))
    qtbot.waitUntil(menu.isVisible)
    menu.close()
    assert rings(window) == [button]
