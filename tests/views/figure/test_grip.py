"""The grip of a figure: a click exports, a pull drags, and a figure that comes late is not lost.

Without a screen Qt drags nothing, so the tests carry the drag themselves.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDrag, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.views.figure.grip import Corner, FigureGrip
from tests.views.pixels import heard, on_screen

LEFT = Qt.MouseButton.LeftButton
NEAR, FAR = QPoint(8, 8), QPoint(80, 60)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    return on_screen(qtbot, QWidget(), 300, 200)


@pytest.fixture
def dragged() -> list[str]:
    """The texts of the drags that were carried to where they are accepted."""
    return []


@pytest.fixture
def grip(window: QWidget, dragged: list[str]) -> FigureGrip:
    def carry(drag: QDrag) -> Qt.DropAction:
        dragged.append(drag.mimeData().text())
        return Qt.DropAction.CopyAction

    grip = FigureGrip("Loss", window, carry)
    Corner(grip, window)
    grip.show()
    return grip


def figure() -> tuple[QMimeData, QPixmap]:
    data, picture = QMimeData(), QPixmap(400, 300)
    data.setText("a figure")
    picture.fill(Qt.GlobalColor.white)
    return data, picture


def test_a_pull_drags_the_figure_that_was_asked_for_when_it_was_pressed(
    grip: FigureGrip, dragged: list[str], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(grip.figure_requested):
        QTest.mousePress(grip, LEFT, pos=NEAR)
    grip.offer(*figure())
    QTest.mouseMove(grip, NEAR + QPoint(1, 1))
    assert dragged == [], "a hand that trembles does not drag"
    with qtbot.waitSignal(grip.drag_ended) as ended:
        QTest.mouseMove(grip, FAR)
    assert dragged == ["a figure"]
    assert ended.args == [True]
    assert not grip.isDown()
    QTest.mouseRelease(grip, LEFT, pos=FAR)


def test_a_figure_that_comes_late_is_dragged_when_it_comes(
    grip: FigureGrip, dragged: list[str]
) -> None:
    QTest.mousePress(grip, LEFT, pos=NEAR)
    QTest.mouseMove(grip, FAR)
    assert dragged == []
    grip.offer(*figure())
    assert dragged == ["a figure"]
    QTest.mouseRelease(grip, LEFT, pos=FAR)


def test_a_click_is_a_click_and_so_is_the_space_bar(grip: FigureGrip, dragged: list[str]) -> None:
    clicks = heard(grip.clicked)
    QTest.mouseClick(grip, LEFT, pos=NEAR)
    grip.offer(*figure())
    grip.setFocus()
    QTest.keyClick(grip, Qt.Key.Key_Space)
    assert len(clicks) == 2
    assert dragged == []
