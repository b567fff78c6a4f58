"""Small pictures of points, in the shapes and colours of their classes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPainter, QPixmap

from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.views.paint.markers import Marker

_EDGE = 0.12  # of the shorter side
# The size of a marker as a share of the height: of few points, and of very many.
_LARGE, _SMALL, _FEW, _MANY = 0.13, 0.05, 8, 200
_MOST = 2000  # points that a small picture can show


def thumbnail(
    points: NDArray[np.float64],
    labels: NDArray[np.int8],
    theme: Theme,
    size: QSize,
    ratio: float = 1.0,
) -> QPixmap:
    """Return a picture of points (n, 2), all of them in sight."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(theme.background))
    if not len(points):
        return picture
    if len(points) > _MOST:
        chosen = np.linspace(0, len(points) - 1, _MOST).astype(int)
        points, labels = points[chosen], labels[chosen]
    x, y = _placed(points, size)
    crowd = np.clip(np.log(len(points) / _FEW) / np.log(_MANY / _FEW), 0.0, 1.0)
    pixels = (_LARGE + (_SMALL - _LARGE) * float(crowd)) * size.height()
    with QPainter(picture) as painter:
        for label, role in ((-1, Role.NEGATIVE), (1, Role.POSITIVE)):
            style, chosen = theme.style(role), labels == label
            if chosen.any():
                Marker(style, pixels / style.size).stamp(painter, x[chosen], y[chosen])
    return picture


def two_columns(points: NDArray[np.float64], i: int = 0, j: int = 1) -> NDArray[np.float64]:
    """Return two coordinates (n, 2) of points (n, d); a single one lies on a line."""
    found = np.zeros((len(points), 2))
    for place, column in enumerate((i, j)):
        if column < points.shape[1]:
            found[:, place] = points[:, column]
    return found


def _placed(
    points: NDArray[np.float64], size: QSize
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the pixels of points, with equal units and the middle in the middle."""
    edge = _EDGE * min(size.width(), size.height())
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array([size.width() - 2 * edge, size.height() - 2 * edge])
    span = np.where(high > low, high - low, 1.0)
    scale = float((room / span).min())
    at = (points - (low + high) / 2) * scale
    return size.width() / 2 + at[:, 0], size.height() / 2 - at[:, 1]
