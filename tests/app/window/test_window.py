"""A lesson in the real window, through mouse and keys: painted, played, dragged and reopened."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from perceptron_gui.figures.model.marks import Line
from tests import hands
from tests.app.person import LEFT, Person
from tests.app.windows import PANELS, OpenWindow
from tests.views.pointer import turn_wheel

AND = {(0.0, 0.0): -1, (0.0, 1.0): -1, (1.0, 0.0): -1, (1.0, 1.0): 1}


def paint_and(person: Person) -> None:
    person.do("file.new")
    person.paint(AND)


def test_the_first_window_shows_xor_ready_to_play(open_window: OpenWindow) -> None:
    person = open_window()
    told = person.window.describe()
    assert told["title"] == "XOR — Perceptron"
    assert (told["visit"], told["playing"], told["labels"]) == (0, False, [-1, 1, 1, -1])
    assert "Space plays" in told["headline"]
    assert told["panels"] == PANELS


def test_what_is_drawn_is_learned_at_once_and_space_replays_it(person: Person) -> None:
    person.do("file.new")
    person.paint({(0.0, 0.0): -1, (1.0, 1.0): 1})
    assert person.canvas.figure.has("line")
    for place in ((2.0, 1.0), (0.0, 2.0)):
        person.paint({place: 1})
        assert person.sees("visit") == person.sees("visits") > 0
        assert person.sees("errors") == 0
    person.keys("Space")
    assert person.sees("playing") and person.sees("visit") < person.sees("visits")


def test_xor_starts_where_a_line_is_in_view_and_another_set_from_zero(
    open_window: OpenWindow,
) -> None:
    person = open_window()
    assert person.sees("rules")[0]["init"] != "zeros"
    person.program.data_sets.choose("and")
    assert person.sees("rules")[0]["init"] == "zeros"
    person.program.data_sets.choose("xor")
    person.wait()
    for _ in range(person.sees("visits")):
        assert person.canvas.figure.has("line")
        person.keys("Right")


def test_and_is_painted_by_clicks_and_played_to_its_end(person: Person) -> None:
    paint_and(person)
    assert person.sees("points") == [list(place) for place in AND]
    assert person.sees("labels") == list(AND.values())
    person.controller.playback.set_speed(100)
    person.keys("Space")
    assert person.sees("playing")
    person.wait_for("playing", False)
    assert person.sees("visit") == person.sees("visits")
    assert (person.sees("k"), person.sees("bound")) == (18, 51)
    assert person.sees("weights") == ["3", "2", "-4"]
    assert (person.sees("errors"), person.sees("separable"), person.sees("epoch")) == (0, True, 9)
    assert "converged after 18 updates" in person.sees("status")
    # Where everybody looks, and in full.
    assert person.sees("headline") == "Converged after 18 updates, the last in epoch 8."
    assert person.window.headline.text() == person.sees("headline")


def test_dragging_a_point_flips_separability_there_and_back(person: Person) -> None:
    paint_and(person)
    person.keys("M")
    person.press(1, 1)
    verdicts = []
    for place in ((0.8, 0.8), (0.4, 0.4), (0.2, 0.2), (0.4, 0.4), (0.6, 0.6)):
        person.pull(*place)
        verdicts.append(person.sees("separable"))
        assert person.sees("points")[3] == list(place)
    person.release(0.6, 0.6)
    assert verdicts == [True, False, False, False, True]
    assert "no line" not in person.sees("status")
    person.do("edit.undo")  # the drag is one step
    assert person.sees("points")[3] == [1.0, 1.0]


def test_a_saved_lesson_opens_in_another_window_as_it_was(
    person: Person, open_window: OpenWindow, tmp_path: Path
) -> None:
    paint_and(person)
    person.keys("End", "Left", "Left")
    person.dialogs.path = str(tmp_path / "lesson.json")
    person.key("Ctrl+S")
    other = open_window(person.dialogs.path)
    assert person.sees("title") == "lesson — Perceptron"
    assert person.sees("visit") == person.sees("visits") - 2
    person.window.foot.clearMessage()  # that it is saved
    assert other.look() == person.look()


def test_a_question_is_answered_by_no_panel(person: Person) -> None:
    person.open_panel("points")
    person.keys("T", "Right")
    person.wait()
    model, body = person.window.table.model, person.window.explanation.body
    assert [model.index(0, column).data() for column in (4, 5)] == ["?", "?"]
    assert "update" not in body.toPlainText()
    assert not person.window.explanation.copy.isEnabled()
    person.keys("Right")
    person.wait()
    assert [model.index(0, column).data() for column in (4, 5)] == ["−1", "right"]
    assert "update" in body.toPlainText()


def test_a_click_on_the_timeline_goes_there(person: Person) -> None:
    person.open("and")
    timeline = person.window.transport.timeline
    for visit in (7, 20, 0):
        place = QPoint(round(timeline.position_of(visit)), timeline.height() // 2)
        QTest.mouseClick(timeline, LEFT, pos=place)
        assert person.sees("visit") == visit
    assert "visit 0 of" in person.window.transport.counter.text()


@pytest.fixture
def learnt(person: Person) -> Person:
    """Somebody in front of AND, learnt: with a line and an arrow in view."""
    person.open("and")
    person.do("play.end")
    return person


def test_at_the_end_of_a_run_a_dragged_point_moves_the_final_line(learnt: Person) -> None:
    learnt.keys("M")
    learnt.press(1.0, 1.0)
    ends, lines = [learnt.sees("visit")], []
    for place in (0.8, 0.7, 0.6):
        learnt.pull(place, place)
        assert learnt.sees("visit") == learnt.sees("visits")
        assert learnt.sees("headline").startswith("Converged")
        ends.append(learnt.sees("visit"))
        mark = learnt.canvas.figure.mark("line")
        assert isinstance(mark, Line)
        lines.append((*mark.x.tolist(), *mark.y.tolist()))
    learnt.release(0.6, 0.6)
    assert ends == [36, 12, 32, 56] and len(set(lines)) == 3  # also where more visits are needed
    learnt.keys("Ctrl+Z")
    learnt.wait()
    assert learnt.sees("visit") == learnt.sees("visits") == 36
    learnt.keys("Esc", "Home", "Right")  # elsewhere the visit stays
    learnt.drag((1.0, 1.0), (0.8, 0.8))
    assert learnt.sees("visit") == 1


def test_a_double_click_on_the_axes_of_the_plane_shows_all_of_it(learnt: Person) -> None:
    before = learnt.canvas.scene().range
    points = learnt.sees("points")
    QTest.mouseMove(learnt.canvas, learnt.at(0.5, 0.5))
    turn_wheel(learnt.canvas, learnt.at(0.5, 0.5), 3)
    learnt.wait()
    assert learnt.canvas.scene().range != before
    corner = learnt.canvas.corner().toPoint()
    axis = QPoint(corner.x() // 2, learnt.canvas.height() // 2)
    hands.double_click(learnt.canvas, axis)
    learnt.wait()
    assert learnt.canvas.scene().range == pytest.approx(before)
    assert learnt.sees("points") == points


def test_that_plots_end_now_is_remembered(open_window: OpenWindow) -> None:
    first = open_window("and", owner="somebody")
    first.do("view.until_now", "view.reduce_motion")
    first.window.close()
    again = open_window("and", owner="somebody")
    assert again.action("view.until_now").isChecked()
    assert again.controller.store.state.until_now
    assert again.action("view.reduce_motion").isChecked()
    assert not again.canvas.turning.moves


def test_a_step_turns_the_line_and_what_is_told_is_the_visit(learnt: Person) -> None:
    learnt.do("play.start", "play.next_mistake")
    turning = learnt.canvas.turning
    learnt.wait_until(lambda: not turning.is_turning)
    learnt.rest(300)  # after which there is time for it
    learnt.keys("Shift+Right")
    run, visit = learnt.controller.run, learnt.sees("visit")
    assert run is not None
    assert learnt.sees("weights") == [str(value) for value in run.exact_weights_at(visit)]
    learnt.rest(300)
    learnt.keys("N")
    learnt.wait_until(lambda: turning.is_turning)
    visit = learnt.sees("visit")
    assert learnt.sees("weights") == [str(value) for value in run.exact_weights_at(visit)]
    learnt.wait_until(lambda: not turning.is_turning)


def test_the_plane_comes_back_when_its_place_had_another_shape_for_a_while(
    open_window: OpenWindow,
) -> None:
    person = open_window("and", size=(1280, 800))
    person.do("play.end")
    person.drag((1, 1), (1.1, 0.9))
    person.do("edit.undo")
    person.wait()
    seen = person.canvas.scene().range
    for _ in range(3):
        person.window.rule_bar.all_options.click()
        person.wait()
        assert person.canvas.scene().range != seen
        person.drag((1, 1), (1.05, 0.95))  # what is held then is what was asked for
        person.window.rule_bar.all_options.click()
        person.wait()
    assert person.canvas.scene().range == pytest.approx(seen)
