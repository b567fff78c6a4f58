"""Where something stands on the plane: it hides as little as it can, and moves no further."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSize

from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.views.canvas.free_place import Spots, Surroundings, free_place, places_along

BOX, SIZE, STEP, REACH = QRect(50, 20, 400, 300), QSize(200, 40), 10, 5.0
BOTTOM = QPoint(150, 280)  # in its middle
Places = Sequence[tuple[float, float]]


def found(
    asked: Places,
    points: Places = (),
    line: Places = (),
    arrow: Places = (),
    wanted: QPoint = BOTTOM,
) -> QRect:
    """Return where a box stands among places in pixels."""
    kinds = (Spots(np.array(each).reshape(-1, 2), REACH) for each in (asked, points, line, arrow))
    return QRect(free_place(Surroundings(BOX, *kinds), SIZE, wanted, STEP), SIZE)


def hides(box: QRect, place: tuple[float, float]) -> bool:
    return box.adjusted(-4, -4, 4, 4).contains(QPoint(*map(int, place)))


def test_a_place_that_hides_nothing_is_kept() -> None:
    for wanted in (BOTTOM, QPoint(173, 111)):
        assert found([(60, 30)], [(440, 30)], wanted=wanted).topLeft() == wanted
    assert found([], wanted=QPoint(900, 0)).topLeft() == QPoint(250, 20)  # it stays in the box


def test_a_point_is_not_hidden_and_the_way_from_it_is_short() -> None:
    place = found([], [(250, 300)])
    assert not hides(place, (250, 300))
    assert BOX.contains(place)
    assert place.left() == BOTTOM.x()
    assert place.bottom() == pytest.approx(300 - REACH, abs=STEP)


def test_the_point_that_is_asked_about_counts_more_than_others_and_these_more_than_lines() -> None:
    everywhere = [(x, y) for x in range(60, 450, 20) for y in range(160, 320, 20)]
    upper = [(x, y) for x in range(60, 450, 20) for y in range(20, 160, 20)]
    assert found(everywhere, upper).bottom() < 160
    assert found([], everywhere, upper).bottom() < 160
    assert found([], [], everywhere).bottom() < 160
    assert found([], [], [], everywhere).bottom() < 160
    assert found([], everywhere, everywhere + upper, everywhere + upper).bottom() < 160


def test_where_everything_hides_points_the_fewest_are_hidden() -> None:
    crowd = [(x, y) for x in range(50, 450, 5) for y in range(20, 320, 5) if x > 260 or y % 20 == 0]
    assert found([], crowd).left() <= 60


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
