"""Lessons in the real window: played from the first to the last step, and nothing hidden seen."""

from __future__ import annotations

import pytest

from perceptron_gui.app.lessons.stage import TELLING
from perceptron_gui.app.window.docks import TITLES
from perceptron_gui.lessons.catalog import lesson_files
from perceptron_gui.lessons.tasks import solved
from tests.app.person import Person
from tests.app.windows import OpenWindow

VERDICT_WORDS = ("separable", "converged", "proved", "never stops", "cycles", "bound")


def open_lesson(person: Person, name: str) -> None:
    """Open a lesson, and wait for its first step."""
    person.program.lessons.open(name)
    person.wait_until(lambda: person.sees("lesson") is not None)
    person.wait()


def press(person: Person, keys: str) -> None:
    """Press a key, whatever has the focus."""
    person.activate()
    person.key(keys, person.window)


def check_nothing_hidden_is_seen(person: Person) -> None:
    """Fail where a panel, the status, the headline or the transport tells what is hidden."""
    lesson, window = person.sees("lesson"), person.window
    hides = set(lesson["hides"])
    seen = set(person.sees("panels"))
    assert not seen & hides & set(TITLES)
    if "verdict" in hides:
        assert not seen & set(TELLING)
        words = f"{person.sees('status')} {person.sees('headline')} {window.status.toolTip()}"
        assert not [word for word in VERDICT_WORDS if word in words.lower()], words
        assert window.transport.dial.isHidden()
        assert window.offer.isHidden()
    if hides & {"future", "verdict"}:
        assert " of " not in window.transport.counter.text()
        assert " / " not in person.sees("status")
        state = person.controller.screen.state
        assert not getattr(state.options("loss"), "future", False)
        assert getattr(state.options("loss"), "horizon", None) is None


@pytest.mark.parametrize("name", lesson_files())
def test_a_lesson_is_played_from_its_first_to_its_last_step(
    open_window: OpenWindow, name: str
) -> None:
    person = open_window()
    open_lesson(person, name)
    lessons = person.program.lessons
    lesson, panel = lessons.lesson, lessons.panel
    assert lesson is not None and panel is not None and panel.isVisible()
    for number, step in enumerate(lesson.steps):
        person.wait()
        seen = person.sees("lesson")
        assert seen["step"] == number + 1 and not seen["away"], step.title
        assert person.sees("page") == step.scene.page
        check_nothing_hidden_is_seen(person)
        if step.prediction is not None:
            assert seen["truth"] is None
            asked = lessons.asked
            assert asked is not None
            press(person, f"{asked.truth + 1}")
            person.wait_until(lambda: person.sees("lesson")["truth"] is not None)
            assert person.sees("lesson")["truth"] == asked.true_answer
            assert panel.question.outcome.accessibleName() == "Right!"
            check_nothing_hidden_is_seen(person)
        if step.task is not None:
            panel.task.check_button.click()
            scene = solved(step.task, step.scene)
            assert scene is not None
            edited = scene.session
            person.controller.editing.change("Solve", dataset=edited.dataset, rules=edited.rules)
            person.wait()
            check_nothing_hidden_is_seen(person)
            panel.task.check_button.click()
            person.wait_until(lambda: "Solved" in panel.task.result.text())
        press(person, "PgDown")
    assert person.sees("lesson")["step"] == len(lesson.steps)
    lessons.close()
    assert person.sees("lesson") is None and panel.isHidden()


def test_the_remote_moves_steps_and_arrows_move_visits(person: Person) -> None:
    open_lesson(person, "follow-theta")
    press(person, "Right")
    person.wait_until(lambda: person.sees("visit") == 1)
    assert person.sees("lesson")["away"]
    press(person, "F3")
    person.wait()
    assert person.sees("visit") == 0 and not person.sees("lesson")["away"]
    press(person, "PgDown")
    assert person.sees("lesson")["step"] == 1 and person.sees("lesson")["truth"] == "−1"
    press(person, "PgDown")
    assert person.sees("lesson")["step"] == 2
    press(person, "PgUp")
    assert person.sees("lesson")["step"] == 1
    person.program.lessons.close()
    person.wait()
    press(person, "PgDown")
    person.wait_until(lambda: person.sees("visit") == 1)
