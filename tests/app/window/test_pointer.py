"""The pointer in the window: points are dragged, plots zoomed, moved and brought back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from perceptron_gui.figures.model.marks import Line
from tests import hands
from tests.app.person import Person
from tests.app.windows import OpenWindow
from tests.views.pointer import turn_wheel


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


def test_plots_show_the_whole_run_or_until_now(learnt: Person) -> None:
    learnt.do("play.start")
    learnt.keys("Right", "Right", "Right")
    learnt.wait()

    def last() -> float:
        reach = learnt.window.plots["norms"].plot.seen.x.range
        assert reach is not None
        return reach[1]

    whole = last()
    learnt.keys("U")
    learnt.wait()
    assert last() < whole
    assert learnt.action("view.until_now").isChecked()
    near = last()
    learnt.keys(*"NNNNNN")
    learnt.wait()
    assert near < last() < whole
    learnt.keys("U")
    learnt.wait()
    assert last() == whole


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
    learnt.keys("Shift+Right", "N")
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
