"""Nothing at all, very much, very large, very small and impossible things: the window goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.views.widgets.editors import OWN, OwnEditor
from tests.app.person import Person
from tests.views.desk import choose, type_into

OpenPoints = Callable[..., Person]
XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


@pytest.fixture
def open_points(person: Person, tmp_path: Path) -> OpenPoints:
    """Return a function that opens some points with a rule."""

    def open_them(points: object, labels: object, **options: object) -> Person:
        dataset = Dataset.of(points, labels)  # type: ignore[arg-type]
        session = Session(dataset, rules=(Rule.of(options),), cursor=0)
        path = tmp_path / "points.json"
        path.write_text(write_session(session), encoding="utf-8")
        person.open(str(path))
        return person

    return open_them


def try_everything(person: Person) -> None:
    """Play, step, select, undo and look at every panel."""
    for dock in person.window.docks.values():
        dock.show()
        dock.raise_()
        person.wait()
    person.keys("Space", "Space", "End", "Home", "N", "T", "Right", "Right", "T")
    person.do("edit.select_all", "edit.relabel", "edit.undo", "play.future", "points.fit")
    person.controller.editing.select(())
    person.wait()


def test_without_points_everything_is_there_and_waits(person: Person) -> None:
    person.do("file.new")
    assert (person.sees("points"), person.sees("status")) == ([], "no points yet")
    try_everything(person)
    person.do("edit.delete", "edit.copy", "play.end", "play.toggle")
    assert not person.sees("playing")
    person.click(0.5, 0.5)
    assert person.sees("points") == [[0.5, 0.5]]
    try_everything(person)
    person.keys("End")  # what is drawn is learnt at once
    assert (person.sees("run"), person.sees("k"), person.sees("errors")) == ("converged", 1, 0)


@pytest.mark.parametrize("size", [1e6, 1e-6, 1e-70])
def test_points_of_any_size_are_trained_and_painted(size: float, open_points: OpenPoints) -> None:
    person = open_points(XOR * size, [-1, -1, -1, 1])
    try_everything(person)
    person.keys("End")
    assert person.sees("separable")
    person.keys("A", "2")
    person.click(0.5 * size, 0.8 * size)
    assert person.sees("points")[4] == pytest.approx([0.5 * size, 0.8 * size], abs=0.05 * size)
    person.keys("M")
    person.drag((0.0, size), (0.2 * size, 0.6 * size))
    assert person.sees("points")[1] == pytest.approx([0.2 * size, 0.6 * size], abs=0.05 * size)


def test_a_hundred_thousand_points_are_shown_and_edited(open_points: OpenPoints) -> None:
    random = np.random.default_rng(1)
    points = np.round(random.uniform(-1, 1, (100_000, 2)), 4)
    labels = np.where(points @ [1.0, 0.5] > 0.1, 1, -1)
    person = open_points(points, labels, epochs=1)
    assert len(person.sees("points")) == 100_000
    person.keys("Space", "Space", "N", "N", "End")
    assert person.sees("visit") == person.sees("visits")
    person.window.docks["loss"].hide()  # takes seconds of every new run, if not of the window
    person.window.docks["points"].raise_()
    person.do("edit.select_all", "edit.relabel")
    assert person.sees("labels")[:50] == (-labels[:50]).tolist()
    person.do("edit.undo")
    assert person.sees("labels")[:50] == labels[:50].tolist()


@pytest.mark.parametrize("lift", ["none", "quadratic"])
def test_points_in_space_are_edited_in_the_table(lift: str, open_points: OpenPoints) -> None:
    points = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    person = open_points(points, [-1] * 7 + [1], lift=lift)
    try_everything(person)
    assert "edited in the table" in person.window.canvas.pointer.hint
    person.do("edit.select_all")
    assert person.sees("selection") == list(range(8))
    person.do("edit.delete")
    assert person.sees("points") == []
    person.do("edit.undo")
    assert person.sees("run") == "converged"


def test_an_order_without_its_points_is_told_and_can_be_mended(person: Person) -> None:
    order = person.editor("order", OwnEditor)
    choose(order, OWN)
    type_into(order.below, "1, 10")
    person.wait_for("run", None)
    assert person.sees("status").startswith("The order names point 10")
    try_everything(person)
    type_into(order.below, "1, 4")
    person.wait_for("run", "converged")
    person.keys("M", "Esc")
    person.click(1.0, 1.0)
    assert person.sees("selection") == [3]
    person.keys("Delete")  # and with the point its place in the order
    person.wait()
    assert person.sees("rules")[0]["order"] == "cyclic"
    person.do("edit.undo")
    assert person.sees("rules")[0]["order"] == "(0, 3)"
