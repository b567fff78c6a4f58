"""Plots of figures: every mark at its place, in its colour and size, and only changes are drawn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import (
    Arrow,
    Band,
    Dots,
    Line,
    Mark,
    Points,
    Region,
    RuleLine,
    Steps,
    Text,
    as_values,
)
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.views.figure.view import FigureView
from tests.views.conftest import Shown
from tests.views.pixels import color_at, figure_of, pixels, pixels_of, shows, where

NAN, INF = np.nan, np.inf
FIVE, ENDS, NONE = as_values([5]), as_values([0, 10]), as_values([])
FAR = as_values([-1e9, 1e9])
BAND = Band("band", Role.IMPOSSIBLE, ENDS, as_values([1, 1]), as_values([9, INF]))
STEPS = Steps("steps", Role.WEIGHTS, as_values([0, 5, 10]), as_values([2, 8, 8]))
SQUARE_X, SQUARE_Y = np.array([2.0, 8.0, 8.0, 2.0]), np.array([2.0, 2.0, 8.0, 8.0])
LIGHT = THEMES["light"]


def level(key: str, y: float, role: Role = Role.BOUNDARY, right: bool = False) -> Line:
    return Line(key, role, ENDS, np.array([y, y]), right=right)


def one_point(predicted: int, truth: int = 1) -> Points:
    kinds = np.array([truth]), np.array([predicted])
    return Points("points", FIVE, FIVE, *kinds, np.array([0]))


def ring(hole: bool) -> Region:
    if not hole:
        return Region("square", Role.IMPOSSIBLE, SQUARE_X, SQUARE_Y)
    x, y = (np.concatenate([side, [NAN], (side + 5) / 2]) for side in (SQUARE_X, SQUARE_Y))
    return Region("square", Role.IMPOSSIBLE, x, y)


# Marks, a place where each is seen, and the role whose colour is there.
SEEN: list[tuple[Mark, tuple[float, float], Role]] = [
    (level("line", 5), (4, 5), Role.BOUNDARY),
    (STEPS, (3, 2), Role.WEIGHTS),
    (STEPS, (5, 5), Role.WEIGHTS),
    (RuleLine("rule", Role.ZERO, 5.0), (5, 9), Role.ZERO),
    (RuleLine("rule", Role.ZERO, 5.0, vertical=False), (9, 5), Role.ZERO),
    (Arrow("arrow", Role.WEIGHTS, 2, 5, 8, 5), (3, 5), Role.WEIGHTS),
    (Arrow("arrow", Role.WEIGHTS, 2, 5, 8, 5), (7.9, 5), Role.WEIGHTS),
    (Dots("dots", Role.LIMIT, FIVE, FIVE), (5, 5), Role.LIMIT),
    (Dots("dots", Role.MISTAKE, FIVE, FIVE), (5, 5), Role.MISTAKE),
    (ring(hole=False), (5, 5), Role.IMPOSSIBLE),
    (ring(hole=True), (2.5, 5), Role.IMPOSSIBLE),
    (BAND, (5, 7), Role.IMPOSSIBLE),
    (one_point(1), (5, 5), Role.POSITIVE),
    (one_point(-1), (5, 5), Role.NEGATIVE),
    (one_point(0), (5, 5), Role.UNDECIDED),
]


@pytest.mark.parametrize(("mark", "place", "role"), SEEN)
def test_marks_are_where_they_should_be(
    shown: Shown, mark: Mark, place: tuple[float, float], role: Role
) -> None:
    view = shown(figure_of(mark))
    view.show_theme(LIGHT, 2.0)
    style = LIGHT.style(role)
    colors = {style.color.lower(), (style.fill or style.color).lower()}
    assert color_at(view, *place) in colors
    view.show_figure(figure_of())
    assert color_at(view, *place) in (LIGHT.background.lower(), LIGHT.grid.lower())


def test_points_are_outlined_by_their_class_and_filled_by_the_prediction(shown: Shown) -> None:
    view, roles = shown(figure_of()), {1: Role.POSITIVE, -1: Role.NEGATIVE}
    view.show_theme(LIGHT, 3.0)
    for truth, predicted in product(roles, roles):
        view.show_figure(figure_of(one_point(predicted, truth)))
        assert color_at(view, 5, 5) == LIGHT.style(roles[predicted]).fill.lower()
        assert shows(view.plot.widget, LIGHT.style(roles[truth]).color)


def test_marks_are_at_their_logarithms_or_measured_on_the_right_axis(shown: Shown) -> None:
    x, y = Axis(range=(1.0, 100.0), log=True), Axis(range=(0.01, 100.0), log=True)
    line = Line("line", Role.BOUNDARY, as_values([1, 100]), as_values([0.01, 100]))
    view = shown(figure_of(line, x=x, y=y))
    view.show_theme(LIGHT, 2.0)
    assert color_at(view, 10, 1) == LIGHT.style(Role.BOUNDARY).color.lower()
    right = Axis("errors", range=(0.0, 1000.0), whole=True)
    view.show_figure(figure_of(level("errors", 200, Role.WEIGHTS, right=True), right=right))
    assert color_at(view, 5, 2) == LIGHT.style(Role.WEIGHTS).color.lower()


def test_painting_only_what_changed_leaves_nothing_behind(shown: Shown, qtbot: QtBot) -> None:
    view = shown(figure_of(level("a", 10), BAND, one_point(1)))

    def is_painted() -> bool:
        on_screen = pixels_of(view.screen().grabWindow(view.winId()).toImage()).astype(int)
        return bool((np.abs(on_screen - pixels(view)) <= 1).all())  # smooth edges are rounded

    for marks in ([level("a", 4), BAND], [level("b", 0), one_point(-1)], [ring(hole=True)]):
        for reach in (10.0, 20.0):
            view.show_figure(figure_of(*marks, y=Axis("$x_2$", range=(0.0, reach))))
            qtbot.waitUntil(is_painted)


@pytest.mark.parametrize("name", list(THEMES))
def test_themes_recolour_every_item(shown: Shown, name: str) -> None:
    marks = [mark for mark, _, _ in SEEN if mark.key in ("line", "rule", "square", "points")]
    for mark in marks:
        view = shown(figure_of(mark))
        view.show_theme(THEMES["dark" if name == "light" else "light"])
        view.show_theme(THEMES[name], 2.0)
        assert color_at(view, 9.6, 9.6) in (THEMES[name].background.lower(),)
        assert shows(view.plot.widget, THEMES[name].style(mark.role).color)


ODD = [NAN, INF, -INF, 1e300, -1e300, 5.0, 0.0, -1.0, 1e-300]


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("fixed", [False, True])
def test_odd_numbers_are_left_out(shown: Shown, log: bool, fixed: bool) -> None:
    odd, other = np.array(ODD), np.array(ODD[::-1])
    kinds = np.ones(len(odd), dtype=np.int8)
    marks: list[Mark] = [
        Line("line", Role.BOUNDARY, odd, other),
        Line("dashed", Role.UPPER_BOUND, other, odd),
        Steps("steps", Role.ERRORS, odd, other),
        Dots("dots", Role.LIMIT, odd, other),
        Points("points", odd, other, kinds, kinds, np.arange(len(odd))),
        Region("region", Role.POSITIVE_SIDE, odd, other),
        Band("band", Role.MARGIN, np.sort(odd), odd, other),
        Arrow("arrow", Role.WEIGHTS, 0, 0, INF, NAN),
        Arrow("still", Role.WEIGHTS, 5, 5, 5, 5),
        RuleLine("rule", Role.ZERO, NAN),
        RuleLine("far", Role.CURSOR, INF, vertical=False),
        Text("text", Role.NOTE, NAN, 5, "nowhere"),
        Line("empty", Role.BOUNDARY, NONE, NONE),
        Steps("no steps", Role.ERRORS, NONE, NONE),
        Line("alone", Role.BOUNDARY, FIVE, FIVE),
    ]
    axis = Axis("$x$", log=log, range=(0.5, 10.0) if fixed else None)
    view = shown(Figure("odd", axis, axis, tuple(marks)))
    assert shows(view, LIGHT.background)


def test_texts_stay_inside_the_axes(shown: Shown) -> None:
    words = Text("text", Role.NOTE, 10, 10, "in the very corner", "sw")
    view = shown(figure_of(words))
    empty = shown(figure_of())
    widget, corner = view.plot.widget, view.plot.corner.toPoint() - view.plot.widget.pos()
    right = widget.width() - corner.x() - int(view.plot.seen.width) - 1
    y, x = np.nonzero((pixels(widget) != pixels(empty.plot.widget)).any(axis=2))
    assert len(x)
    assert x.max() < widget.width() - right and y.min() >= corner.y()


@pytest.mark.parametrize("predicted", [-1, 0, 1])
def test_points_beyond_the_box_are_left_out_kind_by_kind(shown: Shown, predicted: int) -> None:
    x, y = as_values([5, 20, 5]), as_values([5, 5, -20])
    kinds = np.array([predicted, predicted, -predicted or 1], dtype=np.int8)
    inside = Points("points", x, y, np.ones(3, dtype=np.int8), kinds, np.arange(3))
    view = shown(figure_of(inside))
    alone = pixels(view.plot.widget)
    view.show_figure(figure_of(one_point(predicted)))
    assert np.array_equal(pixels(view.plot.widget), alone)


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
