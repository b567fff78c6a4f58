"""A student alone with a lesson: keys, what a task needs, room for the plane, and what is next."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from perceptron_gui.app.window.docks import TITLES
from perceptron_gui.lessons.reader import following, lesson_files
from tests.app.person import Person

from .test_controller import open_lesson, press

LEAST_PLANES = {(1024, 700): 390, (1280, 800): 480}


def test_letters_answer_and_enter_goes_on(person: Person) -> None:
    open_lesson(person, "000-vectors")
    adds = person.action("tool.plus").shortcuts()
    assert "A" not in [key.toString() for key in adds]  # it answers
    press(person, "B")
    seen = person.sees("lesson")
    assert seen["chosen"] == "11" and seen["truth"] == "11"
    assert "A" in [key.toString() for key in person.action("tool.plus").shortcuts()]
    person.canvas.setFocus()
    QTest.keyClick(person.window, Qt.Key.Key_Return)
    person.wait()
    assert person.sees("lesson")["step"] == 2
    press(person, "A")
    panel = person.program.lessons.panel
    assert panel.question.outcome.accessibleName().startswith("Wrong. ")
    assert not any(counter.isVisible() for counter in panel.question.counters)
    assert [button.share for button in panel.question.buttons] == [0.0, 0.0, 0.0]
    person.program.lessons.close()


def test_enter_presses_what_has_the_focus_first(person: Person) -> None:
    open_lesson(person, "002-squeeze")
    lessons = person.program.lessons
    lessons.show_step(2)
    person.wait()
    person.activate()
    button = lessons.panel.task.hint_button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert lessons.panel.task.hint.isVisible() and person.sees("lesson")["step"] == 3
    lessons.close()


def test_a_task_opens_and_marks_the_options_that_it_needs(person: Person) -> None:
    open_lesson(person, "000-and-by-yourself")
    lessons = person.program.lessons
    lessons.show_step(1)
    person.wait()
    assert "rules" in person.sees("panels")
    fields = person.window.rules.controls.fields
    assert [name for name, field in fields.items() if field.property("wanted")] == ["init"]
    assert lessons.panel.task.controls_button.isVisible()
    lessons.show_step(2)
    person.wait()
    assert "rules" not in person.sees("panels")
    assert not any(field.property("wanted") for field in fields.values())
    lessons.close()


@pytest.mark.parametrize("size", LEAST_PLANES, ids=str)
def test_the_plane_keeps_its_width_beside_a_lesson_whatever_is_opened(
    person: Person, size: tuple[int, int]
) -> None:
    person.window.resize(*size)
    open_lesson(person, "002-squeeze")
    lessons = person.program.lessons
    lessons.show_step(4)
    person.wait()
    names = ["rules", "points", "what-if", "explanation", "norms", "weight-space", "why"]
    assert set(names) <= set(TITLES)
    for pair in combinations(names, 2):
        for name in pair:
            person.open_panel(name)
            person.rest(1)
            assert person.canvas.width() >= LEAST_PLANES[size], (pair, name)
        for name in reversed(pair):
            if name in person.sees("panels"):
                person.window.panels.toggle(name)
    lessons.close()


def test_the_last_step_offers_the_next_lesson(person: Person) -> None:
    open_lesson(person, "000-and-by-yourself")
    lessons = person.program.lessons
    after = following("000-and-by-yourself")
    assert lessons.lesson is not None and after is not None
    lessons.show_step(len(lessons.lesson.steps) - 1)
    person.wait()
    press(person, "PgDown")  # a remote stays in the lesson
    assert person.sees("lesson")["title"] == lessons.lesson.title
    button = lessons.panel.next_button
    assert after.title in button.toolTip() and button.isEnabled()
    button.click()
    person.wait_until(lambda: person.sees("lesson")["title"] == after.title)
    lessons.close()


def test_every_lesson_but_the_last_is_followed_by_another() -> None:
    names, name = [], "000-and-by-yourself"
    while (after := following(name)) is not None:
        names.append(name)
        name = after.name
    assert sorted([*names, name]) == sorted(lesson_files())


def test_home_goes_on_with_the_step_that_was_seen_last(person: Person) -> None:
    home, lessons = person.program.home, person.program.lessons
    open_lesson(person, "003-lifting")
    lessons.show_step(2)
    lessons.close()
    person.window.trigger("page.home")
    card = next(
        card
        for topic in home.cards().lessons.values()
        for card in topic
        if card.key == "lesson:003-lifting"
    )
    assert card.is_begun
    home.choose("lesson:003-lifting")
    person.wait_until(lambda: person.sees("lesson") is not None)
    assert person.sees("lesson")["step"] == 3
    lessons.close()
