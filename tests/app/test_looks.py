"""How the window looks: room for the canvas, panels that come back, letters, presentation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.app.application import make_window
from perceptron_gui.app.main_window import MainWindow
from perceptron_gui.app.program import Program
from perceptron_gui.app.settings import Settings
from perceptron_gui.figures.theme import THEMES
from perceptron_gui.views.qt_theme import apply_theme

from .fake_dialogs import FakeDialogs

Open = Callable[..., MainWindow]
FIRST = ["explanation", "loss", "norms", "points", "rules"]
ESCAPE = Qt.Key.Key_Escape


def program_of(window: MainWindow) -> Program:
    assert isinstance(window.program, Program)
    return window.program


def panels(window: MainWindow) -> list[str]:
    """Return the panels that are open, in front or behind others."""
    return sorted(name for name, dock in window.docks.items() if not dock.isHidden())


def sizes(window: MainWindow) -> dict[str, tuple[int, int]]:
    shown = panels(window)
    return {name: window.docks[name].size().toTuple() for name in shown}


def are_tabs(window: MainWindow, one: str, other: str) -> bool:
    return window.docks[other] in window.tabifiedDockWidgets(window.docks[one])


@pytest.fixture
def open_at(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens AND in a size and a look; a name is whose settings are used."""
    windows: list[MainWindow] = []

    def open_it(width: int, height: int, look: str = "", name: str = "someone") -> MainWindow:
        settings = Settings(tmp_path / f"{name}.ini")
        if look:
            settings.theme = look
        window = make_window(
            ["and"], dialogs=FakeDialogs(), settings=settings, recovery_folder=tmp_path / name
        )
        windows.append(window)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        lesson = program_of(window).lesson
        qtbot.waitUntil(lambda: lesson.run is not None and lesson.run.is_over, timeout=20_000)
        return window

    yield open_it
    for window in windows:
        window.close()
        window.deleteLater()
    apply_theme(qapp, THEMES["light"])


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
    assert are_tabs(window, "norms", "loss") == (look == "projector")


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
    assert panels(again) == opened == ["loss", "neuron", "norms", "points", "rules"]
    assert again.docks["loss"].isFloating()
    again.trigger("view.reset")
    assert panels(again) == FIRST
    assert not again.docks["loss"].isFloating()


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


def test_letters_grow_and_shrink_everywhere(open_at: Open) -> None:
    window = open_at(1280, 800)
    parts = (window.bar, window.rules, window.explanation, window.transport, window.status)
    usual = window.font().pointSizeF()
    for action, factor in (("larger", 1.15), ("normal", 1.0), ("smaller", 1 / 1.15)):
        window.trigger(f"view.{action}")
        for part in (*parts, window.menuBar(), *window.docks.values()):
            assert part.font().pointSizeF() == pytest.approx(factor * usual, abs=0.01)


def test_a_presentation_leaves_the_canvas_the_norms_and_the_transport(
    open_at: Open, qtbot: QtBot
) -> None:
    window = open_at(1280, 800)
    before, ink = sizes(window), window.canvas.scene().scale
    window.trigger("view.presentation")
    qtbot.waitUntil(window.isFullScreen)
    assert panels(window) == ["norms"]
    assert not window.menuBar().isVisible() and not window.bar.isVisible()
    assert window.canvas.isVisible() and window.transport.isVisible()
    qtbot.waitUntil(lambda: "separable" in window.status.text())
    assert window.canvas.scene().scale == pytest.approx(1.4 * ink)
    QTest.keyClick(window.canvas, ESCAPE)
    qtbot.waitUntil(lambda: not window.isFullScreen())
    window.resize(1280, 800)
    assert panels(window) == FIRST
    assert window.menuBar().isVisible() and window.bar.isVisible()
    assert not window.actions_by_id.by_id["view.presentation"].isChecked()
    qtbot.waitUntil(lambda: sizes(window)["rules"][0] == before["rules"][0])


def test_escape_ends_a_selection_before_it_ends_a_presentation(open_at: Open, qtbot: QtBot) -> None:
    window = open_at(1280, 800)
    window.trigger("view.presentation")
    window.trigger("edit.select_all")
    QTest.keyClick(window.canvas, ESCAPE)
    assert program_of(window).looks.is_presenting
    QTest.keyClick(window.canvas, ESCAPE)
    assert not program_of(window).looks.is_presenting
    QTest.keyClick(window.canvas, ESCAPE)  # which has nothing more to end


def test_closing_a_presentation_keeps_the_panels_of_before(open_at: Open) -> None:
    window = open_at(1280, 800)
    window.trigger("view.presentation")
    window.close()
    assert panels(open_at(1280, 800)) == FIRST


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
