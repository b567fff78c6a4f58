"""How the window looks: room for the canvas, panels that come back, letters, tips."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.app.look_windows import FIRST, Open, are_tabs, panels


class Shown(QObject):
    """Writes down the windows of the desktop in the order in which they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the name of a window."""
        is_shown = event.type() == QEvent.Type.Show
        if is_shown and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(watched.objectName())
        return False


def test_the_canvas_has_more_than_half_of_the_window(open_at: Open) -> None:
    window = open_at(1280, 800)
    assert panels(window) == FIRST
    assert window.canvas.width() >= 0.55 * 1280
    assert open_at(1920, 1080, name="other").canvas.width() >= 0.55 * 1920


@pytest.mark.parametrize("look", ["light", "projector"])
def test_a_small_window_begins_without_panels_at_the_left(open_at: Open, look: str) -> None:
    window = open_at(1024, 700, look)
    assert panels(window) == ["explanation", "loss", "norms"]
    assert window.width() == 1024 and window.height() == 700
    assert window.canvas.width() >= 0.55 * 1024
    assert are_tabs(window, "norms", "loss")
    assert window.plots["norms"].height() >= 0.25 * 700


@pytest.mark.parametrize(
    ("look", "size"),
    [("light", (1024, 700)), ("projector", (1024, 700)), ("projector", (1280, 800))],
)
def test_the_verdict_is_always_read(
    open_at: Open, qtbot: QtBot, look: str, size: tuple[int, int]
) -> None:
    window = open_at(*size, look)
    qtbot.waitUntil(
        lambda: "separable" in window.status.text() and "k ≤ 51" in window.status.text()
    )
    assert "…" not in window.status.text()


def test_at_first_the_keyboard_is_on_the_canvas_and_a_hint_tells_of_keys(open_at: Open) -> None:
    window = open_at(1280, 800)
    assert window.focusWidget() is window.canvas
    assert window.hint.isVisible()
    window.trigger("play.forward")
    assert not window.hint.isVisible()
    window.close()
    assert not open_at(1280, 800).hint.isVisible()


def test_panels_float_close_and_come_back_as_they_were(open_at: Open) -> None:
    window = open_at(1280, 800)
    window.docks["loss"].setFloating(True)
    window.docks["explanation"].close()
    window.docks["neuron"].show()
    opened = panels(window)
    window.close()
    again = open_at(1280, 800)
    assert panels(again) == opened == sorted({*FIRST, "neuron"} - {"explanation"})
    assert again.docks["loss"].isFloating()
    again.trigger("view.reset")
    assert panels(again) == FIRST
    assert not again.docks["loss"].isFloating()


def test_panels_that_float_come_back_in_front_of_the_window(
    open_at: Open, qapp: QApplication
) -> None:
    window = open_at(1280, 800)
    window.docks["loss"].setFloating(True)
    window.close()
    shown = Shown()
    qapp.installEventFilter(shown)
    again = open_at(1280, 800)
    qapp.removeEventFilter(shown)
    assert again.focusWidget() is again.canvas
    assert shown.names[-2:] == ["main", "loss"]


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_one_panel_more_comes_in_front_of_another_and_takes_no_room(
    open_at: Open, size: tuple[int, int]
) -> None:
    window = open_at(*size)
    before = window.plots["loss"].height() if size[0] == 1280 else 0
    for name in ("neuron", "agreement"):
        window.docks[name].toggleViewAction().trigger()
        QApplication.processEvents()
        assert are_tabs(window, "loss", name)
        assert name in window.describe()["panels"]
        assert window.plots[name].height() >= 0.75 * before
    assert (window.width(), window.height()) == size


def test_other_letters_arrange_the_panels_anew(open_at: Open) -> None:
    window = open_at(1280, 800)
    window.trigger("theme.projector")
    assert panels(window) == ["explanation", "loss", "norms"]
    assert are_tabs(window, "norms", "loss")
    window.trigger("theme.light")
    assert panels(window) == FIRST
    assert not are_tabs(window, "norms", "loss")


def test_panels_that_somebody_has_moved_stay_where_they_are(open_at: Open) -> None:
    window = open_at(1280, 800)
    window.docks["loss"].close()
    opened = panels(window)
    for action in ("theme.projector", "view.larger", "theme.light", "view.normal"):
        window.trigger(action)
        assert panels(window) == opened


def test_large_letters_do_not_push_the_status_off_a_small_screen(open_at: Open) -> None:
    window = open_at(1004, 645)
    for _ in range(7):
        window.trigger("view.larger")
        QApplication.processEvents()
        assert (window.width(), window.height()) == (1004, 645)


def test_letters_grow_and_shrink_everywhere(open_at: Open) -> None:
    window = open_at(1280, 800)
    parts = (window.bar, window.rules, window.explanation, window.transport, window.status)
    usual = window.font().pointSizeF()
    for action, factor in (("larger", 1.15), ("normal", 1.0), ("smaller", 1 / 1.15)):
        window.trigger(f"view.{action}")
        for part in (*parts, window.menuBar(), *window.docks.values()):
            assert part.font().pointSizeF() == pytest.approx(factor * usual, abs=0.01)


def test_what_a_button_does_is_told_beside_the_status(open_at: Open) -> None:
    window = open_at(1280, 800)
    QApplication.sendEvent(window, QStatusTipEvent("Play or pause"))
    assert window.read_out.words == "Play or pause"
    assert window.status.isVisible()
    QApplication.sendEvent(window, QStatusTipEvent(""))
    assert window.read_out.words != "Play or pause"


def test_the_tab_key_goes_from_the_canvas_over_panels_and_transport_to_the_bar(
    open_at: Open,
) -> None:
    window = open_at(1280, 800)
    parts = (window.rules, window.table, window.explanation, window.transport, window.bar)
    visited: list[QWidget] = []
    at = window.canvas.nextInFocusChain()
    while at is not None and at is not window.canvas:
        is_stop = bool(at.focusPolicy() & Qt.FocusPolicy.TabFocus)
        inside = [part for part in parts if part.isAncestorOf(at)]
        if is_stop and inside and inside[0] not in visited[-1:]:
            visited.append(inside[0])
        at = at.nextInFocusChain()
    assert visited == list(parts)


def test_the_tab_key_brings_a_panel_behind_another_to_the_front(
    open_at: Open, qtbot: QtBot
) -> None:
    window = open_at(1280, 800)
    rules, points = window.docks["rules"], window.docks["points"]
    assert points.visibleRegion().isEmpty()
    window.rules.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(40):
        if window.table.isAncestorOf(window.focusWidget()):
            break
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not points.visibleRegion().isEmpty())
    assert rules.visibleRegion().isEmpty()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: not rules.visibleRegion().isEmpty())


def test_a_window_that_comes_back_leaves_panels_where_they_are(open_at: Open, qtbot: QtBot) -> None:
    window = open_at(1280, 800)
    rules, points = window.docks["rules"], window.docks["points"]
    points.raise_()
    window.table.view.setFocus()
    rules.raise_()
    qtbot.waitUntil(lambda: points.visibleRegion().isEmpty())
    box = QDialog(window)
    QLineEdit(box)
    for shown in (box, window):
        with qtbot.waitActive(shown):
            shown.show()
            shown.activateWindow()
    assert QApplication.focusWidget() is window.table.view
    QApplication.processEvents()
    assert points.visibleRegion().isEmpty()


def test_the_tab_key_stops_only_at_what_has_a_name(open_at: Open) -> None:
    window = open_at(1280, 800)
    window.canvas.setFocus()
    stops = []
    for _ in range(80):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        stops.append(window.focusWidget())
        assert stops[-1].accessibleName() or stops[-1].property("text"), stops[-1]
    assert window.canvas in stops
