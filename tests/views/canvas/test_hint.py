"""The first hint: in the middle of the canvas, in as many lines as it needs, gone at first use."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.views.canvas.hint import FirstHint


@pytest.fixture
def canvas(qtbot: QtBot) -> QWidget:
    canvas = QWidget()
    qtbot.addWidget(canvas)
    canvas.resize(800, 500)
    canvas.show()
    return canvas


@pytest.fixture
def hint(canvas: QWidget) -> FirstHint:
    hint = FirstHint(canvas)
    assert not hint.isVisible()
    hint.show_hint()
    return hint


def test_it_tells_what_to_press_in_one_line(hint: FirstHint) -> None:
    assert "Space" in hint.text() and "F1" in hint.text()
    assert hint.isVisible()
    assert hint.height() < 3 * hint.fontMetrics().height()


def test_it_stays_in_the_middle_and_inside(canvas: QWidget, hint: FirstHint) -> None:
    for width in (800, 300, 1000):
        canvas.resize(width, 400)
        assert canvas.rect().contains(hint.geometry())
        assert abs(hint.geometry().center().x() - width // 2) <= 1
    assert not hint.wordWrap()


def test_a_click_goes_through_it_and_takes_it_away(canvas: QWidget, hint: FirstHint) -> None:
    assert canvas.childAt(hint.geometry().center()) is None
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=hint.geometry().center())
    assert not hint.isVisible()


def test_a_key_takes_it_away(canvas: QWidget, hint: FirstHint) -> None:
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert not hint.isVisible()
