"""Why and what if in the window: pages, highlights, and visits pointed at in plots."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from perceptron_gui.app.session.controller import SHOW_XOR
from perceptron_gui.app.window.pages import EXERCISES, page_of, pages
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.lab import Replay
from perceptron_gui.labs.registry import VIEWS, lab_pages
from perceptron_gui.views.figure.view import FigureView
from tests.app.person import LEFT, Person
from tests.views.pointer import click, hover, leave, wheel


@pytest.fixture
def learner(person: Person) -> Person:
    """Somebody with AND learnt on the screen, at its end."""
    person.open("and")
    person.do("play.end")
    return person


def plane(person: Person) -> Figure:
    """Return what the canvas shows."""
    figure = person.controller.store.state.source("boundary").build()
    assert isinstance(figure, Figure)
    return figure


def run_of(person: Person) -> Run:
    assert person.controller.run is not None
    return person.controller.run


def line_of(person: Person) -> Line:
    mark = plane(person).mark("line")
    assert isinstance(mark, Line)
    return mark


def test_pages_are_reached_by_their_buttons_and_by_their_menu(learner: Person) -> None:
    for name in pages():
        if name in (*lab_pages(), EXERCISES):
            learner.window.trigger(f"page.{name}")
        else:
            QTest.mouseClick(learner.button(f"page.{name}"), LEFT)
        assert learner.sees("page") == name
        assert learner.action(f"page.{name}").isChecked()
    learner.window.trigger("page.plane")
    assert learner.sees("page") == "plane"


@pytest.mark.parametrize("keys", ["Ctrl+2", "Ctrl+6"])
def test_another_page_leaves_the_panel_in_front_that_was_there(learner: Person, keys: str) -> None:
    learner.keys("I", keys)  # from the plane, which has the focus
    assert learner.sees("page") != "plane"
    learner.wait()
    assert learner.sees("panels") == (["why"] if keys == "Ctrl+2" else [])
    learner.do("page.plane")
    assert not learner.part("what-if").body.visibleRegion().isEmpty()


@pytest.mark.parametrize(
    ("data", "name"),
    [("and", "proof"), ("xor", "certificate"), ("xor", "cycle"), ("xor", "network")],
)
def test_a_page_shows_its_view_of_the_moment(learner: Person, data: str, name: str) -> None:
    learner.open(data)
    learner.do("play.end", f"page.{page_of(name)}")
    page, run = learner.window.pages.drawings[name], run_of(learner)

    def is_shown(visit: int) -> bool:
        options = learner.controller.store.state.options(name)
        return page.drawing == draw(VIEWS[name], run.dataset, run, visit, options)

    learner.wait_until(lambda: is_shown(run.visits))
    learner.do("play.start")
    learner.wait_until(lambda: is_shown(0))


def test_why_shows_the_proof_or_the_certificate_and_says_which(learner: Person) -> None:
    drawings = learner.window.pages.drawings
    learner.do("page.why")
    learner.wait()
    assert drawings["proof"].isVisible()
    assert "at most 51 updates" in learner.sees("headline")
    learner.open("xor")
    learner.do("page.why")
    learner.wait_until(lambda: drawings["certificate"].isVisible())
    assert learner.sees("headline") == "No line separates these points."
    learner.open("and")
    learner.do("page.why")
    learner.wait_until(lambda: "at most 51 updates" in learner.sees("headline"))
    assert drawings["proof"].isVisible()


@pytest.mark.parametrize(
    "action", ["points.fit", "tool.brush", "tool.minus", "show.margin", "edit.select_all"]
)
def test_only_what_is_done_on_the_plane_brings_it_to_the_front(
    learner: Person, action: str
) -> None:
    learner.do("page.why", "play.start", "play.forward", "edit.undo")
    assert learner.sees("page") == "why"
    learner.do(action)
    assert learner.sees("page") == "plane"


def test_why_and_cycle_agree_on_what_is_proved_before_the_first_visit(person: Person) -> None:
    person.do("page.cycle")
    assert person.sees("visit") == 0 and "(proved)" in person.sees("headline")
    person.do("page.why")
    assert "repeats forever" in person.part("why").body.toPlainText()


@pytest.mark.parametrize(("name", "page"), [("and", "cycle"), ("blobs", "network")])
def test_a_page_with_nothing_of_its_own_offers_xor(person: Person, name: str, page: str) -> None:
    person.open(name)
    person.do(f"page.{page}")
    person.window.offer.buttons[SHOW_XOR].click()
    person.wait()
    assert person.session.dataset == make(LIBRARY["xor"]) and person.sees("page") == page
    person.wait_until(lambda: person.window.offer.isHidden())
    person.do("edit.undo")
    assert person.window.offer.isVisible()


def test_the_plane_is_drawn_again_when_it_is_seen_again(learner: Person) -> None:
    learner.do("page.why", "play.start", "page.plane")
    assert learner.window.canvas.scene().dataset is learner.session.dataset
    assert not learner.controller.screen.is_due


def test_pointing_at_an_update_shows_it_on_the_plane(learner: Person) -> None:
    plot, run = learner.window.plots["norms"], run_of(learner)
    at_end = line_of(learner)
    hover(plot, (3.2, 20.0))
    learner.wait()
    visit = int(run.history.visits_of(np.array([2]))[0])
    options = learner.controller.store.state.options("boundary")
    seen = VIEWS["boundary"].build(run.dataset, run, visit, options)
    assert isinstance(seen, Figure)
    assert line_of(learner) == seen.mark("line") != at_end
    told = learner.window.foot.read_out.words
    (norm,) = measures.norm_sq(run, np.array([3]))  # whatever the height of the pointer is
    assert told.startswith(f"Visit {visit}, k = 3; ‖w⁽ᵏ⁾‖² = {norm:g};")
    assert learner.canvas.overlay.preview == f"preview: visit {visit}"
    leave(plot)
    learner.wait()
    assert line_of(learner) == at_end
    assert learner.canvas.overlay.preview == ""


def test_clicking_an_update_goes_there(learner: Person) -> None:
    plot, run = learner.window.plots["norms"], run_of(learner)
    click(plot, (5.0, 20.0))
    learner.wait()
    assert learner.sees("k") == 5
    assert learner.sees("visit") == int(run.history.visits_of(np.array([4]))[0])


def seen(plot: FigureView) -> tuple[float, ...]:
    """Return the ranges that a plot shows."""
    across, up = plot.plot.seen.x.range, plot.plot.seen.y.range
    assert across and up
    return across + up


def test_another_run_is_shown_as_a_whole(learner: Person) -> None:
    plot = learner.window.plots["norms"]
    wheel(plot, (10.0, 20.0), 3)
    assert plot.plot.is_zoomed
    learner.do("play.start")
    assert plot.plot.is_zoomed
    learner.controller.editing.set_rules((Rule(order="shuffled"),), 0, "Another rule")
    learner.wait()
    assert not plot.plot.is_zoomed


def test_a_figure_of_a_page_tells_its_values(learner: Person) -> None:
    learner.do("page.why")
    learner.wait()
    plane = learner.window.pages.drawings["proof"].figures[0]
    hover(plane, (0.5, 0.5))
    assert learner.window.foot.read_out.words.startswith("x₁ = 0.")
    leave(plane)
    assert "x₁" not in learner.window.foot.read_out.words


def test_the_hidden_future_is_not_peeked_at(learner: Person) -> None:
    learner.do("play.start")
    plot = learner.window.plots["norms"]
    click(plot, (5.0, 20.0))
    assert learner.sees("visit") == 0
    learner.do("play.future")
    click(plot, (5.0, 20.0))
    learner.wait()
    assert learner.sees("k") == 5


def test_a_line_of_the_proof_highlights_what_it_speaks_of(learner: Person) -> None:
    learner.do("panel.why")
    body = learner.part("why").body
    body.setFocus()
    plain = plane(learner)
    highlight: set[str] = set()
    changed = 0
    for _ in range(8):
        QTest.keyClick(body, Qt.Key.Key_Down)
        learner.wait()
        highlight |= set(learner.controller.store.state.options("boundary").highlight)  # type: ignore[attr-defined]
        changed += plane(learner) != plain
    assert {"radius", "margin", "support"} <= highlight
    assert changed >= 3
    learner.window.trigger("panel.why")
    learner.wait_until(lambda: plane(learner) == plain)


def test_a_row_of_an_experiment_is_played_on_the_plane(person: Person) -> None:
    person.open("xor")
    person.do("page.effects")
    page = person.window.pages.lab
    assert page is not None
    page.replay_requested.emit(Replay(Rule(), "Other points", Dataset.of([[-1, 1]], [1])))
    assert person.sees("page") == "plane"
    assert person.sees("points") == [[-1, 1]]
    assert "Other points" in person.window.foot.currentMessage()
