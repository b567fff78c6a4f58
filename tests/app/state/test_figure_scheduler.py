"""The screen: which figures are drawn, when, where, and with which options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event, current_thread, main_thread
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.app.state.figure_scheduler import BOUNDARY, FIGURES, FigureScheduler
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.training.jobs import Jobs, Task
from tests.app.stand_ins import Heard

SESSION = Session(Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1]))


class Place:
    """Keeps what it was shown."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []

    def show_figure(self, figure: Figure) -> None:
        assert current_thread() is main_thread()
        self.figures.append(figure)


@pytest.fixture
def places() -> dict[str, Place]:
    return {name: Place() for name in (BOUNDARY, "norms", "loss")}


@pytest.fixture
def screen(places: dict[str, Place], jobs: Jobs) -> Iterator[FigureScheduler]:
    """The screen of AND, with all but the loss in sight."""
    screen = FigureScheduler(SESSION, places, lambda name: name != "loss", jobs)
    screen.show_run(Run(SESSION.dataset, SESSION.rules[0]).finish())
    screen.refresh()
    for place in places.values():
        place.figures.clear()
    yield screen
    screen.close()


def shown(screen: FigureScheduler, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not screen.is_due, timeout=20_000)


def test_many_facts_are_shown_at_once_and_only_where_somebody_looks(
    screen: FigureScheduler, places: dict[str, Place], qtbot: QtBot
) -> None:
    for visit in range(10):
        screen.show_moment(Moment(visit))
    screen.show_future(True)
    assert screen.is_due
    shown(screen, qtbot)
    assert {name: len(place.figures) for name, place in places.items()} == {
        BOUNDARY: 1,
        "norms": 1,
        "loss": 0,
    }


def test_figures_are_shown_before_anything_is_painted(
    screen: FigureScheduler, places: dict[str, Place], qtbot: QtBot
) -> None:
    class Painted(QWidget):
        figures: int | None = None

        def paintEvent(self, _event: QPaintEvent) -> None:
            self.figures = len(places["norms"].figures)

    widget = Painted()
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.figures = None
    widget.update()
    screen.show_moment(Moment(1))
    qtbot.waitUntil(lambda: widget.figures is not None)
    assert widget.figures == 1


def test_the_plane_shows_the_weights_before_a_visit_that_is_asked_about(
    screen: FigureScheduler, qtbot: QtBot
) -> None:
    screen.show_moment(Moment(3, "asked"))
    asked: Any = screen.options(BOUNDARY)
    assert asked.asked
    before = screen.figure("norms")
    screen.show_moment(Moment(2))
    assert screen.figure("norms") == before


def test_what_is_seen_of_the_plane_is_what_was_asked_for_last(screen: FigureScheduler) -> None:
    stored = replace(SESSION, views={BOUNDARY: {"range": [0, 1, 0, 1]}})
    screen.show_session(stored)
    assert screen.options(BOUNDARY).range == (0, 1, 0, 1)
    screen.show_range((-5.0, 5.0, -4.0, 4.0))
    assert screen.options(BOUNDARY).range == (-5, 5, -4, 4)
    screen.show_range(None)
    assert screen.options(BOUNDARY).range == (0, 1, 0, 1)


def test_options_that_mean_nothing_are_told_once_and_left_out(screen: FigureScheduler) -> None:
    told = Heard(screen.options_refused)
    stored = replace(SESSION, views={"norms": {"scale": "of fish"}, "no view": {"a": 1}})
    screen.show_session(stored)
    screen.show_session(replace(stored, name="another"))
    assert len(told.values) == 1
    assert told.values[0].startswith("The view norms is shown as usual.")
    norms: Any = screen.options("norms")
    assert norms.scale == "linear"


def test_without_a_run_the_points_are_shown(
    screen: FigureScheduler, places: dict[str, Place]
) -> None:
    screen.show_run(None)
    screen.refresh()
    assert places[BOUNDARY].figures[-1].marks


