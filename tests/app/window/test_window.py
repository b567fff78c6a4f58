"""A lesson in the real window, through mouse and keys: AND and XOR from the first point on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from tests.app.person import LEFT, Person
from tests.app.windows import PANELS, OpenWindow

AND = {(0.0, 0.0): -1, (0.0, 1.0): -1, (1.0, 0.0): -1, (1.0, 1.0): 1}


def paint_and(person: Person) -> None:
    person.do("file.new")
    person.paint(AND)


def test_the_first_window_shows_xor_ready_to_play(open_window: OpenWindow) -> None:
    person = open_window()
    told = person.window.describe()
    assert told["title"] == "xor — Perceptron"
    assert (told["visit"], told["playing"], told["labels"]) == (0, False, [-1, 1, 1, -1])
    assert "plays" in person.window.hint.text()
    assert person.window.hint.isVisible()
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


def test_a_click_with_move_changes_nothing(person: Person) -> None:
    for action in ("tool.move", "view.presentation"):
        person.do(action)
        before = person.sees("points"), person.sees("labels"), person.sees("rules")
        for place in ((0.0, 0.0), (0.4, 0.7), (1.0, 0.5)):
            person.click(*place)
        assert (person.sees("points"), person.sees("labels"), person.sees("rules")) == before


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
    person.window.statusBar().clearMessage()  # that it is saved
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


def test_a_message_is_not_written_over_the_status_when_the_letters_grow(
    open_window: OpenWindow,
) -> None:
    person = open_window("and")
    bar, parts = person.window.statusBar(), (person.window.status, person.window.read_out)
    bar.showMessage("Something was written.", 60_000)
    person.program.looks.present(True)
    person.wait()
    person.rest(50)  # Qt shows what it lays out anew when it gets round to it
    assert bar.currentMessage()
    assert not any(part.isVisible() for part in parts)
    bar.clearMessage()
    assert all(part.isVisible() for part in parts)
    person.program.looks.present(False)
