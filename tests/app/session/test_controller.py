"""The session of a window: its cursor, selection, weights drawn by hand, and its description."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from perceptron_gui import __version__
from perceptron_gui.app.main.views import score_at_place
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.views.points.model import PointTableModel
from tests.app.person import LEFT, Person


@pytest.fixture(autouse=True)
def _opens_and(person: Person) -> None:
    """Open AND, and take the tool for moving."""
    person.open("and")
    person.keys("M")


def place_on_line(person: Person) -> tuple[float, float]:
    """Return a place on the line that is shown at the end, and away from all points."""
    person.keys("End")
    person.wait()
    handles = person.canvas.scene().handles
    assert handles is not None
    (x0, y0), (x1, y1) = handles.line.tolist()
    return x0 + 0.35 * (x1 - x0), y0 + 0.35 * (y1 - y0)


def test_a_click_and_a_step_build_every_visible_figure_once(person: Person) -> None:
    person.keys("A", "End")
    person.wait()
    built = person.controller.screen.built
    for place in ((0.3, 0.4), (0.6, 0.2)):  # at the first one the canvas begins to hold its view
        before = Counter(built)
        person.click(*place)
        person.rest(400)  # longer than anything could still wait for
        assert built - before == {"boundary": 1, "norms": 1, "loss": 1}
    before = Counter(built)
    person.keys("Left")
    person.wait()
    assert built - before == {"boundary": 1, "norms": 1, "loss": 1}


def test_a_line_that_is_dragged_is_the_start_of_the_run_until_undo(person: Person) -> None:
    x, y = place_on_line(person)
    visit, before = person.sees("visit"), person.sees("weights")
    assert visit > 0
    person.press(x, y)
    person.pull(x - 0.3, y - 0.3)
    assert person.sees("visit") == 0  # where the line is that is drawn
    assert person.sees("weights") != before
    errors = person.sees("errors")
    person.pull(x + 0.05, y + 0.05)
    assert person.sees("errors") < errors
    person.release(x + 0.05, y + 0.05)
    assert person.sees("rules")[0]["init"].count("Fraction") == 3
    under = person.window.foot.read_out.words
    person.do("edit.undo")
    assert person.sees("rules")[0]["init"] == "zeros"
    assert (person.sees("visit"), person.sees("weights")) == (visit, before)
    assert person.window.foot.read_out.words != under  # the pointer rests, the line has gone


def test_canvas_and_table_select_the_same(person: Person) -> None:
    person.open_panel("points")
    person.click(1.0, 1.0)
    assert person.sees("selection") == [3] == list(person.window.table.view.selected)
    view, model = person.window.table.view, person.window.table.model
    place = view.visualRect(model.index(1, 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert person.sees("selection") == [1] == person.canvas.scene().chosen.tolist()


def scores(model: PointTableModel) -> list[str]:
    column = model.dataset.dimension + 2
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def test_the_table_has_the_scores_of_the_moment_when_it_is_opened(person: Person) -> None:
    table = person.window.table
    person.keys("End")
    person.open_panel("points")
    person.wait()
    at_the_end = scores(table.model)
    person.open_panel("rules")
    person.keys("Home", "Right")
    person.wait()
    person.open_panel("points")
    person.wait()
    assert scores(table.model) != at_the_end
    person.keys("End")
    assert scores(table.model) == at_the_end


def test_the_score_under_the_pointer_is_told(person: Person) -> None:
    person.keys("End")
    state = person.controller.store.state
    assert score_at_place(replace(state, place=(1.0, 1.0))) == 1.0  # 3 + 2 − 4
    assert score_at_place(replace(state, place=None)) is None
    person.wait()
    QTest.mouseMove(person.canvas, person.at(1.0, 1.0))
    shown = person.window.foot.read_out.words.rpartition("s = ")[2].split("; ")
    assert float(shown[0]) == pytest.approx(1.0, abs=0.02)
    assert float(shown[1].removeprefix("distance ")) == pytest.approx(1 / 13**0.5, abs=0.02)
    assert shown[2] == "w·x = ‖w‖ ‖x‖ cos ∠ = 3.606 · 1.414 · cos 11.3° = 5"


def test_the_point_under_the_pointer_is_measured_where_distances_are_shown(
    person: Person,
) -> None:
    person.keys("End")
    person.wait()
    QTest.mouseMove(person.canvas, person.at(0.0, 0.0))
    person.wait()
    assert person.controller.store.state.pointed == 0
    assert not person.canvas.figure.has("foot 0")
    person.do("show.distance")
    person.wait()
    QTest.mouseMove(person.canvas, person.at(0.0, 0.0))  # the notes have moved the plane
    person.wait()
    assert person.canvas.figure.has("foot 0")
    QTest.mouseMove(person.canvas, person.at(0.0, 1.0))
    person.wait()
    assert person.canvas.figure.has("foot 1") and not person.canvas.figure.has("foot 0")
    QTest.mouseMove(person.canvas, person.at(0.4, 0.4))
    person.wait()
    assert person.canvas.figure.has("foot 3")  # the visited one again


def test_all_that_is_seen_is_told_exactly_and_survives_json(person: Person) -> None:
    rules = Rule.of({"init": ("1/3", 2, 3), "order": (0, 1)}), Rule.of({"eta": "1/3"})
    person.controller.editing.set_rules(rules, 1, "Two rules")
    person.do("play.end")
    told = person.window.describe()
    assert told["weights"] == ["1", "2/3", "-4/3"]
    assert (told["arithmetic"], told["margin_squared"]) == ("exact", "1/17")
    assert (told["k"], told["bound"], told["errors"]) == (18, 51, 0)
    assert told["rules"][0]["init"] == "(Fraction(1, 3), Fraction(2, 1), Fraction(3, 1))"
    person.do("help.details")  # for a report
    details = json.loads(QGuiApplication.clipboard().text())
    assert details == {"version": __version__, **told}
    person.do("file.new")
    told = person.window.describe()
    assert told["run"] is None
    assert not {"k", "weights", "verdict", "bound", "errors"} & set(told)


@pytest.mark.parametrize("gate", ["and", "xor"])
def test_the_preset_that_learns_nothing_says_why_and_offers_what_helps(
    person: Person, gate: str
) -> None:
    person.open(gate)
    offer = person.window.offer
    assert not offer.isVisible()
    person.controller.editing.use_preset("002")
    person.wait()
    assert offer.isVisible()
    assert "(0, 0): it is on every line through the origin" in offer.words.text()
    person.keys("Right")
    assert person.sees("headline").startswith("Nothing is learnt")
    QTest.mouseClick(offer.buttons["centred"], LEFT)
    person.wait()
    assert person.sees("points") == [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    # Now it learns; where a line exists, none passes through the origin, and that is said too.
    assert offer.isVisible() == (gate != "xor")
    if gate != "xor":
        assert "With an offset, a line separates them." in offer.words.text()
        assert list(offer.buttons) == ["offset"]
    assert any(person.controller.run.exact_weights_at(1)) if person.controller.run else False
    person.do("edit.undo")
    assert offer.isVisible()
    QTest.mouseClick(offer.buttons["offset"], LEFT)
    person.wait()
    assert not offer.isVisible()
    assert person.session.rules[person.session.shown].offset
