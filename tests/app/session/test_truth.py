"""What is true looks true: a plane that stays, the answer of a rule, divergence, its own loss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Points, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from tests.app.person import Person
from tests.app.windows import OpenWindow
from tests.views.desk import choose
from tests.views.pixels import shows

_MOST_STEPS = 40


def learn(person: Person, data: str, **options: Any) -> None:
    """Open data and learn with a rule, which has come to its end."""
    person.open(data)
    person.controller.editing.set_rule(Rule.of(options), "Rule")
    person.wait()


def plane(person: Person) -> Figure:
    return person.canvas.view.figure


def plot(person: Person, name: str) -> Figure:
    figure: Figure = person.window.plots[name].figure
    return figure


@pytest.mark.parametrize(("name", "theme"), [("and", "projector"), ("iris", "light")])
def test_stepping_never_changes_the_size_of_the_plane(
    open_window: OpenWindow, name: str, theme: str
) -> None:
    person = open_window(name, theme=theme)
    seen = {tuple(person.sees("axes")["boundary"])}
    for _ in range(_MOST_STEPS):
        person.keys("Right")
        person.wait()
        seen.add(tuple(person.sees("axes")["boundary"]))
    assert person.sees("visit") == min(_MOST_STEPS, 36 if name == "and" else _MOST_STEPS)
    assert len(seen) == 1, seen


@pytest.mark.parametrize(
    ("rule", "answer"), [("averaged", "average"), ("voted", "vote"), ("pocket", "pocket")]
)
def test_errors_and_fillings_are_those_of_what_the_rule_returns(
    person: Person, rule: str, answer: str
) -> None:
    person.open("and")
    editor = person.editor("rule", type(person.window.rules.controls.fields["rule"].editor))
    choose(editor, rule)  # type: ignore[arg-type]
    person.wait()
    run = person.controller.run
    assert run is not None
    for _ in range(9):
        person.keys("Right")
        person.wait()
        visit = person.sees("visit")
        wrong = run.result.errors(visit)
        assert person.sees("errors") == wrong
        assert f" {'error' if wrong == 1 else 'errors'} of the {answer}" in person.sees("status")
        shown = plane(person)
        points = shown.mark("points")
        assert isinstance(points, Points)
        assert int((points.predicted != points.truth).sum()) == wrong
        if shown.has("line"):
            assert shown.mark("line").label == f"decision line ({answer})"
    assert plane(person).mark("now").role is Role.NOW
    note = f"The {answer} gets ${run.result.errors(person.sees('visit'))}$ of $4$ wrong here"
    assert any(each.startswith(note) for each in plot(person, "loss").notes)


def test_the_faint_line_of_w_can_be_dragged_not_the_average(person: Person) -> None:
    learn(person, "and", rule="averaged")
    shown = plane(person)
    while not (shown.has("now") and shown.has("line")):
        person.keys("Right")
        person.wait()
        shown = plane(person)
    now, line = shown.mark("now"), shown.mark("line")
    handles = person.canvas.scene().handles
    assert handles is not None and isinstance(now, Line) and isinstance(line, Line)
    assert np.allclose(handles.line, np.column_stack([now.x, now.y]))
    assert now.y.tolist() != line.y.tolist()


def test_a_run_that_diverged_is_said_and_shown_on_logarithmic_axes(person: Person) -> None:
    learn(person, "and", rule="least-squares", solver="gd", eta=10, epochs=1000)
    assert person.controller.run is not None and person.controller.run.diverged
    person.do("play.end")
    assert person.sees("headline").startswith("Diverged")
    assert "diverged after" in person.sees("status")
    for name in ("norms", "loss"):
        figure = plot(person, name)
        assert figure.y.log
        assert any("diverged" in note for note in figure.notes)
    assert plot(person, "norms").x.log and not plot(person, "loss").x.log
    # Another step, and they are as they were.
    learn(person, "and", rule="least-squares", solver="gd", eta="1/100", epochs=20)
    assert not plot(person, "norms").y.log and not plot(person, "loss").y.log


def test_sgd_shows_its_own_loss_first_and_long_runs_count_epochs(person: Person) -> None:
    learn(person, "blobs", rule="sgd", loss="logistic", epochs=3)
    person.do("play.end")
    shown = plot(person, "loss")
    own, other = shown.mark("own-loss"), shown.mark("loss")
    assert (own.role, other.role) == (Role.OWN_LOSS, Role.SIDE_LOSS)
    assert shown.x.counts == "visits"
    learn(person, "blobs", rule="sgd", loss="logistic", epochs=60)
    assert person.sees("visits") > 2000
    person.do("play.end")
    shown = plot(person, "loss")
    assert (shown.x.counts, shown.x.label) == ("epochs", "epochs")
    assert shown.x.range is not None and 55 < shown.x.range[1] < 70


def test_least_squares_on_xor_says_that_it_is_wrong(person: Person) -> None:
    learn(person, "xor", rule="least-squares")
    person.do("play.end")
    assert "4 of 4 points misclassified: no line separates" in person.sees("headline")
    assert "4 of 4 points misclassified: no line separates" in person.sees("status")
    bar, theme = person.window.headline, THEMES["light"]
    assert shows(bar, theme.style(Role.MISTAKE).color)
    assert not shows(bar, theme.style(Role.SUCCESS).color)


@pytest.mark.parametrize(
    ("notation", "third"),
    [("000", "point 3"), ("001", "x(3)"), ("002", "x(3)"), ("003", "y3"), ("004", "x3")],
)
def test_points_are_counted_one_way_on_the_whole_screen(
    person: Person, notation: str, third: str
) -> None:
    person.controller.editing.set_notation(notation)
    for name in ("points", "agreement"):
        person.open_panel(name)
    person.do("show.numbers")
    person.keys("Right", "Right", "Right")
    person.wait()
    model = person.window.table.model
    assert [model.index(row, 0).data() for row in range(4)] == ["1", "2", "3", "4"]
    numbers = [plane(person).mark(f"number {i}") for i in range(4)]
    numbers += [plot(person, "agreement").mark(f"number-{i}") for i in range(4)]
    assert [mark.text for mark in numbers if isinstance(mark, Text)] == ["1", "2", "3", "4"] * 2
    panel = person.window.explanation
    said = f"{panel.heading}\n{panel.body.toPlainText()}"
    assert third in said and third.replace("3", "2") not in said
    assert "point" not in panel.heading or "point 3" in panel.heading
