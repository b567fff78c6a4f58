"""What the page of exercises asks of the window: a run to play, and a score to save."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.window.pages import EXERCISES
from perceptron_gui.views.lessons.exercises import ExercisesPage
from tests.app.person import Person


@pytest.fixture
def page(person: Person) -> ExercisesPage:
    person.open("and")
    person.do(f"page.{EXERCISES}")
    page = person.window.findChild(ExercisesPage)
    assert isinstance(page, ExercisesPage)
    page.attempts = ()
    page.show_exercise(1, 6)
    return page


def finish(page: ExercisesPage) -> None:
    """Answer all questions of an exercise, all but the first right."""
    page.answers.buttons[0].click()
    page.next.click()
    assert isinstance(page.step.right, tuple)
    page.answers.show_weights(list(map(float, page.step.right)))
    page.answers.checks[0].click()


def test_the_solution_is_played_on_the_plane_and_undo_brings_the_points_back(
    person: Person, page: ExercisesPage
) -> None:
    before = person.sees("points")
    assert person.window.headline.words and person.window.rule_strip.isHidden()
    finish(page)
    page.solution.click()
    assert person.sees("page") == "plane"
    person.wait_until(lambda: person.sees("visit") > 0)
    assert person.sees("points") == [list(point) for point in page.made.draft.points]
    run = person.controller.run
    assert run is not None and run.rule == page.made.run.rule
    person.do("edit.undo")
    assert person.sees("points") == before


def test_a_score_is_saved_where_the_dialog_says(
    person: Person, page: ExercisesPage, tmp_path: Path
) -> None:
    finish(page)
    person.dialogs.path = str(tmp_path / "score.json")
    page.save.click()
    told = json.loads((tmp_path / "score.json").read_text())
    assert told["answered"] == len(page.attempts)
    assert told["right"] == sum(each.found.is_right for each in page.attempts) > 0
    person.dialogs.path = str(tmp_path / "missing" / "score.csv")
    page.save.click()
    assert "could not be written" in page.score.text()


def press(key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def test_digits_answer_and_enter_checks_what_is_typed(person: Person, page: ExercisesPage) -> None:
    person.activate()
    page.level.setFocus()
    page.show_exercise(3, 6)
    press(Qt.Key.Key_3)
    assert [each.answer for each in page.attempts] == [2]
    press(Qt.Key.Key_Return)
    assert page.step.name == "weights"
    page.answers.weights[0].selectAll()
    press(Qt.Key.Key_7)
    assert page.answers.typed_weights[0] == 7
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_2)
    assert [each.answer for each in page.attempts][2:] == ["cycles"]


def test_a_presentation_of_exercises_shows_no_visit(person: Person, page: ExercisesPage) -> None:
    person.do("view.presentation")
    assert "visit" not in person.window.stage.corner.text()
    person.do("page.plane")
    assert "visit 0" in person.window.stage.corner.text()
    person.do(f"page.{EXERCISES}")
    assert "visit" not in person.window.stage.corner.text()
    assert page.isVisible()


def test_home_has_a_card_that_opens_the_exercises(person: Person) -> None:
    person.do("page.home")
    person.program.home.choose(f"page:{EXERCISES}")
    assert person.sees("page") == EXERCISES