def test_the_first_look_at_much_comes_from_another_thread(
    screen: FigureScheduler, places: dict[str, Place], jobs: Jobs, qtbot: QtBot
) -> None:
    begun, gate = Event(), Event()

    def wait_for_gate(_task: Task) -> None:
        begun.set()
        assert gate.wait(20)

    jobs.submit(wait_for_gate, key=FIGURES, on_done=bool, on_failed=repr)
    assert begun.wait(20)
    random = np.random.default_rng(2)
    points = np.round(random.normal(size=(6000, 2)), 2)
    dataset = Dataset.of(points, random.choice([-1, 1], 6000))
    screen.show_session(Session(dataset))
    screen.show_run(Run(dataset, Rule(epochs=2)).finish())
    screen.refresh()
    assert len(places[BOUNDARY].figures) == 1
    assert not places["norms"].figures
    for visit in (100, 200):  # of requests that come meanwhile the last one counts
        screen.show_moment(Moment(visit))
        screen.refresh()
    gate.set()
    shown(screen, qtbot)
    assert places["norms"].figures == [screen.figure("norms")]


def test_what_does_not_change_a_figure_builds_none(
    screen: FigureScheduler, places: dict[str, Place], qtbot: QtBot
) -> None:
    screen.request()
    shown(screen, qtbot)
    assert not any(place.figures for place in places.values())
    screen.show_range((-5.0, 5.0, -4.0, 4.0))
    shown(screen, qtbot)
    assert {name: len(place.figures) for name, place in places.items()} == {
        BOUNDARY: 1,
        "norms": 0,
        "loss": 0,
    }


def test_edited_points_wait_for_their_run_and_build_every_figure_once(
    screen: FigureScheduler, places: dict[str, Place], qtbot: QtBot
) -> None:
    before = dict(screen.built)
    edited = Dataset.of([[0, 0], [0, 1], [1, 0], [2, 2]], [-1, -1, -1, 1])
    screen.show_range((-5.0, 5.0, -4.0, 4.0))  # as the canvas holds its view while it is edited
    screen.show_session(Session(edited), run_follows=True)
    qtbot.wait(50)
    assert dict(screen.built) == before
    screen.show_run(Run(edited, Rule()).finish())
    screen.show_moment(Moment(1))
    shown(screen, qtbot)
    assert {name: len(place.figures) for name, place in places.items()} == {
        BOUNDARY: 1,
        "norms": 1,
        "loss": 0,
    }


def test_plots_of_a_run_that_ends_soon_are_built_once(
    screen: FigureScheduler, places: dict[str, Place], qtbot: QtBot
) -> None:
    run = Run(SESSION.dataset, Rule(order="shuffled", epochs=50))
    run.advance(2)
    screen.show_run(run.snapshot())
    qtbot.waitUntil(lambda: bool(places[BOUNDARY].figures))
    assert places["norms"].figures == []
    screen.show_run(run.finish().snapshot())
    shown(screen, qtbot)
    assert (len(places[BOUNDARY].figures), len(places["norms"].figures)) == (1, 1)


def test_plots_of_a_run_that_grows_are_shown_all_the_same(
    screen: FigureScheduler, places: dict[str, Place], qtbot: QtBot
) -> None:
    run = Run(SESSION.dataset, Rule(order="shuffled", epochs=50))
    for _ in range(3):  # as while a point is dragged
        run.advance(2)
        screen.show_run(run.snapshot())
    qtbot.waitUntil(lambda: bool(places["norms"].figures), timeout=20_000)
    shown(screen, qtbot)


def test_the_future_of_a_run_that_is_done_with_updates_is_drawn(screen: FigureScheduler) -> None:
    near = Dataset.of([[0, 0], [0, 1], [1, 0], [0.501, 0.501]], [-1, -1, -1, 1])
    run = Run(near, Rule()).finish()
    assert len(run.history) > 2000
    screen.show_session(Session(near))
    screen.show_run(run)
    screen.show_future(True)
    screen.show_moment(Moment(run.visits - 1))
    norms = screen.figure("norms")
    assert isinstance(norms, Figure)
    assert norms.marks
