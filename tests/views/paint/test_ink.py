"""Markers: their sizes on a plane, and that they are painted wherever memory puts them."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.paint.ink import plane_scale
from tests.views.conftest import Shown
from tests.views.pixels import figure_of, where

SIZE, SCALE = 7.25, 1.3  # of the style of a point, and pixels a point


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
