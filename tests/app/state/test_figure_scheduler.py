"""The screen: which figures are drawn, when, where, and with which options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event, current_thread, main_thread
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.state.app_state import BOUNDARY, AppState, Store
from perceptron_gui.app.state.figure_scheduler import FIGURES, FigureScheduler
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.training.jobs import Jobs, Task
from tests.views.pixels import heard

SESSION = Session(Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1]))


class Place:
    """Stores what it was shown."""

    def __init__(self) -> None:
        self.figures: list[Figure] = []

    def show_figure(self, figure: Figure) -> None:
        assert current_thread() is main_thread()
        self.figures.append(figure)


class Screen(FigureScheduler):
    """The figures of AND, with all but the loss in sight, and the places where they are shown."""

    def __init__(self, jobs: Jobs, qtbot: QtBot) -> None:
        self.places = {name: Place() for name in (BOUNDARY, "norms", "loss")}
        self.store = Store(AppState(Document.opened(OpenFile(SESSION))))
        super().__init__(self.store, self.places, lambda name: name != "loss", jobs)
        self.qtbot = qtbot
        self.store.update(run=Run(SESSION.dataset, SESSION.rules[0]).finish())
        self.refresh()
        for place in self.places.values():
            place.figures.clear()

    def show_session(self, session: Session, run_follows: bool = False) -> None:
        """Edit another session; its run may be on its way."""
        self.store.update(document=Document.opened(OpenFile(session)), is_awaited=run_follows)

    def show_run(self, run: Run | None) -> None:
        """Show a run that has come."""
        self.store.update(run=run, is_awaited=False)

    @property
    def plane(self) -> list[Figure]:
        return self.places[BOUNDARY].figures

    @property
    def norms(self) -> list[Figure]:
        return self.places["norms"].figures

    @property
    def counts(self) -> tuple[int, ...]:
        """How many figures of the plane, the norms and the loss were shown."""
        return tuple(len(place.figures) for place in self.places.values())

    def wait(self) -> None:
        self.qtbot.waitUntil(lambda: not self.is_due, timeout=20_000)


@pytest.fixture
def screen(jobs: Jobs, qtbot: QtBot) -> Iterator[Screen]:
    screen = Screen(jobs, qtbot)
    yield screen
    screen.close()


def test_many_facts_are_shown_at_once_and_only_where_somebody_looks(screen: Screen) -> None:
    for visit in range(10):
        screen.store.update(moment=Moment(visit))
    screen.store.update(future=True)
    assert screen.is_due
    screen.wait()
    assert screen.counts == (1, 1, 0)


def test_the_plane_shows_the_weights_before_a_visit_that_is_asked_about(screen: Screen) -> None:
    screen.store.update(moment=Moment(3, "asked"))
    asked: Any = screen.store.state.options(BOUNDARY)
    assert asked.asked
    before = screen.store.state.source("norms").build()
    screen.store.update(moment=Moment(2))
    assert screen.store.state.source("norms").build() == before


def test_what_is_seen_of_the_plane_is_what_was_asked_for_last(screen: Screen) -> None:
    stored = replace(SESSION, views={BOUNDARY: {"range": [0, 1, 0, 1]}})
    screen.show_session(stored)
    assert screen.store.state.options(BOUNDARY).range == (0, 1, 0, 1)
    screen.show_range((-4.0, 4.0, -3.0, 3.0))
    assert screen.store.state.options(BOUNDARY).range == (-4, 4, -3, 3)
    screen.show_range(None)
    assert screen.store.state.options(BOUNDARY).range == (0, 1, 0, 1)


def test_options_that_mean_nothing_are_told_once_and_left_out(screen: Screen) -> None:
    told = heard(screen.options_refused)
    stored = replace(SESSION, views={"norms": {"scale": "of fish"}, "no view": {"a": 1}})
    screen.show_session(stored)
    screen.show_session(replace(stored, name="another"))
    assert len(told) == 1
    assert told[0].startswith("The view norms is shown as usual.")
    norms: Any = screen.store.state.options("norms")
    assert norms.scale == "linear"


def test_without_a_run_the_points_are_shown(screen: Screen) -> None:
    screen.show_run(None)
    screen.refresh()
    assert screen.plane[-1].marks


@pytest.mark.parametrize("shape", [(6000, 2), (165, 165)])  # long runs, long numbers
def test_the_first_look_at_much_comes_from_another_thread(
    screen: Screen, jobs: Jobs, shape: tuple[int, int]
) -> None:
    begun, gate = Event(), Event()

    def wait_for_gate(_task: Task) -> None:
        begun.set()
        assert gate.wait(20)

    jobs.submit(wait_for_gate, key=FIGURES, on_done=bool, on_failed=repr)
    assert begun.wait(20)
    random = np.random.default_rng(2)
    points = np.round(random.normal(size=shape), 2)
    dataset = Dataset.of(points, random.choice([-1, 1], len(points)))
    screen.show_session(Session(dataset))
    screen.show_run(Run(dataset, Rule(epochs=2)).finish())
    screen.refresh()
    assert len(screen.plane) == 1
    assert not screen.norms
    for visit in (100, 200):  # of requests that come meanwhile the last one counts
        screen.store.update(moment=Moment(visit))
        screen.refresh()
    gate.set()
    screen.wait()
    assert screen.norms == [screen.store.state.source("norms").build()]


def test_what_does_not_change_a_figure_builds_none(screen: Screen) -> None:
    screen.request()
    screen.wait()
    assert screen.counts == (0, 0, 0)
    screen.show_range((-5.0, 5.0, -4.0, 4.0))
    screen.wait()
    assert screen.counts == (1, 0, 0)


def test_plots_of_a_run_that_ends_soon_are_built_once(screen: Screen) -> None:
    run = Run(SESSION.dataset, Rule(order="shuffled", epochs=50))
    run.advance(2)
    screen.show_run(run.snapshot())
    screen.qtbot.waitUntil(lambda: bool(screen.plane))
    assert screen.norms == []
    screen.show_run(run.finish().snapshot())
    screen.wait()
    assert screen.counts == (1, 1, 0)


def test_plots_of_a_run_that_grows_are_shown_all_the_same(screen: Screen) -> None:
    run = Run(SESSION.dataset, Rule(order="shuffled", epochs=50))
    for _ in range(3):  # as while a point is dragged
        run.advance(2)
        screen.show_run(run.snapshot())
    screen.qtbot.waitUntil(lambda: bool(screen.norms), timeout=20_000)
    screen.wait()


def test_the_end_of_a_run_that_grows_is_drawn_now_and_then(screen: Screen) -> None:
    xor = Dataset.of(SESSION.dataset.points, [-1, 1, 1, -1])
    run = Run(xor, Rule(order="shuffled", epochs=10**6))
    screen.show_session(Session(xor))
    run.advance(20)
    screen.show_run(run.snapshot())
    screen.store.update(moment=Moment(run.visits))
    screen.wait()
    before = screen.counts[0]
    for _ in range(10):
        run.advance(10)
        screen.show_run(run.snapshot())
        screen.store.update(moment=Moment(run.visits))
        screen.qtbot.wait(1)  # a turn of the loop, as between two snapshots
    screen.wait()
    assert 1 <= screen.counts[0] - before <= 3
    screen.store.update(moment=Moment(7))  # somebody goes back: at once
    screen.qtbot.waitUntil(lambda: not screen.is_due, timeout=200)


def test_of_very_many_points_the_plane_follows_a_drag_and_plots_wait_for_a_pause(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perceptron_gui.training.controller._MANY_NUMBERS", 11)  # here are 12
    # On a busy machine a drag halts for longer than a pause is.
    monkeypatch.setattr("perceptron_gui.app.state.figure_scheduler.PAUSE_MS", 2000)
    for shift in range(1, 5):
        points = SESSION.dataset.points + shift
        dataset = SESSION.dataset.with_points(points, SESSION.dataset.labels)
        moved = replace(SESSION, dataset=dataset)
        screen.show_session(moved, run_follows=True)
        screen.show_run(Run(moved.dataset, moved.rules[0]).finish())
        screen.qtbot.waitUntil(lambda shift=shift: len(screen.plane) == shift)  # type: ignore[misc]
    assert not screen.norms and screen.is_due
    screen.wait()
    assert screen.counts == (4, 1, 0)
    assert screen.norms[0] == screen.store.state.source("norms").build()  # of the last run
