"""Where something stands on the plane: it hides as little as it can, and moves no further."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.canvas.overlay import FirstHint, Surroundings, places_along
from tests.views.pixels import on_screen

BOX, SIZE = QRect(50, 20, 400, 300), QSize(200, 40)
BOTTOM = 0.5, 1.0  # in its middle
EVERYWHERE = [(x, y) for x in range(60, 450, 20) for y in range(100, 320, 20)]
UPPER = [(x, y) for x in range(60, 450, 20) for y in range(20, 100, 20)]
Places = Sequence[tuple[float, float]]


def found(*kinds: Places, wanted: tuple[float, float] = BOTTOM) -> QRect:
    """Return where a box stands among places in pixels."""
    around = Surroundings(BOX, tuple(np.array(each).reshape(-1, 2) for each in kinds), 5.0)
    return QRect(around.corner(SIZE, around.free_place(SIZE, wanted)), SIZE)


def test_a_place_that_hides_nothing_is_kept_and_one_that_does_is_left_for_the_nearest() -> None:
    assert found([(60, 30)], [(440, 30)]).topLeft() == QPoint(150, 280)
    assert found([(60, 30)], wanted=(0.3, 0.4)).topLeft() == QPoint(110, 124)
    for kind in range(3):
        place = found(*([] for _ in range(kind)), [(240, 300)])
        assert BOX.contains(place) and not place.contains(240, 300)
        assert place.bottom() == BOX.bottom() or place.left() == 150


def test_points_that_are_asked_about_count_more_than_others_and_these_more_than_lines() -> None:
    assert found(EVERYWHERE, UPPER).bottom() < 100
    assert found([], EVERYWHERE, UPPER).bottom() < 100
    assert found([], UPPER, EVERYWHERE).bottom() > 100


def test_places_on_marks_are_their_points_or_lie_along_them() -> None:
    dots = Dots("asked", Role.VISITED, np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    assert places_along(dots).tolist() == [[1, 3], [2, 4]]
    for mark in (
        Line("line", Role.BOUNDARY, np.array([0.0, 1.0, 3.0]), np.array([0.0, 2.0, 6.0])),
        Arrow("weights", Role.WEIGHTS, 0.0, 0.0, 3.0, 6.0),
    ):
        x, y = places_along(mark).T
        assert (x.min(), x.max()) == (0, 3)
        assert y == pytest.approx(2 * x)
        assert np.diff(np.sort(x)).max() < 0.05
    assert places_along(Text("name", Role.WEIGHTS, 0.0, 0.0, "w")).shape == (0, 2)


def test_the_first_hint_stays_in_the_middle_lets_clicks_through_and_goes(qtbot: QtBot) -> None:
    canvas = on_screen(qtbot, Canvas(), 800, 500)
    hint = FirstHint(canvas)
    assert not hint.isVisible()
    hint.show()
    assert "Space" in hint.text() and "F1" in hint.text()
    assert hint.isVisible()
    assert hint.height() < 3 * hint.fontMetrics().height()
    for width in (800, 300, 1000):
        canvas.resize(width, 400)
        assert canvas.room().contains(hint.geometry())
        assert abs(hint.geometry().center().x() - canvas.room().center().x()) <= 1
    assert not hint.wordWrap()
    assert canvas.childAt(hint.geometry().center()) is None
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=hint.geometry().center())
    assert not hint.isVisible()
    hint.show()
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert not hint.isVisible()
