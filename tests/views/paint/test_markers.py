"""Markers: their sizes on a plane, and that they are painted wherever memory puts them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.markers import Marker, plane_scale
from tests.views.conftest import Shown
from tests.views.pixels import figure_of, where

SIZE, SCALE = 7.25, 1.3  # of the style of a point, and pixels a point
MANY = 10  # markers that are not painted one by one


def test_a_marker_is_a_thirtieth_of_the_height_of_its_plane_and_neither_tiny_nor_huge() -> None:
    for height in (300, 435, 600):
        assert SIZE * plane_scale(SCALE, height) == pytest.approx(height / 30)
    assert plane_scale(SCALE, 10) == pytest.approx(0.6 * SCALE)
    assert plane_scale(SCALE, 10_000) == pytest.approx(2.5 * SCALE)


def draw(view: FigureView, dataset: Dataset) -> Figure:
    """Show the plane of points after an epoch."""
    run = Run(dataset, Rule(epochs=1)).finish()
    room = BoundaryOptions(aspect=view.width() / view.height())
    figure = build(dataset, run, run.visits, room)
    view.show_figure(figure)
    return figure


def test_points_on_the_screen_are_a_thirtieth_of_the_plane(shown: Shown) -> None:
    view = shown(figure_of(), 1100, 800)
    draw(view, make(LIBRARY["xor"]))
    at, reach = view.position_of(0.0, 1.0).toPoint(), 40  # of class +1, and not visited last
    outline = where(view, THEMES["light"].style(Role.POSITIVE).color)
    rows = np.flatnonzero(outline[:, at.x() - reach : at.x() + reach].any(axis=1))
    high = np.ptp(rows[np.abs(rows - at.y()) < reach]) + 1
    assert 0.8 / 30 < high / view.plot.seen.height < 1.5 / 30


def test_a_crowd_of_points_never_hides_the_line(shown: Shown) -> None:
    view = shown(figure_of())
    points = np.random.default_rng(1).uniform(-1, 1, (20_000, 2)).round(4)
    labels = np.where(points @ [1.0, 0.5] > 0.1, 1, -1)
    line = draw(view, Dataset.of(points, labels)).mark("line")
    color = THEMES["light"].style(Role.BOUNDARY).color
    assert isinstance(line, Line)
    shares, inked = np.linspace(0.05, 0.95, 60), where(view, color)
    x, y = (ends[0] + shares * (ends[1] - ends[0]) for ends in (line.x, line.y))
    places = [view.position_of(*at).toPoint() for at in zip(x.tolist(), y.tolist(), strict=True)]
    seen = [inked[at.y() - 1 : at.y() + 2, at.x() - 1 : at.x() + 2].any() for at in places]
    assert np.mean(seen) > 0.9


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_few_markers_are_painted_as_many_are(qapp: QApplication, ratio: float) -> None:
    x, y = np.random.default_rng(0).uniform(5, 35, (2, MANY))
    x[:2] = -100.0  # out of sight
    assert stamped(x, y, ratio) == stamped(x[2:], y[2:], ratio)
    assert stamped(x[2:], y[2:], ratio) != stamped(x[3:], y[3:], ratio)


def stamped(x: Values, y: Values, ratio: float = 1.0) -> QImage:
    """Return a picture of 40 × 40 pixels with markers, on a screen of so many dots a pixel."""
    picture = QImage(int(40 * ratio), int(40 * ratio), QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor("white"))
    solid = replace(THEMES["light"].style(Role.POSITIVE), opacity=1.0)
    with QPainter(picture) as painter:
        Marker(solid, SCALE).stamp(painter, x, y)
    return picture
