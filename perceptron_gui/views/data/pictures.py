"""Small pictures of what a card opens: points, a plane without words, the drawing of a lesson."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from perceptron_gui.base.resources import shipped
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots, Points, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, TOKENS, Theme, colours_of
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.ink import Marker

_EDGE = 0.2  # around points, of the shorter side
# The size of a marker as a share of the height: of few points, and of very many.
_LARGE, _TINY, _FEW, _MANY = 0.13, 0.05, 8, 200
_MOST = 2000  # points that a small picture can show
# Of a plane: how high it is with lines as thick as in the window, and the sizes of its markers.
_LINES_PX, _MARKER, _RING = 110, 1.2, 17.0
_LEFT_OUT = (Role.GHOST, Role.VISITED, Role.SUCCESS, Role.MISTAKE, Role.MISTAKE_GAP)
_COLOR = re.compile(r"#[0-9A-F]{6}")


def drawing(name: str, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return the drawing of a lesson in the colours of a theme.

    The files have those of the light theme, so that any viewer shows them as they are meant.
    """
    source = shipped("lessons", f"{name}.svg").read_text(encoding="utf-8")
    old, new = colours_of(DEFAULT), colours_of(theme.name)
    colors = {old[name]: new[name] for name in old}
    tokens, others = vars(TOKENS[DEFAULT]), vars(TOKENS[theme.name])
    colors |= {tokens[name]: others[name] for name in ("page", "border", "accent", "soft")}
    picture = _canvas(size, ratio, colors["#F6F7F9"])
    svg = _COLOR.sub(lambda found: colors.get(found[0], found[0]), source)
    renderer = QSvgRenderer(svg.encode())
    whole = renderer.defaultSize().scaled(size, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
    place = QRectF(0, 0, whole.width(), whole.height())
    place.moveCenter(QRectF(0, 0, size.width(), size.height()).center())
    with QPainter(picture) as painter:
        renderer.render(painter, place)
    return picture


def plane(figure: Figure, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return the picture of a plane: sides, line, arrow and points, and the ring of a mistake."""
    marks = [
        replace(mark, predicted=mark.truth, size=_MARKER) if isinstance(mark, Points) else mark
        for mark in figure.marks
        if not isinstance(mark, Text) and mark.role not in _LEFT_OUT
    ]
    marks.sort(key=lambda mark: isinstance(mark, Dots))  # the ring lies on the points
    ring = replace(theme.style(Role.MISTAKE_RING), fill="", width=1.2, size=_RING)
    view = FigureView()
    sharp = size * ratio
    styles = {**theme.styles, Role.MISTAKE_RING: ring}
    for role in (Role.POSITIVE, Role.NEGATIVE):  # so large that an outline would be a stripe
        styles[role] = replace(theme.style(role), color=theme.style(role).fill)
    view.show_theme(replace(theme, styles=styles), sharp.height() / _LINES_PX)
    view.show_legend(False)
    shown = replace(figure, marks=tuple(marks), bare=True, title="", notes=(), reserve=None)
    around = QSize(0, 0)
    for _ in range(2):  # the second time so large that the marks fill the picture
        view.resize(sharp + around)
        view.show_figure(shown)
        seen = view.plot.seen
        around = sharp - QSize(round(seen.width), round(seen.height)) + around
    dots = view.devicePixelRatioF()
    picture = view.grab(QRect(view.plot.corner.toPoint(), sharp))
    if dots != 1.0:  # a screen of its own scale has grabbed more of them
        picture = picture.scaledToWidth(sharp.width())
    picture.setDevicePixelRatio(ratio)
    view.deleteLater()
    return picture


def points_of(dataset: Dataset, theme: Theme, size: QSize, ratio: float) -> QPixmap:
    """Return the picture of the first two coordinates of points."""
    return thumbnail(two_columns(dataset.points), dataset.labels, theme, size, ratio)


def thumbnail(
    points: NDArray[np.float64],
    labels: NDArray[np.int8],
    theme: Theme,
    size: QSize,
    ratio: float = 1.0,
) -> QPixmap:
    """Return a picture of points (n, 2), all of them in sight, in the markers of their classes."""
    picture = _canvas(size, ratio, TOKENS[theme.name].page)
    if not len(points):
        return picture
    if len(points) > _MOST:
        chosen = np.linspace(0, len(points) - 1, _MOST).astype(int)
        points, labels = points[chosen], labels[chosen]
    # Units are equal in both directions, and the middle of the points is in the middle.
    edge = _EDGE * min(size.width(), size.height())
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.array([size.width() - 2 * edge, size.height() - 2 * edge])
    scale = float((room / np.where(high > low, high - low, 1.0)).min())
    at = (points - (low + high) / 2) * scale
    x, y = size.width() / 2 + at[:, 0], size.height() / 2 - at[:, 1]
    crowd = np.clip(np.log(len(points) / _FEW) / np.log(_MANY / _FEW), 0.0, 1.0)
    pixels = (_LARGE + (_TINY - _LARGE) * float(crowd)) * size.height()
    with QPainter(picture) as painter:
        for label, role in ((-1, Role.NEGATIVE), (1, Role.POSITIVE)):
            style, chosen = theme.style(role), labels == label
            if chosen.any():
                Marker(style, pixels / style.size).stamp(painter, x[chosen], y[chosen])
    return picture


def _canvas(size: QSize, ratio: float, ground: str) -> QPixmap:
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(ground))
    return picture


def two_columns(points: NDArray[np.float64], i: int = 0, j: int = 1) -> NDArray[np.float64]:
    """Return two coordinates (n, 2) of points (n, d); a single one lies on a line."""
    found = np.zeros((len(points), 2))
    for place, column in enumerate((i, j)):
        if column < points.shape[1]:
            found[:, place] = points[:, column]
    return found
