"""Markers: their sizes on a plane, and that they are painted wherever memory puts them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.paint.markers import Marker, plane_scale

SIZE, SCALE = 7.25, 1.3  # of the style of a point, and pixels a point


@pytest.mark.parametrize("height", [300, 435, 600])
def test_a_marker_is_a_thirtieth_of_the_height_of_its_plane(height: float) -> None:
    assert SIZE * plane_scale(SCALE, height) == pytest.approx(height / 30)


def test_a_marker_is_neither_tiny_nor_huge() -> None:
    assert plane_scale(SCALE, 10) == pytest.approx(0.6 * SCALE)
    assert plane_scale(SCALE, 10_000) == pytest.approx(2.5 * SCALE)


def test_markers_are_painted_where_python_knows_an_object_that_qt_has_deleted(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, taken = np.empty, np.empty((1, 10))
    known = Shiboken.wrapInstance(taken.ctypes.data, QImage)  # such an object

    def empty(shape: Any, *how: Any, **more: Any) -> Any:
        return taken if shape == taken.shape else real(shape, *how, **more)

    monkeypatch.setattr("numpy.empty", empty)
    picture = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(QColor("white"))
    style = THEMES["light"].style(Role.POSITIVE)
    with QPainter(picture) as painter:
        Marker(style, SCALE).stamp(painter, np.array([20.0]), np.array([20.0]))
    assert picture.pixelColor(20, 20) == QColor(style.fill)
    assert known is not None
