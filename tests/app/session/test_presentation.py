"""Presenting: what a class sees, how it is left, and panels that come back as they were."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.look_windows import FIRST, Open, panels, program_of, sizes

ESCAPE = Qt.Key.Key_Escape


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
    qtbot.waitUntil(lambda: sizes(window) == before)


def test_panels_have_the_sizes_of_before_though_the_desktop_takes_its_time(
    open_at: Open, qtbot: QtBot
) -> None:
    window = open_at(1280, 800)
    norms, first = window.docks["norms"], sizes(window)
    window.resizeDocks([norms], [260], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: sizes(window) != first)
    before = sizes(window)
    for _ in range(2):
        window.trigger("view.presentation")
        qtbot.waitUntil(lambda: norms.width() == round(0.3 * window.width()))
        window.trigger("view.presentation")
        window.resize(1900, 1000)  # as a desktop does on the way
        QApplication.processEvents()
        window.resize(1280, 800)
        qtbot.waitUntil(lambda: sizes(window) == before)


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
