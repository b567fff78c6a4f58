"""The grip of a figure: a click exports, a pull drags.

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


def test_a_pull_asks_for_the_figure_and_drags_it_when_it_comes(
    grip: FigureGrip, dragged: list[str], qtbot: QtBot
) -> None:
    QTest.mousePress(grip, LEFT, pos=NEAR)
    with qtbot.assertNotEmitted(grip.figure_requested):
        QTest.mouseMove(grip, NEAR + QPoint(1, 1))  # a hand that trembles
    with qtbot.waitSignal(grip.figure_requested):
        QTest.mouseMove(grip, FAR)
    assert not grip.isDown() and dragged == []
    with qtbot.waitSignal(grip.drag_ended) as ended:
        grip.offer(*figure())
    assert (dragged, ended.args) == (["a figure"], [True])
    QTest.mouseRelease(grip, LEFT, pos=FAR)
    QTest.mousePress(grip, LEFT, pos=NEAR)
    QTest.mouseMove(grip, FAR)
    with qtbot.waitSignal(grip.drag_ended) as ended:
        QTest.mouseRelease(grip, LEFT, pos=FAR)
    grip.offer(*figure())  # too late
    assert (dragged, ended.args) == (["a figure"], [False])


def test_a_click_is_a_click_and_so_is_the_space_bar(grip: FigureGrip, dragged: list[str]) -> None:
    clicks = heard(grip.clicked)
    QTest.mouseClick(grip, LEFT, pos=NEAR)
    grip.offer(*figure())
    grip.setFocus()
    QTest.keyClick(grip, Qt.Key.Key_Space)
    assert len(clicks) == 2
    assert dragged == []
