"""What is true looks true: a plane that stays, the answer of a rule, divergence, its own loss."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Line, Text
from tests.app.person import Person
from tests.app.windows import OpenWindow

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


@pytest.mark.parametrize(("notation", "third"), [("000", "point 3"), ("003", "y3")])
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
