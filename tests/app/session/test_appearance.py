"""How the window looks: room for the canvas, panels that come back, keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.app.window.window import MainWindow
from tests.app.person import Person
from tests.app.windows import OpenWindow


def are_tabs(window: MainWindow, one: str, other: str) -> bool:
    return window.docks[other] in window.tabifiedDockWidgets(window.docks[one])


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_one_panel_more_takes_no_room(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window(size=size).window
    for name in ("neuron", "agreement"):
        window.docks[name].toggleViewAction().trigger()
        QApplication.processEvents()
        assert any(are_tabs(window, other, name) for other in ("norms", "loss"))
        assert name in window.describe()["panels"]
    assert (window.width(), window.height()) == size


def test_what_a_button_does_is_told_beside_the_status(person: Person) -> None:
    window = person.window
    QApplication.sendEvent(window, QStatusTipEvent("Play or pause"))
    assert window.foot.read_out.words == "Play or pause"
    assert window.foot.status.isVisible()
    QApplication.sendEvent(window, QStatusTipEvent(""))
    assert window.foot.read_out.words != "Play or pause"


def test_the_tab_key_goes_over_panels_and_transport_to_the_bar(person: Person) -> None:
    window = person.window
    for name in ("rules", "points"):
        person.open_panel(name)
    panels_and_transport = (window.rules, window.table, window.explanation, window.transport)
    parts = (*panels_and_transport, window.nav, window.rule_bar)
    visited: list[QWidget] = []
    at = window.canvas.nextInFocusChain()
    while at is not None and at is not window.canvas:
        is_stop = bool(at.focusPolicy() & Qt.FocusPolicy.TabFocus)
        inside = [part for part in parts if part.isAncestorOf(at)]
        if is_stop and inside and inside[0] not in visited[-1:]:
            visited.append(inside[0])
        at = at.nextInFocusChain()
    assert visited == list(parts)


def test_the_tab_key_brings_a_panel_behind_another_to_the_front(person: Person) -> None:
    window = person.window
    rules, points = window.docks["rules"], window.docks["points"]
    for name in ("points", "rules"):
        person.open_panel(name)
    assert points.visibleRegion().isEmpty()
    window.rules.lines.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(40):
        if window.table.isAncestorOf(window.focusWidget()):
            break
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    person.wait_until(lambda: not points.visibleRegion().isEmpty())
    assert rules.visibleRegion().isEmpty()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    person.wait_until(lambda: not rules.visibleRegion().isEmpty())
